// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/io/file/input_file.hpp"

#include <utility>

namespace seqan3_gpulcs::app
{

input_file::input_file(std::string const & path, std::stop_token stop) :
    raw_{path, std::move(stop)},
    decoder_{make_decoder(raw_)},
    gzip_{dynamic_cast<gzip_decoder *>(decoder_.get())}
{}

std::uint64_t input_file::expected_size() const noexcept
{
    constexpr std::uint64_t compression{4};
    return decoder_ ? compression * raw_.size() : raw_.size();
}

std::size_t input_file::read(std::span<char> const bytes)
{
    return decoder_ ? decoder_->read(bytes) : raw_.read(bytes);
}

void input_file::claim(file_part & part, std::span<char> const bytes)
{
    part.blocks.bytes.clear();
    part.loaded = 0;
    part.is_last = false;
    part.error = nullptr;
    if (!is_sequential())
    {
        part.position = next_part_ != 0 ? next_part_ : raw_.position();
        next_part_ = part.position + bytes.size();
        return;
    }
    try
    {
        load_in_turn(part, bytes);
    }
    catch (...)
    {
        part.error = std::current_exception();
    }
}

void input_file::load_in_turn(file_part & part, std::span<char> const bytes)
{
    if (gzip_ != nullptr && gzip_->take_blocks(part.blocks, bytes.size()))
        return;
    while (part.loaded < bytes.size() && !part.is_last)
    {
        std::size_t const count = read(bytes.subspan(part.loaded));
        part.loaded += count;
        part.is_last = count == 0;
        // A part ends before a BGZF block: otherwise, this and all later parts would end within blocks.
        if (gzip_ != nullptr && gzip_->is_before_block())
            break;
    }
}

void input_file::load(file_part & part, std::span<char> const bytes) const
{
    try
    {
        if (!part.blocks.bytes.empty())
        {
            gzip_->decode(part.blocks, bytes, part.loaded);
        }
        else if (!is_sequential())
        {
            raw_.read_at(part.position, bytes, part.loaded);
            part.is_last = part.loaded < bytes.size();
        }
    }
    catch (...)
    {
        part.error = std::current_exception();
    }
}

} // namespace seqan3_gpulcs::app
