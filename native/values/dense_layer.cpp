#include "values/dense_layer.hpp"

#include <algorithm>
#include <cstddef>

#include "shared/tiles.hpp"

namespace fifthstreet {

DenseLayer::DenseLayer(const float* weights, const float* bias, int inputs, int outputs)
    : inputs_(inputs),
      outputs_(outputs),
      panels_(std::size_t(panels_of(outputs)) * inputs * kTileVectors),
      bias_(std::size_t(panels_of(outputs)) * kTileVectors) {
    std::copy_n(bias, outputs, reinterpret_cast<float*>(bias_.data()));
    for (int first = 0; first < outputs; first += kPanel) {
        float* panel = reinterpret_cast<float*>(panels_.data()) + std::size_t(first) * inputs;
        const int used = std::min(kPanel, outputs - first);
        for (int i = 0; i < inputs; ++i) {
            std::copy_n(weights + std::size_t(i) * outputs + first, used, panel + i * kPanel);
        }
    }
}

int DenseLayer::stride(int count) { return static_cast<int>(panels_of(count)) * kPanel + 16; }

void DenseLayer::apply(const float* in, int rows, bool is_rectified, float* out) const {
    const int in_stride = stride(inputs_), out_stride = stride(outputs_);
    for (int first = 0; first < outputs_; first += kPanel) {
        const Lanes* weights = panels_.data() + std::size_t(first / kLanes) * inputs_;
        const Lanes* bias = bias_.data() + first / kLanes;
        const auto panel = [&](std::size_t i, int v)
                               FIFTHSTREET_INLINE { return weights[i * kTileVectors + v]; };
        in_tiles(rows, [&]<int R>(int row) {
            const auto finish = [&](int r, int v, Lanes sum) FIFTHSTREET_INLINE {
                store(out + std::size_t(row + r) * out_stride + first + v * kLanes,
                      is_rectified ? larger(sum, Lanes{}) : sum);
            };
            multiply_tile<R>(
                in + std::size_t(row) * in_stride, in_stride, inputs_, panel,
                [&](int v) FIFTHSTREET_INLINE { return bias[v]; }, finish);
        });
    }
}

}  // namespace fifthstreet
