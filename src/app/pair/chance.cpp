// SPDX-License-Identifier: BSD-3-Clause

#include "src/app/pair/chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <random>
#include <unordered_set>

#include <seqan3_gpulcs/edit/compute.hpp>
#include <seqan3_gpulcs/lcs/compute.hpp>
#include <seqan3_gpulcs/packing/nucleotides.hpp>

#include "src/app/readable.hpp"

namespace seqan3_gpulcs::app
{

namespace
{

// Shorter sequences may be as alike by chance.
constexpr std::uint64_t min_length{200};

// Random sequences have no more letters than these.
constexpr double max_sample_length{4096};

// Looking at a pair takes about as long as comparing two sequences of some thousand letters, so only so many pairs are looked at. Pairs
// that are passed over cost time as well, so they are limited, too.
constexpr std::size_t max_seen{100};
constexpr std::size_t max_visited{100'000};

// Only so many of the pairs by chance are searched for common words, which takes less time than to compare random sequences.
constexpr std::size_t max_examples{10};

// Whatever its letters are, a pair that is more alike than this is not so by chance. Random sequences of two letters come near it.
constexpr double max_identity{0.9};

// If so many letters of a sequence are the same, its identity only tells how often the other one has this letter, in whatever order.
constexpr double max_letter_share{0.9};

constexpr unsigned letters_per_word{16};

// Letters of a sequence, with the same probability each. A random one of some in a row each time: every other one of ATAT would be A.
std::vector<std::uint8_t> sample_letters(packing::packed_sequence_view const & sequence)
{
    constexpr std::uint64_t max_samples{std::uint64_t{1} << 14};
    std::mt19937 generator{2};
    std::uint64_t const step = sequence.size() / max_samples + 1;
    std::vector<std::uint8_t> letters{};
    for (std::uint64_t i = 0; i < sequence.size(); i += step)
        letters.push_back(sequence[std::min(i + generator() % step, sequence.size() - 1)]);
    return letters;
}

// For each letter, the share that it has of a sequence.
std::array<double, 256> letter_shares(packing::packed_sequence_view const & sequence)
{
    std::vector<std::uint8_t> const letters = sample_letters(sequence);
    std::array<double, 256> shares{};
    for (std::uint8_t const letter : letters)
        shares[letter] += 1 / static_cast<double>(letters.size());
    return shares;
}

bool is_nearly_one_letter(packing::packed_sequence_view const & sequence)
{
    return std::ranges::max(letter_shares(sequence)) > max_letter_share;
}

std::string random_sequence(std::vector<std::uint8_t> const & letters, double const size, std::mt19937 & generator)
{
    std::string sequence(std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(size))), '\0');
    for (char & letter : sequence)
        letter = static_cast<char>(letters[generator() % letters.size()]);
    return sequence;
}

std::uint64_t compare(pair_options const & options, std::string const & first, std::string const & second)
{
    plan::execution const here{.backend = plan::backend::cpu, .threads = 1};
    if (!traits_of(options.metric).is_distance)
        return lcs::length(first, second, here);
    packing::packed_sequence const one = packing::pack(first);
    packing::packed_sequence const other = packing::pack(second);
    alignment::sequence_pair const pair{one, other};
    return edit::distances({&pair, 1}, free_ends(options), here).front();
}

// Calls a function with one of so many words of sixteen nucleotides, and its reverse complement, as numbers. Whether a word is among them
// depends on nothing else but itself and its complement.
template <typename function_t>
void for_each_word(packing::packed_sequence_view const & sequence,
                   std::uint64_t const sampled,
                   function_t const & function)
{
    std::array<std::uint8_t, 256> code{};
    code.fill(4);
    for (std::uint8_t i = 0; i < 4; ++i)
        code[packing::nucleotide_letters[i]] = i;
    std::uint32_t word = 0;
    std::uint32_t complement = 0;
    unsigned known = 0;
    for (std::uint64_t i = 0; i < sequence.size(); ++i)
    {
        std::uint8_t const next = code[sequence[i]];
        known = next == 4 ? 0 : known + 1;
        word = word << 2 | (next & 3);
        complement = complement >> 2 | std::uint32_t{3u - (next & 3u)} << 30;
        std::uint64_t const mixed = (std::uint64_t{word} + complement) * 0x9e37'79b9'7f4a'7c15u;
        if (known >= letters_per_word && (mixed >> 40) % sampled == 0)
            function(word, complement);
    }
}

// An upper bound of the share of the words of sequence 2 that sequence 1, or its reverse complement, would have by chance.
double words_by_chance(alignment::sequence_pair const & pair, bool const is_reversed)
{
    std::array<double, 256> const first = letter_shares(pair.first);
    std::array<double, 256> const second = letter_shares(pair.second);
    double equal = 0;
    for (std::size_t i = 0; i < 4; ++i)
        equal += first[packing::nucleotide_letters[is_reversed ? 3 - i : i]] * second[packing::nucleotide_letters[i]];
    return std::min(1.0, static_cast<double>(pair.first.size()) * std::pow(equal, letters_per_word));
}

std::string decimals(double const number)
{
    char text[16]{};
    std::snprintf(text, sizeof(text), "%.3f", number);
    return text;
}

} // namespace

double chance_identity(pair_options const & options, alignment::sequence_pair const & pair)
{
    bool const has_free_ends = free_ends(options).any();
    std::mt19937 generator{1};
    auto const first = static_cast<double>(pair.first.size());
    auto const second = static_cast<double>(pair.second.size());
    // Where the ends are free, the length of the second sequence matters little.
    double const scale = std::min(1.0, max_sample_length / std::max(first, second));
    double const first_size = has_free_ends ? std::min(first, max_sample_length / 4) : first * scale;
    double const second_size = has_free_ends ? std::min(second, max_sample_length) : second * scale;
    std::vector<std::uint8_t> const letters = sample_letters(pair.first);
    std::string const other = random_sequence(sample_letters(pair.second), second_size, generator);
    double best = 0;
    for (int strand = 0; strand < (options.both_strands ? 2 : 1); ++strand)
    {
        std::string const one = random_sequence(letters, first_size, generator);
        std::uint64_t const whole = whole_length(one.size(), other.size(), has_free_ends);
        best = std::max(best, traits_of(options.metric).identity(compare(options, one, other), whole, whole));
    }
    return best;
}

shared_words count_shared_words(alignment::sequence_pair const & pair)
{
    // All words of short sequences.
    constexpr std::uint64_t max_size{1 << 16};
    std::uint64_t const sampled = std::max(pair.first.size(), pair.second.size()) <= max_size ? 1 : 32;
    std::unordered_set<std::uint32_t> words{};
    for_each_word(pair.first,
                  sampled,
                  [&](std::uint32_t const word, std::uint32_t)
                  {
                      words.insert(word);
                  });
    // A repeat has each of its words many times.
    std::unordered_set<std::uint32_t> known{};
    shared_words found{};
    for_each_word(pair.second,
                  sampled,
                  [&](std::uint32_t const word, std::uint32_t const complement)
                  {
                      if (!known.insert(word).second)
                          return;
                      ++found.sampled;
                      found.as_read += words.contains(word);
                      found.reversed += words.contains(complement);
                  });
    return found;
}

void chance_watch::look_at(pair_block const & block)
{
    for (alignment::value_row const & row : block.values.rows)
        for (std::size_t i = 0; i < row.values.size(); ++i)
        {
            if (seen_ == max_seen || ++visited_ > max_visited)
                return;
            look_at({row.first, row.second + i}, row.values[i]);
        }
}

void chance_watch::look_at(pair_position const & position, std::uint64_t const value)
{
    alignment::sequence_pair const pair = pairs_.letters(position);
    // Pairs that were given up have no value.
    bool const has_threshold = options_.min_identity || options_.max_distance != pair_options{}.max_distance;
    if (std::min(pair.first.size(), pair.second.size()) < min_length || has_threshold)
        return;
    ++seen_;
    if (is_nearly_one_letter(pair.first) || is_nearly_one_letter(pair.second))
    {
        ++unclear_;
        return;
    }
    std::uint64_t const whole = whole_length(pair.first.size(), pair.second.size(), free_ends(options_).any());
    double const identity = traits_of(options_.metric).identity(value, whole, whole);
    if (identity > max_identity)
        return;
    double const expected = chance_identity(options_, pair);
    // The identity of random sequences varies less where they are longer. The sample is short, and longer sequences are a little more alike.
    double const sampled = std::min(max_sample_length, static_cast<double>(whole));
    if (identity > expected + 0.01 + std::pow(sampled, -2.0 / 3))
        return;
    ++by_chance_;
    if (examples_.size() < max_examples)
        examples_.push_back({position, identity, expected});
}

std::string chance_watch::advice(unlike_pair const & unlike) const
{
    if (!options_.alphabet.starts_with("dna"))
        return {};
    alignment::sequence_pair const pair = pairs_.letters(unlike.position);
    shared_words const words = count_shared_words(pair);
    auto const are_many = [&](std::uint64_t const shared, bool const is_reversed)
    {
        double const share = 0.02 + 2 * words_by_chance(pair, is_reversed);
        return static_cast<double>(shared) > share * static_cast<double>(words.sampled) + 10;
    };
    if (!options_.both_strands && are_many(words.reversed, true) && words.reversed > 2 * words.as_read)
        return ". The reverse complement of the first one has long words in common with the second one: "
             + std::string{is_matrix(options_.format) || options_.checkpoint ? "reverse one." : "try --both-strands."};
    if (are_many(words.as_read, false) || are_many(words.reversed, true))
        return ". But they have long words in common: "
             + std::string{free_ends(options_).any()
                               ? "give the shorter one first; "
                               : "if the shorter one may be a part of the other, give it first and use gpulcs edit "
                                 "--within; let circular genomes begin at the same place; "}
             + "or try a tool that aligns locally, such as minimap2, and gpulcs plot.";
    return {};
}

std::string chance_watch::describe(unlike_pair const & unlike) const
{
    std::string const first = in_quotes(pairs_.first()[unlike.position.first].id);
    std::string const second = in_quotes(pairs_.second()[unlike.position.second].id);
    std::string const others = by_chance_ > 1 ? ", and so have others" : "";
    return first + " and " + second + " have an identity of " + decimals(unlike.identity)
         + ", about that of random sequences of these lengths (" + decimals(unlike.expected) + ')' + others;
}

std::optional<std::string> chance_watch::note() const
{
    for (unlike_pair const & unlike : examples_)
        if (std::string const found = advice(unlike); !found.empty())
            return describe(unlike) + found;
    if (by_chance_ == 0 || (options_.all_pairs && by_chance_ + unclear_ != seen_))
        return std::nullopt;
    return describe(examples_.front())
         + (options_.alphabet.starts_with("dna") ? "; whether they are related cannot be told from it."
                                                 : "; their order of letters says nothing about a relationship.");
}

} // namespace seqan3_gpulcs::app
