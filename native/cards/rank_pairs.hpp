// Strengths of hands on a complete board by their two ranks alone.
#pragma once

#include <array>

#include "cards/ranking.hpp"

namespace fifthstreet {

using RankPairs = std::array<std::array<Strength, kRanks>, kRanks>;

// Without a flush, suits do not matter: 91 pairs of ranks represent all hands. The strengths of
// pairs that no hand can have, because the board has too many of their cards, are meaningless.
inline RankPairs rank_pairs_on(const Ranking& ranking, Key board_key) {
    const auto seven = ranking.view<7>();
    RankPairs pairs;
    for (int high = 0; high < kRanks; ++high) {
        const Key key = Key{rank_part(board_key)} + kRankKeys[high];
        for (int low = 0; low <= high; ++low) {
            pairs[high][low] = pairs[low][high] = seven.best(0, key + kRankKeys[low]);
        }
    }
    return pairs;
}

}  // namespace fifthstreet
