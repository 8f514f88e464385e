// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Scans from pattern to pattern: devices search, and threads of the CPU verify the candidates.
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

//!\brief A thread verifies the candidates of one set of scans while the device searches for the other one.
inline constexpr unsigned sets_per_thread{2};

/*!\brief The state shared by the sets of scans of all threads.
 * \tparam job_t See src/scan/scan_jobs.hpp.
 */
template <typename job_t>
struct search_pipeline
{
    job_t & job;                     //!< Makes scans and verifies.
    std::uint64_t scans_per_set{};   //!< The scans that a thread has on its device at a time.
    std::atomic<std::size_t> next{}; //!< The first scan that no thread has started.
};

//!\brief The text that a device searches, and the size of its launches.
struct search_place
{
    device_text const & text;         //!< The text in which patterns are searched.
    std::uint64_t max_part_letters{}; //!< The maximum number of letters of the text per launch.
    unsigned multiprocessors{};       //!< The multiprocessors for the batches of one thread.
};

/*!\brief Scans of a thread whose patterns are searched together.
 *
 * Thread safety: an object may be used by one thread at a time.
 */
template <typename job_t>
class scan_set
{
public:
    //!\brief Has no scans yet. The arguments must outlive it.
    scan_set(search_pipeline<job_t> & shared,
             search_place const & place,
             typename job_t::verifier_t & verifier,
             stream_context_pool::lease context) :
        shared_{shared},
        place_{place},
        verifier_{verifier},
        context_{std::move(context)}
    {}

    //!\brief Adds the time and memory of the scans.
    void add_statistics(primer::statistics & statistics) const noexcept
    {
        statistics.transfer_seconds += transfer_seconds_;
        statistics.kernel_seconds += kernel_seconds_;
        statistics.device_bytes += context_->bytes();
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
        if (!scans_.empty())
            start_part(0);
    }

    //!\brief Waits for the device, verifies the candidates, and starts the next search.
    void go_on()
    {
        batch_.finish(on_turn_);
        transfer_seconds_ += batch_.times().transfer_seconds;
        kernel_seconds_ += batch_.times().kernel_seconds;

        // If there are more hits than room, the stored hits may suffice. If not, the part is searched again.
        bool const is_complete = batch_.is_complete();
        if (is_complete || !job_t::needs_all_ends)
            verify_hits();
        std::uint64_t const words = (part_.end - part_.begin) / letters_per_text_word;
        max_letters_ = is_complete ? std::min(2 * max_letters_, place_.max_part_letters)
                                   : letters_per_text_word * std::max<std::uint64_t>(1, words / 2);
        start_part(is_complete ? part_.end : part_.begin);
        shared_.job.control().check();
    }

private:
    struct scan
    {
        std::size_t number{};
        typename job_t::scan_t state{};
        std::vector<std::uint64_t> ends{}; // Candidates that are not verified yet.
        bool wants_more{};
    };

    // Keeps the scans that are not done, and starts new ones in place of the others.
    void take_patterns()
    {
        auto const find_pattern = [this](scan & one)
        {
            one.wants_more = shared_.job.next_pattern(verifier_, one.number, one.state);
        };
        std::ranges::for_each(scans_, find_pattern);
        std::erase_if(scans_,
                      [](scan const & one)
                      {
                          return !one.wants_more;
                      });
        while (scans_.size() < shared_.scans_per_set)
        {
            std::size_t const number = shared_.next++;
            if (number >= shared_.job.size())
                break;
            scans_.push_back({number, shared_.job.make_scan(number)});
            find_pattern(scans_.back());
            if (!scans_.back().wants_more)
                scans_.pop_back();
            shared_.job.control().check();
        }
        max_letters_ = place_.max_part_letters;
    }

    // Continues through the text for the scans that need more candidates.
    void start_part(std::uint64_t const begin)
    {
        searching_.clear();
        patterns_.clear();
        double hits_per_letter = 0;
        for (scan & one : scans_)
            if (one.wants_more)
            {
                searching_.push_back(&one);
                patterns_.push_back(one.state.pattern());
                hits_per_letter += shared_.job.rate(one.state.pattern().size());
            }
        if (searching_.empty() || begin == place_.text.size())
            return start();

        // Patterns at the end of a target may be so short that they are found everywhere; a small part of the text shows that.
        constexpr double hits_of_part = 1 << 16;
        double const words = std::clamp(hits_of_part / hits_per_letter / letters_per_text_word, 1.0, 1e15);
        part_.begin = begin;
        part_.end = begin + std::min(max_letters_, letters_per_text_word * static_cast<std::uint64_t>(words));
        part_.end = std::min(part_.end, place_.text.size());
        batch_.start(place_.text, part_, patterns_, shared_.job.differences(), place_.multiprocessors);
    }

    void verify_hits()
    {
        for (search_hit const hit : batch_.hits())
            searching_[hit >> end_bits]->ends.push_back(hit & ((search_hit{1} << end_bits) - 1));
        for (scan * const one : searching_)
        {
            std::vector<std::uint64_t> & ends = one->ends;
            std::ranges::sort(ends);
            ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
            // A candidate that begins after the part may end before one that ends after it.
            auto const last = job_t::needs_all_ends ? std::ranges::upper_bound(ends, part_.end) : ends.end();
            if (last != ends.begin())
                one->wants_more = verifier_.verify(one->state, {ends.begin(), last});
            ends.erase(ends.begin(), last);
        }
    }

    search_pipeline<job_t> & shared_;
    search_place const & place_;
    typename job_t::verifier_t & verifier_;
    stream_context_pool::lease context_;
    search_batch batch_{*context_};
    std::vector<scan> scans_{};
    std::vector<scan *> searching_{};               // The scans that are on the device.
    std::vector<search_batch::pattern> patterns_{}; // The pattern of each of these scans.
    std::uint64_t max_letters_{};                   // The maximum letters of a part.
    text_range part_{};                             // The part that is on the device.
    double transfer_seconds_{};
    double kernel_seconds_{};
    std::function<void()> const on_turn_{[this]()
                                         {
                                             shared_.job.control().check();
                                         }};
};

/*!\brief Runs all scans of a job. All threads draw from one queue.
 * \param shared     The job and how to run it.
 * \param team       The devices and the threads.
 * \param make_place Returns the search_place of a device, which is the current one; called concurrently by its threads.
 * \returns The time and memory of the search, without those of the text.
 * \throws seqan3_gpulcs::device_error, std::bad_alloc and the exceptions of the control.
 */
template <typename job_t, typename make_place_t>
primer::statistics
run_pipeline(search_pipeline<job_t> & shared, search_team const & team, make_place_t const & make_place)
{
    primer::statistics statistics{.backend = plan::backend::cuda};
    std::mutex statistics_mutex{};
    std::uint64_t const all_sets = util::ceil_div<std::uint64_t>(shared.job.size(), shared.scans_per_set);
    std::atomic<std::size_t> next_thread{0};
    auto const run_scans = [&]()
    {
        unsigned const device = team.devices[next_thread++ % team.devices.size()];
        scoped_device const current{device};
        search_place const place = make_place(device);
        typename job_t::verifier_t verifier = shared.job.make_verifier();
        scan_set<job_t> sets[sets_per_thread]{{shared, place, verifier, team.contexts.lend(device)},
                                              {shared, place, verifier, team.contexts.lend(device)}};
        for (scan_set<job_t> & set : sets)
            set.start();
        for (unsigned turn = 0; sets[0].is_busy() || sets[1].is_busy(); ++turn)
            if (scan_set<job_t> & set = sets[turn % sets_per_thread]; set.is_busy())
                set.go_on();

        std::scoped_lock const lock{statistics_mutex};
        for (scan_set<job_t> const & set : sets)
            set.add_statistics(statistics);
    };
    shared.job.control().run_team(static_cast<unsigned>(std::min<std::uint64_t>(team.threads, all_sets)), run_scans);
    return statistics;
}

} // namespace seqan3_gpulcs::cuda
