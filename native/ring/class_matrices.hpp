// Products with matrices over the 169 hand classes before the flop.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

inline constexpr int kClasses = 169;
inline constexpr int kClassStride = row_stride(kClasses);

// A matrix by columns, each padded to the length of a row: entry (i, j) says what class j of one
// player is for class i of another.
class ClassMatrix {
  public:
    // From [169, 169] numbers by rows.
    explicit ClassMatrix(const float* rows);

    // Multiplies by a padded row. Columns of zeros in `in` are left out: strategies have many.
    void multiply(const float* in, float* out) const;

  private:
    std::vector<float> columns_;
};

// The three matrices of a pass.
struct ClassMatrices {
    ClassMatrix met;   // the probability that an opponent has class j, given one's own class i
    ClassMatrix won;   // the same, times the probability to win, and half of that to tie
    ClassMatrix tied;  // the same, times the probability to tie
};

}  // namespace fifthstreet
