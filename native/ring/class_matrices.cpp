#include "ring/class_matrices.hpp"

#include <algorithm>

namespace fifthstreet {

ClassMatrix::ClassMatrix(const float* rows)
    : columns_(static_cast<std::size_t>(kClasses) * kClassStride) {
    for (int i = 0; i < kClasses; ++i) {
        for (int j = 0; j < kClasses; ++j) columns_[j * kClassStride + i] = rows[i * kClasses + j];
    }
}

void ClassMatrix::multiply(const float* in, float* out) const {
    // Sums of eleven vectors fit into the registers of every machine, and divide a row evenly.
    constexpr int kPart = 11;
    static_assert(kClassStride % (kPart * kLanes) == 0);
    std::int32_t places[kClasses];
    int count = 0;
    for (int j = 0; j < kClasses; ++j) {
        places[count] = j * kClassStride;
        count += in[j] != 0;
    }
    for (int first = 0; first < kClassStride; first += kPart * kLanes) {
        Lanes sums[kPart]{};
        for (int k = 0; k < count; ++k) {
            const float* const column = columns_.data() + places[k] + first;
            const Lanes factor = Lanes{} + in[places[k] / kClassStride];
            for (int v = 0; v < kPart; ++v) sums[v] += factor * load(column + v * kLanes);
        }
        for (int v = 0; v < kPart; ++v) store(out + first + v * kLanes, sums[v]);
    }
}

}  // namespace fifthstreet
