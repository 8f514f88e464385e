// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief Sequences with 2, 4 or 8 bits per letter: the owner, the view, and the packer.
 */

#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/detail/byte_map.hpp>

namespace seqan3_gpulcs::packing
{

//!\brief The kind of letters in a packed sequence. Comparing different kinds throws seqan3_gpulcs::invalid_option.
enum class letter_kind : std::uint8_t
{
    character, //!< Characters, or bytes with any meaning.
    rank       //!< Ranks in an alphabet whose letters have no characters of their own.
};

class packed_sequence;
class temporary_packed_sequence_view;

/*!\brief A non-owning view of a packed sequence.
 *
 * A packed sequence describes itself: `letters()` lists, in ascending order, the letters that occur in it (and possibly some
 * more), and position i holds the index of its letter in that list, its *code*. The width of a code depends on the length of the
 * list: 2 bits for up to 4 letters, 4 bits for up to 16, and 8 bits for up to 256. Two sequences are compared by their letters,
 * never by their codes, so separately packed sequences can be compared.
 *
 * Functions that need a sequence only during the call take a reference to a view, so they can be given a temporary packed_sequence.
 *
 * Code i is in word `i / codes_per_word()` and starts at bit `i % codes_per_word() * bits_per_letter()`. Bits after the last
 * code are zero.
 *
 * Thread safety: concurrent reads are safe.
 */
class packed_sequence_view
{
public:
    //!\brief An empty sequence.
    constexpr packed_sequence_view() noexcept = default;

    /*!\brief Views `size` codes in `words`.
     * \param words           The codes; at least `ceil(size * bits_per_letter / 64)` words.
     * \param size            The number of letters.
     * \param bits_per_letter 2, 4 or 8.
     * \param letters         The letter of each code that occurs: different letters, in ascending order.
     * \param kind            The kind of the letters.
     */
    constexpr packed_sequence_view(std::uint64_t const * words,
                                   std::uint64_t size,
                                   unsigned bits_per_letter,
                                   std::span<std::uint8_t const> letters,
                                   letter_kind kind = letter_kind::character) noexcept :
        words_{words},
        size_{size},
        bits_per_letter_{bits_per_letter},
        kind_{kind},
        letters_{letters}
    {}

    /*!\brief Views a seqan3_gpulcs::packing::packed_sequence.
     *
     * A template, because it must not be considered for temporaries.
     */
    template <typename owner_t>
        requires(std::is_lvalue_reference_v<owner_t> && std::same_as<std::remove_cvref_t<owner_t>, packed_sequence>)
    packed_sequence_view(owner_t && owner)
    noexcept : packed_sequence_view{owner.view()}
    {}

    //!\brief Deleted: a temporary sequence would not outlive the view.
    explicit packed_sequence_view(packed_sequence const &&) = delete;

    //!\copydoc packed_sequence_view(packed_sequence const &&)
    packed_sequence_view(temporary_packed_sequence_view const &) = delete;

    //!\copydoc packed_sequence_view(packed_sequence const &&)
    packed_sequence_view & operator=(temporary_packed_sequence_view const &) = delete;

    //!\brief The number of letters.
    constexpr std::uint64_t size() const noexcept
    {
        return size_;
    }

    //!\brief Whether the sequence is empty.
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }

    //!\brief The width of a code: 2, 4 or 8.
    constexpr unsigned bits_per_letter() const noexcept
    {
        return bits_per_letter_;
    }

    //!\brief The number of codes in a word: 32, 16 or 8.
    constexpr unsigned codes_per_word() const noexcept
    {
        return 64 / bits_per_letter_;
    }

    //!\brief The words that hold the codes.
    constexpr std::uint64_t const * words() const noexcept
    {
        return words_;
    }

    //!\brief The letters that may occur in the sequence, in ascending order; code c stands for `letters()[c]`.
    constexpr std::span<std::uint8_t const> letters() const noexcept
    {
        return letters_;
    }

    //!\brief The kind of the letters.
    constexpr letter_kind kind() const noexcept
    {
        return kind_;
    }

    //!\brief The code at a position; the position must be less than size(). Constant time.
    constexpr unsigned code(std::uint64_t position) const noexcept
    {
        unsigned const shift = static_cast<unsigned>(position % codes_per_word()) * bits_per_letter_;
        return static_cast<unsigned>(words_[position / codes_per_word()] >> shift) & ((1u << bits_per_letter_) - 1u);
    }

    //!\brief The letter at a position; the position must be less than size(). Constant time.
    constexpr std::uint8_t operator[](std::uint64_t position) const noexcept
    {
        return letters_[code(position)];
    }

private:
    std::uint64_t const * words_{};
    std::uint64_t size_{};
    unsigned bits_per_letter_{2};
    letter_kind kind_{letter_kind::character};
    std::span<std::uint8_t const> letters_{};
};

//!\brief The view of a temporary packed_sequence: it binds to a reference to a view, but no view can be made from it.
class temporary_packed_sequence_view : public packed_sequence_view
{
public:
    //!\brief Wraps a view.
    explicit constexpr temporary_packed_sequence_view(packed_sequence_view const & view) noexcept :
        packed_sequence_view{view}
    {}
};

/*!\brief A packed sequence that owns its memory.
 *
 * It is made by seqan3_gpulcs::packing::pack or seqan3_gpulcs::packing::sequence_packer. For the format see
 * seqan3_gpulcs::packing::packed_sequence_view.
 *
 * Thread safety: concurrent reads are safe.
 */
class packed_sequence
{
public:
    //!\brief An empty sequence.
    packed_sequence() = default;

    //!\brief Copies a sequence.
    packed_sequence(packed_sequence const &) = default;

    //!\brief Takes over a sequence, and leaves an empty one.
    packed_sequence(packed_sequence && other) noexcept :
        words_{std::exchange(other.words_, {})},
        size_{std::exchange(other.size_, 0)},
        bits_per_letter_{std::exchange(other.bits_per_letter_, 2)},
        kind_{other.kind_},
        letters_{std::exchange(other.letters_, {})}
    {}

    //!\brief Copies or takes over a sequence.
    packed_sequence & operator=(packed_sequence other) noexcept
    {
        std::swap(words_, other.words_);
        std::swap(size_, other.size_);
        std::swap(bits_per_letter_, other.bits_per_letter_);
        std::swap(kind_, other.kind_);
        std::swap(letters_, other.letters_);
        return *this;
    }

    ~packed_sequence() = default;

    //!\brief A view of this sequence; valid until this object is destroyed, moved from or assigned to.
    packed_sequence_view view() const & noexcept
    {
        return {words_.data(), size_, bits_per_letter_, letters_, kind_};
    }

    //!\brief Deleted: a temporary sequence would not outlive the view.
    packed_sequence_view view() const && = delete;

    //!\brief Converts a temporary sequence for functions that need it only during the call.
    operator temporary_packed_sequence_view() const && noexcept
    {
        return temporary_packed_sequence_view{view()};
    }

    //!\brief The number of letters.
    std::uint64_t size() const noexcept
    {
        return size_;
    }

private:
    friend class sequence_packer;

    std::vector<std::uint64_t> words_{};
    std::uint64_t size_{};
    unsigned bits_per_letter_{2};
    letter_kind kind_{letter_kind::character};
    std::vector<std::uint8_t> letters_{};
};

/*!\brief The set of letters that occur in a sequence; the first pass of packing.
 *
 * Add the whole sequence, in chunks of any size; then pass the set to a seqan3_gpulcs::packing::sequence_packer.
 */
class letter_set
{
public:
    //!\brief Adds the letters of a chunk. Linear in the size of the chunk.
    void add(std::span<std::uint8_t const> chunk) noexcept;

    //!\brief The letters in ascending order.
    std::vector<std::uint8_t> letters() const;

    //!\brief Whether both have the same letters.
    friend bool operator==(letter_set const &, letter_set const &) noexcept = default;

private:
    std::array<std::uint64_t, 4> occurs_{}; // One bit per letter.
};

/*!\brief The letters that packed values stand for. By default each value is a letter itself, a character.
 *
 * With a table, ranks are packed as they are: no need to look up the character of each letter.
 */
struct letter_table
{
    //!\brief The letter of each value. Values that occur must have different letters.
    std::array<std::uint8_t, 256> letters{[]()
                                          {
                                              std::array<std::uint8_t, 256> same{};
                                              for (unsigned value = 0; value < 256; ++value)
                                                  same[value] = static_cast<std::uint8_t>(value);
                                              return same;
                                          }()};

    //!\brief The kind of these letters.
    letter_kind kind{letter_kind::character};
};

/*!\brief Packs a sequence chunk by chunk; the second pass of packing.
 *
 * ```
 * sequence_packer packer{set};            // all letters of the sequence must be in the set
 * packer.append(chunk);                   // any number of times, in order
 * packed_sequence sequence = packer.finish();
 * ```
 */
class sequence_packer
{
public:
    /*!\brief Starts an empty sequence.
     * \param set           The values that may occur.
     * \param expected_size The number of letters to reserve memory for.
     * \param table         The letters that the values stand for.
     * \throws std::bad_alloc
     */
    explicit sequence_packer(letter_set const & set, std::uint64_t expected_size = 0, letter_table const & table = {});

    /*!\brief Appends a chunk. Linear in the size of the chunk.
     * \throws std::bad_alloc
     */
    void append(std::span<std::uint8_t const> chunk);

    /*!\brief Appends packed codes to an empty sequence.
     * \param words The codes, in the width that the sequence has. Bits after the last one do not matter.
     * \param size  The number of letters.
     * \throws std::bad_alloc
     */
    void append_codes(std::uint64_t const * words, std::uint64_t size);

    /*!\brief Appends letters that are written later, up to a number of all letters, which is not less than before.
     * \throws std::bad_alloc
     */
    void resize(std::uint64_t size);

    /*!\brief Writes letters that were appended by resize(), once.
     * \param position The position of the first one.
     * \param chunk    The letters.
     *
     * Linear in the size of the chunk. Thread safety: may be called concurrently for chunks that begin at multiples of 32.
     */
    void write(std::uint64_t position, std::span<std::uint8_t const> chunk) noexcept;

    //!\brief Returns the packed sequence. Nothing may be appended afterwards.
    packed_sequence finish();

private:
    packed_sequence sequence_{};
    detail::byte_map code_of_{};
};

/*!\brief Packs a contiguous sequence of letters.
 * \param letters Any values; equal values are equal letters.
 * \param threads The maximum number of threads, at least 1. Sequences of less than a million letters are packed by one.
 * \returns The packed sequence.
 * \throws std::bad_alloc
 *
 * Two passes over the letters. The result takes 1/4 of a byte to one byte per letter, depending on how many different
 * letters occur.
 */
packed_sequence pack(std::span<std::uint8_t const> letters, unsigned threads = 1);

//!\brief Packs the characters of a string as bytes, without the terminating zero of a literal. Two passes over the characters.
packed_sequence pack(std::string_view text, unsigned threads = 1);

/*!\brief Writes letters of a packed sequence, one byte each.
 * \param sequence The sequence.
 * \param begin    The position of the first letter to write.
 * \param letters  The output; its size is the number of letters to write, all of which the sequence must have.
 *
 * Linear in the number of letters written.
 */
void unpack(packed_sequence_view const & sequence, std::uint64_t begin, std::span<std::uint8_t> letters) noexcept;

} // namespace seqan3_gpulcs::packing
