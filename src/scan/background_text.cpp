// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/background_text.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "src/packing/code_map.hpp"
#include "src/packing/code_words.hpp"
#include "src/packing/common_codes.hpp"
#include "src/runtime/parallel_for.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief What becomes of the codes of a background.
struct strand_codes
{
    std::vector<std::uint8_t> values{}; // The letter to pack for each code.
    // Maps codes, if they keep their width and it need not be known which of them occur.
    std::optional<packing::code_map> map{};
};

//!\brief A strand of a background.
struct text_strand
{
    packing::packed_sequence_view background{};
    std::vector<letter_range> cuts{}; // Ranges that are cut out, counted from the first letter of the strand.
    std::shared_ptr<strand_codes const> codes{};
    bool is_complement{}; // Whether letters are complemented, and come in reverse order.
};

namespace
{

// The letters that a thread takes at a time.
constexpr std::uint64_t block_letters{std::uint64_t{1} << 18};

constexpr unsigned word_bits{64};

/* Writes codes into the words of a text that several threads write. Only the first and the last word are shared with
 * others; they must be zero at first.
 */
class text_writer
{
public:
    text_writer(std::uint64_t * const text, std::uint64_t const first_bit) noexcept :
        word_{text + first_bit / word_bits},
        filled_{static_cast<unsigned>(first_bit % word_bits)}
    {}

    // Appends the lowest bits of a word, at least one; the others must be zero.
    void append(std::uint64_t const word, unsigned const bits) noexcept
    {
        pending_ |= word << filled_;
        if (filled_ + bits >= word_bits)
        {
            if (std::exchange(is_first_, false))
                share_pending();
            else
                *word_ = pending_;
            ++word_;
            pending_ = filled_ == 0 ? 0 : word >> (word_bits - filled_);
        }
        filled_ = (filled_ + bits) % word_bits;
    }

    // Appends whole words.
    void append(std::span<std::uint64_t const> words) noexcept
    {
        if (words.empty())
            return;
        append(words.front(), word_bits);
        // Local copies cannot be aliased by writes.
        unsigned const filled = filled_;
        std::uint64_t pending = pending_;
        std::uint64_t * text = word_;
        for (std::uint64_t const word : words.subspan(1))
        {
            *text++ = pending | word << filled;
            pending = word >> 1 >> (word_bits - 1 - filled);
        }
        word_ = text;
        pending_ = pending;
    }

    // Writes the pending bits.
    void finish() noexcept
    {
        if (pending_ != 0)
            share_pending();
    }

private:
    void share_pending() noexcept
    {
        std::atomic_ref{*word_}.fetch_or(pending_, std::memory_order_relaxed);
    }

    std::uint64_t * word_;
    std::uint64_t pending_{};
    unsigned filled_;
    bool is_first_{true};
};

//!\brief Where a block begins.
struct block_place
{
    std::uint64_t position{}; //!< The letters before it.
    std::uint64_t known{};    //!< The known ones among them.
};

//!\brief A part of a strand.
class text_block
{
public:
    text_block(text_strand const & strand, std::uint64_t const begin, std::uint64_t const end) :
        strand_{&strand},
        begin_{begin},
        end_{end},
        known_{end - begin}
    {
        for_cuts(begin,
                 end,
                 [this](letter_range const & cut)
                 {
                     known_ -= cut.end - cut.begin;
                 });
    }

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

    //!\brief The values that occur in it.
    packing::letter_set const & occurring() const noexcept
    {
        return occurring_;
    }

    // Writes the letters that are not cut out.
    void write(block_place const & place,
               letter_codes const & codes,
               runtime::task_control & control,
               std::uint64_t * const text)
    {
        text_writer writer{text, place.known * codes.bits()};
        if (strand_->codes->map)
            map_codes(place, writer);
        else
            pack_letters(place, codes, control, writer);
        if (end_ == strand_->background.size())
            segments_.push_back({place.known + known_, place.position + letters() - place.known - known_});
        writer.finish();
    }

private:
    // Copies the words between cuts.
    void map_codes(block_place const & place, text_writer & writer)
    {
        std::uint64_t size = place.known;
        std::uint64_t next = begin_;
        auto const keep_up_to = [&](std::uint64_t const last)
        {
            if (next != last)
                copy_codes(next, last, writer);
            size += last - next;
        };
        for_cuts(begin_,
                 end_,
                 [&](letter_range const & cut)
                 {
                     keep_up_to(cut.begin);
                     segments_.push_back({size, place.position + cut.begin - begin_ - size});
                     next = cut.end;
                 });
        keep_up_to(end_);
    }

    void copy_codes(std::uint64_t const begin, std::uint64_t const end, text_writer & writer) const
    {
        packing::packed_sequence_view const & background = strand_->background;
        bool const is_complement = strand_->is_complement;
        letter_range const letters =
            is_complement ? letter_range{background.size() - end, background.size() - begin} : letter_range{begin, end};
        std::uint64_t const step = background.codes_per_word();
        std::uint64_t const first = letters.begin / step;
        std::uint64_t const words = util::ceil_div(letters.end, step) - first;
        // The first and the last word, which other letters may share.
        auto const append_part = [&](std::uint64_t const i, std::uint64_t const mapped_word)
        {
            std::uint64_t const position = (first + (is_complement ? words - 1 - i : i)) * step;
            append({std::max(letters.begin, position) - position, std::min(letters.end, position + step) - position},
                   mapped_word,
                   writer);
        };
        std::array<std::uint64_t, 512> mapped; // A chunk of words, which stays in the cache.
        for (std::uint64_t done = 0; done < words; done += mapped.size())
        {
            std::uint64_t const count = std::min<std::uint64_t>(mapped.size(), words - done);
            std::uint64_t const word = first + (is_complement ? words - done - count : done);
            strand_->codes->map->apply({background.words() + word, count}, mapped.data());
            std::span<std::uint64_t const> whole{mapped.data(), count};
            if (is_complement)
                std::reverse(mapped.begin(), mapped.begin() + static_cast<std::ptrdiff_t>(count));
            if (done == 0)
            {
                append_part(0, whole.front());
                whole = whole.subspan(1);
            }
            if (done + count < words || whole.empty())
                writer.append(whole);
            else
            {
                writer.append(whole.first(whole.size() - 1));
                append_part(words - 1, whole.back());
            }
        }
    }

    // Appends some letters of a word, which is reversed in complements.
    void append(letter_range const & letters, std::uint64_t const mapped, text_writer & writer) const noexcept
    {
        unsigned const bits = strand_->background.bits_per_letter();
        auto const size = static_cast<unsigned>(letters.end - letters.begin) * bits;
        auto const before = static_cast<unsigned>(letters.begin) * bits;
        unsigned const shift = strand_->is_complement ? word_bits - size - before : before;
        writer.append(mapped >> shift & ~std::uint64_t{0} >> (word_bits - size), size);
    }

    // Packs letters anew, chunk by chunk.
    void pack_letters(block_place const & place,
                      letter_codes const & codes,
                      runtime::task_control & control,
                      text_writer & writer)
    {
        packing::sequence_packer packer = codes.make_packer(known_);
        std::uint64_t const letters_before = place.position - begin_; // All letters of the strand.
        std::uint64_t size = place.known;
        std::vector<std::uint8_t> letters(std::min(packing::chunk_letters, end_ - begin_));
        for (std::uint64_t begin = begin_; begin < end_; begin += letters.size())
        {
            control.check();
            letters.resize(std::min(packing::chunk_letters, end_ - begin));
            read(begin, letters);
            std::uint64_t kept = 0;
            std::uint64_t next = begin;
            auto const keep_up_to = [&](std::uint64_t const last)
            {
                std::copy_n(letters.data() + (next - begin), last - next, letters.data() + kept);
                kept += last - next;
            };
            for_cuts(begin,
                     begin + letters.size(),
                     [&](letter_range const & cut)
                     {
                         keep_up_to(cut.begin);
                         segments_.push_back({size + kept, letters_before + cut.begin - size - kept});
                         next = cut.end;
                     });
            keep_up_to(begin + letters.size());
            occurring_.add(std::span{letters}.first(kept));
            packer.append(std::span{letters}.first(kept));
            size += kept;
        }
        packing::packed_sequence const packed = packer.finish();
        packing::packed_sequence_view const view = packed;
        std::uint64_t const step = view.codes_per_word();
        for (std::uint64_t done = 0; done < view.size(); done += step)
            writer.append(view.words()[done / step],
                          static_cast<unsigned>(std::min(step, view.size() - done)) * view.bits_per_letter());
    }

    // Calls a function with each cut in a range of letters, without what lies outside the range.
    template <typename use_t>
    void for_cuts(std::uint64_t const begin, std::uint64_t const end, use_t && use) const
    {
        auto cut = std::ranges::upper_bound(strand_->cuts, begin, {}, &letter_range::end);
        for (; cut != strand_->cuts.end() && cut->begin < end; ++cut)
            use(letter_range{std::max(cut->begin, begin), std::min(cut->end, end)});
    }

    // Reads letters of the strand, as they are to be packed.
    void read(std::uint64_t const begin, std::span<std::uint8_t> const letters) const
    {
        packing::packed_sequence_view const & background = strand_->background;
        packing::packed_sequence_view const values{background.words(),
                                                   background.size(),
                                                   background.bits_per_letter(),
                                                   strand_->codes->values};
        packing::unpack(values, strand_->is_complement ? background.size() - begin - letters.size() : begin, letters);
        if (strand_->is_complement)
            std::ranges::reverse(letters);
    }

    text_strand const * strand_{};
    std::uint64_t begin_{};
    std::uint64_t end_{};
    std::uint64_t known_{};
    std::vector<text_segment> segments_{};
    packing::letter_set occurring_{};
};

// The map from the codes of a background to those of the call.
packing::code_map
map_to(letter_codes const & codes, std::span<std::uint8_t const> const values, bool const is_complement)
{
    std::vector<std::uint8_t> mapped{};
    for (std::uint8_t const value : values)
    {
        auto const code = std::ranges::lower_bound(codes.letters(), value);
        // Unknown letters are cut out, so their code does not matter.
        bool const is_known = code != codes.letters().end() && *code == value;
        mapped.push_back(is_known ? static_cast<std::uint8_t>(code - codes.letters().begin()) : std::uint8_t{0});
    }
    return {codes.bits(), mapped, is_complement};
}

std::shared_ptr<strand_codes const> find_strand_codes(packing::packed_sequence_view const & background,
                                                      letter_codes const & codes,
                                                      primer::options const & options,
                                                      bool const is_complement)
{
    auto found = std::make_shared<strand_codes>();
    std::array<std::uint8_t, 256> const values = codes.values(options, is_complement);
    for (std::uint8_t const letter : background.letters())
        found->values.push_back(values[letter]);
    // A map does not tell which codes occur. Classes need that, unless codes are sets or have 2 bits.
    if (background.bits_per_letter() == codes.bits() && (codes.are_sets() || codes.bits() == 2))
        found->map.emplace(map_to(codes, found->values, is_complement));
    return found;
}

// The strands that are not empty, in order.
std::vector<text_strand>
list_strands(background_cuts const & cuts, letter_codes const & codes, primer::options const & options)
{
    std::span<packing::packed_sequence_view const> const backgrounds = cuts.backgrounds();
    std::vector<text_strand> strands{};
    // The sequences of a set mostly have the same codes, so that each strand takes over what was found for its neighbour's.
    std::array<std::shared_ptr<strand_codes const>, 2> known{};
    for (std::size_t i = 0; i < backgrounds.size(); ++i)
    {
        if (i != 0 && !packing::have_same_codes(backgrounds[i - 1], backgrounds[i]))
            known = {};
        for (bool const is_complement : {false, true})
        {
            if (backgrounds[i].empty() || (is_complement && !options.complement))
                continue;
            text_strand & strand =
                strands.emplace_back(text_strand{.background = backgrounds[i], .is_complement = is_complement});
            strand.cuts.assign(cuts.of(i).begin(), cuts.of(i).end());
            if (is_complement)
            {
                std::ranges::reverse(strand.cuts);
                for (letter_range & cut : strand.cuts)
                    cut = {backgrounds[i].size() - cut.end, backgrounds[i].size() - cut.begin};
            }
            std::shared_ptr<strand_codes const> & shared = known[is_complement];
            if (!shared)
                shared = find_strand_codes(backgrounds[i], codes, options, is_complement);
            strand.codes = shared;
        }
    }
    return strands;
}

std::vector<text_block> cut_into_blocks(std::span<text_strand const> const strands)
{
    std::vector<text_block> blocks{};
    for (text_strand const & strand : strands)
        for (std::uint64_t begin = 0; begin < strand.background.size(); begin += block_letters)
            blocks.emplace_back(strand, begin, std::min(begin + block_letters, strand.background.size()));
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
    // A word more, so that two words of four bits a letter have as many letters as one of two bits.
    std::uint64_t const last_word = places.back().known * bits / word_bits + 1;
    auto text = std::make_unique_for_overwrite<std::uint64_t[]>(last_word + 1);
    text[last_word] = 0;
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

background_text::background_text(background_cuts const & cuts,
                                 letter_codes const & codes,
                                 primer::options const & options,
                                 runtime::task_control & control,
                                 unsigned const threads) :
    has_sets_{codes.are_sets()}
{
    std::span<packing::packed_sequence_view const> const backgrounds = cuts.backgrounds();
    if (backgrounds.size() == 1 && !options.complement && codes.are_codes_of(backgrounds.front())
        && codes.bits() == word_bits / classes_per_word)
    {
        packing::packed_sequence_view const & only = backgrounds.front();
        codes_ = {only.words(), 0, only.size(), codes.bits()};
        if (!only.empty())
            segments_.push_back({only.size(), 0});
    }
    else
        join(list_strands(cuts, codes, options), codes, control, threads);

    for (unsigned code = 0; code < (has_sets_ ? 1u << letter_classes : letter_classes); ++code)
        classes_by_code_[code] = static_cast<std::uint8_t>(has_sets_ ? code : 1u << code);
    classes_ = codes_.words();
    if (!has_sets_ && codes.bits() != word_bits / classes_per_word)
    {
        find_classes();
        write_classes(control, threads);
    }
}

void background_text::join(std::span<text_strand const> const strands,
                           letter_codes const & codes,
                           runtime::task_control & control,
                           unsigned const threads)
{
    std::vector<text_block> blocks = cut_into_blocks(strands);
    std::vector<block_place> const places = place_blocks(blocks);
    joined_ = allocate_text(places, codes.bits());
    codes_ = {joined_.get(), 0, places.back().known, codes.bits()};
    runtime::parallel_for(control,
                          threads,
                          blocks.size(),
                          [&]()
                          {
                              return [&](std::size_t const i)
                              {
                                  blocks[i].write(places[i], codes, control, joined_.get());
                              };
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

/* If there are more letters than classes, several letters share a class. Then a search finds additional candidates but misses none,
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
    constexpr std::uint64_t chunk_words = packing::chunk_letters / classes_per_word;
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
                                  std::uint64_t const begin = chunk * packing::chunk_letters;
                                  packing::code_span const letters =
                                      codes_.subspan(begin, std::min(packing::chunk_letters, size() - begin));
                                  classes.assign(packing::chunk_letters, 1); // The class 0.
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

} // namespace seqan3_gpulcs::scan
