// A matrix of small whole numbers, such as the leads of hands over hands, times several vectors in
// one pass over the matrix.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/lanes.hpp"

namespace fifthstreet {

class LeadMatrix {
  public:
    // Copies leads[rows][columns].
    LeadMatrix(const std::int16_t* leads, std::int64_t rows, std::int64_t columns);

    std::int64_t rows() const { return rows_; }
    std::int64_t columns() const { return columns_; }

    // out[count][rows] = the matrix times each of vectors[count][columns]. The order of sums depends
    // on neither the number of threads nor the other vectors.
    void multiply(const float* vectors, std::int64_t count, int threads, float* out) const;

  private:
    std::int64_t rows_;
    std::int64_t columns_;
    std::vector<IntLanes> panels_;  // [panels][columns][vectors of a panel / 2], two rows in a lane
};

}  // namespace fifthstreet
