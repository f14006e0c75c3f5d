// Vector CFR over a postflop spot: two ranges, a betting tree, all runouts.
//
// The betting of a street is a list of trees, its entries, one for each betting line that leads to
// the street; a street has one instance for each runout of the board so far, up to suits. A pass
// for one player carries the opponent's reach down, evaluates the terminal nodes, and carries the
// player's values up:
//
//     down: street by street, reach is split by regret matching
//     ends: folds and showdowns of a runout are evaluated in common sweeps
//     up:   values go to the root, and regrets are updated
//
// The weight of the opponent's average strategy is their reach, so averages are updated while going
// down in the pass for the other player, at no extra memory traffic.
//
// River runouts are processed entry by entry, with rows that stay in the cache; streets before the
// river keep their rows, because deals come between going down and going up. Where the opponent's
// reach is zero, all values are zero and nothing changes: such subtrees are skipped, and the
// discounts that their tables miss are applied when they are next reached.
//
// Hands of the river may share rows of the tables, in buckets. Such tables are only read by hand:
// iterations play the river in buckets, see river_buckets.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "postflop/leaf_sweep.hpp"
#include "postflop/match_rows.hpp"
#include "postflop/river_buckets.hpp"
#include "postflop/root_gadget.hpp"
#include "postflop/table_rows.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

enum StreetNodeKind : std::uint8_t { kAction, kExit, kFold, kShowdown };

// One player's hands on each runout of a street. Arrays over hands are concatenated over runouts.
struct Seat {
    std::vector<std::int32_t> count;        // [R] hands that the board does not block
    std::vector<std::int64_t> start;        // [R] first hand in the arrays below
    std::vector<std::int64_t> table;        // [R] first entry of the runout in the player's tables
    std::vector<std::uint16_t> order;       // index of the hand in the row of the parent runout
    std::vector<std::uint8_t> cards;        // two per hand
    std::vector<std::uint16_t> same;        // index of the same cards in the opponent's row
    std::vector<StrengthGroup> groups;      // on the river
    std::vector<std::int64_t> group_start;  // [R]
    // For each member of each runout's orbit: index in this row of each hand of the parent's row.
    std::vector<std::uint16_t> inverse;
    std::vector<std::int64_t> inverse_start;  // [members]
    // If hands share rows of the tables: number of buckets, and the bucket of each hand.
    std::vector<std::int32_t> buckets;  // [R] or empty
    std::vector<std::uint16_t> bucket;
    // If the rows of this street are buckets: bucket of each hand of the parent's row, or the count.
    std::vector<std::uint16_t> entering;
    std::vector<std::int64_t> entering_start;  // [R]
    std::int32_t rows = 0;                     // number of actions of all nodes of the player
    std::int32_t blocks = 0;                   // number of nodes of the player
    std::int64_t first_block = 0;

    // The length of a row of the tables.
    int table_stride(int runout) const {
        return row_stride(buckets.empty() ? count[runout] : buckets[runout]);
    }
};

struct Street {
    // Nodes, entry by entry, each entry in breadth-first order.
    std::vector<std::uint8_t> kind;
    std::vector<std::int8_t> player;
    std::vector<std::int32_t> first_child;
    std::vector<std::uint8_t> n_children;
    std::vector<std::int32_t> row;    // of an action node: first row in its player's tables
    std::vector<std::int32_t> block;  // of an action node: index among its player's nodes
    std::vector<float> lead[2];       // of a terminal node, for each player: see ShowdownEnd
    std::vector<float> total[2];
    std::vector<std::int32_t> entry_start;  // [entries + 1]
    std::vector<std::int32_t> exit_node;    // [exits] exit i leads to entry i of the next street
    // Of a fold whose next sibling is a showdown: who folds; else -1. If the player of a pass
    // folds, both have the same reach.
    std::vector<std::int8_t> before_showdown;
    // Runouts, grouped by parent.
    std::vector<std::int32_t> parent;           // [R]
    std::vector<std::int32_t> member_start;     // [R + 1]
    std::vector<std::int32_t> first_of_parent;  // [parents + 1]
    float chance = 1.0f;  // probability of each card that neither player holds
    Seat seats[2];

    int nodes() const { return static_cast<int>(kind.size()); }
    int entries() const { return static_cast<int>(entry_start.size()) - 1; }
    int exits() const { return static_cast<int>(exit_node.size()); }
    int runouts() const { return static_cast<int>(parent.size()); }
};

// Tables of one player. Stamps hold when a block was last updated, for the discounts missed since.
struct PlayerTables {
    Table regrets;
    Table predictions;
    Table averages;
    std::uint32_t* regret_stamps = nullptr;
    std::uint32_t* average_stamps = nullptr;
    std::vector<float> lock_rows;
    std::vector<std::int64_t> lock_start;  // [blocks] or empty; negative where nothing is locked
};

// Factors of iterations 1, 2, ... and of averages after 0, 1, ... updates.
struct Discounts {
    std::vector<float> positive;
    std::vector<float> negative;
    std::vector<float> keep;
};

class RangeSolver {
  public:
    // With `in_buckets`, the last street is played between the buckets of its seats.
    RangeSolver(std::vector<Street> streets, std::vector<float> first_weights,
                std::vector<float> second_weights, bool in_buckets, int threads);
    ~RangeSolver();
    RangeSolver(const RangeSolver&) = delete;
    RangeSolver& operator=(const RangeSolver&) = delete;

    PlayerTables& tables(int player) { return tables_[player]; }
    RootGadget& gadget() { return gadget_; }
    const std::vector<Street>& streets() const { return streets_; }

    // Runs iterations first .. first + count - 1, counted from 1.
    void iterate(std::uint32_t first, std::uint32_t count, const Discounts& discounts, int threads);

    // Runs one pass for a player, who meets the opponent's hands with this reach at the root, and
    // computes the player's values there: a pass of an iteration in a larger game, or an evaluation.
    void pass_through(int player, Mode mode, std::uint32_t iteration, std::uint32_t updates,
                      const Discounts& discounts, int threads, const float* reach, float* out);

    // Computes the counterfactual value of each hand at the root, in the order of the root's row.
    // If `taps` has an array for a street, it gets the values of all its nodes: runout by runout,
    // [nodes][stride]. Entries of nodes that the opponent never reaches are not written.
    void evaluate(int player, Mode mode, int threads, const std::vector<float*>& taps, float* out);

    // Computes the values of all nodes of one river runout, [nodes][stride], and of no other. May be
    // called from several threads at the same time, while no other pass runs.
    void evaluate_river(int player, Mode mode, int runout, float* out) const;

    // Divides a player's hands on each runout of the last street into buckets.
    void divide_river(int player, int buckets, int threads, std::uint16_t* out) const;

    // Memory for intermediate rows and matrices, besides the tables.
    std::int64_t scratch_bytes() const;

  private:
    struct Pass;
    struct Bench;
    struct Ends;
    class Workers;

    const Street& river() const { return streets_.back(); }
    bool is_in_buckets(int street) const { return street == last() && !matrices_[0].start.empty(); }
    int last() const { return static_cast<int>(streets_.size()) - 1; }
    std::size_t rows_at_once() const;
    std::int64_t block_of(int player, int street, int runout, int node) const;

    void fit_street(int street, Bench& bench) const;
    std::vector<float> entering(const Pass& pass) const;
    void run(Pass pass, ThreadPool& pool, float* out);
    void down_street(const Pass& pass, int street, int runout, const Bench* before, Bench& bench,
                     Ends& ends) const;
    void up_street(const Pass& pass, int street, int runout, Ends& ends);
    void river_chunk(const Pass& pass, int chunk, Bench& bench, Ends& ends);
    void river_runout(const Pass& pass, int runout, const Bench* before, Bench& bench, Ends& ends,
                      float* sums, float* tap) const;

    void enter(const Pass& pass, int street, int runout, int entry, const Bench* before,
               Bench& bench) const;
    void down(const Pass& pass, int street, int runout, int entry, Bench& bench, Ends& ends) const;
    void split(const Pass& pass, int street, int runout, int node, Bench& bench, Ends& ends) const;
    void sweep(const Pass& pass, int street, int runout, Ends& ends) const;
    void up(const Pass& pass, int street, int runout, int entry, Bench& bench, Ends& ends,
            float* tap) const;
    void join(const Pass& pass, int street, int runout, int node, Bench& bench, Ends& ends) const;
    void leave(const Pass& pass, int street, int runout, const float* values, float* sums) const;
    void list_exits(const Pass& pass, int street, int runout, Bench& bench) const;
    void enter_buckets(const Pass& pass, int runout, const Bench& before, Bench& bench) const;
    void note_buckets(const Pass& pass, int runout, int entry, Bench& bench) const;
    void leave_buckets(const Pass& pass, int runout, const Bench& bench, float* sums) const;
    void sum_chunks(const Pass& pass, int runout, Bench& bench) const;
    std::size_t sum_size() const;
    const float* sums_of(int chunk) const {
        return reinterpret_cast<const float*>(sums_.data()) + chunk * sum_size();
    }
    float* sums_of(int chunk) { return const_cast<float*>(std::as_const(*this).sums_of(chunk)); }

    std::vector<Street> streets_;
    std::vector<int> width_;  // floats per row, by street
    std::vector<float> weights_[2];
    PlayerTables tables_[2];
    BucketMatrices matrices_[2];  // of a river in buckets
    RootGadget gadget_;
    // Chunks of river runouts, each for one task: first runout of each, and one past the last.
    std::vector<int> chunks_;
    std::vector<int> first_chunk_;             // [runouts of the previous street + 1]
    std::vector<std::vector<Bench>> benches_;  // [streets before the river][runouts]
    // Of each chunk: [river entries][width of previous street], and transposed of buckets.
    std::vector<Lanes> sums_;
    std::unique_ptr<Workers> workers_;  // kept between calls, which speeds up small spots
};

}  // namespace fifthstreet
