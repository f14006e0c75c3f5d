// The betting of one street with all hands: reach on the way down, values and regrets on the way up.
// What hands win where the street ends comes from elsewhere.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/hole_hands.hpp"
#include "shared/lanes.hpp"

namespace fifthstreet {

// Rows of all hands are followed by zeros.
inline constexpr int kHandRow = row_stride(kHoleHands);

// A node of a street: a decision, or an end, which has no children.
struct StreetNode {
    int player;
    int first_child;  // children are siblings in a row, after their parent
    int children;
    std::int64_t row;  // of the first action in tables of all decisions
};

class StreetBetting {
  public:
    explicit StreetBetting(std::vector<StreetNode> nodes);

    int nodes() const { return static_cast<int>(nodes_.size()); }
    std::int64_t rows() const { return rows_; }

    // Computes both players' reach below the root, reach[nodes][2][kHandRow], from regrets, [rows]
    // [kHandRow]. A player's averages are multiplied by `keep`, and their reach is added.
    void split(float* regrets, float* averages, float keep, int player, float* reach) const;

    // Computes a player's values at decisions, values[nodes][kHandRow], from the values of ends, and
    // updates their regrets, which are first multiplied by a factor that depends on their sign. Values
    // below decisions are lost.
    void join(float* regrets, float positive, float negative, int player, float* values) const;

  private:
    std::vector<StreetNode> nodes_;
    std::int64_t rows_ = 0;
};

}  // namespace fifthstreet
