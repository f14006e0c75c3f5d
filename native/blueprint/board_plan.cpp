#include "blueprint/board_plan.hpp"

#include <algorithm>

namespace fifthstreet {

namespace {

// Enough parts to keep all threads busy, although some parts take much longer than others.
constexpr int kEnoughParts = 64;

// The first street that is entered often enough to be cut off, or the one entered most often; -1 if
// there is only one street.
int cut_street(const DealGame& game) {
    std::array<int, kStreets> entries{};
    for (const DealNode& node : game.nodes) {
        if (node.player < 0) continue;
        for (int a = 0; a < node.n_children; ++a) {
            const DealNode& child = game.nodes[game.nodes[node.first_child + a].next];
            if (child.player >= 0 && child.street != node.street) ++entries[child.street];
        }
    }
    for (int street = 0; street < kStreets; ++street) {
        if (entries[street] >= kEnoughParts) return street;
    }
    const auto most = std::max_element(entries.begin(), entries.end());
    return *most > 0 ? static_cast<int>(most - entries.begin()) : -1;
}

}  // namespace

struct BoardPlan::Visit {
    std::int32_t node;  // the one after a deal
    std::int32_t place;
    std::int32_t depth;
    std::array<std::int32_t, 2> reach;
};

BoardPlan::BoardPlan(const DealGame& game) {
    const std::int32_t root = game.nodes[0].next;
    if (game.nodes[root].player < 0) return;
    std::vector<Visit> later, none;
    places = 1;
    plan_part(game, {root, 0, 0, {0, 0}}, cut_street(game), later);
    parts[0].first_place = 0;
    parts[0].places = places;
    for (const Visit& visit : later) plan_part(game, visit, -1, none);
}

// Plans a subtree without the subtrees on street `cut`, which are added to `later`.
void BoardPlan::plan_part(const DealGame& game, const Visit& root, int cut,
                          std::vector<Visit>& later) {
    PlanPart part{};
    part.first_place = places;
    part.first_decision = static_cast<std::int32_t>(decisions.size());
    for (int t = 0; t < 2; ++t) part.first_end[t] = static_cast<std::int32_t>(ends[t].size());
    std::vector<Visit> visits{root};
    for (std::size_t at = 0; at < visits.size(); ++at) {
        const Visit visit = visits[at];
        const DealNode& node = game.nodes[visit.node];
        const PlannedDecision decision{visit.node,  visit.place, places,      node.n_children,
                                       visit.depth, visit.reach, node.street, node.player};
        decisions.push_back(decision);
        places += node.n_children;
        for (int a = 0; a < node.n_children; ++a) {
            const std::int32_t place = decision.first + a;
            Visit child{game.nodes[node.first_child + a].next, place, visit.depth + 1, visit.reach};
            child.reach[1 - node.player] = place;
            const DealNode& reached = game.nodes[child.node];
            if (reached.player < 0) continue;
            (reached.street == cut && node.street != cut ? later : visits).push_back(child);
        }
        plan_ends(game, decision);
    }
    part.places = places - part.first_place;
    part.decisions = static_cast<std::int32_t>(decisions.size()) - part.first_decision;
    for (int t = 0; t < 2; ++t) {
        part.ends[t] = static_cast<std::int32_t>(ends[t].size()) - part.first_end[t];
    }
    parts.push_back(part);
}

void BoardPlan::plan_ends(const DealGame& game, const PlannedDecision& decision) {
    const DealNode& node = game.nodes[decision.node];
    for (int traverser = 0; traverser < 2; ++traverser) {
        std::vector<PlannedEnd> folds, showdowns;
        for (int a = 0; a < decision.actions; ++a) {
            const std::int32_t end = game.nodes[node.first_child + a].next;
            if (game.nodes[end].player >= 0) continue;
            const auto payoff = [&](int own, int other) {
                int strengths[2];
                strengths[traverser] = own;
                strengths[1 - traverser] = other;
                return game.settlement.payoff(end, traverser, strengths);
            };
            const double win = payoff(1, 0), lose = payoff(0, 1);
            const std::int32_t place = decision.first + a;
            const std::int32_t reach = node.player == traverser ? decision.reach[traverser] : place;
            const PlannedEnd planned{reach,
                                     place,
                                     -1,
                                     static_cast<float>((win - lose) / 2),
                                     static_cast<float>((win + lose) / 2),
                                     0};
            (win == lose ? folds : showdowns).push_back(planned);
        }
        if (node.player == traverser && folds.size() == 1 && !showdowns.empty()) {
            showdowns[0].fold = folds[0].place;
            showdowns[0].fold_total = folds[0].total;
            folds.clear();
        }
        ends[traverser].insert(ends[traverser].end(), folds.begin(), folds.end());
        ends[traverser].insert(ends[traverser].end(), showdowns.begin(), showdowns.end());
    }
}

}  // namespace fifthstreet
