// Vector CFR over a postflop spot: two ranges, a betting tree, all runouts.
//
// The betting of a street is a list of trees, one for each way to get there (its entries); a street
// has as many instances as there are runouts of the board so far, up to suits. A pass for one player
// goes down with the opponent's reach, values the ends, and comes up with the player's values:
//
//     down: street by street, reach split by regret matching
//     ends: folds and showdowns of a runout in common sweeps
//     up:   values to the root, regrets on the way
//
// The opponent's reach is what his average strategy is to be weighted by, so averages are kept up
// on the way down, in the pass of the other player, at no cost in memory traffic.
//
// River runouts are worked on entry by entry with rows that stay in the cache; streets before the
// river keep their rows, because deals come between their way down and their way up. Where no hand
// of the opponent gets to, nothing has a value and nothing changes: such trees are skipped, and the
// discounts that their tables miss are made up for when they are next reached.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "postflop/leaf_sweep.hpp"
#include "postflop/match_rows.hpp"
#include "postflop/table_rows.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

enum NodeKind : std::uint8_t { kAction, kExit, kFold, kShowdown };

// One player's hands on each runout of a street. Arrays over hands are concatenated over runouts.
struct Seat {
    std::vector<std::int32_t> count;        // [R] hands that the board leaves
    std::vector<std::int64_t> start;        // [R] first hand in the arrays below
    std::vector<std::int64_t> table;        // [R] first entry of the runout in the player's tables
    std::vector<std::uint16_t> order;       // place of the hand in the row of the runout before
    std::vector<std::uint8_t> cards;        // two to a hand
    std::vector<std::uint16_t> same;        // place of the same cards in the opponent's row
    std::vector<StrengthGroup> groups;      // on the river
    std::vector<std::int64_t> group_start;  // [R]
    // For each member of each runout's orbit: place of a hand of the row before in this row.
    std::vector<std::uint16_t> inverse;
    std::vector<std::int64_t> inverse_start;  // [members]
    std::int32_t rows = 0;    // actions of the player's nodes, all together
    std::int32_t blocks = 0;  // nodes of the player
    std::int64_t first_block = 0;
};

struct Street {
    // Nodes, entry by entry, each entry breadth first.
    std::vector<std::uint8_t> kind;
    std::vector<std::int8_t> player;
    std::vector<std::int32_t> first_child;
    std::vector<std::uint8_t> n_children;
    std::vector<std::int32_t> row;    // of an action node: first row in its player's tables
    std::vector<std::int32_t> block;  // of an action node: which of its player's nodes it is
    std::vector<float> lead[2];       // of an end, for each player: see ShowdownEnd
    std::vector<float> total[2];
    std::vector<std::int32_t> entry_start;  // [entries + 1]
    std::vector<std::int32_t> exit_node;    // [exits] exit i leads to entry i of the next street
    // Of a fold whose next sibling is a showdown: who folds; else -1. Both hang on one reach.
    std::vector<std::int8_t> before_showdown;
    // Runouts, those of one parent together.
    std::vector<std::int32_t> parent;         // [R]
    std::vector<std::int32_t> member_start;   // [R + 1]
    std::vector<std::int32_t> first_of_parent;  // [parents + 1]
    float chance = 1.0f;  // probability of a deal that blocks neither hand
    Seat seats[2];

    int nodes() const { return static_cast<int>(kind.size()); }
    int entries() const { return static_cast<int>(entry_start.size()) - 1; }
    int exits() const { return static_cast<int>(exit_node.size()); }
    int runouts() const { return static_cast<int>(parent.size()); }
};

// Tables of one player. Stamps say when a block was last worked on, for discounts left out since.
struct PlayerTables {
    Table regrets;
    Table predictions;
    Table averages;
    std::uint32_t* regret_stamps = nullptr;
    std::uint32_t* average_stamps = nullptr;
    std::vector<float> lock_rows;
    std::vector<std::int64_t> lock_start;  // [blocks] or empty; below 0 where nothing is locked
};

// Factors of iterations 1, 2, ... and of averages after 0, 1, ... updates.
struct Discounts {
    std::vector<float> positive;
    std::vector<float> negative;
    std::vector<float> keep;
};

class RangeSolver {
  public:
    RangeSolver(std::vector<Street> streets, std::vector<float> first_weights,
                std::vector<float> second_weights);
    ~RangeSolver();
    RangeSolver(const RangeSolver&) = delete;
    RangeSolver& operator=(const RangeSolver&) = delete;

    PlayerTables& tables(int player) { return tables_[player]; }
    const std::vector<Street>& streets() const { return streets_; }

    // Iterations first .. first + count - 1, the first ever being 1.
    void iterate(std::uint32_t first, std::uint32_t count, const Discounts& discounts, int threads);

    // Counterfactual value of each hand at the root, in the order of the root's row. Where `taps`
    // has an array for a street it gets the values of all its nodes: runout by runout,
    // [nodes][stride]. Nodes that the opponent never gets to are left as they are.
    void evaluate(int player, Mode mode, int threads, const std::vector<float*>& taps, float* out);

    // Values of all nodes of one river runout, [nodes][stride], without visiting any other.
    void evaluate_river(int player, Mode mode, int runout, float* out);

    // Memory for the rows in work, apart from the tables.
    std::int64_t scratch_bytes() const;

  private:
    struct Pass;
    struct Bench;
    struct Ends;
    class Workers;

    const Street& river() const { return streets_.back(); }
    int last() const { return static_cast<int>(streets_.size()) - 1; }
    std::size_t rows_at_once() const;
    std::int64_t block_of(int player, int street, int runout, int node) const;

    void run(const Pass& pass, ThreadPool& pool, float* out);
    void down_street(const Pass& pass, int street, int runout, Ends& ends);
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
    float* chunk_sums(int chunk, int entry);

    std::vector<Street> streets_;
    std::vector<int> width_;  // floats to a row, by street
    std::vector<float> weights_[2];
    PlayerTables tables_[2];
    // River runouts that are worked on in a row: first runout of each chunk, and one past the last.
    std::vector<int> chunks_;
    std::vector<int> first_chunk_;             // [runouts of the street before + 1]
    std::vector<std::vector<Bench>> benches_;  // [streets before the river][runouts]
    std::vector<float> sums_;                  // [chunks][entries of the river][width before]
    std::unique_ptr<Workers> workers_;         // kept from call to call: small spots feel it
};

}  // namespace fifthstreet
