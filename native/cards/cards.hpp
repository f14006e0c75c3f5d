// Cards as bits: card = rank * 4 + suit, a set of cards is a 64-bit mask.
#pragma once

#include <bit>
#include <cstdint>

namespace fifthstreet {

using Mask = std::uint64_t;

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kCards = kRanks * kSuits;
inline constexpr Mask kAllCards = (Mask{1} << kCards) - 1;

inline constexpr Mask card_bit(int card) { return Mask{1} << card; }

inline int count_cards(Mask cards) { return std::popcount(cards); }

// Removes the lowest card from a mask and returns it.
inline int pop_card(Mask& cards) {
    const int card = std::countr_zero(cards);
    cards &= cards - 1;
    return card;
}

// The ranks of one suit as 13 bits. Gathers every fourth bit in logarithmic steps, which needs no
// bit-extract instruction and so costs the same on every architecture.
inline std::uint32_t suit_ranks(Mask cards, int suit) {
    Mask x = (cards >> suit) & 0x0001'1111'1111'1111ULL;
    x = (x | (x >> 3)) & 0x0303'0303'0303'0303ULL;
    x = (x | (x >> 6)) & 0x000F'000F'000F'000FULL;
    x = (x | (x >> 12)) & 0x0000'00FF'0000'00FFULL;
    return static_cast<std::uint32_t>((x | (x >> 24)) & 0xFFFF);
}

// Calls `visit(subset)` for every subset of `size` cards, lowest cards first.
template <class Visit>
void for_each_subset(Mask cards, int size, Visit&& visit, Mask chosen = 0) {
    if (size == 0) {
        visit(chosen);
        return;
    }
    while (count_cards(cards) >= size) {
        const Mask first = cards & -cards;
        cards ^= first;
        for_each_subset(cards, size - 1, visit, chosen | first);
    }
}

}  // namespace fifthstreet
