// SPDX-License-Identifier: BSD-3-Clause

#include "src/verification/background_text.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>

#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::verification
{

namespace
{

// Letters that are unpacked at a time; they stay in the cache.
constexpr std::uint64_t chunk_letters{std::uint64_t{1} << 14};

// The letters that a thread takes at a time.
constexpr std::uint64_t block_letters{std::uint64_t{1} << 18};

constexpr unsigned word_bits{64};

/* Writes codes into the words of a text that several threads write. Only the first and the last word are shared with
 * others; they must be zero at first.
 */
void write_codes(packing::packed_sequence_view const & codes,
                 std::uint64_t const position,
                 std::uint64_t * const text) noexcept
{
    std::uint64_t const begin_bit = position * codes.bits_per_letter();
    std::uint64_t const end_bit = begin_bit + codes.size() * codes.bits_per_letter();
    std::uint64_t const first = begin_bit / word_bits;
    std::uint64_t const last = (end_bit - 1) / word_bits;
    std::uint64_t const words = util::ceil_div(codes.size(), std::uint64_t{codes.codes_per_word()});
    auto const shift = static_cast<unsigned>(begin_bit % word_bits);
    std::uint64_t carry = 0;
    for (std::uint64_t i = first; i <= last; ++i)
    {
        std::uint64_t const next = i - first < words ? codes.words()[i - first] : 0;
        std::uint64_t const word = next << shift | carry;
        carry = next >> 1 >> (word_bits - 1 - shift);
        if (i == first || i == last)
            std::atomic_ref{text[i]}.fetch_or(word, std::memory_order_relaxed);
        else
            text[i] = word;
    }
}

//!\brief Where a block begins.
struct block_place
{
    std::uint64_t position{}; //!< The letters before it.
    std::uint64_t known{};    //!< The known ones among them.
};

//!\brief A part of a background, and the known letters in it.
class text_block
{
public:
    text_block(packing::packed_sequence_view const & background,
               std::uint64_t const begin,
               std::uint64_t const end,
               bool const is_complement) noexcept :
        background_{&background},
        begin_{begin},
        end_{end},
        is_complement_{is_complement},
        known_{end - begin}
    {}

    std::uint64_t letters() const noexcept
    {
        return end_ - begin_;
    }

    std::uint64_t known_letters() const noexcept
    {
        return known_;
    }

    std::span<text_segment const> segments() const noexcept
    {
        return segments_;
    }

    //!\brief The known letters that occur in it.
    packing::letter_set const & occurring() const noexcept
    {
        return occurring_;
    }

    void end_sequence() noexcept
    {
        ends_sequence_ = true;
    }

    void count(primer::options const & options, runtime::task_control & control)
    {
        auto const is_unknown = [&options](std::uint8_t const letter)
        {
            return options.unknown[letter];
        };
        if (std::ranges::none_of(background_->letters(), is_unknown))
            return;
        for_chunks(control,
                   [&](std::span<std::uint8_t> const letters)
                   {
                       known_ -= static_cast<std::uint64_t>(std::ranges::count_if(letters, is_unknown));
                   });
    }

    // Writes the known letters.
    void write(block_place const & place,
               letter_codes const & codes,
               primer::options const & options,
               runtime::task_control & control,
               std::uint64_t * const text)
    {
        packing::sequence_packer packer = codes.make_packer(known_);
        std::uint64_t position = place.position;
        std::uint64_t size = place.known;
        for_chunks(control,
                   [&](std::span<std::uint8_t> const letters)
                   {
                       std::size_t kept = 0;
                       for (std::uint8_t const letter : letters)
                       {
                           if (options.unknown[letter])
                               segments_.push_back({size + kept, position - size - kept});
                           else
                               letters[kept++] = is_complement_ ? (*options.complement)[letter] : letter;
                           ++position;
                       }
                       occurring_.add(letters.first(kept));
                       packer.append(letters.first(kept));
                       size += kept;
                   });
        if (ends_sequence_)
            segments_.push_back({size, position - size});
        if (known_ != 0)
            write_codes(packer.finish(), place.known, text);
    }

private:
    // Calls a function with the letters of the block, some at a time, in order.
    template <typename use_t>
    void for_chunks(runtime::task_control & control, use_t && use) const
    {
        std::vector<std::uint8_t> letters(std::min(chunk_letters, end_ - begin_));
        for (std::uint64_t done = 0; done < end_ - begin_; done += letters.size())
        {
            control.check();
            letters.resize(std::min(chunk_letters, end_ - begin_ - done));
            packing::unpack(*background_, is_complement_ ? end_ - done - letters.size() : begin_ + done, letters);
            if (is_complement_)
                std::ranges::reverse(letters);
            use(std::span<std::uint8_t>{letters});
        }
    }

    packing::packed_sequence_view const * background_{};
    std::uint64_t begin_{};
    std::uint64_t end_{};
    bool is_complement_{}; // Then the letters come in reverse order.
    bool ends_sequence_{};
    std::uint64_t known_{};
    std::vector<text_segment> segments_{};
    packing::letter_set occurring_{};
};

std::vector<text_block> cut_into_blocks(std::span<packing::packed_sequence_view const> const backgrounds,
                                        bool const with_complement)
{
    std::vector<text_block> blocks{};
    for (packing::packed_sequence_view const & background : backgrounds)
    {
        if (background.empty())
            continue;
        for (std::uint64_t begin = 0; begin < background.size(); begin += block_letters)
            blocks.emplace_back(background, begin, std::min(begin + block_letters, background.size()), false);
        blocks.back().end_sequence();
        if (!with_complement)
            continue;
        for (std::uint64_t end = background.size(); end > 0; end -= std::min(block_letters, end))
            blocks.emplace_back(background, end - std::min(block_letters, end), end, true);
        blocks.back().end_sequence();
    }
    return blocks;
}

// Where each block begins and, as the last element, where they end.
std::vector<block_place> place_blocks(std::span<text_block const> const blocks)
{
    std::vector<block_place> places(1);
    for (text_block const & block : blocks)
        places.push_back({places.back().position + block.letters(), places.back().known + block.known_letters()});
    return places;
}

// Allocates the words of a text. Only those that blocks may share are zero: setting all of them would keep one thread busy.
std::unique_ptr<std::uint64_t[]> allocate_text(std::span<block_place const> const places, unsigned const bits)
{
    auto text = std::make_unique_for_overwrite<std::uint64_t[]>(places.back().known * bits / word_bits + 1);
    for (block_place const & place : places)
    {
        text[place.known * bits / word_bits] = 0;
        if (place.known != 0)
            text[(place.known - 1) * bits / word_bits] = 0;
    }
    return text;
}

// How often each code occurs, estimated from some thousand letters spread over the text.
std::array<std::uint64_t, 256> sample_counts(packing::code_span const text) noexcept
{
    constexpr std::uint64_t max_samples{std::uint64_t{1} << 16};
    std::array<std::uint64_t, 256> counts{};
    for (std::uint64_t i = 0; i < text.size(); i += text.size() / max_samples + 1)
    {
        std::uint8_t code = 0;
        text.subspan(i, 1).copy_to({&code, 1});
        ++counts[code];
    }
    return counts;
}

} // namespace

background_text::background_text(std::span<packing::packed_sequence_view const> const backgrounds,
                                 letter_codes const & codes,
                                 primer::options const & options,
                                 runtime::task_control & control,
                                 unsigned const threads)
{
    if (backgrounds.size() == 1 && !options.complement && codes.are_codes_of(backgrounds.front())
        && codes.bits() == word_bits / classes_per_word)
    {
        packing::packed_sequence_view const & only = backgrounds.front();
        codes_ = {only.words(), 0, only.size(), codes.bits()};
        if (!only.empty())
            segments_.push_back({only.size(), 0});
    }
    else
        join(backgrounds, codes, options, control, threads);

    for (unsigned code = 0; code < letter_classes; ++code)
        classes_by_code_[code] = static_cast<std::uint8_t>(1u << code);
    classes_ = codes_.words();
    if (codes.bits() != word_bits / classes_per_word)
    {
        find_classes();
        write_classes(control, threads);
    }
}

void background_text::join(std::span<packing::packed_sequence_view const> const backgrounds,
                           letter_codes const & codes,
                           primer::options const & options,
                           runtime::task_control & control,
                           unsigned const threads)
{
    std::vector<text_block> blocks = cut_into_blocks(backgrounds, options.complement.has_value());
    auto const for_blocks = [&](auto const & use)
    {
        runtime::parallel_for(control,
                              threads,
                              blocks.size(),
                              [&]()
                              {
                                  return use;
                              });
    };
    for_blocks(
        [&](std::size_t const i)
        {
            blocks[i].count(options, control);
        });

    std::vector<block_place> const places = place_blocks(blocks);
    joined_ = allocate_text(places, codes.bits());
    codes_ = {joined_.get(), 0, places.back().known, codes.bits()};
    for_blocks(
        [&](std::size_t const i)
        {
            blocks[i].write(places[i], codes, options, control, joined_.get());
        });

    packing::letter_set occurring{};
    for (text_block const & block : blocks)
    {
        occurring.add(block.occurring().letters());
        for (text_segment const & segment : block.segments())
            if (segment.end != (segments_.empty() ? 0 : segments_.back().end))
                segments_.push_back(segment);
    }
    for (std::uint8_t const letter : occurring.letters())
        occurs_[static_cast<std::size_t>(std::ranges::lower_bound(codes.letters(), letter) - codes.letters().begin())] =
            true;
}

/* If there are more letters than classes, several share one. Then a search finds additional candidates but misses none,
 * and that is all that seeds need. The most frequent letters come first, each into the class that is the
 * emptiest so far: letters of the same class look alike, and that should be rare.
 */
void background_text::find_classes()
{
    std::vector<std::uint8_t> codes{};
    for (std::size_t code = 0; code < occurs_.size(); ++code)
        if (occurs_[code])
            codes.push_back(static_cast<std::uint8_t>(code));
    std::array<std::uint64_t, 256> const counts = sample_counts(codes_);
    std::ranges::stable_sort(codes,
                             std::ranges::greater{},
                             [&](std::uint8_t const code)
                             {
                                 return counts[code];
                             });

    // Each class begins with a letter of its own, however rare that is.
    std::array<std::uint64_t, letter_classes> sizes{};
    for (std::size_t i = 0; i < codes.size(); ++i)
    {
        auto const emptiest =
            i < letter_classes ? sizes.begin() + static_cast<std::ptrdiff_t>(i) : std::ranges::min_element(sizes);
        classes_by_code_[codes[i]] = static_cast<std::uint8_t>(1u << (emptiest - sizes.begin()));
        *emptiest += counts[codes[i]];
    }
}

void background_text::write_classes(runtime::task_control & control, unsigned const threads)
{
    constexpr std::uint64_t chunk_words = chunk_letters / classes_per_word;
    std::uint64_t const words = util::ceil_div(size(), std::uint64_t{classes_per_word});
    written_classes_ = std::make_unique_for_overwrite<std::uint64_t[]>(words);
    classes_ = written_classes_.get();
    runtime::parallel_for(control,
                          threads,
                          util::ceil_div(words, chunk_words),
                          [&]()
                          {
                              return [&, classes = std::vector<std::uint8_t>{}](std::size_t const chunk) mutable
                              {
                                  std::uint64_t const begin = chunk * chunk_letters;
                                  packing::code_span const letters =
                                      codes_.subspan(begin, std::min(chunk_letters, size() - begin));
                                  classes.assign(chunk_letters, 1); // The class 0.
                                  classify(letters, std::span{classes}.first(letters.size()));
                                  std::uint64_t const end = std::min((chunk + 1) * chunk_words, words);
                                  for (std::uint64_t word = chunk * chunk_words; word < end; ++word)
                                  {
                                      std::uint64_t joined = 0;
                                      for (unsigned i = 0; i < classes_per_word; ++i)
                                          joined |= static_cast<std::uint64_t>(std::countr_zero(
                                                        classes[word % chunk_words * classes_per_word + i]))
                                                 << 2 * i;
                                      written_classes_[word] = joined;
                                  }
                              };
                          });
}

void background_text::classify(packing::code_span const letters, std::span<std::uint8_t> const classes) const noexcept
{
    letters.copy_to(classes);
    std::ranges::transform(classes,
                           classes.begin(),
                           [this](std::uint8_t const code)
                           {
                               return classes_by_code_[code];
                           });
}

std::pair<std::uint64_t, std::uint64_t> background_text::segment_at(std::uint64_t const letter) const noexcept
{
    auto const segment = std::ranges::upper_bound(segments_, letter, {}, &text_segment::end);
    return {segment == segments_.begin() ? 0 : (segment - 1)->end, segment->end};
}

std::uint64_t background_text::background_position(std::uint64_t const letter) const noexcept
{
    return letter + std::ranges::upper_bound(segments_, letter, {}, &text_segment::end)->unknown;
}

} // namespace seqan3_gpulcs::verification
