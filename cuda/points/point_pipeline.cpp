// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/points/point_pipeline.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// They keep a device busy.
constexpr unsigned max_threads{4};

// See seqan3_gpulcs::cuda::pipeline.
class point_job
{
public:
    using batch_t = point_batch;
    using input_t = point_input;

    explicit point_job(point_request const & request) noexcept : request_{request}
    {}

    std::size_t batch_count() const noexcept
    {
        return request_.batch_count;
    }

    void prepare(std::size_t const number, point_input & input) const
    {
        input.clear();
        input.metric = request_.metric;
        request_.prepare(number, input);
    }

    void start(point_batch & batch, point_input const & input) const
    {
        batch.start(input);
    }

    void finish(point_batch const & batch, point_input const & input, std::span<point_value const> const values) const
    {
        request_.finish(batch, input, values);
    }

private:
    point_request const & request_;
};

} // namespace

std::vector<std::size_t> find_points(point_request const & request, pipeline_resources const & resources)
{
    pipeline_resources fitting = resources;
    fitting.threads = resources.limit_threads(max_threads);
    point_job job{request};
    return pipeline{job, fitting}.run();
}

} // namespace seqan3_gpulcs::cuda
