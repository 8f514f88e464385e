// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/kmer_sampling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

// More samples do not make a better chain.
constexpr unsigned min_rate_bits{4};

// The bits of a letter for which there are functions.
constexpr unsigned window_bits(unsigned const code_bits) noexcept
{
    return code_bits <= 2 ? 2 : code_bits <= 3 ? 3 : code_bits <= 5 ? 5 : 8;
}

using letter_counts = std::array<std::uint32_t, 256>;

// Counts some letters, spread over a sequence, under their new codes.
letter_counts count_letters(packing::packed_sequence_view const & sequence, packing::code_table const & codes) noexcept
{
    constexpr std::uint64_t max_letters{1024};
    std::uint64_t const distance = std::max<std::uint64_t>(1, sequence.size() / max_letters);
    letter_counts counts{};
    for (std::uint64_t i = 0; i < sequence.size(); i += distance)
        ++counts[codes[sequence.code(i)]];
    return counts;
}

// The probability that two letters are equal, estimated.
double estimate_match_rate(letter_counts const & first, letter_counts const & second) noexcept
{
    double matches = 0;
    double first_letters = 0;
    double second_letters = 0;
    for (std::size_t code = 0; code < first.size(); ++code)
    {
        matches += static_cast<double>(first[code]) * second[code];
        first_letters += first[code];
        second_letters += second[code];
    }
    return std::clamp(matches / std::max(1.0, first_letters * second_letters), 1e-3, 0.9);
}

// The letters of k-mers of which few occur by chance in a sequence of a size.
unsigned choose_kmer_size(std::uint64_t const size, double const match_rate, unsigned const max_size) noexcept
{
    constexpr double sizes_per_chance_match{256};
    double const letters = std::log(sizes_per_chance_match * static_cast<double>(size)) / -std::log(match_rate);
    return static_cast<unsigned>(std::clamp(std::ceil(letters), 1.0, static_cast<double>(max_size)));
}

} // namespace

kmer_sampling::kmer_sampling(packing::packed_sequence_view const & shorter,
                             packing::packed_sequence_view const & longer,
                             std::uint64_t const max_samples) noexcept :
    shorter_{shorter},
    longer_{longer},
    codes_{shorter, longer},
    match_rate_{
        estimate_match_rate(count_letters(shorter, codes_.row_codes()), count_letters(longer, codes_.column_codes()))},
    window_bits_{window_bits(codes_.bits())},
    kmer_size_{choose_kmer_size(longer.size(), match_rate_, 64 / window_bits_)},
    rate_bits_{std::max(min_rate_bits, static_cast<unsigned>(std::bit_width(shorter.size() / max_samples)))},
    // The shift drops the letters before a k-mer. The other factor is odd, so the product tells all k-mers apart.
    multiplier_{std::uint64_t{0x9e3779b97f4a7c15} << (64 - kmer_size_ * window_bits_)}
{}

kmer_sampling::reader::reader(kmer_sampling const & sampling,
                              packing::packed_sequence_view const & sequence,
                              packing::code_table const & codes) noexcept :
    sampling_{sampling},
    sequence_{sequence},
    codes_{codes},
    words_{util::ceil_div<std::uint64_t>(sequence.size(), sequence.codes_per_word())}
{
    auto const choose = [this]<unsigned letter_bits>()
    {
        switch (sampling_.window_bits_)
        {
        case 2:
            return &reader::read_words<letter_bits, 2>;
        case 3:
            return &reader::read_words<letter_bits, 3>;
        case 5:
            return &reader::read_words<letter_bits, 5>;
        default:
            return &reader::read_words<letter_bits, 8>;
        }
    };
    read_words_ = sequence.bits_per_letter() == 2 ? choose.template operator()<2>()
                : sequence.bits_per_letter() == 4 ? choose.template operator()<4>()
                                                  : choose.template operator()<8>();
}

// Samples whose last letters are in the words up to one.
template <unsigned letter_bits, unsigned code_bits>
std::size_t kmer_sampling::reader::read_words(std::uint64_t const end) noexcept
{
    constexpr unsigned letters_per_word = 64 / letter_bits;
    // Few enough for compilers to unroll the loop.
    constexpr unsigned letters_at_a_time = 8;
    std::uint64_t const multiplier = sampling_.multiplier_;
    std::uint64_t const min_hash = ~std::uint64_t{0} << (64 - sampling_.rate_bits_);
    std::uint64_t position = word_ * letters_per_word - (sampling_.kmer_size_ - 1);
    std::uint64_t window = window_;
    std::size_t count = 0;
    for (std::uint64_t i = word_; i < end; ++i)
    {
        std::uint64_t word = sequence_.words()[i];
        for (unsigned left = letters_per_word; left != 0; left -= letters_at_a_time)
            for (unsigned letter = 0; letter < letters_at_a_time; ++letter, word >>= letter_bits)
            {
                window = window << code_bits | codes_[word & ((1u << letter_bits) - 1)];
                // Without a branch, which could not be predicted.
                samples_[count] = {window * multiplier, position++};
                count += samples_[count].hash >= min_hash;
            }
    }
    window_ = window;
    return count;
}

std::span<sampled_kmer const> kmer_sampling::reader::read() noexcept
{
    std::uint64_t const end = std::min<std::uint64_t>(word_ + words_per_read, words_);
    bool const is_first = word_ == 0;
    std::span<sampled_kmer const> samples{samples_.data(), (this->*read_words_)(end)};
    word_ = end;

    // Windows that begin before the first letter or end after the last one.
    std::uint64_t const positions =
        std::max<std::uint64_t>(sequence_.size() + 1, sampling_.kmer_size_) - sampling_.kmer_size_;
    auto const is_outside = [positions](sampled_kmer const & sample)
    {
        return sample.position >= positions;
    };
    if (is_first)
        samples = {std::ranges::find_if_not(samples, is_outside), samples.end()};
    while (is_done() && !samples.empty() && is_outside(samples.back()))
        samples = samples.first(samples.size() - 1);
    return samples;
}

} // namespace seqan3_gpulcs::similar
