#include "values/dense_layer.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace fifthstreet {

namespace {

// Sums of a tile stay in registers: there are 32 of them with AVX-512 and on ARM, otherwise 16.
#if defined(__aarch64__)
constexpr int kTileVectors = 4;
#else
constexpr int kTileVectors = 2;
#endif
#if defined(__AVX512F__)
constexpr int kTileRows = 12;
#else
constexpr int kTileRows = 6;
#endif
constexpr int kPanel = kTileVectors * kLanes;

int panels_of(int outputs) { return (outputs + kPanel - 1) / kPanel; }

// Calls work(0) to work(N - 1). Of loops, gcc unrolls some and not others, and keeps what they add up
// in memory if it does not.
template <int N, class Work>
inline void unrolled(const Work& work) {
    [&]<int... I>(std::integer_sequence<int, I...>) {
        (work(I), ...);
    }(std::make_integer_sequence<int, N>{});
}

// R rows of inputs times a panel of weights. Whatever R is, each sum adds the same products in the
// same order, so that a row's results do not depend on the other rows.
template <int R>
void multiply_tile(const float* in, int in_stride, const Lanes* panel, int inputs,
                   const Lanes* bias, bool is_rectified, float* out, int out_stride) {
    constexpr int kSums = R * kTileVectors;
    Lanes sums[kSums];
    unrolled<kSums>([&](int at) { sums[at] = bias[at % kTileVectors]; });
    for (int i = 0; i < inputs; ++i) {
        const Lanes* weights = panel + i * kTileVectors;
        unrolled<kSums>([&](int at) {
            sums[at] += in[at / kTileVectors * in_stride + i] * weights[at % kTileVectors];
        });
    }
    unrolled<kSums>([&](int at) {
        const Lanes sum = is_rectified ? larger(sums[at], Lanes{}) : sums[at];
        store(out + at / kTileVectors * out_stride + at % kTileVectors * kLanes, sum);
    });
}

}  // namespace

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

int DenseLayer::stride(int count) { return panels_of(count) * kPanel + 16; }

void DenseLayer::apply(const float* in, int rows, bool is_rectified, float* out) const {
    const int in_stride = stride(inputs_), out_stride = stride(outputs_);
    for (int first = 0; first < outputs_; first += kPanel) {
        const Lanes* panel = panels_.data() + std::size_t(first / kLanes) * inputs_;
        const auto multiply = [&]<int R>(int row) {
            multiply_tile<R>(in + std::size_t(row) * in_stride, in_stride, panel, inputs_,
                             bias_.data() + first / kLanes, is_rectified,
                             out + std::size_t(row) * out_stride + first, out_stride);
        };
        int row = 0;
        for (; row + kTileRows <= rows; row += kTileRows) multiply.operator()<kTileRows>(row);
        [&]<int... R>(std::integer_sequence<int, R...>) {
            ((rows - row == R + 1 ? multiply.template operator()<R + 1>(row) : void()), ...);
        }(std::make_integer_sequence<int, kTileRows - 1>{});
    }
}

}  // namespace fifthstreet
