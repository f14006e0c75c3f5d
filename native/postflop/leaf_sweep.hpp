// Values of terminal nodes: folds and showdowns on one board, many at once.
//
// A sweep visits both players' hands once, in order of strength, and keeps the opponent's reach
// visited so far, in total and per card. What a hand beats is the total minus the reach of hands
// that hold one of its two cards, since no opponent can. Up to 32 terminal nodes share a sweep, one
// per lane, so that the order of the hands and their cards are read once for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

// Consecutive hands of a player that beat the same hands of the opponent and tie with the same.
struct StrengthGroup {
    std::uint16_t weaker;      // number of the opponent's weaker hands
    std::uint16_t not_better;  // number of the opponent's weaker or equal hands
    std::uint16_t end;         // index after the last hand of the group
};

// A player's hands on a board, as needed by a sweep for that player.
struct SweepHands {
    int count;                  // hands of the player
    int opponent_count;         // hands of the opponent
    const std::uint8_t* cards;  // [count][2]
    const std::uint8_t* opponent_cards;
    const std::uint16_t* same;    // [count] index of the same two cards among the opponent's hands,
                                  // or opponent_count if they cannot have them
    const StrengthGroup* groups;  // null before the river, where hands have no order yet
};

// A terminal node whose value to a hand is `lead * (weaker - stronger) + total * all` of the
// opponent's reach; `fold_out`, if not null, gets `fold_total * all` for the fold with that reach.
struct ShowdownEnd {
    const float* reach;
    float* out;
    float lead;
    float total;
    float* fold_out;
    float fold_total;
};

struct FoldEnd {
    const float* reach;
    float* out;
    float total;
};

// The most terminal nodes in a sweep, and the vectors that have a lane for each of them: several
// vectors hide the latency of additions and share the lookups of cards.
inline constexpr int kSweepNodes = 32;
inline constexpr int kSweepVectors = kSweepNodes / kLanes;

// Scratch memory of sweeps, for rows of up to `width` floats.
struct SweepScratch {
    explicit SweepScratch(int width);

    std::vector<Lanes> reach;   // [width * vectors]
    std::vector<Lanes> values;  // [width * vectors]
    std::vector<Lanes> folds;   // [width * vectors]
    std::vector<float> zeros;   // [width]
    std::vector<float> waste;   // [width]
};

void sweep_showdowns(const SweepHands& hands, const std::vector<ShowdownEnd>& ends,
                     SweepScratch& scratch);
void sweep_folds(const SweepHands& hands, const std::vector<FoldEnd>& ends, SweepScratch& scratch);

}  // namespace fifthstreet
