// Products of a few rows of numbers with a panel of columns, whose sums stay in registers: there are
// 32 of them with AVX-512 and on ARM, otherwise 16.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "shared/lanes.hpp"

namespace fifthstreet {

#if defined(__aarch64__)
inline constexpr int kTileVectors = 4;
#else
inline constexpr int kTileVectors = 2;
#endif
#if defined(__AVX512F__)
inline constexpr int kTileRows = 12;
#else
inline constexpr int kTileRows = 6;
#endif
inline constexpr int kPanel = kTileVectors * kLanes;  // columns of a panel

inline constexpr std::int64_t panels_of(std::int64_t columns) {
    return (columns + kPanel - 1) / kPanel;
}

// What has to become part of its caller early: otherwise gcc keeps sums of some tiles in memory, at a
// tenth of the speed.
#define FIFTHSTREET_INLINE __attribute__((always_inline))

// Calls work(0) to work(N - 1).
template <int N, class Work>
FIFTHSTREET_INLINE inline void unrolled(const Work& work) {
    [&]<int... I>(std::integer_sequence<int, I...>)
        FIFTHSTREET_INLINE { (work(I), ...); }(std::make_integer_sequence<int, N>{});
}

// Multiplies R rows of `count` numbers by a panel: panel(i, v) is vector v of what number i is
// multiplied by, start(v) what sums begin with, and finish(row, v, sum) gets them. Whatever R is, each
// sum adds the same products in the same order, so that a row's results do not depend on the others.
template <int R, class Panel, class Start, class Finish>
void multiply_tile(const float* rows, std::size_t stride, std::size_t count, const Panel& panel,
                   const Start& start, const Finish& finish) {
    constexpr int kSums = R * kTileVectors;
    Lanes sums[kSums];
    unrolled<kSums>([&](int at) FIFTHSTREET_INLINE { sums[at] = start(at % kTileVectors); });
    for (std::size_t i = 0; i < count; ++i) {
        Lanes factors[kTileVectors];
        unrolled<kTileVectors>([&](int v) FIFTHSTREET_INLINE { factors[v] = panel(i, v); });
        unrolled<kSums>([&](int at) FIFTHSTREET_INLINE {
            sums[at] += rows[at / kTileVectors * stride + i] * factors[at % kTileVectors];
        });
    }
    unrolled<kSums>(
        [&](int at) FIFTHSTREET_INLINE { finish(at / kTileVectors, at % kTileVectors, sums[at]); });
}

// Calls work<R>(row) for `rows` rows, kTileRows at a time and then the rest.
template <class Work>
inline void in_tiles(int rows, const Work& work) {
    int row = 0;
    for (; row + kTileRows <= rows; row += kTileRows) work.template operator()<kTileRows>(row);
    [&]<int... R>(std::integer_sequence<int, R...>) {
        ((rows - row == R + 1 ? work.template operator()<R + 1>(row) : void()), ...);
    }(std::make_integer_sequence<int, kTileRows - 1>{});
}

}  // namespace fifthstreet
