// SPDX-License-Identifier: BSD-3-Clause
//
// WFA2: wavefronts, pair by pair, without heuristics. Each thread has an aligner that it uses for all of its pairs.
//
//   measure_wfa2 [--biwfa] ...
//
// The memory mode is `high`, the fastest one for short sequences; with --biwfa it is `ultralow`, which computes from both ends.

#include <functional>
#include <memory>
#include <new>
#include <string>

extern "C"
{
#include <wavefront/wfa.h>
}

#include "measurement.hpp"

namespace
{

struct deleter
{
    void operator()(wavefront_aligner_t * aligner) const
    {
        wavefront_aligner_delete(aligner);
    }
};
using aligner_pointer = std::unique_ptr<wavefront_aligner_t, deleter>;

// What is computed, and how.
struct mode
{
    distance_metric_t metric{};
    alignment_scope_t scope{};
    wavefront_memory_t memory{};
};

std::vector<aligner_pointer> make_aligners(peers::problem const & given, mode const & chosen)
{
    if (given.alphabet == "bytes")
        throw std::runtime_error{"it marks the ends of sequences with ! and ?"};
    wavefront_aligner_attr_t attributes = wavefront_aligner_attr_default;
    attributes.distance_metric = chosen.metric;
    attributes.alignment_scope = chosen.scope;
    attributes.memory_mode = chosen.memory;
    attributes.heuristic.strategy = wf_heuristic_none;
    // It does not survive if there is no memory, and so stops before the 4 GiB that compare.py allows.
    attributes.system.max_memory_abort = std::uint64_t{7} << 29;
    attributes.system.probe_interval_global = 500;
    std::vector<aligner_pointer> aligners{};
    for (std::size_t i = 0; i < peers::threads_of(given); ++i)
        aligners.emplace_back(wavefront_aligner_new(&attributes));
    return aligners;
}

// Its insertions are letters of the second sequence it gets.
cigar_t const & align(wavefront_aligner_t * aligner, std::string const & first, std::string const & second)
{
    int const status = wavefront_align(aligner,
                                       second.data(),
                                       static_cast<int>(second.size()),
                                       first.data(),
                                       static_cast<int>(first.size()));
    if (status == WF_STATUS_OOM)
        throw std::bad_alloc{};
    if (status != WF_STATUS_ALG_COMPLETED)
        throw std::runtime_error{"its status is " + std::to_string(status)};
    return *aligner->cigar;
}

void run_scores(peers::problem const & given, distance_metric_t const metric, wavefront_memory_t const memory)
{
    auto const aligners = make_aligners(given, {metric, compute_score, memory});
    auto const compare = [&](std::string const & first, std::string const & second, std::size_t const thread)
    {
        return static_cast<std::uint64_t>(align(aligners[thread].get(), first, second).score);
    };
    auto const value = [&](std::string const & first, std::string const & second, std::uint64_t const distance)
    {
        return metric == indel ? (first.size() + second.size() - distance) / 2 : distance;
    };
    peers::measure_pairs(given, compare, value);
}

void run_alignments(peers::problem const & given, distance_metric_t const metric, wavefront_memory_t const memory)
{
    auto const aligners = make_aligners(given, {metric, compute_alignment, memory});
    auto const compare = [&](std::string const & first, std::string const & second, std::size_t const thread)
    {
        cigar_t const & cigar = align(aligners[thread].get(), first, second);
        return std::string(cigar.operations + cigar.begin_offset, cigar.operations + cigar.end_offset);
    };
    auto const value = [&](std::string const & first, std::string const & second, std::string columns)
    {
        std::ranges::replace(columns, 'M', '=');
        return peers::count_columns(columns, first, second, metric == indel ? peers::matches : peers::edits);
    };
    peers::measure_pairs(given, compare, value);
}

} // namespace

int main(int argc, char ** argv)
{
    using std::placeholders::_1;
    std::vector<std::string> arguments(argv + 1, argv + argc);
    bool const is_biwfa = !arguments.empty() && arguments[0] == "--biwfa";
    if (is_biwfa)
        arguments.erase(arguments.begin());
    wavefront_memory_t const memory = is_biwfa ? wavefront_memory_ultralow : wavefront_memory_high;
    return peers::run_peer({is_biwfa ? "WFA2, BiWFA" : "WFA2", WFA2_VERSION, "C, -march=native"},
                           {{"pair_lcs", {std::bind(run_scores, _1, indel, memory)}},
                            {"pair_lcs_alignment", {std::bind(run_alignments, _1, indel, memory)}},
                            {"pair_edit", {std::bind(run_scores, _1, edit, memory)}},
                            {"pair_edit_alignment", {std::bind(run_alignments, _1, edit, memory)}},
                            {"pairs_lcs", {std::bind(run_scores, _1, indel, memory), true}},
                            {"pairs_edit", {std::bind(run_scores, _1, edit, memory), true}},
                            {"pairs_edit_alignment", {std::bind(run_alignments, _1, edit, memory), true}}},
                           arguments);
}
