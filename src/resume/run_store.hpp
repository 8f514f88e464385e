// SPDX-License-Identifier: BSD-3-Clause

/*!\file
 * \brief The state of the computation of one pair, and the directory where it is saved.
 */

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include <seqan3_gpulcs/alignment/sequence_pair.hpp>

#include "src/plan/comparison.hpp"
#include "src/plan/matrix_part.hpp"
#include "src/plan/stepped_band.hpp"
#include "src/traceback/checkpoint_store.hpp"

namespace seqan3_gpulcs::resume
{

//!\brief The sequences and the comparison that a state belongs to.
struct run_identity
{
    std::uint64_t rows{};        //!< The length of the first sequence.
    std::uint64_t columns{};     //!< The length of the second sequence.
    std::uint64_t first_hash{};  //!< A hash of the letters of the first sequence, however they are packed.
    std::uint64_t second_hash{}; //!< A hash of the letters of the second sequence.
    plan::comparison wanted{};   //!< The comparison. Its preference is not saved: only the traceback uses it.

    //!\brief Whether another identity has the same sequences.
    bool has_sequences_of(run_identity const & other) const noexcept
    {
        return rows == other.rows && columns == other.columns && first_hash == other.first_hash
            && second_hash == other.second_hash;
    }
};

//!\brief Makes the identity of a computation. Linear in the number of letters: it hashes all of them.
run_identity identify(alignment::sequence_pair const & pair, plan::comparison const & wanted) noexcept;

//!\brief Checkpoints of a region of the matrix, in a file of their own.
struct saved_checkpoints
{
    std::uint64_t number{};       //!< The number in the name of the file.
    plan::matrix_region region{}; //!< The region.
    std::uint64_t hash{};         //!< The hash at the end of the file.
};

/*!\brief How far a computation has come.
 *
 * The columns are computed slab by slab, and the rows of a slab in parts, one below the other. So above `row`, V is that at the
 * end of the slab, and below it that at its begin. In a band, a slab is a part of a step, and has its rows; V of others stays.
 */
struct run_state
{
    //!\brief The state before anything is computed.
    run_state(run_identity const & identity, plan::checkpoint_grid const & grid);

    run_identity identity;                          //!< The computation that it belongs to.
    plan::checkpoint_grid grid;                     //!< Where checkpoints are kept; zeros if none are.
    plan::stepped_band band;                        //!< What is computed.
    plan::interval slab{};                          //!< The columns that are computed now; empty between two slabs.
    std::uint64_t row{};                            //!< One past the rows of the slab that are done; 0 if none are.
    std::vector<std::uint64_t> vertical;            //!< V, as in plan::matrix_borders.
    std::vector<std::uint64_t> horizontal{};        //!< The carries of the slab below the rows that are done.
    traceback::checkpoint_store checkpoints{};      //!< The checkpoints of all parts that are done.
    std::vector<saved_checkpoints> saved_regions{}; //!< Their files; the last one may be of a part of a slab.
    std::uint64_t next_number{};                    //!< The number of the next file.

    //!\brief Begins again, with another band. Files of the former one stay until the state is saved.
    void begin_again(plan::stepped_band const & with);

    //!\brief Sets `horizontal` to the upper border of the matrix.
    void begin_slab();

    //!\brief What is left of the step that is computed now, and of the slab that has been begun in it.
    plan::matrix_region next_region() const noexcept;

    //!\brief V of the rows of a region.
    std::span<std::uint64_t> vertical_of(plan::matrix_region const & region) noexcept;

    //!\brief Whether the whole matrix, or all of the band, is computed.
    bool is_complete() const noexcept
    {
        return slab.begin == identity.columns;
    }

    //!\brief The cells that are computed, or left out.
    double cells_done() const noexcept;

    //!\brief The memory of checkpoints, for parts of the matrix.
    plan::region_checkpoints const & kept() const noexcept
    {
        return checkpoints.target();
    }
};

/*!\brief The directory of a run, which no other process can use meanwhile.
 *
 * The file `gpulcs.state` has everything but the checkpoints, which are in files of some columns each that never change:
 * `gpulcs.grid.*`. A new state has another name until it is complete and on the disk; then it takes the place of the old one.
 */
class run_store
{
public:
    /*!\brief Makes the directory if there is none.
     * \throws seqan3_gpulcs::saved_run_error if it cannot be used, or is in use.
     */
    explicit run_store(std::filesystem::path directory);

    run_store(run_store const &) = delete;
    run_store & operator=(run_store const &) = delete;
    ~run_store();

    //!\brief Whether a state is there.
    bool has_state() const;

    /*!\brief Reads the state.
     * \param identity     The computation that it must belong to.
     * \param memory_limit The maximum for its checkpoints and the tiles of the traceback.
     * \throws seqan3_gpulcs::saved_run_error if it is damaged, or belongs to something else.
     * \throws seqan3_gpulcs::memory_limit_too_small, which names a limit that suffices.
     */
    run_state load(run_identity const & identity, std::uint64_t memory_limit) const;

    /*!\brief Saves a state, which supersedes the one before.
     * \throws seqan3_gpulcs::saved_run_error; then the state before is still there, as a whole.
     */
    void save(run_state & state);

    //!\brief Removes a state that is there. \throws seqan3_gpulcs::saved_run_error
    void restart();

    //!\brief Removes the state and the lock, so that nothing remains of a run. \throws seqan3_gpulcs::saved_run_error
    void remove();

private:
    // The file of a state.
    struct state_words
    {
        std::uint64_t version{};
        std::vector<std::uint64_t> words{}; // Those after the version.
    };

    std::vector<std::string> checkpoint_files() const;
    void lock();
    state_words read_state() const;
    saved_checkpoints save_region(run_state & state, plan::matrix_region const & region) const;
    void load_region(run_state & state, saved_checkpoints const & saved) const;
    void save_files(run_state & state) const;
    void save_regions(run_state & state) const;
    void write_state(run_state const & state) const;
    void replace_state() const;
    void remove_other_regions(run_state const & state) const noexcept;
    void remove_file(std::string const & name) const;
    bool is_synced() const noexcept;
    void sync() const;

    std::filesystem::path directory_;
    int directory_descriptor_{-1};
    int lock_{-1};
};

} // namespace seqan3_gpulcs::resume
