// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Goes on from the state of a run whose files are damaged: an error or the right result, never a wrong one.
 */

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <optional>

#include <reference/random_sequence.hpp>

#include <seqan3_gpulcs/exception.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>

#include "fuzz/comparison.hpp"
#include "fuzz/targets.hpp"
#include "src/cpu/backend/cpu_backend.hpp"
#include "src/resume/saved_run.hpp"
#include "src/resume/state_file.hpp"

using namespace seqan3_gpulcs;

namespace
{

// How often files may be written to the disk before that fails, and with it the run.
std::optional<std::size_t> syncs_left{};

// In a directory of its own, removed at the end.
class own_directory
{
public:
    own_directory()
    {
        std::string name = (std::filesystem::temp_directory_path() / "fuzz_saved_runs_XXXXXX").string();
        fuzz::require(::mkdtemp(name.data()) != nullptr, "a directory");
        path_ = name;
    }

    own_directory(own_directory const &) = delete;

    ~own_directory()
    {
        std::error_code ignored{};
        std::filesystem::remove_all(path_, ignored);
    }

    std::filesystem::path const & path() const noexcept
    {
        return path_;
    }

private:
    std::filesystem::path path_{};
};

// A run that was interrupted: its pair, its files, and what it should find.
class interrupted_run
{
public:
    interrupted_run(plan::comparison const & wanted, bool const has_threshold, std::size_t const syncs) :
        wanted_{wanted}
    {
        std::mt19937_64 generator{syncs};
        // With a threshold, a band of the matrix is computed, if that leaves enough of it out.
        letters1_ = reference::random_letters(generator, (has_threshold ? 8 : 2) * plan::part_alignment + 500, 4);
        letters2_ = reference::mutate(generator, letters1_, 4, has_threshold ? 2 : 7);
        first_ = packing::pack(letters1_);
        second_ = packing::pack(letters2_);
        alignment::sequence_pair const pair{first_, second_};
        expected_ = std::move(backend::compare(cpu::cpu_backend{}, {&pair, 1}, wanted, {.threads = 1}).front());
        if (has_threshold)
            (plan::traits_of(wanted.metric).is_maximum ? min_length_ : max_distance_) =
                plan::value_of(expected_, wanted.metric);
        own_directory const directory{};
        syncs_left = syncs;
        try
        {
            go_on(directory.path(), plan::default_memory_limit);
        }
        catch (saved_run_error const &)
        {}
        syncs_left.reset();
        for (auto const & entry : std::filesystem::directory_iterator{directory.path()})
        {
            std::ifstream file{entry.path(), std::ios::binary};
            files_[entry.path().filename()] = {std::istreambuf_iterator<char>{file}, {}};
        }
    }

    std::map<std::string, std::string> const & files() const noexcept
    {
        return files_;
    }

    alignment::result go_on(std::filesystem::path const & directory, std::uint64_t const memory_limit) const
    {
        return resume::compute(
                   cpu::cpu_backend{},
                   {.first = first_, .second = second_, .min_length = min_length_, .max_distance = max_distance_},
                   wanted_,
                   {.saved = alignment::saved_run{.directory = directory, .interval = std::chrono::seconds{0}},
                    .limits = {plan::part_alignment, plan::part_alignment, plan::part_alignment, plan::part_alignment}},
                   {.threads = 1, .memory_limit = memory_limit})
            .result;
    }

    void check(alignment::result const & found) const
    {
        fuzz::require(plan::value_of(found, wanted_.metric) == plan::value_of(expected_, wanted_.metric), "the value");
        fuzz::require(found.path == expected_.path, "the alignment");
    }

private:
    plan::comparison wanted_;
    fuzz::letters letters1_{};
    fuzz::letters letters2_{};
    packing::packed_sequence first_{};
    packing::packed_sequence second_{};
    std::uint64_t min_length_{};
    std::uint64_t max_distance_{std::numeric_limits<std::uint64_t>::max()};
    alignment::result expected_{};
    std::map<std::string, std::string> files_{};
};

interrupted_run const & take_run(fuzz::input & from)
{
    static std::map<unsigned, interrupted_run> runs{};
    std::uint8_t const bits = from.byte();
    plan::comparison const wanted{.metric = (bits & 1) != 0 ? plan::metric::edit : plan::metric::lcs,
                                  .with_path = (bits & 2) != 0};
    bool const has_threshold = (bits & 4) != 0;
    std::size_t const syncs = bits >> 3;
    return runs.try_emplace(bits, wanted, has_threshold, syncs).first->second;
}

// Replaces or moves words or bytes of a file.
void damage(fuzz::input & from, std::string & bytes)
{
    for (std::uint64_t changes = from.number(4); changes != 0 && bytes.size() >= 8; --changes)
    {
        std::size_t const words = bytes.size() / 8;
        std::size_t const position =
            (from.flag() ? from.number(words - 1) : from.number(std::min<std::size_t>(words - 1, 40))) * 8;
        std::uint64_t word = 0;
        std::memcpy(&word, &bytes[position], 8);
        switch (from.number(5))
        {
        case 0:
            word ^= std::uint64_t{1} << from.number(63);
            break;
        case 1:
            word += from.number(255) - 128;
            break;
        case 2:
            word = from.number(~std::uint64_t{0});
            break;
        case 3:
            word = from.any_of<std::uint64_t>({0, ~std::uint64_t{0}, std::uint64_t{1} << 63, std::uint64_t{1} << 32});
            break;
        case 4:
            bytes.erase(position, 8 * from.number(40));
            continue;
        default:
            bytes.insert(position, from.take(from.number(20)));
            continue;
        }
        std::memcpy(&bytes[position], &word, 8);
    }
    if (from.flag())
        bytes.resize(std::min<std::size_t>(bytes.size(), from.number(65'535)));
}

// Makes its last word the hash of the others, so that the damage is not noticed by that.
void set_hash(std::string & bytes)
{
    bytes.resize(bytes.size() / 8 * 8);
    if (bytes.size() < 8)
        return;
    resume::fnv_hash hash{};
    std::uint64_t word = 0;
    for (std::size_t i = 0; i + 8 < bytes.size(); i += 8)
    {
        std::memcpy(&word, &bytes[i], 8);
        hash.add(word);
    }
    word = hash.value();
    std::memcpy(&bytes[bytes.size() - 8], &word, 8);
}

} // namespace

// Waiting for the disk takes most of the time, and proves nothing here.
extern "C" int fsync(int)
{
    if (!syncs_left || (*syncs_left)-- != 0)
        return 0;
    errno = EIO;
    return -1;
}

void fuzz::resume_run(input & from)
{
    static own_directory const own{};
    std::filesystem::path const & directory = own.path();
    interrupted_run const & run = take_run(from);
    std::map<std::string, std::string> files = run.files();
    bool has_new_hash = false;
    for (auto & [name, bytes] : files)
    {
        if (from.number(2) == 0)
            continue;
        damage(from, bytes);
        if (!from.flag())
            continue;
        set_hash(bytes);
        has_new_hash = has_new_hash || bytes != run.files().at(name);
    }
    // One file in the place of another one, or none.
    auto const any_file = [&]()
    {
        return std::next(files.begin(), static_cast<std::ptrdiff_t>(from.number(files.size() - 1)));
    };
    if (from.number(3) == 0 && !files.empty())
        any_file()->second = any_file()->second;
    if (from.number(3) == 0 && !files.empty())
        files.erase(any_file());

    std::filesystem::remove_all(directory);
    std::filesystem::create_directory(directory);
    for (auto const & [name, bytes] : files)
        std::ofstream{directory / name, std::ios::binary} << bytes;
    try
    {
        alignment::result const found =
            run.go_on(directory, from.flag() ? 1 + from.number(65'535) * 100 : plan::default_memory_limit);
        // A state that was made on purpose may be that of anything.
        if (!has_new_hash)
            run.check(found);
    }
    catch (saved_run_error const & error)
    {
        require(*error.what() != '\0', "a sentence");
    }
    catch (memory_limit_too_small const & error)
    {
        require(*error.what() != '\0', "a sentence");
    }
}
