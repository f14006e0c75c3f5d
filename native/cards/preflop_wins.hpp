// How many boards each hole hand wins against each other one, all-in before the flop.
//
// A hand without a flush is as strong as its ranks, and no board allows flushes of two suits. So the
// number of boards on which one hand beats another is a sum of five entries of two tables:
//
//   wins(h, g) = by_ranks[ranks of h][ranks of g]
//              + sum over suits of by_suit[kinds of h in the suit][kinds of g in the suit]
//
// The first counts as if there were no flushes; the second corrects that for the flushes of a suit.
// The kind of a card in a suit is its rank, plus 13 if it is of the suit.
#pragma once

#include <cstdint>

#include "cards/ranking.hpp"

namespace fifthstreet {

// The number of an unordered pair of small numbers.
inline constexpr int pair_of(int a, int b) {
    return a >= b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
}

inline constexpr int kRankPairs = pair_of(kRanks - 1, kRanks - 1) + 1;  // 91
inline constexpr int kKinds = 2 * kRanks;
inline constexpr int kKindPairs = pair_of(kKinds - 1, kKinds - 1) + 1;  // 351

// Fills by_ranks[91 * 91] and by_suit[351 * 351]. Entries that no two hands use, because they would
// share a card, are meaningless. The highest hand must win, so that flushes only improve hands.
void count_preflop_wins(const Ranking& ranking, int threads, std::int32_t* by_ranks,
                        std::int32_t* by_suit);

}  // namespace fifthstreet
