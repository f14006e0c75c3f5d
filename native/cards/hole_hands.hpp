// The 1,326 hole hands of hold'em, and their order by strength.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cards/ranking.hpp"

namespace fifthstreet {

inline constexpr int kHoleHands = 1326;

struct HoleHand {
    Mask mask;
    Key key;
    std::uint8_t cards[2];
};

// All hole hands in hole order: hand b * (b - 1) / 2 + a holds the cards a < b.
inline constexpr std::array<HoleHand, kHoleHands> kHoles = [] {
    std::array<HoleHand, kHoleHands> hands{};
    int index = 0;
    for (int b = 1; b < kCards; ++b) {
        for (int a = 0; a < b; ++a) {
            hands[index++] = {card_bit(a) | card_bit(b),
                              kCardKeys[a] + kCardKeys[b],
                              {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)}};
        }
    }
    return hands;
}();

inline constexpr int hole_of(int low, int high) { return high * (high - 1) / 2 + low; }

struct RankedHole {
    Strength strength;
    std::uint16_t hand;
};

// Sorts by strength in two counting passes of 7 bits (strengths fit in 14).
inline void sort_by_strength(std::array<RankedHole, kHoleHands>& hands, int count) {
    static_assert(sizeof(Strength) == 2);
    std::array<RankedHole, kHoleHands> other;
    const auto pass = [count](const RankedHole* from, RankedHole* to, int shift) {
        std::array<int, 129> starts{};
        for (int i = 0; i < count; ++i) ++starts[(from[i].strength >> shift & 127) + 1];
        for (int digit = 1; digit < 129; ++digit) starts[digit] += starts[digit - 1];
        for (int i = 0; i < count; ++i) to[starts[from[i].strength >> shift & 127]++] = from[i];
    };
    pass(hands.data(), other.data(), 0);
    pass(other.data(), hands.data(), 7);
}

}  // namespace fifthstreet
