// Dividing a pot at showdown.
#pragma once

#include <algorithm>

#include "cards/equity.hpp"

namespace fifthstreet {

// Divides `pot` among the players with the best strength; returns false if no player has a hand.
inline bool divide(const Strength* strengths, int players, std::int64_t pot, std::int64_t* units) {
    Strength best = 0;
    for (int p = 0; p < players; ++p) best = std::max(best, strengths[p]);
    if (best == 0) return false;
    std::int64_t winners = 0;
    for (int p = 0; p < players; ++p) winners += strengths[p] == best;
    for (int p = 0; p < players; ++p) {
        if (strengths[p] == best) units[p] += pot / winners;
    }
    return true;
}

inline void settle(const Strength* high, const Strength* low, int players, Tally* tallies) {
    if (players > kMaxPlayers) __builtin_unreachable();  // callers check; a hint for the compiler
    std::int64_t low_units[kMaxPlayers] = {};
    const bool split = low && divide(low, players, kPotUnits / 2, low_units);
    std::int64_t units[kMaxPlayers] = {};
    divide(high, players, split ? kPotUnits / 2 : kPotUnits, units);
    for (int p = 0; p < players; ++p) {
        const std::int64_t share = units[p] + low_units[p];
        Tally& tally = tallies[p];
        tally.share += share;
        tally.low_share += low_units[p];
        tally.wins += share == kPotUnits;
        tally.ties += share > 0 && share < kPotUnits;
        tally.square += share * share;
    }
}

inline void add(Tally& to, const Tally& from) {
    to.share += from.share;
    to.low_share += from.low_share;
    to.wins += from.wins;
    to.ties += from.ties;
    to.square += from.square;
}

}  // namespace fifthstreet
