// The hands of complete boards in order of strength, sorted once for many comparisons of ranges.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/hole_hands.hpp"

namespace fifthstreet {

inline constexpr int kRiverHands = 47 * 46 / 2;  // hands that are possible on a complete board

// The hands of one board, from the weakest group of equal hands to the strongest.
struct BoardOrder {
    const std::uint16_t* hands;       // [1081]
    const std::uint16_t* group_ends;  // index after the last hand of each group, up to 1081
};

class BoardOrders {
  public:
    // Sorts the hands of `count` boards of five cards each.
    BoardOrders(const Ranking& ranking, const Mask* boards, std::int64_t count, int threads);

    std::int64_t count() const { return count_; }
    BoardOrder operator[](std::int64_t board) const {
        return {&hands_[board * kRiverHands], &group_ends_[board * kRiverHands]};
    }

  private:
    std::int64_t count_;
    std::vector<std::uint16_t> hands_;
    std::vector<std::uint16_t> group_ends_;
};

}  // namespace fifthstreet
