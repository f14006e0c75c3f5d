// Vectors of sixteen floats. The compiler maps them to whatever vectors the machine has: one
// AVX-512 register, two of AVX, four of NEON.
#pragma once

// Lanes are never passed between compiled files, so their calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace fifthstreet {

inline constexpr int kLanes = 16;

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
// Our own rows are aligned; tables mapped from a file need not be.
typedef float LanesAnywhere __attribute__((vector_size(kLanes * sizeof(float)), aligned(4)));

inline Lanes load(const float* from) { return *reinterpret_cast<const LanesAnywhere*>(from); }
inline void store(float* to, Lanes value) { *reinterpret_cast<LanesAnywhere*>(to) = value; }

// The length of a row of `count` numbers: whole lanes, with at least one zero after the last
// number, so that "no such hand" can be an index like any other.
inline constexpr int row_stride(int count) { return count / kLanes * kLanes + kLanes; }

// The largest of sixteen non-negative numbers.
inline float largest_lane(Lanes value) {
    float largest = 0;
    for (int lane = 0; lane < kLanes; ++lane)
        largest = value[lane] > largest ? value[lane] : largest;
    return largest;
}

// Sixteen lanes selected from two vectors.
template <int... From>
inline Lanes pick(Lanes a, Lanes b) {
#if defined(__clang__) || __GNUC__ >= 12
    return __builtin_shufflevector(a, b, From...);
#else
    typedef int Places __attribute__((vector_size(kLanes * sizeof(int))));
    return __builtin_shuffle(a, b, Places{From...});
#endif
}

// Transposes a 16 x 16 matrix: first within 4 x 4 blocks, then the blocks themselves.
inline void transpose(Lanes* rows) {
    const auto low_pairs = [](Lanes a, Lanes b) {
        return pick<0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29>(a, b);
    };
    const auto high_pairs = [](Lanes a, Lanes b) {
        return pick<2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31>(a, b);
    };
    const auto low_halves = [](Lanes a, Lanes b) {
        return pick<0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29>(a, b);
    };
    const auto high_halves = [](Lanes a, Lanes b) {
        return pick<2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31>(a, b);
    };
    Lanes quads[kLanes];
    for (int i = 0; i < kLanes; i += 4) {
        const Lanes ab_low = low_pairs(rows[i], rows[i + 1]);
        const Lanes ab_high = high_pairs(rows[i], rows[i + 1]);
        const Lanes cd_low = low_pairs(rows[i + 2], rows[i + 3]);
        const Lanes cd_high = high_pairs(rows[i + 2], rows[i + 3]);
        quads[i] = low_halves(ab_low, cd_low);
        quads[i + 1] = high_halves(ab_low, cd_low);
        quads[i + 2] = low_halves(ab_high, cd_high);
        quads[i + 3] = high_halves(ab_high, cd_high);
    }
    const auto first_two = [](Lanes a, Lanes b) {
        return pick<0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23>(a, b);
    };
    const auto last_two = [](Lanes a, Lanes b) {
        return pick<8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31>(a, b);
    };
    const auto even = [](Lanes a, Lanes b) {
        return pick<0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27>(a, b);
    };
    const auto odd = [](Lanes a, Lanes b) {
        return pick<4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31>(a, b);
    };
    for (int k = 0; k < 4; ++k) {
        const Lanes ab_first = first_two(quads[k], quads[4 + k]);
        const Lanes ab_last = last_two(quads[k], quads[4 + k]);
        const Lanes cd_first = first_two(quads[8 + k], quads[12 + k]);
        const Lanes cd_last = last_two(quads[8 + k], quads[12 + k]);
        rows[k] = even(ab_first, cd_first);
        rows[4 + k] = odd(ab_first, cd_first);
        rows[8 + k] = even(ab_last, cd_last);
        rows[12 + k] = odd(ab_last, cd_last);
    }
}

}  // namespace fifthstreet
