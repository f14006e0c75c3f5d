// What hand classes win of a pot that three and more seats contest without further bets, on a sample
// of boards.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/hole_hands.hpp"
#include "ring/class_matrices.hpp"

namespace fifthstreet {

class BoardShares {
  public:
    // From the strengths of all hands on each board, [B, 1326], 0 for hands that share a card with
    // it, and the class of each hand.
    BoardShares(const std::uint16_t* strengths, std::size_t boards, const std::uint8_t* classes);

    std::size_t boards() const { return boards_.size(); }

    // Computes the mean share of each class of each of `seats` seats against the others' ranges, and
    // `against`, that of each class against each seat's range alone. Opponents' hands share no card
    // with one's own, but may with each other's. A class that never meets the others gets 0. All
    // arrays are [seats, stride].
    void shares(int seats, const float* reach, float* out, float* against) const;

  private:
    struct Board {
        int hands;
        std::array<std::uint16_t, kHoleHands> order;  // weakest first
        std::vector<std::uint16_t> ends;              // of each group of hands of the same strength
    };

    using HandRow = std::array<float, kHoleHands>;
    // What a seat's range is to each hand on a board, in order of strength.
    struct Opposing {
        HandRow beaten;
        HandRow tied;
        HandRow met;
    };

    void oppose(const Board& board, const float* held, Opposing& out) const;
    void add(const Board& board, const HandRow& from, double* to) const;

    std::vector<Board> boards_;
    std::array<std::uint8_t, kHoleHands> classes_;
};

}  // namespace fifthstreet
