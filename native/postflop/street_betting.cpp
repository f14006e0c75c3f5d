#include "postflop/street_betting.hpp"

#include <algorithm>
#include <utility>

#include "postflop/match_rows.hpp"
#include "shared/checks.hpp"

namespace fifthstreet {

StreetBetting::StreetBetting(std::vector<StreetNode> nodes) : nodes_(std::move(nodes)) {
    require(!nodes_.empty(), "a street must have nodes");
    int next = 1;
    for (int at = 0; at < this->nodes(); ++at) {
        StreetNode& node = nodes_[at];
        require(node.children >= 0 && node.children <= kMaxActions,
                "a decision must have at most 32 actions");
        node.row = rows_;
        if (!node.children) continue;
        require(node.player == 0 || node.player == 1, "a decision must be a player's");
        require(node.first_child == next && next > at && node.children <= this->nodes() - next,
                "children must follow their parents, in the same order");
        next += node.children;
        rows_ += node.children;
    }
    require(next == this->nodes(), "each node must be the root or a child");
}

void StreetBetting::split(float* regrets, float* averages, float keep, int player,
                          float* reach) const {
    const auto row = [&](int node, int who) {
        return reach + (std::int64_t{2} * node + who) * kHandRow;
    };
    for (int at = 0; at < nodes(); ++at) {
        const StreetNode& node = nodes_[at];
        if (!node.children) continue;
        const int who = node.player;
        float* own[kMaxActions];
        bool live[kMaxActions];
        for (int a = 0; a < node.children; ++a) {
            const int child = node.first_child + a;
            own[a] = row(child, who);
            std::copy_n(row(at, 1 - who), kHandRow, row(child, 1 - who));
        }
        const std::int64_t first = node.row * kHandRow;
        const NodeRows rows{node.children,
                            kHandRow,
                            regrets + first,
                            nullptr,
                            who == player ? averages + first : nullptr,
                            nullptr};
        split_reach(rows, keep, row(at, who), own, live);
    }
}

void StreetBetting::join(float* regrets, float positive, float negative, int player,
                         float* values) const {
    for (int at = nodes() - 1; at >= 0; --at) {
        const StreetNode& node = nodes_[at];
        if (!node.children) continue;
        float* below[kMaxActions] = {};
        for (int a = 0; a < node.children; ++a) {
            below[a] = values + (std::int64_t{node.first_child} + a) * kHandRow;
        }
        if (node.player == player) {
            const NodeRows rows{node.children, kHandRow, regrets + node.row * kHandRow,
                                nullptr,       nullptr,  nullptr};
            update_regrets(rows, positive, negative, below);
        } else {
            for (int a = 1; a < node.children; ++a) add_rows(below[a], kHandRow, below[0]);
        }
        std::copy_n(below[0], kHandRow, values + std::int64_t{at} * kHandRow);
    }
}

}  // namespace fifthstreet
