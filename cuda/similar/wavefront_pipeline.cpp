// SPDX-License-Identifier: BSD-3-Clause

#include "cuda/similar/wavefront_pipeline.hpp"

namespace seqan3_gpulcs::cuda
{

namespace
{

// They keep a device busy.
constexpr unsigned max_threads{4};

// See seqan3_gpulcs::cuda::pipeline.
class wavefront_job
{
public:
    using batch_t = wavefront_batch;
    using input_t = wavefront_input;

    explicit wavefront_job(wavefront_request const & request) noexcept : request_{request}
    {}

    std::size_t batch_count() const noexcept
    {
        return request_.batch_count;
    }

    void prepare(std::size_t const number, wavefront_input & input) const
    {
        input.clear();
        input.metric = request_.metric;
        request_.prepare(number, input);
    }

    void start(wavefront_batch & batch, wavefront_input const & input) const
    {
        batch.start(input);
    }

    void finish(wavefront_batch const & batch,
                wavefront_input const & input,
                std::span<wavefront_value const> const values) const
    {
        request_.finish(batch, input, values);
    }

private:
    wavefront_request const & request_;
};

} // namespace

std::vector<std::size_t> find_wavefronts(wavefront_request const & request, pipeline_resources const & resources)
{
    pipeline_resources fitting = resources;
    fitting.threads = resources.limit_threads(max_threads);
    wavefront_job job{request};
    return pipeline{job, fitting}.run();
}

} // namespace seqan3_gpulcs::cuda
