// SPDX-License-Identifier: BSD-3-Clause

#include "src/scan/site_aligner.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "src/scan/nucleotide_sets.hpp"
#include "src/util/ceil_div.hpp"

namespace seqan3_gpulcs::scan
{

namespace
{

constexpr std::uint64_t word_bits{64};

// Steps of a path, as alignment::path has them.
constexpr std::uint8_t substitution_step{0};
constexpr std::uint8_t primer_step{1}; // A letter of the primer alone.
constexpr std::uint8_t text_step{2};
constexpr std::uint8_t match_step{3};

// A column of Myers' recurrence for some words of rows.
class distance_column
{
public:
    distance_column(std::span<std::uint64_t> const state, std::uint64_t const rows) noexcept :
        state_{state},
        last_row_{std::uint64_t{1} << (rows - 1) % word_bits},
        distance_{rows}
    {
        for (std::size_t i = 0; i < state_.size(); i += 2)
        {
            state_[i] = ~std::uint64_t{0};
            state_[i + 1] = 0;
        }
    }

    // The distance of the last row after a letter. `match`: the rows that it matches.
    std::uint64_t step(std::uint64_t const * const match) noexcept
    {
        // The row above the first one is 0 in all columns.
        std::uint64_t up_above = 0;
        std::uint64_t down_above = 0;
        for (std::size_t i = 0; i < state_.size(); i += 2)
        {
            std::uint64_t & plus = state_[i];
            std::uint64_t & minus = state_[i + 1];
            std::uint64_t const equal = match[i / 2] | down_above;
            std::uint64_t const same = (((equal & plus) + plus) ^ plus) | equal | minus;
            std::uint64_t const up = minus | ~(same | plus);
            std::uint64_t const down = plus & same;
            if (i + 2 == state_.size())
                distance_ += static_cast<std::uint64_t>((up & last_row_) != 0)
                           - static_cast<std::uint64_t>((down & last_row_) != 0);
            std::uint64_t const up_here = up << 1 | up_above;
            std::uint64_t const down_here = down << 1 | down_above;
            up_above = up >> (word_bits - 1);
            down_above = down >> (word_bits - 1);
            plus = down_here | ~(same | up_here);
            minus = up_here & same;
        }
        return distance_;
    }

private:
    std::span<std::uint64_t> state_; // For each word, rows that are one more than the row above, and one less.
    std::uint64_t last_row_;
    std::uint64_t distance_;
};

/* A column of distances with a limit for the edits at the 3' end. Upper rows have one cell each. Lower rows, of letters at the 3' end,
 * have a layer for each number of edits there; their cells count only the edits in upper rows. The last upper row is the first row of
 * the layers.
 */
class limited_column
{
public:
    limited_column(std::span<std::uint8_t const> const primer,
                   std::uint64_t const first_letters,
                   std::uint64_t const max_edits,
                   std::uint64_t const max_layer) :
        primer_{primer},
        last_letters_{primer.size() - first_letters},
        layers_{max_layer + 1},
        too_many_{max_edits + 1},
        upper_(first_letters + 1),
        lower_((last_letters_ + 1) * layers_, too_many_),
        diagonal_(layers_),
        before_(layers_)
    {
        for (std::uint64_t row = 0; row <= first_letters; ++row)
            upper_[row] = std::min(row, too_many_);
        lower_[0] = upper_.back();
        // Without letters of the text, all letters of the primer are edits.
        for (std::uint64_t row = 1; row <= std::min(last_letters_, max_layer); ++row)
            lower_[row * layers_ + row] = upper_.back();
    }

    // The distance of the last row after a letter.
    std::uint64_t step(std::uint8_t const letter)
    {
        std::copy_n(lower_.begin(), layers_, diagonal_.begin());
        step_upper(letter);
        lower_[0] = upper_.back();
        for (std::uint64_t row = 1; row <= last_letters_; ++row)
            step_lower(row, letter);

        std::uint64_t distance = too_many_;
        for (std::uint64_t layer = 0; layer < layers_; ++layer)
            distance = std::min(distance, lower_[last_letters_ * layers_ + layer] + layer);
        return distance;
    }

private:
    void step_upper(std::uint8_t const letter)
    {
        std::uint64_t above = 0;
        for (std::size_t row = 1; row < upper_.size(); ++row)
        {
            bool const is_match = (primer_[row - 1] & letter) != 0;
            std::uint64_t const here = std::min({above + !is_match, upper_[row] + 1, upper_[row - 1] + 1});
            above = std::exchange(upper_[row], std::min(here, too_many_));
        }
    }

    void step_lower(std::uint64_t const row, std::uint8_t const letter)
    {
        std::uint64_t * const cells = lower_.data() + row * layers_;
        std::uint64_t const * const above = cells - layers_;
        std::copy_n(cells, layers_, before_.begin());
        bool const is_match = (primer_[upper_.size() - 2 + row] & letter) != 0;
        for (std::uint64_t layer = 0; layer < layers_; ++layer)
        {
            std::uint64_t least = is_match ? diagonal_[layer] : too_many_;
            if (layer != 0)
                least = std::min({least, diagonal_[layer - 1], before_[layer - 1], above[layer - 1]});
            cells[layer] = least;
        }
        std::swap(diagonal_, before_);
    }

    std::span<std::uint8_t const> primer_;
    std::uint64_t last_letters_;
    std::uint64_t layers_;
    std::uint64_t too_many_;
    std::vector<std::uint64_t> upper_;
    std::vector<std::uint64_t> lower_;    // [row][layer]
    std::vector<std::uint64_t> diagonal_; // The layers of the row above, in the column before.
    std::vector<std::uint64_t> before_;   // The layers of this row, in the column before.
};

} // namespace

site_aligner::site_aligner(std::span<std::uint8_t const> const primer,
                           primer::site_options const & options,
                           runtime::task_control & control) :
    primer_(primer.begin(), primer.end()),
    max_edits_{options.max_edits},
    first_letters_{primer.size() - std::min<std::uint64_t>(primer.size(), options.three_prime_letters)},
    max_layer_{std::min(options.max_edits, options.max_three_prime_edits)},
    mismatches_only_{options.mismatches_only},
    poll_{control}
{
    std::uint64_t const words = util::ceil_div(size(), word_bits);
    match_.resize(nucleotide_sets * words);
    for (std::uint8_t set = 0; set < nucleotide_sets; ++set)
        for (std::uint64_t row = 0; row < size(); ++row)
            if (matches(row, set))
                match_[set * words + row / word_bits] |= std::uint64_t{1} << row % word_bits;
}

std::span<std::uint64_t const> site_aligner::find_distances(std::span<std::uint8_t const> const letters)
{
    distances_.resize(letters.size());
    if (mismatches_only_)
    {
        count_mismatches(letters);
        return distances_;
    }
    find_plain_distances(letters);
    // Distances without the limit are lower bounds, and mostly they are too great already.
    if (has_limit()
        && std::ranges::any_of(distances_,
                               [this](std::uint64_t const distance)
                               {
                                   return distance <= max_edits_;
                               }))
        find_limited_distances(letters);
    return distances_;
}

void site_aligner::count_mismatches(std::span<std::uint8_t const> const letters)
{
    for (std::uint64_t end = 1; end <= letters.size(); ++end)
    {
        poll_.add(std::min(size(), 4 * max_edits_ + 4));
        std::uint64_t mismatches = end < size() ? max_edits_ + 1 : 0;
        // Letters are compared from the 3' end on, so that its limit applies first.
        for (std::uint64_t i = 1; i <= size() && mismatches <= max_edits_; ++i)
        {
            mismatches += !matches(size() - i, letters[end - i]);
            if (i <= size() - first_letters_ && mismatches > max_layer_)
                mismatches = max_edits_ + 1;
        }
        distances_[end - 1] = mismatches;
    }
}

void site_aligner::find_plain_distances(std::span<std::uint8_t const> const letters)
{
    std::uint64_t const words = util::ceil_div(size(), word_bits);
    state_.resize(2 * words);
    distance_column column{state_, size()};
    for (std::size_t i = 0; i < letters.size(); ++i)
    {
        poll_.add(words);
        distances_[i] = std::min(column.step(match_.data() + letters[i] * words), max_edits_ + 1);
    }
}

void site_aligner::find_limited_distances(std::span<std::uint8_t const> const letters)
{
    limited_column column{primer_, first_letters_, max_edits_, max_layer_};
    std::ranges::transform(letters,
                           distances_.begin(),
                           [&](std::uint8_t const letter)
                           {
                               poll_.add(first_letters_ + (size() - first_letters_) * (max_layer_ + 1));
                               return column.step(letter);
                           });
}

/* The matrix of the primer and the letters, as far as the edits of the alignment reach from the last cell: a band of diagonals.
 * Columns are counted back from the last one. A step to the next column leads to the cell on the right in the band, one to the row
 * above and the same column to the cell on the left there, and one to both to the cell above. A cell has the cost of the best
 * alignment up to it: all edits first, and then those at the 3' end. If edits at the 3' end have a limit of
 * their own, rows of letters there have a layer for each number of them. All other rows have one layer.
 */
std::uint64_t * site_aligner::cells(std::uint64_t const row, std::uint64_t const layer) noexcept
{
    // Layers that do not exist share the first row, whose cells have too many edits.
    std::uint64_t index = 0;
    if (row <= first_letters_ && layer == 0)
        index = 1 + row;
    else if (row > first_letters_ && layer < layers_)
        index = 2 + first_letters_ + (row - first_letters_ - 1) * layers_ + layer;
    // Each row has a cell beside the band on each side.
    return cells_.data() + index * (2 * band_ + 3) + 1;
}

// The cost of an edit in a row.
std::uint64_t site_aligner::edit_cost(std::uint64_t const row) const noexcept
{
    return all_edits_cost() + (row > first_letters_ ? 1 : 0);
}

// The layer in which a row is before an edit.
std::uint64_t site_aligner::layer_before(std::uint64_t const row, std::uint64_t const layer) const noexcept
{
    return row > first_letters_ && max_layer_ < band_ ? layer - 1 : layer;
}

// Computes a layer of a row.
void site_aligner::compute_cells(std::uint64_t const row,
                                 std::uint64_t const layer,
                                 std::span<std::uint8_t const> const letters) noexcept
{
    std::uint64_t const edit = edit_cost(row);
    std::uint64_t * const here = cells(row, layer);
    std::uint64_t const * const above = cells(row - 1, layer);
    std::uint64_t const * const edited_above = cells(row - 1, layer_before(row, layer));
    std::uint64_t const * const edited_here = cells(row, layer_before(row, layer));
    std::uint64_t const diagonal = size() - row;
    std::uint64_t const first = band_ - std::min(diagonal, band_);
    std::uint64_t const columns = letters.size() + band_ - std::min(letters.size() + band_, diagonal);
    for (std::uint64_t i = std::min(2 * band_, columns) + 1; i-- > first;)
    {
        std::uint64_t least = edited_above[i - 1] + edit;
        if (std::uint64_t const column = i + diagonal - band_; column < letters.size())
        {
            bool const is_match = matches(row - 1, letters[letters.size() - 1 - column]);
            least = std::min({least, is_match ? above[i] : edited_above[i] + edit, edited_here[i + 1] + edit});
        }
        here[i] = std::min(least, too_great());
    }
}

site_aligner::alignment_end site_aligner::align(std::span<std::uint8_t const> const letters, std::uint64_t const edits)
{
    steps_.clear();
    if (mismatches_only_ || edits == 0)
        return align_without_gaps(letters);

    band_ = edits;
    layers_ = max_layer_ < edits ? max_layer_ + 1 : 1;
    std::uint64_t const rows = 2 + first_letters_ + (size() - first_letters_) * layers_;
    cells_.assign(rows * (2 * band_ + 3), too_great());
    // Before the first letter of the primer, no letter of the text counts.
    for (std::uint64_t i = 0; i <= 2 * band_; ++i)
        if (i + size() <= letters.size() + band_)
            cells(0, 0)[i] = 0;
    for (std::uint64_t row = 1; row <= size(); ++row)
        for (std::uint64_t layer = 0; layer < (row <= first_letters_ ? 1 : layers_); ++layer)
        {
            poll_.add(2 * band_ + 1);
            compute_cells(row, layer, letters);
        }

    std::uint64_t best = 0;
    for (std::uint64_t layer = 1; layer < layers_; ++layer)
        if (cells(size(), layer)[band_] < cells(size(), best)[band_])
            best = layer;
    if (cells(size(), best)[band_] == too_great())
        return {.edits = edits + 1};
    return follow(letters, best);
}

site_aligner::alignment_end site_aligner::align_without_gaps(std::span<std::uint8_t const> const letters)
{
    if (letters.size() < size())
        return {.edits = max_edits_ + 1};
    poll_.add(size());
    alignment_end found{.letters = size()};
    for (std::uint64_t row = size(); row-- > 0;)
    {
        bool const is_match = matches(row, letters[letters.size() - (size() - row)]);
        found.edits += !is_match;
        found.three_prime_edits += !is_match && row >= first_letters_;
        steps_.push_back(is_match ? match_step : substitution_step);
    }
    if (found.three_prime_edits > max_layer_)
        found.edits = max_edits_ + 1;
    return found;
}

// Goes back from the last cell in a layer.
site_aligner::alignment_end site_aligner::follow(std::span<std::uint8_t const> const letters, std::uint64_t layer)
{
    std::uint64_t i = band_; // The index of the cell in the band.
    std::uint64_t const cost = cells(size(), layer)[i];
    alignment_end found{.edits = cost / all_edits_cost(), .three_prime_edits = cost % all_edits_cost()};
    for (std::uint64_t row = size(); row > 0;)
    {
        std::uint64_t const here = cells(row, layer)[i];
        std::uint64_t const edit = edit_cost(row);
        std::uint64_t const from_layer = layer_before(row, layer);
        bool const has_letter = found.letters < letters.size();
        bool const is_match = has_letter && matches(row - 1, letters[letters.size() - 1 - found.letters]);
        if (is_match && cells(row - 1, layer)[i] == here)
            steps_.push_back(match_step);
        else if (has_letter && !is_match && cells(row - 1, from_layer)[i] + edit == here)
            steps_.push_back(substitution_step);
        else if (cells(row - 1, from_layer)[i - 1] + edit == here)
            steps_.push_back(primer_step);
        else
            steps_.push_back(text_step);

        row -= steps_.back() != text_step;
        found.letters += steps_.back() != primer_step;
        i = found.letters + band_ - (size() - row);
        if (steps_.back() != match_step)
            layer = from_layer;
    }
    return found;
}

alignment::path site_aligner::make_path() const
{
    constexpr unsigned steps_per_word{32};
    auto words = std::make_unique<std::uint64_t[]>(util::ceil_div<std::uint64_t>(steps_.size(), steps_per_word));
    for (std::size_t i = 0; i < steps_.size(); ++i)
        words[i / steps_per_word] |= std::uint64_t{steps_[i]} << 2 * (i % steps_per_word);
    return {std::move(words), steps_.size()};
}

} // namespace seqan3_gpulcs::scan
