// Numbers in tables that traversals read and add to, as float32 or as bfloat16 with stochastic
// rounding. Loads and stores are relaxed atomics, which cost nothing on common machines, so that
// threads may share rows.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "shared/random.hpp"

namespace fifthstreet {

class CellFormat {
  public:
    explicit CellFormat(bool half) : half_(half) {}

    bool half() const { return half_; }
    std::size_t cell_bytes() const { return half_ ? sizeof(std::uint16_t) : sizeof(float); }

    float get(const void* cells, std::size_t cell) const {
        return std::bit_cast<float>(half_ ? load<std::uint16_t>(cells, cell) << 16
                                          : load<std::uint32_t>(cells, cell));
    }

    // `noise` is drawn anew for each update; only bfloat16 needs it.
    void add(void* cells, std::size_t first, int count, const float* deltas,
             std::uint32_t noise) const {
        std::uint64_t state = noise;
        for (int i = 0; i < count; ++i) {
            const auto bits = std::bit_cast<std::uint32_t>(get(cells, first + i) + deltas[i]);
            if (!half_) {
                store<std::uint32_t>(cells, first + i, bits);
            } else if (deltas[i] != 0) {
                // The bits cut off are the probability of rounding away from zero.
                const auto rounded = bits + static_cast<std::uint32_t>(split_mix(state) & 0xFFFF);
                store<std::uint16_t>(cells, first + i, static_cast<std::uint16_t>(rounded >> 16));
            }
        }
    }

  private:
    template <class T>
    static std::uint32_t load(const void* cells, std::size_t cell) {
        return __atomic_load_n(static_cast<const T*>(cells) + cell, __ATOMIC_RELAXED);
    }
    template <class T>
    static void store(void* cells, std::size_t cell, T bits) {
        __atomic_store_n(static_cast<T*>(cells) + cell, bits, __ATOMIC_RELAXED);
    }

    bool half_;
};

}  // namespace fifthstreet
