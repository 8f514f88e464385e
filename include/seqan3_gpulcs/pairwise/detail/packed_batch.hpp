// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief A batch of pairs of `align_pairwise`: their sequences, and these sequences packed.
 */

#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <stop_token>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>
#include <seqan3_gpulcs/packing/detail/piece_packing.hpp>
#include <seqan3_gpulcs/packing/detail/sequence_arena.hpp>
#include <seqan3_gpulcs/packing/pack.hpp>
#include <seqan3_gpulcs/pairwise/detail/batch_pipeline.hpp>
#include <seqan3_gpulcs/plan/batching.hpp>
#include <seqan3_gpulcs/seqan3_compatibility.hpp>

namespace seqan3_gpulcs::pairwise::detail
{

//!\brief The letters of a sequence. Constant time if its iterators are of random access.
template <typename sequence_t>
std::uint64_t letter_count(sequence_t & sequence)
{
    // The terminating zero of a literal is not a letter.
    if constexpr (packing::detail::text_array<sequence_t>)
        return packing::detail::text_of(sequence).size();
    else
        return static_cast<std::uint64_t>(std::ranges::distance(sequence));
}

/*!\brief A sequence that stays when the reference to its pair is gone.
 * \tparam pair_t The type of the pair, a reference if the range has pairs of its own.
 * \tparam n      The index of the sequence.
 */
template <typename pair_t, std::size_t n>
class kept_sequence
{
private:
    using element_t = std::tuple_element_t<n, std::remove_cvref_t<pair_t>>;
    // The type that get() on a named pair returns.
    using sequence_t = std::remove_reference_t<decltype(get_nth<n>(std::declval<std::remove_reference_t<pair_t> &>()))>;

    static constexpr bool by_address = std::is_lvalue_reference_v<pair_t> || std::is_lvalue_reference_v<element_t>;
    static constexpr bool is_view = std::ranges::view<std::remove_cv_t<sequence_t>>;
    static constexpr bool is_memory = std::ranges::contiguous_range<sequence_t>;
    // Whether iterators stay valid when a view is copied.
    static constexpr bool is_borrowed = by_address || std::ranges::borrowed_range<sequence_t>;

public:
    //!\brief Whether there is such a sequence; a container that the range makes on the fly is gone with its pair.
    static constexpr bool exists = by_address || (is_view && std::copyable<std::remove_cv_t<sequence_t>>);

    //!\brief Whether several threads may read the same sequence: memory has nothing that reading changes.
    static constexpr bool is_shareable = is_memory;

    //!\brief Whether several threads may read sequences of this type.
    static constexpr bool is_concurrent = packing::detail::concurrently_readable<sequence_t>;

    //!\brief Keeps the sequence of a pair.
    explicit kept_sequence(std::remove_reference_t<pair_t> & pair) : kept_{keep(get_nth<n>(pair))}
    {}

    //!\brief The sequence.
    sequence_t & get() noexcept
    {
        if constexpr (by_address)
            return *kept_;
        else
            return kept_;
    }

    //!\brief The key of the sequence: equal keys mean the same sequence, unless they have a `nullptr`, which means unknown.
    std::pair<void const *, std::size_t> key() noexcept
    {
        if constexpr (is_memory && is_borrowed)
            return {std::to_address(std::ranges::begin(get())), static_cast<std::size_t>(std::ranges::size(get()))};
        else if constexpr (by_address)
            return {kept_, ~n}; // ~n is no size, and differs between the sequences of a pair, as their types may.
        else
            return {};
    }

private:
    using kept_t = std::conditional_t<by_address, sequence_t *, std::remove_cv_t<sequence_t>>;

    static kept_t keep(sequence_t & sequence)
    {
        if constexpr (by_address)
            return std::addressof(sequence);
        else
            return sequence;
    }

    kept_t kept_;
};

//!\brief The letters of a batch that count towards its limit.
enum class counted_letters : std::uint8_t
{
    sequences, //!< The letters of each sequence, once.
    pairs,     //!< The letters of both sequences of each pair.
    targets //!< The letters of sequence 1 of each pair, and of each sequence 2 once; none for the one of the first pair.
};

//!\brief The limits of a batch.
struct batch_limits
{
    std::size_t pairs{};       //!< The number of pairs after which a batch ends.
    std::uint64_t letters{};   //!< The number of letters that ends a batch, with the pair that reaches it.
    counted_letters counted{}; //!< The letters that count.

    //!\brief Pairs without longer sequences come in smaller batches, which are not packed.
    std::uint64_t short_size{};

    //!\brief The number of pairs after which such a batch ends.
    std::size_t short_pairs{std::numeric_limits<std::size_t>::max()};
};

/*!\brief The memory into which a batch is packed. As much as a batch of short sequences needs stays for later batches, because
 *        the system takes long to provide memory.
 */
struct batch_memory
{
    //!\brief Removes all sequences. There is an arena afterwards.
    void clear()
    {
        arenas.resize(std::max<std::size_t>(arenas.size(), 1));
        std::uint64_t kept = 0;
        for (packing::detail::sequence_arena & arena : arenas)
        {
            arena.clear();
            // Each batch may have another arena that has grown for a long sequence.
            if (kept + arena.capacity_bytes() > max_kept_bytes)
                arena = {};
            kept += arena.capacity_bytes();
        }
    }

    //!\brief The memory for letters that stays. A letter takes a byte at most, and vectors double.
    static constexpr std::uint64_t max_kept_bytes{2 * plan::max_batch_letters};

    std::vector<packing::detail::sequence_arena> arenas{};  //!< The letters.
    std::vector<packing::packed_sequence_view> sequences{}; //!< The sequences that pairs share.
    std::vector<alignment::sequence_pair> pairs{};          //!< The pairs.
};

/*!\brief Some pairs of a range.
 * \tparam iterator_t The iterator of the range of pairs and ids.
 * \tparam letter_t   The alphabet in which letters are compared.
 *
 * Sequences are packed once, however many pairs share them, if neighbouring pairs do. If they stay when the iterator moves on,
 * pack() packs them with several threads, each long one with all of them; otherwise they are packed when the iterator is there.
 */
template <typename iterator_t, typename letter_t>
class packed_batch
{
private:
    using pair_t = std::tuple_element_t<0, std::remove_cvref_t<std::iter_reference_t<iterator_t>>>;
    using first_t = kept_sequence<pair_t, 0>;
    using second_t = kept_sequence<pair_t, 1>;

public:
    //!\brief Whether sequences stay when the iterator moves on.
    static constexpr bool keeps_sequences = first_t::exists && second_t::exists;

    //!\brief Whether several threads may read the sequences of different pairs.
    static constexpr bool is_concurrent = keeps_sequences && first_t::is_concurrent && second_t::is_concurrent;

    //!\brief Whether several threads may read any pairs at a time, also those that share a sequence.
    static constexpr bool is_shareable = keeps_sequences && first_t::is_shareable && second_t::is_shareable;

    /*!\brief Takes pairs from a range, instead of those before.
     * \param it     The first pair.
     * \param end    The end of the range.
     * \param limits When the batch ends.
     * \param memory Receives the packed pairs; must stay until they have been computed.
     * \returns The first pair that is not in the batch.
     * \throws std::bad_alloc, and whatever the range throws.
     */
    template <typename sentinel_t>
    iterator_t take(iterator_t it, sentinel_t const & end, batch_limits const & limits, batch_memory & memory)
    {
        memory_ = &memory;
        clear(it);
        std::uint64_t letters = 0;
        for (; it != end && count_ < limits.pairs && letters < limits.letters
               && (count_ < limits.short_pairs || longest_ > limits.short_size);
             ++it, ++count_)
        {
            auto && indexed_pair = *it;
            auto && pair = get_nth<0>(indexed_pair);
            if (count_ == 0)
                first_id_ = static_cast<std::uint32_t>(get_nth<1>(indexed_pair));
            if constexpr (keeps_sequences)
                letters += count_letters(keep(pair), limits.counted);
            else
                letters += count_letters({pack_now(get_nth<0>(pair)), pack_now(get_nth<1>(pair))}, limits.counted);
        }
        return it;
    }

    /*!\brief Packs all sequences that are not yet packed.
     * \param team    The threads that do it.
     * \param threads The number of threads.
     * \param stop    Ends it.
     * \throws std::bad_alloc, seqan3_gpulcs::operation_stopped, and whatever the sequences throw.
     */
    void pack(batch_threads & team, unsigned const threads, std::stop_token const & stop)
    {
        memory_->pairs.resize(count_);
        if constexpr (keeps_sequences)
            pack_kept(team, threads, stop);
        else
            for (std::size_t i = 0; i < count_; ++i)
                memory_->pairs[i] = {memory_->arenas.front()[2 * i], memory_->arenas.front()[2 * i + 1]};
    }

    //!\brief The letters of the longest sequence; only known of sequences that stay.
    std::uint64_t longest() const noexcept
    {
        return longest_;
    }

    //!\brief Leaves the pairs as they are. Only for sequences that stay.
    void leave_unpacked() noexcept
    {
        memory_->pairs.clear();
    }

    /*!\brief Calls a function with both sequences of a pair. Only for sequences that stay.
     * \throws Whatever the function throws.
     */
    template <typename function_t>
    void use_pair(std::size_t const i, function_t const & function)
    {
        function(kept_[i].first.get(), kept_[i].second.get());
    }

    //!\brief The cells of the matrix of a pair.
    double cells(std::size_t const i)
    {
        if (!memory_->pairs.empty())
            return memory_->pairs[i].cells();
        double found = 0;
        if constexpr (keeps_sequences)
            use_pair(i,
                     [&](auto & first, auto & second)
                     {
                         found = static_cast<double>(letter_count(first)) * static_cast<double>(letter_count(second));
                     });
        return found;
    }

    //!\brief The packed pairs; none if they are not packed.
    std::span<alignment::sequence_pair> pairs() const noexcept
    {
        return memory_->pairs;
    }

    //!\brief The number of pairs.
    std::size_t size() const noexcept
    {
        return count_;
    }

    //!\brief The id of a pair.
    std::uint32_t id(std::size_t const i) const noexcept
    {
        return first_id_ + static_cast<std::uint32_t>(i);
    }

    /*!\brief Calls a function with the number, the sequences and the id of each pair, in order.
     * \throws Whatever the function or the range throws.
     */
    template <typename function_t>
    void for_each(function_t const & function)
    {
        if constexpr (keeps_sequences)
        {
            for (std::size_t i = 0; i < count_; ++i)
                function(i, kept_[i].first.get(), kept_[i].second.get(), id(i));
        }
        else
        {
            iterator_t it = begin_;
            for (std::size_t i = 0; i < count_; ++i, ++it)
            {
                auto && indexed_pair = *it;
                auto && pair = get_nth<0>(indexed_pair);
                function(i, get_nth<0>(pair), get_nth<1>(pair), id(i));
            }
        }
    }

private:
    using key_t = std::pair<void const *, std::size_t>;

    struct kept_pair
    {
        first_t first;
        second_t second;
    };

    // The place of a sequence in the first pair that has it.
    struct place
    {
        std::uint32_t pair{};
        bool is_second{};
    };

    // A sequence of the pair that is being added.
    struct added_sequence
    {
        std::uint64_t size{};
        bool is_new{}; // Whether no pair before has it.
    };
    using added_pair = std::array<added_sequence, 2>;

    struct hash
    {
        std::size_t operator()(key_t const & key) const noexcept
        {
            return std::hash<void const *>{}(key.first) ^ key.second * 0x9e37'79b9'7f4a'7c15u;
        }
    };

    // The letters that a thread packs at a time: some ten microseconds.
    static constexpr std::uint64_t letters_at_once{std::uint64_t{1} << 16};

    // With fewer letters for each thread, starting it takes longer than packing them.
    static constexpr std::uint64_t min_letters_per_thread{std::uint64_t{1} << 18};

    void clear(iterator_t const & begin)
    {
        count_ = 0;
        letters_ = 0;
        longest_ = 0;
        begin_ = begin;
        kept_.clear();
        places_.clear();
        numbers_.clear();
        known_.clear();
        is_shared_ = false;
        memory_->clear();
    }

    // Returns the letters that count towards the limit.
    std::uint64_t count_letters(added_pair const & added, counted_letters const counted) const noexcept
    {
        std::uint64_t letters = 0;
        for (unsigned n = 0; n < 2; ++n)
        {
            bool const is_target = counted == counted_letters::targets && n == 0;
            bool const is_free = counted == counted_letters::targets && n == 1 && count_ == 0;
            if (counted == counted_letters::pairs || is_target || (added[n].is_new && !is_free))
                letters += added[n].size;
        }
        return letters;
    }

    template <typename sequence_t>
    added_sequence pack_now(sequence_t & sequence)
    {
        packing::detail::append_ranks<letter_t>(memory_->arenas.front(), sequence);
        return {letter_count(sequence), true};
    }

    added_pair keep(std::remove_reference_t<pair_t> & pair)
    {
        kept_.push_back({first_t{pair}, second_t{pair}});
        kept_pair & kept = kept_.back();
        std::array<key_t, 2> const keys{kept.first.key(), kept.second.key()};
        std::array<std::uint64_t, 2> const sizes{letter_count(kept.first.get()), letter_count(kept.second.get())};
        longest_ = std::max({longest_, sizes[0], sizes[1]});
        bool const shares_one =
            (keys[0].first && keys[0] == last_keys_[0]) || (keys[1].first && keys[1] == last_keys_[1]);
        if (!is_shared_ && count_ != 0 && shares_one)
            know_sequences();
        last_keys_ = keys;

        added_pair added{};
        for (unsigned n = 0; n < 2; ++n)
        {
            bool const is_new = !is_shared_ || add_sequence(keys[n], {static_cast<std::uint32_t>(count_), n == 1});
            letters_ += is_new ? sizes[n] : 0;
            added[n] = {sizes[n], is_new};
        }
        return added;
    }

    // Begins to recognise all sequences, when neighbouring pairs share one: others may, too.
    void know_sequences()
    {
        is_shared_ = true;
        for (std::size_t i = 0; i < count_; ++i)
        {
            add_sequence(kept_[i].first.key(), {static_cast<std::uint32_t>(i), false});
            add_sequence(kept_[i].second.key(), {static_cast<std::uint32_t>(i), true});
        }
    }

    // Adds a sequence of a pair. Returns whether it is new.
    bool add_sequence(key_t const & key, place const & where)
    {
        auto number = static_cast<std::uint32_t>(places_.size());
        bool is_new = true;
        if (key.first)
        {
            auto const [known, is_inserted] = known_.try_emplace(key, number);
            number = known->second;
            is_new = is_inserted;
        }
        numbers_.push_back(number);
        if (is_new)
            places_.push_back(where);
        return is_new;
    }

    void pack_kept(batch_threads & team, unsigned const threads, std::stop_token const & stop)
    {
        std::size_t const sequences = is_shared_ ? places_.size() : 2 * count_;
        if (is_shared_)
            memory_->sequences.resize(sequences);
        std::uint64_t const letters = letters_ - find_long(sequences, threads);
        std::uint64_t const letters_each = letters / std::max<std::uint64_t>(sequences, 1) + 1;
        std::size_t const at_once = letters_at_once / std::min(letters_each, letters_at_once);
        std::size_t const chunks = (sequences + at_once - 1) / at_once;
        memory_->arenas.resize(std::max(memory_->arenas.size(), chunks + long_.size()));

        pack_long(team, threads, stop);
        auto const useful_threads = std::clamp<std::uint64_t>(letters / min_letters_per_thread, 1, threads);
        team.for_each_number(static_cast<unsigned>(useful_threads),
                             chunks,
                             stop,
                             [&](std::size_t const chunk)
                             {
                                 pack_short(memory_->arenas[long_.size() + chunk],
                                            chunk * at_once,
                                            std::min(sequences, (chunk + 1) * at_once));
                             });
        if (is_shared_)
            for (std::size_t i = 0; i < count_; ++i)
                memory_->pairs[i] = {memory_->sequences[numbers_[2 * i]], memory_->sequences[numbers_[2 * i + 1]]};
    }

    // Finds sequences that are more than a thread's share; returns the number of their letters.
    std::uint64_t find_long(std::size_t const sequences, unsigned const threads)
    {
        long_.clear();
        std::uint64_t const min_letters = std::max(packing::detail::min_letters_for_pieces, letters_ / threads);
        if (threads == 1 || letters_ < min_letters)
            return 0;
        std::uint64_t letters = 0;
        for (std::size_t number = 0; number < sequences; ++number)
            use_sequence(number,
                         [&](auto & sequence)
                         {
                             if constexpr (packing::detail::divisible<decltype(sequence)>)
                                 if (std::ranges::size(sequence) >= min_letters)
                                 {
                                     long_.push_back(number);
                                     letters += std::ranges::size(sequence);
                                 }
                         });
        return letters;
    }

    // Packs long sequences, one after the other, with all threads.
    void pack_long(batch_threads & team, unsigned const threads, std::stop_token const & stop)
    {
        packing::detail::number_loop const loop = [&](std::size_t const count, auto const & function)
        {
            team.for_each_number(threads, count, stop, function);
        };
        for (std::size_t i = 0; i < long_.size(); ++i)
        {
            packing::detail::sequence_arena & arena = memory_->arenas[i];
            use_sequence(long_[i],
                         [&](auto & sequence)
                         {
                             packing::detail::append_ranks<letter_t>(arena, sequence, loop);
                         });
            place_of(long_[i]) = arena[0];
        }
    }

    // Packs the short ones of some neighbouring sequences into an arena of the thread's own. The arenas of all threads are neighbours
    // in memory, and would share lines of the cache, which each sequence changes.
    void pack_short(packing::detail::sequence_arena & kept, std::size_t const begin, std::size_t const end)
    {
        packing::detail::sequence_arena arena{std::exchange(kept, {})};
        auto const is_short = [this](std::size_t const number)
        {
            return !std::ranges::binary_search(long_, number);
        };
        for (std::size_t number = begin; number < end; ++number)
            if (is_short(number))
                use_sequence(number,
                             [&](auto & sequence)
                             {
                                 packing::detail::append_ranks<letter_t>(arena, sequence);
                             });
        std::size_t packed = 0;
        for (std::size_t number = begin; number < end; ++number)
            if (is_short(number))
                place_of(number) = arena[packed++];
        kept = std::move(arena);
    }

    // The place of the view of a packed sequence.
    packing::packed_sequence_view & place_of(std::size_t const number) noexcept
    {
        if (is_shared_)
            return memory_->sequences[number];
        alignment::sequence_pair & pair = memory_->pairs[number / 2];
        return number % 2 == 0 ? pair.first : pair.second;
    }

    // Calls a function with a sequence that is packed.
    template <typename function_t>
    void use_sequence(std::size_t const number, function_t const & function)
    {
        place const where =
            is_shared_ ? places_[number] : place{static_cast<std::uint32_t>(number / 2), number % 2 != 0};
        if (where.is_second)
            function(kept_[where.pair].second.get());
        else
            function(kept_[where.pair].first.get());
    }

    batch_memory * memory_{};
    std::size_t count_{};
    std::uint64_t letters_{}; // The letters to pack.
    std::uint64_t longest_{};
    std::vector<std::size_t> long_{}; // Sequences that all threads pack together.
    iterator_t begin_{};
    std::uint32_t first_id_{};

    std::vector<kept_pair> kept_{};
    std::array<key_t, 2> last_keys_{}; // The keys of the last pair.

    // Whether pairs share sequences. If not, all are packed, in the order of the pairs, and the following members are empty.
    bool is_shared_{};
    std::vector<place> places_{};          // The place of each sequence that is packed.
    std::vector<std::uint32_t> numbers_{}; // The numbers of the sequences of pairs among the packed ones.
    std::unordered_map<key_t, std::uint32_t, hash> known_{}; // The numbers by the keys.
};

} // namespace seqan3_gpulcs::pairwise::detail
