// A game's tree in the form that traversals read.
#include <algorithm>

#include "cfr/tree_sampling.hpp"

namespace fifthstreet {

SampledTree::SampledTree(const GameTreeArrays& arrays)
    : players(arrays.players), cells(arrays.first_action[arrays.information_sets]) {
    nodes.resize(arrays.nodes);
    std::vector<std::int32_t> depth(arrays.nodes, 0);
    std::int32_t deepest = 0;
    std::int32_t most_actions = 0;
    std::int64_t ends = 0;
    for (std::int32_t i = 0; i < arrays.nodes; ++i) {
        if (i) depth[i] = depth[arrays.parent[i]] + 1;
        deepest = std::max(deepest, depth[i]);
        const std::int32_t n = arrays.n_children[i];
        const std::int32_t first = arrays.first_child[i];
        const std::int32_t row = arrays.row[i];
        SampledNode& node = nodes[i];
        node = {first, 0, row, static_cast<std::uint32_t>(n), kEnd};
        if (arrays.player[i] >= 0) {
            node.kind = static_cast<std::uint32_t>(arrays.player[i]);
            node.at = arrays.first_action[row];
            most_actions = std::max(most_actions, n);
        } else if (n == 0) {
            node.at = row * players;
            ends = std::max<std::int64_t>(ends, row + 1);
        } else {
            node.at = static_cast<std::int32_t>(chances.size());
            chances.push_back({static_cast<std::int64_t>(probability.size()),
                               static_cast<std::int64_t>(child_of_outcome.size())});
            const std::size_t start = probability.size();
            bool is_even = true;
            std::size_t last = start;
            double sum = 0;
            for (std::int32_t c = 0; c < n; ++c) {
                const double p = arrays.probability[first + c];
                is_even = is_even && p == arrays.probability[first];
                if (p > 0) last = start + c;
                probability.push_back(p);
                cumulative.push_back(sum += p);
            }
            // Because of rounding, the sum may be below a number drawn from [0, 1).
            const auto from = cumulative.begin() + static_cast<std::ptrdiff_t>(last);
            std::fill(from, cumulative.end(), 2.0);
            node.kind = is_even ? kEvenChance : kChance;
            if (row >= 0) {
                child_of_outcome.resize(child_of_outcome.size() + arrays.event_outcomes[row], -1);
                std::int32_t* lookup = child_of_outcome.data() + chances.back().lookup;
                for (std::int32_t c = 0; c < n; ++c) lookup[arrays.outcome[first + c]] = c;
            }
        }
    }
    payoffs.assign(arrays.payoffs, arrays.payoffs + ends * players);
    event_outcomes.assign(arrays.event_outcomes, arrays.event_outcomes + arrays.events);
    strategy_walk.resize(arrays.information_sets, 0);
    strategy.resize(cells);
    event_walk.resize(arrays.events, 0);
    event_outcome.resize(arrays.events);
    scratch.resize(std::size_t{2} * (deepest + 1) * most_actions);
}

}  // namespace fifthstreet
