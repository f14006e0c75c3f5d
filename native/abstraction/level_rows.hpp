// Rows of levels, and the distances between them. A level is a small whole number, so that
// distances and their sums are exact: the same on every machine and for any number of threads.
#pragma once

#include <cmath>
#include <cstdint>

#if defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__x86_64__)
#include <immintrin.h>
#endif

namespace fifthstreet {

// Squared Euclidean distance, or the sum of absolute differences: on cumulative histograms, the
// latter is the earth mover's distance, with neighbouring bins at distance one.
enum class Metric { kSquares, kAbsolute };

using Level = std::int16_t;
using Cost = std::uint32_t;  // a distance

inline constexpr int kBlockLevels = 8;  // 16 bytes: a vector of every machine
inline constexpr int kMaxLevels = 64;   // in a row

// The length of rows of `used` levels; the rest of a row is zero.
inline constexpr int level_stride(int used) {
    return (used + kBlockLevels - 1) / kBlockLevels * kBlockLevels;
}

// The highest level for which no sum overflows: of absolute differences in a lane of 16 bits, of
// squares in 31 bits.
inline Level highest_level(Metric metric, int used) {
    if (metric == Metric::kAbsolute) return UINT16_MAX / (kMaxLevels / kBlockLevels);
    const auto root = static_cast<std::int64_t>(std::sqrt(double{INT32_MAX} / used));
    return static_cast<Level>(root < INT16_MAX ? root : INT16_MAX);
}

template <Metric kMetric>
inline Cost distance_of(const Level* a, const Level* b, int stride) {
#if defined(__aarch64__)
    if constexpr (kMetric == Metric::kAbsolute) {
        uint16x8_t sums = vdupq_n_u16(0);
        for (int i = 0; i < stride; i += kBlockLevels) {
            const int16x8_t gaps = vabdq_s16(vld1q_s16(a + i), vld1q_s16(b + i));
            sums = vaddq_u16(sums, vreinterpretq_u16_s16(gaps));
        }
        return vaddlvq_u16(sums);
    } else {
        int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);
        for (int i = 0; i < stride; i += kBlockLevels) {
            const int16x8_t gaps = vsubq_s16(vld1q_s16(a + i), vld1q_s16(b + i));
            low = vmlal_s16(low, vget_low_s16(gaps), vget_low_s16(gaps));
            high = vmlal_high_s16(high, gaps, gaps);
        }
        return static_cast<Cost>(vaddvq_s32(vaddq_s32(low, high)));
    }
#elif defined(__x86_64__)
    __m128i sums = _mm_setzero_si128();
    for (int i = 0; i < stride; i += kBlockLevels) {
        const __m128i gaps =
            _mm_sub_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + i)),
                          _mm_loadu_si128(reinterpret_cast<const __m128i*>(b + i)));
        if constexpr (kMetric == Metric::kAbsolute) {
            sums =
                _mm_add_epi16(sums, _mm_max_epi16(gaps, _mm_sub_epi16(_mm_setzero_si128(), gaps)));
        } else {
            sums = _mm_add_epi32(sums, _mm_madd_epi16(gaps, gaps));
        }
    }
    if constexpr (kMetric == Metric::kAbsolute) {  // from eight sums of 16 bits to four of 32
        const __m128i low = _mm_and_si128(sums, _mm_set1_epi32(0xFFFF));
        sums = _mm_add_epi32(low, _mm_srli_epi32(sums, 16));
    }
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(1, 0, 3, 2)));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(2, 3, 0, 1)));
    return static_cast<Cost>(_mm_cvtsi128_si32(sums));
#else
    Cost sum = 0;
    for (int i = 0; i < stride; ++i) {
        const int gap = a[i] - b[i];
        sum += static_cast<Cost>(kMetric == Metric::kSquares ? gap * gap : gap < 0 ? -gap : gap);
    }
    return sum;
#endif
}

// A distance for which the triangle inequality holds.
template <Metric kMetric>
inline float length_of(Cost cost) {
    const auto length = static_cast<float>(cost);
    return kMetric == Metric::kSquares ? std::sqrt(length) : length;
}

// Lengths are rounded. A bound that is exceeded by this factor is exceeded for certain: the error
// of a sum of two lengths is below 3e-7 of it.
inline constexpr float kRounding = 1.000002F;

}  // namespace fifthstreet
