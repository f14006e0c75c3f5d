// A game's tree in the form that traversals read.
#include <algorithm>

#include "cfr/tree_sampling.hpp"
#include "shared/checks.hpp"

namespace fifthstreet {

namespace {

constexpr std::int32_t kMaxLevels = 2'000;  // traversals recurse

}  // namespace

void check_tree(const GameTreeArrays& tree, std::int64_t ends) {
    constexpr std::int32_t kMaxChildren = (1 << 24) - 1;  // what a node has bits for
    constexpr std::int64_t kMaxLookups = std::int64_t{1} << 31;
    const std::int64_t cells = tree.first_action[tree.information_sets];
    require(
        ascend(tree.first_action, static_cast<std::size_t>(tree.information_sets) + 1, 0, cells),
        "first_action does not ascend from 0");
    require(are_within(tree.event_outcomes, tree.events, 0, tree.nodes),
            "an event has a wrong number of outcomes");
    require(ends * tree.players <= INT32_MAX, "too many payoffs");
    std::int64_t next = 1;
    std::int64_t lookups = 0;
    for (std::int32_t i = 0; i < tree.nodes; ++i) {
        const std::int32_t count = tree.n_children[i];
        const std::int32_t row = tree.row[i];
        require(count >= 0 && count <= kMaxChildren, "a node has a wrong number of children");
        require(!count || (tree.first_child[i] == next && next > i && next + count <= tree.nodes),
                "the nodes are not a tree in breadth-first order");
        for (std::int32_t c = 0; c < count; ++c) {
            require(tree.parent[next + c] == i,
                    "a node's parent is not the node whose child it is");
        }
        next += count;
        if (tree.player[i] >= 0) {
            require(tree.player[i] < tree.players, "a node has no such player");
            require(row >= 0 && row < tree.information_sets &&
                        tree.first_action[row + 1] - tree.first_action[row] == count && count > 0,
                    "a node has no such information set, or not its number of actions");
        } else if (count == 0) {
            require(row >= 0 && row < ends, "a terminal node has no payoffs");
        } else if (row >= 0) {
            require(row < tree.events, "a node has no such chance event");
            require(are_within(tree.outcome + tree.first_child[i], count, 0,
                               tree.event_outcomes[row] - 1),
                    "an outcome is not one of its event");
            lookups += tree.event_outcomes[row];
            require(lookups <= kMaxLookups, "too many outcomes of chance events");
        }
    }
    require(next == tree.nodes, "the nodes are not a tree in breadth-first order");
}

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
    require(deepest <= kMaxLevels, "the game tree has more than 2,000 levels");
    payoffs.assign(arrays.payoffs, arrays.payoffs + ends * players);
    event_outcomes.assign(arrays.event_outcomes, arrays.event_outcomes + arrays.events);
    strategy_walk.resize(arrays.information_sets, 0);
    strategy.resize(cells);
    event_walk.resize(arrays.events, 0);
    event_outcome.resize(arrays.events);
    scratch.resize(std::size_t{2} * (deepest + 1) * most_actions);
}

}  // namespace fifthstreet
