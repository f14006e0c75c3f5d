// The weight of pairs of opponents' hands that share no card with each other or with a hand, before
// the river: with all 52 cards, and without strengths. See triple_sweep.hpp for the formula.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

inline constexpr int kDeckCards = 52;
inline constexpr int kDeckLanes = 64;  // a multiple of all numbers of lanes

// Reach of one opponent's hands in total, by card and by hand.
struct DeckSums {
    float total;
    alignas(64) float at[kDeckLanes];
    alignas(64) float with[kDeckCards][kDeckLanes];

    void clear();
    void add(const std::uint8_t* cards, float reach) {
        const int a = cards[0], b = cards[1];
        total += reach;
        at[a] += reach;
        at[b] += reach;
        with[a][b] = with[b][a] = reach;
    }
};

// Computes `factor` times the weight of the pairs for each hand, out[hands].
//
// `cards` has the two cards of each hand; `x` and `y` are the sums of the two opponents.
void pair_weights(const std::vector<std::uint8_t>& cards, const DeckSums& x, const DeckSums& y,
                  float factor, float* out);

}  // namespace fifthstreet
