// SPDX-License-Identifier: BSD-3-Clause

#include "src/similar/kmer_sampling.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

#include "src/packing/bit_planes.hpp"

namespace seqan3_gpulcs::similar
{

namespace
{

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
    // Fewer letters do not have independent sums.
    constexpr double min_size{5};
    constexpr double sizes_per_chance_match{256};
    double const letters = std::log(sizes_per_chance_match * static_cast<double>(size)) / -std::log(match_rate);
    return static_cast<unsigned>(std::clamp(std::ceil(letters), min_size, static_cast<double>(max_size)));
}

// The letters of a k-mer whose bits are added: that of the even planes and that of the odd ones.
struct bit_sum
{
    unsigned even;
    unsigned odd;
};

// The sums are independent of each other for each size of k-mers, and neighbours have none in common.
constexpr std::array<bit_sum, 6> sums{{{6, 10}, {1, 4}, {0, 7}, {11, 2}, {3, 8}, {9, 5}}};

// 64 bits from one on.
std::uint64_t shifted(std::uint64_t const * const words, unsigned const bit) noexcept
{
    return words[0] >> bit | words[1] << 1 << (63 - bit);
}

} // namespace

unsigned kmer_sampling::common_hash_bits() const noexcept
{
    return std::max<unsigned>(rate_bits_, sums.size()) - unsigned{sums.size()};
}

kmer_sampling::kmer_sampling(packing::packed_sequence_view const & shorter,
                             packing::packed_sequence_view const & longer,
                             std::uint64_t const max_samples) noexcept :
    shorter_{shorter},
    longer_{longer},
    codes_{shorter, longer},
    match_rate_{
        estimate_match_rate(count_letters(shorter, codes_.row_codes()), count_letters(longer, codes_.column_codes()))},
    kmer_size_{choose_kmer_size(longer.size(), match_rate_, 63 / codes_.bits())},
    rate_bits_{choose_rate_bits(shorter.size(), max_samples)}
{}

kmer_sampling::reader::reader(kmer_sampling const & sampling,
                              packing::packed_sequence_view const & sequence,
                              packing::code_table const & codes) noexcept :
    sampling_{sampling},
    sequence_{sequence},
    codes_{codes},
    positions_{std::max<std::uint64_t>(sequence.size() + 1, sampling.kmer_size_) - sampling.kmer_size_}
{
    // The first call moves it to the front.
    load_word(words_per_read, 0);
}

void kmer_sampling::reader::load_word(std::size_t const word, std::uint64_t const letter) noexcept
{
    if (letter < sequence_.size())
        packing::split_into_planes({sequence_, codes_},
                                   letter,
                                   {&planes_[0][word], sampling_.codes_.bits(), planes_[0].size()});
    else
        for (plane & each : planes_)
            each[word] = 0;
}

void kmer_sampling::reader::select() noexcept
{
    // About half of the bits are set then, whatever the most frequent letters are.
    std::array<plane, 2> mixed{};
    unsigned const planes = sampling_.codes_.bits();
    for (unsigned i = 0; i < planes; ++i)
        for (std::size_t word = 0; word < mixed[0].size(); ++word)
            mixed[i % 2][word] ^= planes_[i][word];

    selected_.fill(~std::uint64_t{0});
    plane const & even = mixed[0];
    plane const & odd = mixed[planes == 1 ? 0 : 1];
    for (bit_sum const & sum : std::span{sums}.first(sampling_.rate_bits() - sampling_.common_hash_bits()))
    {
        unsigned const even_bit = sum.even % sampling_.kmer_size_;
        unsigned const odd_bit = sum.odd % sampling_.kmer_size_;
        for (std::size_t i = 0; i < words_per_read; ++i)
            selected_[i] &= shifted(&even[i], even_bit) ^ shifted(&odd[i], odd_bit);
    }
}

std::uint64_t kmer_sampling::reader::hash(std::size_t const word, unsigned const bit) const noexcept
{
    std::uint64_t const mask = (std::uint64_t{1} << sampling_.kmer_size_) - 1;
    std::uint64_t letters = 0;
    for (unsigned i = 0; i < sampling_.codes_.bits(); ++i)
        letters = letters << sampling_.kmer_size_ | (shifted(&planes_[i][word], bit) & mask);
    // An odd factor: the product tells all k-mers apart.
    return letters * 0x9e37'79b9'7f4a'7c15;
}

std::span<sampled_kmer const> kmer_sampling::reader::read() noexcept
{
    for (plane & each : planes_)
        each.front() = each.back();
    for (std::size_t word = 1; word <= words_per_read; ++word)
        load_word(word, begin_ + word * 64);
    select();

    std::uint64_t const min_hash = ~(~std::uint64_t{0} >> sampling_.common_hash_bits());
    std::size_t count = 0;
    for (std::size_t word = 0; word < words_per_read; ++word)
        for (std::uint64_t remaining = selected_[word]; remaining != 0; remaining &= remaining - 1)
        {
            auto const bit = static_cast<unsigned>(std::countr_zero(remaining));
            // Without a branch, which could not be predicted.
            samples_[count] = {hash(word, bit), begin_ + word * 64 + bit};
            count += samples_[count].hash >= min_hash;
        }
    // Drops the k-mers that end after the last letter.
    while (count != 0 && samples_[count - 1].position >= positions_)
        --count;
    begin_ += letters_per_read;
    return {samples_.data(), count};
}

} // namespace seqan3_gpulcs::similar
