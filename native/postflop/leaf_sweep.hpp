// Values of the ends of a hand: folds and showdowns of one board, many at once.
//
// A sweep goes through both players' hands once, in order of strength, and keeps the opponent's
// reach met so far, in all and per card. What a hand beats is the total less what holds one of its
// two cards, since no opponent can. Sixteen ends share a sweep, one to a lane, so that the order of
// the hands and their cards are looked up once for all of them.
#pragma once

#include <cstdint>
#include <vector>

#include "postflop/lanes.hpp"

namespace fifthstreet {

// One of the runs of a player's hands that beat, and tie, the same hands of the opponent.
struct StrengthGroup {
    std::uint16_t weaker;      // opponent's hands that are weaker than these
    std::uint16_t not_better;  // ... that are weaker or as strong
    std::uint16_t end;         // past the last hand of the run
};

// A player's hands on a board, as a sweep for that player wants them.
struct SweepHands {
    int count;                    // hands of the player
    int opponent_count;           // hands of the opponent
    const std::uint8_t* cards;    // [count][2]
    const std::uint8_t* opponent_cards;
    const std::uint16_t* same;    // [count] place of the same two cards among the opponent's hands,
                                  // or opponent_count where he cannot have them
    const StrengthGroup* groups;  // null where hands have no order yet, before the river
};

// An end whose value to a hand is `lead * (weaker - stronger) + total * all` of the opponent's reach;
// `fold_out`, where given, gets `fold_total * all` for the fold that hangs on the same reach.
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

// Sixteens of ends that a sweep takes at most: two hide the time that one addition waits for
// another, and share the look-ups of cards.
inline constexpr int kSweepGroups = 2;

// Memory that sweeps work in, for rows of up to `width` floats.
struct SweepScratch {
    explicit SweepScratch(int width);

    std::vector<Lanes> reach;   // [width * groups]
    std::vector<Lanes> values;  // [width * groups]
    std::vector<Lanes> folds;   // [width * groups]
    std::vector<float> zeros;   // [width]
    std::vector<float> waste;   // [width]
};

void sweep_showdowns(const SweepHands& hands, const std::vector<ShowdownEnd>& ends,
                     SweepScratch& scratch);
void sweep_folds(const SweepHands& hands, const std::vector<FoldEnd>& ends, SweepScratch& scratch);

}  // namespace fifthstreet
