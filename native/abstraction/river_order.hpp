// All hole hands on a complete board, in order of strength.
#pragma once

#include <array>
#include <cstdint>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

inline constexpr int kRiverHands = 1081;  // hole hands on a complete board

class RiverOrder {
  public:
    explicit RiverOrder(const Ranking& ranking) : ranking_(&ranking) {}

    // Orders the hands that share no card with the board.
    void sort(Mask board);

    // Calls `visit(first, last)` for each group of hands of equal strength, weakest first.
    template <class Visit>
    void for_each_group(Visit&& visit) const {
        const RankedHole* const end = order_.data() + kRiverHands;
        for (const RankedHole *first = order_.data(), *last; first < end; first = last) {
            for (last = first + 1; last < end && last->strength == first->strength; ++last) {
            }
            visit(first, last);
        }
    }

  private:
    const Ranking* ranking_;
    std::array<RankedHole, kHoleHands> order_;
};

}  // namespace fifthstreet
