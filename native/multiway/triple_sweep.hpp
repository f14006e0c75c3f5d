// What the hands of one of three players win on a river, against the reach of the two others.
//
// No two of the three hands share a card. The sum over pairs of the opponents' hands that are disjoint
// from each other and from a hand is by inclusion and exclusion
//
//     x y - sum over cards of x(card) y(card) + sum over hands of x(hand) y(hand)
//
// where x and y are the reach of each opponent without the hands that share a card with the player's,
// in total, by card and by hand: a pair that shares one card is counted once by the cards, and a pair
// of the same hand twice.
//
// The sum is linear in x and in y, so any payoff that depends on who is stronger is a sum of such
// products, where the reach of each opponent's hands is multiplied by factors of weaker, equal and
// stronger hands. A sweep visits the player's hands in order of strength, and moves the opponents' hands
// from one factor to the next.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

inline constexpr int kTripleCards = 47;  // that are not on the board
inline constexpr int kCardLanes = 48;    // a multiple of all numbers of lanes

// A player's hands, in order of strength.
struct RankedHands {
    std::vector<std::uint8_t> cards;      // [H][2] numbers below 47
    std::vector<std::uint16_t> strength;  // [H]
    int count() const { return static_cast<int>(strength.size()); }
    void check() const;  // throws if these are not hands
};

// Which hands of two opponents are the same.
struct Opponents {
    const RankedHands* first;
    const RankedHands* second;
    // For each hand of the first opponent: index of the same hand of the second, or their count.
    std::vector<std::uint16_t> same;
};

// What a player wins at a node: `both` times the share of a pot that all three contest, `first` and
// `second` times the share of a pot that only this opponent contests as well, and `all` in any case.
struct TriplePayoff {
    float both;
    float first;
    float second;
    float all;
};

// Reach of hands times a factor, in total, by card and by hand.
struct CardSums {
    float total;
    alignas(64) float at[kCardLanes];
    alignas(64) float with[kCardLanes][kCardLanes];  // of the hand of two cards

    void clear();
    // Adds to the reach of a hand, which is `reach` from now on.
    void add(const std::uint8_t* cards, float more, float reach) {
        const int a = cards[0], b = cards[1];
        total += more;
        at[a] += more;
        at[b] += more;
        with[a][b] = with[b][a] = reach;
    }
    // Clears what was added for a hand.
    void clear(const std::uint8_t* cards) {
        const int a = cards[0], b = cards[1];
        total = at[a] = at[b] = with[a][b] = with[b][a] = 0;
    }
};

// Scratch memory of a sweep.
struct TripleScratch {
    TripleScratch();

    CardSums sums[6];
    Lanes by_card[kLanes] = {};  // of as many hands, to be added up together
};

Opponents opponents_of(const RankedHands& first, const RankedHands& second);

// Computes what each hand wins, out[hands.count()], against the reach of the opponents' hands.
void sweep_triples(const RankedHands& hands, const Opponents& opponents, const TriplePayoff& payoff,
                   const float* first_reach, const float* second_reach, TripleScratch& scratch,
                   float* out);

}  // namespace fifthstreet
