// Public chance sampling (Johanson, Bard, Lanctot, Gibson & Bowling 2012) with buckets: passes for
// one traverser over a complete board, with all hands of both players at the same time.
//
// A pass updates the traverser's regrets and the opponent's averages without a log: each row
// belongs to one decision, and each decision to one part of the plan, so nothing depends on
// threads. Hands of a bucket share a row: their gains are added up, each sum in the order of hands.
//
// Board cards are drawn uniformly, whatever the players hold. A pair of hands is only played on
// boards that do not block it, so it counts R times there, where R is the ratio of the number of
// all boards to the number of those boards.
#pragma once

#include <cstdint>
#include <vector>

#include "blueprint/board_plan.hpp"
#include "blueprint/bucket_rows.hpp"
#include "blueprint/dealt_board.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

// The sum of the products of weights over all pairs of hands that share no card, divided by R.
double board_weight(const DealGame& game);

struct BoardPass {
    int traverser;
    double weight;         // of the traversal, for averages
    double step;           // weight of the regrets of a hand with weight 1
    std::uint64_t number;  // of the traversal, which seeds the rounding of 16-bit regrets
};

class BoardPasses {
  public:
    BoardPasses(const DealGame& game, const BucketRows& rows);

    const BoardPlan& plan() const { return plan_; }
    void play(const DealtBoard& board, const BoardPass& pass, ThreadPool& pool, int threads);

    // Memory of the rows of reach and values.
    std::size_t bytes() const;

  private:
    // Working memory: the rows of a part, and the strategy at one decision.
    struct Room {
        std::vector<float> reach, values;  // [places][width]
        std::vector<float> strategy;       // [actions][rows]
        std::vector<double> sums;          // [actions][rows]
        std::vector<ShowdownEnd> showdowns;
        std::vector<FoldEnd> folds;
        SweepScratch scratch{DealtBoard::kWidth};
    };
    class Part;

    const BucketRows& rows_;
    BoardPlan plan_;
    std::int32_t most_places_ = 0;  // of a part after the first
    Room top_;
    std::vector<Room> rooms_;  // one for each thread
};

}  // namespace fifthstreet
