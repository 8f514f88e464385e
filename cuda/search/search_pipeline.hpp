// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Work that is done pattern by pattern: the device searches, and threads of the CPU follow what it finds.
 */

#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/primer/compute.hpp>

#include "cuda/runtime/scoped_device.hpp"
#include "cuda/runtime/stream_context.hpp"
#include "cuda/search/device_text.hpp"
#include "cuda/search/search_batch.hpp"
#include "cuda/search/seeded_search.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::cuda
{

//!\brief Each thread has one set of walks on the device and one in hand.
inline constexpr unsigned sets_of_thread{2};

/*!\brief What the walks of all threads have in common.
 * \tparam job_t Has a type `finder_t`, of which each thread has an object, a type `walk_t`, and for all threads at once:
 *               - `size()`, the number of walks;
 *               - `control()`, and `differences()`, those of the filter;
 *               - `make_finder()` and `make_walk(number)`;
 *               - `next_pattern(finder, number, walk)`, whether the walk has another pattern; if not, it is done;
 *               - `rate(pattern_size)`, at which part of all letters of the text a pattern is found by chance, about;
 *               - `needs_all_ends`, whether finds are of no use as long as there may be some in front of them.
 */
template <typename job_t>
struct shared_walks
{
    job_t const & job;                //!< The work.
    device_text const & text;         //!< What is searched.
    std::uint64_t walks_of_set{};     //!< The walks that a thread has on the device at a time.
    std::uint64_t letters_of_batch{}; //!< The most letters of the text that are searched at a time.
    unsigned multiprocessors{};       //!< For the batches of one thread.
    std::atomic<std::size_t> next{};  //!< The first walk that nobody has begun.
};

/*!\brief Walks of a thread whose patterns are searched together.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
template <typename job_t>
class search_pipeline
{
public:
    //!\brief Has no walks yet. What is given must live longer.
    search_pipeline(shared_walks<job_t> & shared, typename job_t::finder_t & finder, stream_context_pool::lease space) :
        shared_{shared},
        finder_{finder},
        space_{std::move(space)}
    {}

    //!\brief Adds what the walks took.
    void add_work(primer::statistics & done) const noexcept
    {
        done.transfer_seconds += transfer_seconds_;
        done.kernel_seconds += kernel_seconds_;
        done.device_bytes += space_->bytes();
    }

    //!\brief Whether there is something on the device.
    bool is_busy() const noexcept
    {
        return batch_.is_started();
    }

    //!\brief Starts to search for the next patterns, if there are any.
    void start()
    {
        take_patterns();
        if (!walks_.empty())
            start_part(0);
    }

    //!\brief Waits for what is on the device, follows it, and starts what comes next.
    void go_on()
    {
        batch_.finish(on_turn_);
        transfer_seconds_ += batch_.times().transfer_seconds;
        kernel_seconds_ += batch_.times().kernel_seconds;

        // Where more is found than there is room for, what there is room for may do. If not, the part is searched again.
        bool const is_complete = batch_.is_complete();
        if (is_complete || !job_t::needs_all_ends)
            follow_finds();
        std::uint64_t const words = (part_.end - part_.begin) / letters_per_text_word;
        most_letters_ = is_complete ? std::min(2 * most_letters_, shared_.letters_of_batch)
                                    : letters_per_text_word * std::max<std::uint64_t>(1, words / 2);
        start_part(is_complete ? part_.end : part_.begin);
        shared_.job.control().check();
    }

private:
    struct walk
    {
        std::size_t number{};
        typename job_t::walk_t state{};
        std::vector<std::uint64_t> ends{}; // What was found and not followed yet.
        bool wants_more{};
    };

    // Those of the walks that are not done, and of new ones in the place of others.
    void take_patterns()
    {
        auto const find_pattern = [this](walk & one)
        {
            one.wants_more = shared_.job.next_pattern(finder_, one.number, one.state);
        };
        std::ranges::for_each(walks_, find_pattern);
        std::erase_if(walks_,
                      [](walk const & one)
                      {
                          return !one.wants_more;
                      });
        while (walks_.size() < shared_.walks_of_set)
        {
            std::size_t const number = shared_.next++;
            if (number >= shared_.job.size())
                break;
            walks_.push_back({number, shared_.job.make_walk(number)});
            find_pattern(walks_.back());
            if (!walks_.back().wants_more)
                walks_.pop_back();
            shared_.job.control().check();
        }
        most_letters_ = shared_.letters_of_batch;
    }

    // Searches on in the text, for those walks that want more.
    void start_part(std::uint64_t const begin)
    {
        searching_.clear();
        patterns_.clear();
        double finds_of_letter = 0;
        for (walk & one : walks_)
            if (one.wants_more)
            {
                searching_.push_back(&one);
                patterns_.push_back(one.state.pattern());
                finds_of_letter += shared_.job.rate(one.state.pattern().size());
            }
        if (searching_.empty() || begin == shared_.text.size())
            return start();

        // At the end of a target, patterns may be so short that they are found everywhere; then a small part shows it.
        constexpr double usual_finds = 1 << 16;
        double const words = std::clamp(usual_finds / finds_of_letter / letters_per_text_word, 1.0, 1e15);
        part_.begin = begin;
        part_.end = begin + std::min(most_letters_, letters_per_text_word * static_cast<std::uint64_t>(words));
        part_.end = std::min(part_.end, shared_.text.size());
        batch_.start(shared_.text, part_, patterns_, shared_.job.differences(), shared_.multiprocessors);
    }

    void follow_finds()
    {
        for (search_hit const find : batch_.finds())
            searching_[find >> bits_of_end]->ends.push_back(find & ((search_hit{1} << bits_of_end) - 1));
        for (walk * const one : searching_)
        {
            std::vector<std::uint64_t> & ends = one->ends;
            std::ranges::sort(ends);
            ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
            // In front of what ends behind the part, something may end that begins behind it.
            auto const last = job_t::needs_all_ends ? std::ranges::upper_bound(ends, part_.end) : ends.end();
            if (last != ends.begin())
                one->wants_more = finder_.verify(one->state, {ends.begin(), last});
            ends.erase(ends.begin(), last);
        }
    }

    shared_walks<job_t> & shared_;
    typename job_t::finder_t & finder_;
    stream_context_pool::lease space_;
    search_batch batch_{*space_};
    std::vector<walk> walks_{};
    std::vector<walk *> searching_{};               // Those that are on the device.
    std::vector<search_batch::pattern> patterns_{}; // Of each of them.
    std::uint64_t most_letters_{};                  // Of the text, at a time.
    text_part part_{};                              // That is on the device.
    double transfer_seconds_{};
    double kernel_seconds_{};
    std::function<void()> const on_turn_{[this]()
                                         {
                                             shared_.job.control().check();
                                         }};
};

/*!\brief Does all the work of a job.
 * \param shared What is to be done.
 * \param team   What does it.
 * \returns What it took, but for the text.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and what the control throws.
 */
template <typename job_t>
primer::statistics run_walks(shared_walks<job_t> & shared, search_team const & team)
{
    primer::statistics statistics{.backend = plan::backend::cuda};
    std::mutex statistics_mutex{};
    std::uint64_t const all_sets = util::ceil_div<std::uint64_t>(shared.job.size(), shared.walks_of_set);
    shared.job.control().run_team(
        static_cast<unsigned>(std::min<std::uint64_t>(team.threads, all_sets)),
        [&]()
        {
            scoped_device const current{team.device};
            typename job_t::finder_t finder = shared.job.make_finder();
            search_pipeline<job_t> sets[sets_of_thread]{{shared, finder, team.contexts.lend(team.device)},
                                                        {shared, finder, team.contexts.lend(team.device)}};
            for (search_pipeline<job_t> & set : sets)
                set.start();
            for (unsigned turn = 0; sets[0].is_busy() || sets[1].is_busy(); ++turn)
                if (search_pipeline<job_t> & set = sets[turn % sets_of_thread]; set.is_busy())
                    set.go_on();

            std::scoped_lock const lock{statistics_mutex};
            for (search_pipeline<job_t> const & set : sets)
                set.add_work(statistics);
        });
    return statistics;
}

} // namespace seqan3_gpulcs::cuda
