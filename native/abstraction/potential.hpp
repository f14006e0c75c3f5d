// Positive and negative potential of all hands on a flop or turn (Papp 1998; Billings, Papp,
// Schaeffer & Szafron 1998): how often a hand that is behind now is ahead on the river, and the
// reverse.
//
// On a runout, hands are visited in order of their strength on the river. Of the hands visited so
// far, a hand needs the number of those that are weaker now, and of those that are not stronger:
// counts of a prefix of all hands in order of their strength now, and of the hands with each card,
// which the opponent cannot have. A visit adds one to the prefixes that contain the hand, as
// vectors.
#pragma once

#include <array>
#include <cstdint>

#include "abstraction/river_order.hpp"

namespace fifthstreet {

struct Potentials {
    double positive;
    double negative;
};

class PotentialSums {
  public:
    PotentialSums(const Ranking& ranking, Mask board);

    // Adds a runout, in order of strength on the river.
    void add(const RiverOrder& order);

    // The potentials of a hand with the points that it has against all hands on all runouts.
    Potentials of(int hand, std::uint32_t points) const;

  private:
    // Hands of the same two ranks are equally strong unless a card is of the suit that can make a
    // flush, so there are at most 26 * 27 / 2 groups. Their prefixes have two levels.
    static constexpr int kMaxGroups = 351;
    static constexpr int kBlock = 16;   // groups of a block
    static constexpr int kBlocks = 24;  // of all groups and the end, in whole vectors
    static_assert(kBlocks * kBlock > kMaxGroups);
    static constexpr int kCardPrefixes = 64;  // of the hands with a card, rounded up to vectors

    // Where a hand is among the groups of equal strength now, and among the hands with its cards.
    struct Place {
        std::uint16_t group;
        std::uint8_t own[2];  // its own place among the hands with its first and second card
        std::uint8_t first_alike[2];  // the first hand there of the same strength
        std::uint8_t after_alike[2];  // the first hand there of higher strength
    };

    // Sums over runouts, of hands that share no card.
    struct Sums {
        std::uint32_t weaker_points = 0;    // points against hands that are weaker now
        std::uint32_t tied_then_ahead = 0;  // hands that tie now and are beaten on the river
        std::uint32_t tied_then_not_behind = 0;
        std::uint16_t weaker = 0;  // hands that are weaker now
        std::uint16_t tied = 0;
        std::uint16_t stronger = 0;
    };

    // Counts of the hands visited: prefixes of all hands, and of the hands with each card.
    struct Visited {
        alignas(64) std::array<std::uint16_t, kBlocks> blocks;             // in blocks before
        alignas(64) std::array<std::uint16_t, kBlocks * kBlock> in_block;  // earlier in the block
        alignas(64) std::array<std::array<std::uint8_t, kCardPrefixes>, kCards> by_card;

        void add(const Place& place, const std::uint8_t* cards);
        int groups_below(int group) const { return blocks[group / kBlock] + in_block[group]; }
        int weaker(const Place& place, const std::uint8_t* cards) const;
        int not_stronger(const Place& place, const std::uint8_t* cards) const;
    };

    int runouts_;  // that a hand and an opponent's can meet on
    std::array<Place, kHoleHands> places_;
    std::array<Sums, kHoleHands> sums_{};
    Visited visited_;
};

}  // namespace fifthstreet
