// How many of the opponent's hands each hole hand beats and ties on a complete board.
#pragma once

#include <array>
#include <cstdint>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

inline constexpr int kRiverOpponents = 990;  // hands that share no card with a hand and the board
inline constexpr int kMaxPoints = 2 * kRiverOpponents;

// Cards of the same rank are alike unless one of them is of a suit that can make a flush, so the
// hands of a board fall into 91 classes without a possible flush and at most 351 with one. Classes
// are visited once in order of strength, with the number of hands visited, in total and for a card
// of each kind, as for ranges.
class RiverPoints {
  public:
    using Points = std::array<std::uint16_t, kHoleHands>;

    explicit RiverPoints(const Ranking& ranking) : ranking_(&ranking) {}

    // The points of each hand: two for each hand it beats and one for each hand it ties. Hands that
    // share a card with the board have none.
    const Points& on(Mask board);

  private:
    static constexpr int kKinds = 2 * kRanks;  // ranks outside the flush suit, then ranks in it

    // Cards of one kind that are not on the board.
    struct Kind {
        int count = 0;
        std::array<std::uint8_t, kSuits> cards{};
    };

    int group_cards(Mask board);  // the number of kinds
    int rank_classes(Mask board, int kinds);
    void count_points(int classes);
    void spread_points(Mask board, int kinds);

    const Ranking* ranking_;
    int flush_suit_ = -1;                       // the suit of three board cards or more
    std::array<std::uint8_t, kCards> kind_of_;  // of each card
    std::array<Kind, kKinds> kinds_;
    std::array<RankedHole, kHoleHands> order_;  // classes, as first * kKinds + second
    std::array<std::array<std::uint16_t, kKinds>, kKinds> class_points_;
    Points points_;
};

}  // namespace fifthstreet
