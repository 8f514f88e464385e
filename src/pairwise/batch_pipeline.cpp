// SPDX-License-Identifier: BSD-3-Clause

#include <exception>
#include <future>

#include <seqan3_gpulcs/pairwise/detail/batch_pipeline.hpp>
#include <seqan3_gpulcs/plan/execution.hpp>

#include "src/runtime/parallel_for.hpp"
#include "src/runtime/thread_team.hpp"

namespace seqan3_gpulcs::pairwise::detail
{

namespace
{

// Requests a stop when an exception passes: nobody waits for a computation whose result is not needed.
class stop_on_failure
{
public:
    explicit stop_on_failure(std::stop_source & source) noexcept : source_{source}
    {}

    stop_on_failure(stop_on_failure const &) = delete;
    stop_on_failure & operator=(stop_on_failure const &) = delete;

    ~stop_on_failure()
    {
        if (std::uncaught_exceptions() > exceptions_)
            source_.request_stop();
    }

private:
    std::stop_source & source_;
    int exceptions_{std::uncaught_exceptions()};
};

} // namespace

batch_threads::batch_threads() : team_{std::make_unique<runtime::thread_team>()}
{}

batch_threads::~batch_threads() = default;

void batch_threads::for_each_number(unsigned const threads,
                                    std::size_t const count,
                                    std::stop_token const & stop,
                                    std::function<void(std::size_t)> const & function)
{
    plan::execution execution{};
    execution.stop = stop;
    runtime::task_control control{execution, 0, team_.get()};
    runtime::parallel_for(control,
                          threads,
                          count,
                          [&]()
                          {
                              return std::cref(function);
                          });
}

void run_batches(batch_steps & steps, bool const overlap, std::stop_token const & stop)
{
    std::stop_source source{};
    std::stop_callback const pass_on{stop,
                                     [&source]()
                                     {
                                         source.request_stop();
                                     }};
    std::exception_ptr failure{};
    bool is_packed = steps.pack(0);
    std::size_t number = 0;
    for (; is_packed; ++number)
    {
        // A single batch is not worth a thread: there is nothing to do beside it.
        bool const is_only = number == 0 && steps.is_last();
        std::future<void> computed =
            std::async(overlap && !is_only ? std::launch::async | std::launch::deferred : std::launch::deferred,
                       [&steps, &source, number]()
                       {
                           steps.compute(number, source.get_token());
                       });
        {
            stop_on_failure const guard{source};
            if (number != 0)
                steps.hand_on(number - 1);
        }
        try
        {
            is_packed = steps.pack(number + 1);
        }
        catch (...)
        {
            failure = std::current_exception();
            is_packed = false;
        }
        computed.get();
    }
    if (number != 0)
        steps.hand_on(number - 1);
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace seqan3_gpulcs::pairwise::detail
