// Vectors of floats as wide as the machine's registers: 16 with AVX-512, 8 with AVX, 4 with SSE and
// NEON. Compilers accept wider vectors on every machine, but gcc takes those apart through memory,
// number by number.
#pragma once

#include <utility>

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

// Lanes are never passed between compiled files, so their calling convention does not matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace fifthstreet {

#if defined(__AVX512F__)
inline constexpr int kLanes = 16;
#elif defined(__AVX__)
inline constexpr int kLanes = 8;
#else
inline constexpr int kLanes = 4;
#endif

typedef float Lanes __attribute__((vector_size(kLanes * sizeof(float))));
// Our own rows are aligned; tables mapped from a file need not be.
typedef float LanesAnywhere __attribute__((vector_size(kLanes * sizeof(float)), aligned(4)));
typedef int IntLanes __attribute__((vector_size(kLanes * sizeof(int))));
typedef int IntLanesAnywhere __attribute__((vector_size(kLanes * sizeof(int)), aligned(4)));
// Twice as many small numbers fill a register.
inline constexpr int kShortLanes = 2 * kLanes;
typedef short ShortLanes __attribute__((vector_size(kShortLanes * sizeof(short))));
typedef short ShortLanesAnywhere
    __attribute__((vector_size(kShortLanes * sizeof(short)), aligned(2)));

inline Lanes load(const float* from) { return *reinterpret_cast<const LanesAnywhere*>(from); }
inline ShortLanes load(const short* from) {
    return *reinterpret_cast<const ShortLanesAnywhere*>(from);
}
inline void store(float* to, Lanes value) { *reinterpret_cast<LanesAnywhere*>(to) = value; }
inline void store(int* to, IntLanes value) { *reinterpret_cast<IntLanesAnywhere*>(to) = value; }

inline Lanes to_floats(IntLanes value) { return __builtin_convertvector(value, Lanes); }
// Numbers are rounded towards zero.
inline IntLanes to_ints(Lanes value) { return __builtin_convertvector(value, IntLanes); }

// The length of a row of `count` numbers: a multiple of sixteen on every machine, so that tables
// can be exchanged, with at least one zero after the last number, so that "no such hand" can be an
// index like any other.
inline constexpr int kRowUnit = 16;
inline constexpr int row_stride(int count) { return count / kRowUnit * kRowUnit + kRowUnit; }

// The larger number of each lane; of numbers that are never NaN.
inline Lanes larger(Lanes a, Lanes b) {
#if defined(__aarch64__)
    return vmaxnmq_f32(a, b);  // compilers spend two instructions to get NaN right
#else
    return a > b ? a : b;
#endif
}

// The largest of non-negative numbers.
inline float largest_lane(Lanes value) {
    float largest = 0;
    for (int lane = 0; lane < kLanes; ++lane)
        largest = value[lane] > largest ? value[lane] : largest;
    return largest;
}

// Whether any of the non-negative numbers seen is above zero.
class AnyPositive {
  public:
    void see(Lanes value) { bits_ |= reinterpret_cast<IntLanes>(value); }
    explicit operator bool() const {
        int any = 0;
        for (int lane = 0; lane < kLanes; ++lane) any |= bits_[lane];
        return any != 0;
    }

  private:
    IntLanes bits_{};
};

// The lanes of two vectors, one after the other, in a new order: lane i is From(i).
template <auto From>
inline Lanes pick(Lanes a, Lanes b) {
    return [&]<int... I>(std::integer_sequence<int, I...>) {
#if defined(__clang__) || __GNUC__ >= 12
        return __builtin_shufflevector(a, b, From(I)...);
#else
        typedef int Places __attribute__((vector_size(kLanes * sizeof(int))));
        return __builtin_shuffle(a, b, Places{From(I)...});
#endif
    }(std::make_integer_sequence<int, kLanes>{});
}

namespace detail {

// Orders that stay within blocks of four lanes, which is what most machines can do in one step.
inline constexpr auto low_pairs = [](int i) { return i / 4 * 4 + i % 4 / 2 + i % 2 * kLanes; };
inline constexpr auto high_pairs = [](int i) { return low_pairs(i) + 2; };
inline constexpr auto low_halves = [](int i) { return i % 4 < 2 ? i : kLanes + i - 2; };
inline constexpr auto high_halves = [](int i) { return low_halves(i) + 2; };
// Orders of whole blocks.
inline constexpr auto first_half = [](int i) { return i < kLanes / 2 ? i : kLanes / 2 + i; };
inline constexpr auto last_half = [](int i) { return first_half(i) + kLanes / 2; };
inline constexpr auto even_blocks = [](int i) { return i / 4 * 8 + i % 4; };
inline constexpr auto odd_blocks = [](int i) { return even_blocks(i) + 4; };

}  // namespace detail

// Transposes a square matrix: first within blocks of 4 x 4, then the blocks themselves.
inline void transpose(Lanes* rows) {
    using namespace detail;
    for (int i = 0; i < kLanes; i += 4) {
        const Lanes ab_low = pick<low_pairs>(rows[i], rows[i + 1]);
        const Lanes ab_high = pick<high_pairs>(rows[i], rows[i + 1]);
        const Lanes cd_low = pick<low_pairs>(rows[i + 2], rows[i + 3]);
        const Lanes cd_high = pick<high_pairs>(rows[i + 2], rows[i + 3]);
        rows[i] = pick<low_halves>(ab_low, cd_low);
        rows[i + 1] = pick<high_halves>(ab_low, cd_low);
        rows[i + 2] = pick<low_halves>(ab_high, cd_high);
        rows[i + 3] = pick<high_halves>(ab_high, cd_high);
    }
    if constexpr (kLanes == 8) {
        for (int k = 0; k < 4; ++k) {
            const Lanes a = rows[k], b = rows[4 + k];
            rows[k] = pick<first_half>(a, b);
            rows[4 + k] = pick<last_half>(a, b);
        }
    } else if constexpr (kLanes == 16) {
        for (int k = 0; k < 4; ++k) {
            const Lanes ab_first = pick<first_half>(rows[k], rows[4 + k]);
            const Lanes ab_last = pick<last_half>(rows[k], rows[4 + k]);
            const Lanes cd_first = pick<first_half>(rows[8 + k], rows[12 + k]);
            const Lanes cd_last = pick<last_half>(rows[8 + k], rows[12 + k]);
            rows[k] = pick<even_blocks>(ab_first, cd_first);
            rows[4 + k] = pick<odd_blocks>(ab_first, cd_first);
            rows[8 + k] = pick<even_blocks>(ab_last, cd_last);
            rows[12 + k] = pick<odd_blocks>(ab_last, cd_last);
        }
    }
}

}  // namespace fifthstreet
