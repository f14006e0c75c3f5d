// Checks of arguments. A failed check is a ValueError in Python.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace fifthstreet {

inline void require(bool is_right, const char* message) {
    if (!is_right) throw std::invalid_argument(message);
}
inline void require(bool is_right, const std::string& message) {
    if (!is_right) throw std::invalid_argument(message);
}

// Whether all numbers are from `least` to `most`. There is no early exit, so compilers use vectors.
template <class T>
bool are_within(const T* numbers, std::int64_t count, std::int64_t least, std::int64_t most) {
    if (count <= 0) return true;
    T lowest = numbers[0];
    T highest = numbers[0];
    for (std::int64_t i = 1; i < count; ++i) {
        lowest = std::min(lowest, numbers[i]);
        highest = std::max(highest, numbers[i]);
    }
    return static_cast<std::int64_t>(lowest) >= least && static_cast<std::int64_t>(highest) <= most;
}
template <class T>
bool are_within(const std::vector<T>& numbers, std::int64_t least, std::int64_t most) {
    return are_within(numbers.data(), static_cast<std::int64_t>(numbers.size()), least, most);
}

// Whether the numbers start with `first`, never fall, and end with `last`.
template <class T>
bool ascend(const T* numbers, std::size_t count, std::int64_t first, std::int64_t last) {
    return count > 0 && static_cast<std::int64_t>(numbers[0]) == first &&
           static_cast<std::int64_t>(numbers[count - 1]) == last &&
           std::is_sorted(numbers, numbers + count);
}
template <class T>
bool ascend(const std::vector<T>& numbers, std::int64_t first, std::int64_t last) {
    return ascend(numbers.data(), numbers.size(), first, last);
}

// Whether `count` entries from `start` on are in an array of `size` entries; nothing wraps around.
inline bool fits(std::int64_t start, std::int64_t count, std::size_t size) {
    return start >= 0 && count >= 0 && static_cast<std::uint64_t>(start) <= size &&
           static_cast<std::uint64_t>(count) <= size - static_cast<std::uint64_t>(start);
}

}  // namespace fifthstreet
