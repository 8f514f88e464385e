// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The backgrounds, cut at some letters, and the segments between them joined.
 */

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <typeindex>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/packing/packed_sequence.hpp>
#include <seqan3_gpulcs/primer/compute.hpp>

#include "src/packing/code_span.hpp"
#include "src/runtime/task_control.hpp"
#include "src/scan/background_cuts.hpp"
#include "src/scan/letter_codes.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

//!\brief The classes of letters that a search for seeds tells apart.
inline constexpr unsigned letter_classes{4};

//!\brief The letters in a word of classes, two bits each, the first one lowest.
inline constexpr unsigned classes_per_word{32};

//!\brief Neighbouring known letters of a background.
struct text_segment
{
    std::uint64_t end{};     //!< The letters of the text up to its end.
    std::uint64_t unknown{}; //!< The unknown letters before it, in all sequences.
};

struct text_strand;

/*!\brief The text that a primer must differ from: segments of known letters, joined.
 *
 * Letters are the codes of the call. Seeds are searched by the *class* of each letter: with up to four letters that is its
 * code, and the text is one sequence of two bits a letter. With more of them, several letters share a class, and classes are
 * kept beside the codes. Where codes are sets of bases, bases are the classes: the text is one sequence of four bits a letter.
 *
 * Thread safety: concurrent reads are safe.
 */
class background_text
{
public:
    /*!\brief Joins the backgrounds, and their reverse complements if there are complements.
     * \param cuts    The backgrounds. One alone that has the codes of the call is not copied; it must live longer.
     * \param codes   The codes of the call.
     * \param options The meanings of letters, and the complements.
     * \param control Checked now and then.
     * \param threads The threads that share the work.
     * \throws std::bad_alloc and what the control throws.
     *
     * Linear in the number of letters.
     */
    background_text(background_cuts const & cuts,
                    letter_codes const & codes,
                    primer::options const & options,
                    runtime::task_control & control,
                    unsigned threads);

    //!\brief Its forms hold on to its letters.
    background_text(background_text const &) = delete;

    //!\brief The number of letters.
    std::uint64_t size() const noexcept
    {
        return codes_.size();
    }

    //!\brief Whether the letters are those of a background that must live as long.
    bool is_view() const noexcept
    {
        return !joined_;
    }

    //!\brief The letters.
    packing::code_span codes() const noexcept
    {
        return codes_;
    }

    //!\brief Whether letters are sets of bases.
    bool has_sets() const noexcept
    {
        return has_sets_;
    }

    //!\brief The bits of a letter in the words of classes: 2 for a class, 4 for a set of classes.
    unsigned class_bits() const noexcept
    {
        return has_sets_ ? 4 : 2;
    }

    //!\brief The classes of the letters: classes_per_word in each word, or in each two words if they are sets. Bits after the last
    //!       one are zero.
    std::span<std::uint64_t const> class_words() const noexcept
    {
        return {classes_, util::ceil_div(size(), std::uint64_t{classes_per_word}) * (class_bits() / 2)};
    }

    //!\brief The classes that each code matches, a bit for each. A letter that is not in the text may match none.
    std::array<std::uint8_t, 256> const & classes_by_code() const noexcept
    {
        return classes_by_code_;
    }

    //!\brief Writes the classes that letters match, a bit for each. There must be room for all of them. Linear.
    void classify(packing::code_span letters, std::span<std::uint8_t> classes) const noexcept;

    //!\brief Where the segment of this letter begins and ends. Logarithmic in the number of segments.
    std::pair<std::uint64_t, std::uint64_t> segment_at(std::uint64_t letter) const noexcept;

    /*!\brief The place of this letter in the backgrounds, counted through all of them, each followed by its reverse complement if
     *        there are complements. Logarithmic in the number of segments.
     */
    std::uint64_t background_position(std::uint64_t letter) const noexcept;

    /*!\brief The form of the text that a backend searches: made by the first call, kept for the next ones.
     * \tparam form_t The type of the form, which is its key.
     * \param  make   Returns a std::shared_ptr to it. Threads that ask for it at the same time may all call theirs, and get one of the forms.
     * \throws What `make` throws.
     */
    template <typename form_t, typename make_t>
    std::shared_ptr<form_t> form(make_t && make) const
    {
        if (std::shared_ptr<void> const kept = find_form(typeid(form_t)))
            return std::static_pointer_cast<form_t>(kept);
        std::shared_ptr<form_t> made{make()};
        std::scoped_lock const lock{forms_mutex_};
        std::shared_ptr<void> & kept = forms_[typeid(form_t)];
        if (!kept)
            kept = made;
        return std::static_pointer_cast<form_t>(kept);
    }

    //!\brief Whether the text has a form that form() has made.
    template <typename form_t>
    bool has_form() const noexcept
    {
        return find_form(typeid(form_t)) != nullptr;
    }

    //!\brief Forgets a form, if it is still this one. Whoever uses it still has it.
    template <typename form_t>
    void drop_form(std::shared_ptr<form_t> const & form) const noexcept
    {
        std::scoped_lock const lock{forms_mutex_};
        if (auto const kept = forms_.find(typeid(form_t)); kept != forms_.end() && kept->second == form)
            forms_.erase(kept);
    }

    //!\brief Forgets all forms. Whoever uses them still has them.
    void drop_forms() const noexcept
    {
        std::scoped_lock const lock{forms_mutex_};
        forms_.clear();
    }

private:
    std::shared_ptr<void> find_form(std::type_index const type) const noexcept
    {
        std::scoped_lock const lock{forms_mutex_};
        auto const kept = forms_.find(type);
        return kept == forms_.end() ? nullptr : kept->second;
    }

    void join(std::span<text_strand const> strands,
              letter_codes const & codes,
              runtime::task_control & control,
              unsigned threads);
    void find_classes();
    void write_classes(runtime::task_control & control, unsigned threads);

    bool has_sets_{};
    std::vector<text_segment> segments_{}; // Ascending; none is empty.
    std::unique_ptr<std::uint64_t[]> joined_{};
    std::unique_ptr<std::uint64_t[]> written_classes_{};
    packing::code_span codes_{};
    std::uint64_t const * classes_{};
    std::array<std::uint8_t, 256> classes_by_code_{};
    std::array<bool, 256> occurs_{}; // Whether each code occurs.
    mutable std::mutex forms_mutex_{};
    mutable std::map<std::type_index, std::shared_ptr<void>> forms_{};
};

} // namespace seqan3_gpulcs::scan
