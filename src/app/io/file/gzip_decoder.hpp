// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Decompresses gzip.
 */

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include <isa-l/igzip_lib.h>

#include "src/app/io/file/decoder.hpp"

namespace seqan3_gpulcs::app
{

//!\brief Consecutive blocks of a BGZF file, which any thread can decompress.
struct bgzf_blocks
{
    std::vector<char> bytes{}; //!< The blocks.
    std::size_t size{};        //!< The number of bytes when decompressed.
};

/*!\brief Decompresses gzip. The blocks of BGZF can also be taken as they are.
 *
 * ISA-L decodes streams of any size, which libdeflate does not, in less time (doc/benchmarks/h200.md), and BGZF as well.
 */
class gzip_decoder final : public decoder
{
public:
    explicit gzip_decoder(raw_file & file);

    std::size_t read(std::span<char> bytes) override;

    //!\brief Whether a block of BGZF comes next. \throws input_error
    bool is_before_block();

    /*!\brief Takes blocks of BGZF.
     * \param blocks   Where they are stored.
     * \param max_size The maximum number of bytes when decompressed; a block has at most 64 KiB.
     * \returns Whether there was one; not at the end, before an empty one, or before another member: then read() goes on.
     * \throws input_error
     */
    bool take_blocks(bgzf_blocks & blocks, std::size_t max_size);

    /*!\brief Decompresses blocks. Any thread.
     * \param blocks The blocks.
     * \param bytes  The output; at least of the size that take_blocks() said.
     * \param size   Counts the bytes, also if there is an error: those before the damaged block.
     * \throws input_error if the blocks are damaged.
     */
    void decode(bgzf_blocks const & blocks, std::span<char> bytes, std::size_t & size) const;

private:
    bool find_member();
    void read_header();
    int inflate_some();
    std::size_t take_pending(std::span<char> bytes);
    void check_end() const;
    [[noreturn]] void fail_damaged(int status) const;

    raw_file & file_;
    std::unique_ptr<inflate_state> state_;
    std::vector<std::uint8_t> extra_field_; //!< The extra field of the header.
    int failure_{ISAL_DECOMP_OK};           //!< Why the data cannot be decompressed any further.
    bool inside_member_{};
    bool is_bgzf_{};         //!< Whether the last member was a BGZF block.
    bool lacks_end_block_{}; //!< Whether it was a BGZF block that is not the empty one.
};

} // namespace seqan3_gpulcs::app
