// Tables of regrets and averages in memory, and access to the rows of one node.
//
// A block has the rows of one node on one runout: [actions][stride]. In float32, the kernels work
// on the table itself. In 16 bits (8 for averages that are only read), a block has one scale; it is
// decoded into a buffer, processed as floats and encoded again, so there is one set of formulas.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "shared/lanes.hpp"

namespace fifthstreet {

enum class Storage : std::uint8_t { kFloat32, kInt16, kUint16, kUint8 };

struct Table {
    Storage storage = Storage::kFloat32;
    void* data = nullptr;
    float* scales = nullptr;  // [blocks], of an integer table

    bool is_float() const { return storage == Storage::kFloat32; }
};

namespace detail {

template <class Int>
void decode(const Int* from, float scale, std::int64_t count, float* to) {
    for (std::int64_t i = 0; i < count; ++i) to[i] = static_cast<float>(from[i]) * scale;
}

template <class Int>
float encode(const float* from, std::int64_t count, float most, Int* to) {
    Lanes largest_of{};
    for (std::int64_t i = 0; i < count; i += kLanes) {
        const Lanes x = load(from + i);
        const Lanes size = x < 0 ? -x : x;
        largest_of = larger(size, largest_of);
    }
    const float largest = largest_lane(largest_of);
    const float scale = largest / most;
    const float inverse = largest > 0 ? most / largest : 0.0f;
    for (std::int64_t i = 0; i < count; ++i) {
        // Rounds half away from zero; the sum stays within the type because |x * inverse| <= most.
        const float x = from[i] * inverse;
        to[i] = static_cast<Int>(static_cast<std::int32_t>(x + (x < 0 ? -0.5f : 0.5f)));
    }
    return scale;
}

}  // namespace detail

// The rows of a block as floats: the table itself if it is float32, else a decoded copy.
inline float* open_rows(const Table& table, std::int64_t offset, std::int64_t block,
                        std::int64_t count, float* buffer) {
    switch (table.storage) {
        case Storage::kFloat32: return static_cast<float*>(table.data) + offset;
        case Storage::kInt16:
            detail::decode(static_cast<const std::int16_t*>(table.data) + offset,
                           table.scales[block], count, buffer);
            break;
        case Storage::kUint16:
            detail::decode(static_cast<const std::uint16_t*>(table.data) + offset,
                           table.scales[block], count, buffer);
            break;
        case Storage::kUint8:
            detail::decode(static_cast<const std::uint8_t*>(table.data) + offset, 1.0f / 255, count,
                           buffer);
            break;
    }
    return buffer;
}

// Writes changed rows back to an integer table.
inline void close_rows(const Table& table, std::int64_t offset, std::int64_t block,
                       std::int64_t count, const float* rows) {
    if (table.storage == Storage::kInt16) {
        table.scales[block] =
            detail::encode(rows, count, 32767.0f, static_cast<std::int16_t*>(table.data) + offset);
    } else if (table.storage == Storage::kUint16) {
        table.scales[block] =
            detail::encode(rows, count, 65535.0f, static_cast<std::uint16_t*>(table.data) + offset);
    }
}

}  // namespace fifthstreet
