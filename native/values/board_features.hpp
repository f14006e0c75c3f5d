// What a network reads of the hands on boards of three or four cards: how they compare with all other
// hands on each complete board, and what their cards are. It does not depend on ranges, nor on which
// suit is which.
#pragma once

#include "cards/hole_hands.hpp"

namespace fifthstreet {

inline constexpr int kEquityKnots = 12;
// The share of complete boards at each knot of equity, the mean equity, its deviation, and eight facts
// about the two cards.
inline constexpr int kHandFeatures = kEquityKnots + 2 + 8;
// Means over all hands of what is known of equities, five facts about suits and ranks, and the ranks,
// of which the last is zero on three cards.
inline constexpr int kBoardFeatures = kEquityKnots + 2 + 5 + 4;

// Writes the features of all hands, hands[1326][kHandFeatures], and of the board. Hands that share a
// card with the board have zeros. The ranking is for five-card high hands.
void board_features(const Ranking& ranking, Mask cards, float* hands, float* features);

}  // namespace fifthstreet
