// SPDX-License-Identifier: BSD-3-Clause

#include "src/cpu/backend/scan_loop.hpp"

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "src/cpu/search/approximate_search.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/scan_jobs.hpp"
#include "src/scan/seeded_sites.hpp"
#include "src/scan/verification_costs.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cpu
{

namespace
{

// The minimum positions of a range: the first one costs several times as much as the others.
constexpr std::uint64_t min_range_positions{256};

// Several ranges per thread, so that all threads end at about the same time.
constexpr std::uint64_t ranges_per_thread{8};

static_assert(cpu::letter_classes == scan::letter_classes);

// Runs all scans of a job, each by one thread, pattern by pattern. There are as many scans for each text, those for the first one first.
template <typename job_t>
void run_scans(job_t & job, std::span<interleaved_text const> const texts, unsigned const threads)
{
    std::size_t const scans_per_text = job.size() / texts.size();
    auto const make_worker = [&]()
    {
        return
            [&, verifier = job.make_verifier(), search = approximate_search{}, all_ends = std::vector<std::uint64_t>{}](
                std::size_t const number) mutable
        {
            auto scan = job.make_scan(number);
            auto const use_ends = [&](std::span<std::uint64_t const> const ends)
            {
                if constexpr (!job_t::needs_order)
                    return verifier.verify(scan, ends);
                all_ends.insert(all_ends.end(), ends.begin(), ends.end());
                return true;
            };
            while (job.next_pattern(verifier, number, scan))
            {
                all_ends.clear();
                search.find(texts[number / scans_per_text], scan.pattern(), job.differences(), job.control(), use_ends);
                if constexpr (job_t::needs_order)
                {
                    std::ranges::sort(all_ends);
                    verifier.verify(scan, all_ends);
                }
            }
        };
    };
    runtime::parallel_for(job.control(), threads, job.size(), make_worker);
}

// The whole text, as vectors read it; made for its first search.
std::shared_ptr<interleaved_text const>
interleave(scan::background_text const & text, runtime::task_control & control, unsigned const threads)
{
    return text.form<interleaved_text>(
        [&]()
        {
            return std::make_shared<interleaved_text>(text.class_words(),
                                                      text.size(),
                                                      text.class_bits(),
                                                      control,
                                                      threads);
        });
}

// Parts of a text, as vectors read them.
struct text_parts
{
    std::vector<scan::text_part> places{};
    std::vector<interleaved_text> texts{};
};

// Cuts the text of a request for the search of some patterns: into one part if there are patterns for all threads.
text_parts
cut_text(scan::site_request const & request, std::span<std::size_t const> const searched, unsigned const threads)
{
    // Parts even out how long threads take, but a short one is not worth its overhead.
    constexpr unsigned tasks_per_thread{4};
    constexpr std::uint64_t min_part_letters{std::uint64_t{1} << 18};

    scan::background_text const & text = request.text();
    std::uint64_t const letters_per_word = 64 / text.class_bits();
    std::uint64_t longest = 0;
    for (std::size_t const i : searched)
        longest = std::max<std::uint64_t>(longest, request.patterns()[i].searched(scan::cpu_word_size).size());
    std::uint64_t const overlap = longest + request.differences();
    std::uint64_t const overlap_words = util::ceil_div(overlap, letters_per_word);
    std::uint64_t const wanted =
        util::ceil_div<std::uint64_t>(std::uint64_t{tasks_per_thread} * threads, searched.size());
    std::uint64_t const count = threads == 1 ? 1 : std::clamp<std::uint64_t>(text.size() / min_part_letters, 1, wanted);
    std::uint64_t const words = util::ceil_div(text.class_words().size(), count);
    text_parts parts{};
    std::uint64_t letters_before = 0;
    for (std::uint64_t begin = 0; begin < text.class_words().size(); begin += words)
    {
        std::uint64_t const first = begin - std::min(begin, overlap_words);
        std::uint64_t const last = std::min<std::uint64_t>(begin + words, text.class_words().size());
        std::uint64_t const end = std::min(last * letters_per_word, text.size());
        parts.places.push_back({first * letters_per_word, end - letters_before});
        parts.texts.emplace_back(text.class_words().subspan(first, last - first),
                                 end - first * letters_per_word,
                                 text.class_bits(),
                                 request.control(),
                                 threads);
        letters_before = end;
    }
    return parts;
}

void find(scan::wanted_primers const & wanted, unsigned const threads)
{
    scan::primer_request const & request = wanted.request;
    std::vector<scan::scan_range> const ranges =
        request.cut(threads == 1 ? request.positions()
                                 : std::max(min_range_positions, request.positions() / (ranges_per_thread * threads)));
    scan::primer_job const job{request, request.cpu_seed_length(), ranges};
    auto const text = interleave(request.text(), request.control(), threads);
    run_scans(job, {text.get(), 1}, threads);
}

void find(scan::wanted_matches const & wanted, unsigned const threads)
{
    scan::match_job const job{wanted};
    auto const text = interleave(wanted.request.text(), job.control(), threads);
    run_scans(job, {text.get(), 1}, threads);
}

void find(scan::wanted_sites const & wanted, unsigned const threads)
{
    scan::seeded_sites known = scan::find_seeded_sites(wanted.request,
                                                       wanted.request.patterns(),
                                                       {scan::max_index_part, scan::max_kept_index, threads});
    bool const is_searched = !known.searched.empty();
    text_parts const parts = is_searched ? cut_text(wanted.request, known.searched, threads) : text_parts{};
    scan::site_job job{wanted.request, scan::cpu_word_size, parts.places, threads, std::move(known)};
    if (is_searched)
        run_scans(job, parts.texts, threads);
    wanted.sites = job.take_sites();
}

} // namespace

void scan_text(scan::request const & request, unsigned const threads)
{
    std::visit(
        [threads](auto const & wanted)
        {
            find(wanted, threads);
        },
        request.wanted);
}

} // namespace seqan3_gpulcs::cpu
