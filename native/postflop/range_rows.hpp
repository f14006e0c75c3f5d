// The working data of a pass of the range solver: inner classes of RangeSolver.
#pragma once

#include <cstdint>
#include <vector>

#include "postflop/range_solver.hpp"

namespace fifthstreet {

struct RangeSolver::Pass {
    int player;
    int opponent;
    Mode mode;
    std::uint32_t iteration;  // from 1
    std::uint32_t updates;    // number of updates of the opponent's strategy so far
    const Discounts* discounts;
    const std::vector<float*>* taps;
    const float* root_reach = nullptr;  // of the opponent's hands in the root's row
};

// Rows of the nodes of one runout during a pass.
struct RangeSolver::Bench {
    std::vector<Lanes> rows;
    std::size_t used = 0;
    int width = 0;
    std::vector<const float*> reach;  // [nodes] opponent's
    std::vector<float*> value;        // [nodes] player's
    std::vector<std::uint8_t> live;   // [nodes] whether any hand of the opponent reaches the node
    // Before a river in buckets: the opponent's reach at all exits, hand by hand.
    std::vector<Lanes> exit_reach;
    // On such a river, numbers of all entries, bucket by bucket; before it, of all exits.
    std::vector<Lanes> columns;

    void fit(int nodes, std::size_t most_rows, int row_width) {
        width = row_width;
        rows.resize(most_rows * row_width / kLanes);
        reach.resize(nodes);
        value.resize(nodes);
        live.resize(nodes);
    }
    // Before a river in buckets: `numbers` is hands times exits.
    void fit_exits(std::size_t numbers) {
        exit_reach.resize(numbers / kLanes);
        columns.resize(numbers / kLanes);
    }
    std::size_t bytes() const {
        return (rows.size() + exit_reach.size() + columns.size()) * sizeof(Lanes);
    }
    float* new_row() { return reinterpret_cast<float*>(rows.data()) + used++ * width; }
};

struct RangeSolver::Ends {
    explicit Ends(int width) : scratch(width) {}

    std::vector<ShowdownEnd> showdowns;
    std::vector<FoldEnd> folds;
    SweepScratch scratch;
    std::vector<int> entries;  // of the river whose terminal nodes have not been swept yet
    std::vector<Lanes> buffers[3];

    // A buffer for decoded rows of an integer table.
    float* buffer(int which, std::size_t count) {
        if (buffers[which].size() * kLanes < count) buffers[which].resize(count / kLanes);
        return reinterpret_cast<float*>(buffers[which].data());
    }
};

}  // namespace fifthstreet
