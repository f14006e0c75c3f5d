// How passes with all hands go through a betting tree: down with the opponent's reach, through the
// ends, and up with the traverser's values.
//
// Every child of a decision has a place, which stands for a row of reach and a row of values; the
// root has place 0. Siblings are side by side, and children come after their parents. The tree is
// cut into parts: the first begins at the root, and each other one is the subtree of a place of the
// first, so that parts can be played at the same time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "blueprint/deal_game.hpp"

namespace fifthstreet {

struct PlannedDecision {
    std::int32_t node;
    std::int32_t place;  // of its values
    std::int32_t first;  // place of its first child
    std::int32_t actions;
    std::int32_t depth;                 // decisions before it
    std::array<std::int32_t, 2> reach;  // place of the opponent's reach, by traverser
    std::uint8_t street;
    std::int8_t player;
};

// An end, or two ends of the traverser's decision, a fold and a showdown, which share a sweep
// because the opponent's reach is the same. The value of a hand is `lead * (weaker - stronger) +
// total * all` of that reach.
struct PlannedEnd {
    std::int32_t reach;  // place
    std::int32_t place;
    std::int32_t fold;  // place of the fold, or -1
    float lead;         // 0 if a player has folded
    float total;
    float fold_total;
};

struct PlanPart {
    std::int32_t first_place, places;
    std::int32_t first_decision, decisions;
    std::array<std::int32_t, 2> first_end, ends;  // by traverser
};

struct BoardPlan {
    explicit BoardPlan(const DealGame& game);

    std::int32_t places = 0;
    std::vector<PlannedDecision> decisions;       // part by part, parents first
    std::array<std::vector<PlannedEnd>, 2> ends;  // by traverser, part by part
    std::vector<PlanPart> parts;

  private:
    struct Visit;  // a place whose subtree is still to be planned

    void plan_part(const DealGame& game, const Visit& root, int cut, std::vector<Visit>& later);
    void plan_ends(const DealGame& game, const PlannedDecision& decision);
};

}  // namespace fifthstreet
