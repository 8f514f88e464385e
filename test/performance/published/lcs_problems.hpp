// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief What the benchmark of published methods for the LCS computes, by them and by the library: pairs, and searches.
 */

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <reference/strings.hpp>

#include <seqan3_gpulcs/lcs/all_pairs.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/packed_set.hpp>

#include "cuda/lane/lane_set.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "one_to_many_lcs.hpp"
#include "performance/device_benchmark.hpp"
#include "performance/pair_size.hpp"
#include "src/runtime/task_control.hpp"

namespace published
{

inline unsigned host_threads() noexcept
{
    return std::max(1u, std::thread::hardware_concurrency());
}

inline constexpr std::string_view dna{"ACGT"};

inline std::string random_dna(std::size_t const size, std::uint64_t const seed)
{
    std::mt19937_64 generator{seed};
    return reference::random_text(generator, size, dna);
}

// A run.
struct measurement
{
    double total_seconds{};
    double kernel_seconds{};
};

// One problem; both ways to solve it check each other.
template <typename plan_t>
class problem
{
public:
    virtual ~problem() = default;
    virtual measurement run_published(plan_t const & plan) = 0;
    virtual measurement run_ours() = 0;
    virtual double cells() const = 0;
    virtual std::string name() const = 0;

    // Whether each cell is computed once, so that the times of kernels say something.
    virtual bool is_one_pass() const = 0;

    // Where the time goes, if there is more to say.
    virtual std::string remark() const
    {
        return {};
    }
};

inline void check(bool const is_right)
{
    if (!is_right)
        throw std::runtime_error{"The published method and the library find different results."};
}

template <typename method_t, typename plan_t>
class pair_problem : public problem<plan_t>
{
public:
    pair_problem(pair_size const & size, bool const subsequence) :
        first_{random_dna(size.first, 1)},
        second_{random_dna(size.second, 2)},
        subsequence_{subsequence}
    {}

    measurement run_published(plan_t const & plan) override
    {
        measurement found{};
        std::uint64_t length = 0;
        std::string letters{};
        found.total_seconds = wall_seconds(
            [&]()
            {
                method_t method{first_, second_, plan};
                if (subsequence_)
                    letters = method.subsequence();
                else
                    length = method.length();
                found.kernel_seconds = method.kernel_seconds();
            });
        if (subsequence_)
        {
            check(reference::is_subsequence(letters, first_) && reference::is_subsequence(letters, second_));
            length = letters.size();
        }
        check_length(length);
        return found;
    }

    measurement run_ours() override
    {
        measurement found{};
        seqan3_gpulcs::lcs::result result{};
        found.total_seconds = wall_seconds(
            [&]()
            {
                seqan3_gpulcs::packing::packed_sequence const first =
                    seqan3_gpulcs::packing::pack(std::string_view{first_}, host_threads());
                seqan3_gpulcs::packing::packed_sequence const second =
                    seqan3_gpulcs::packing::pack(std::string_view{second_}, host_threads());
                seqan3_gpulcs::alignment::sequence_pair const pair{first, second};
                result = std::move(seqan3_gpulcs::lcs::compute({&pair, 1},
                                                               subsequence_ ? seqan3_gpulcs::lcs::output::subsequence
                                                                            : seqan3_gpulcs::lcs::output::length,
                                                               {.backend = seqan3_gpulcs::plan::backend::cuda})
                                       .front());
            });
        found.kernel_seconds = result.kernel_seconds;
        check_length(result.length);
        return found;
    }

    double cells() const override
    {
        return static_cast<double>(first_.size()) * static_cast<double>(second_.size());
    }

    std::string name() const override
    {
        return std::to_string(first_.size()) + " x " + std::to_string(second_.size());
    }

    bool is_one_pass() const override
    {
        return !subsequence_;
    }

private:
    void check_length(std::uint64_t const length)
    {
        check(length_.value_or(length) == length);
        length_ = length;
    }

    std::string first_;
    std::string second_;
    bool subsequence_;
    std::optional<std::uint64_t> length_{};
};

// Queries one after the other; the subjects are the same.
class search_problem : public problem<one_to_many_plan>
{
public:
    search_problem(pair_size const & size,
                   std::size_t const queries,
                   std::size_t const subjects,
                   unsigned const device) :
        holder_{std::make_unique<seqan3_gpulcs::cuda::stream_context>(device)},
        context_{std::make_unique<seqan3_gpulcs::cuda::stream_context>(device)}
    {
        for (std::size_t i = 0; i < queries; ++i)
            queries_.push_back(random_dna(size.first, 3 + i));
        subjects_.letters = random_dna(size.second * subjects, 2);
        subjects_.alphabet = dna;
        for (std::size_t i = 1; i <= subjects; ++i)
            subjects_.ends.push_back(i * size.second);
    }

    measurement run_published(one_to_many_plan const & plan) override
    {
        measurement found{};
        std::vector<std::vector<std::uint32_t>> lengths{};
        found.total_seconds = wall_seconds(
            [&]()
            {
                one_to_many_lcs method{subjects_, plan};
                for (std::string const & query : queries_)
                    lengths.push_back(method.lengths(query));
                found.kernel_seconds = method.kernel_seconds();
            });
        if (lengths_.empty())
            lengths_ = lengths;
        check(lengths == lengths_);
        return found;
    }

    // After run_published().
    measurement run_ours() override
    {
        measurement found{};
        packed_set queries{};
        packed_set sequences{};
        std::unique_ptr<std::uint32_t[]> lengths{};
        found.total_seconds = wall_seconds(
            [&]()
            {
                packing_seconds_.push_back(wall_seconds(
                    [&]()
                    {
                        queries = pack(queries_.size(),
                                       [&](std::size_t const i)
                                       {
                                           return std::string_view{queries_[i]};
                                       });
                        sequences = pack(subjects_.size(),
                                         [&](std::size_t const i)
                                         {
                                             return subjects_.subject(i);
                                         });
                    }));
                std::size_t const count = queries.size() * sequences.size();
                lengths = std::make_unique_for_overwrite<std::uint32_t[]>(count);
                seqan3_gpulcs::lcs::all_pairs_into(queries.views(),
                                                   sequences.views(),
                                                   {lengths.get(), count},
                                                   {.backend = seqan3_gpulcs::plan::backend::cuda});
            });
        for (std::size_t i = 0; i < queries.size(); ++i)
            check(std::ranges::equal(lengths_[i], std::span{lengths.get() + i * sequences.size(), sequences.size()}));
        found.kernel_seconds = kernel_seconds(queries.views(), sequences.views());
        return found;
    }

    double cells() const override
    {
        return static_cast<double>(queries_.size()) * static_cast<double>(queries_.front().size())
             * static_cast<double>(subjects_.letters.size());
    }

    std::string name() const override
    {
        return std::to_string(queries_.size()) + " of " + std::to_string(queries_.front().size()) + " x "
             + std::to_string(subjects_.size()) + " of " + std::to_string(subjects_.ends.front());
    }

    bool is_one_pass() const override
    {
        return true;
    }

    std::string remark() const override
    {
        return "# ours, step by step: packing letters " + milliseconds(packing_seconds_) + ", codes and their copy "
             + milliseconds(upload_seconds_) + "; all letters copied to the device: "
             + milliseconds({copy_seconds(), copy_seconds(), copy_seconds()}) + '\n';
    }

private:
    using packed_set = seqan3_gpulcs::packing::packed_set;
    using sequence_views = std::span<seqan3_gpulcs::packing::packed_sequence_view const>;

    static std::string milliseconds(std::vector<double> seconds)
    {
        std::ranges::sort(seconds);
        return std::to_string(seconds[seconds.size() / 2] * 1e3) + " ms";
    }

    // As whoever knows the alphabet packs many sequences fastest.
    template <typename text_of_t>
    static packed_set pack(std::size_t const size, text_of_t const & text_of)
    {
        static seqan3_gpulcs::packing::letter_table const table{};
        seqan3_gpulcs::packing::letter_set letters{};
        letters.add({reinterpret_cast<std::uint8_t const *>(dna.data()), dna.size()});
        return {size,
                host_threads(),
                [&](seqan3_gpulcs::packing::detail::sequence_arena & arena, std::size_t const i)
                {
                    std::string_view const text = text_of(i);
                    arena.begin(letters, table);
                    arena.append({reinterpret_cast<std::uint8_t const *>(text.data()), text.size()});
                }};
    }

    // What no method that has the letters on the device can save.
    double copy_seconds() const
    {
        seqan3_gpulcs::cuda::stream const stream{};
        seqan3_gpulcs::cuda::device_buffer<char> target{stream};
        seqan3_gpulcs::cuda::device_view<char> const letters = target.reserve(subjects_.letters.size());
        SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream));
        return wall_seconds(
            [&]()
            {
                seqan3_gpulcs::cuda::copy_to_device<char>(letters, subjects_.letters, stream);
                SEQAN3_GPULCS_CUDA_TRY_LAUNCH(cudaStreamSynchronize(stream));
            });
    }

    // The kernels of the call, one by one.
    double kernel_seconds(sequence_views const first, sequence_views const second)
    {
        seqan3_gpulcs::plan::sequence_sets const sets{first, second};
        seqan3_gpulcs::plan::execution const execution{};
        seqan3_gpulcs::runtime::task_control control{execution, 1};
        std::optional<seqan3_gpulcs::cuda::lane_set> set{};
        upload_seconds_.push_back(wall_seconds(
            [&]()
            {
                set.emplace(sets, seqan3_gpulcs::cuda::set_part{0, first.size(), 0, second.size()});
                set->upload(*holder_, host_threads(), control);
            }));
        seqan3_gpulcs::cuda::lane_set_batch batch{*context_};
        double seconds = 0;
        for (seqan3_gpulcs::cuda::lane_set_block const & block : set->blocks())
        {
            batch.start(*set, block);
            batch.finish();
            seconds += batch.times().kernel_seconds;
        }
        return seconds;
    }

    std::vector<std::string> queries_{};
    database subjects_{};
    // Their buffers stay, as in the library.
    std::unique_ptr<seqan3_gpulcs::cuda::stream_context> holder_;
    std::unique_ptr<seqan3_gpulcs::cuda::stream_context> context_;
    std::vector<std::vector<std::uint32_t>> lengths_{}; // Of each query.
    std::vector<double> packing_seconds_{};
    std::vector<double> upload_seconds_{};
};

} // namespace published
