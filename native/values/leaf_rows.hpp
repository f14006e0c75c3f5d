// The reach of both players' hands at some leaves of a search, with a lane for each leaf and player.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "cards/hole_hands.hpp"
#include "shared/lanes.hpp"

namespace fifthstreet {

// Reach is counted in units, so that sums are exact: a hand that meets nothing meets exactly 0.
// Twice the weight of a whole range fits into an int.
inline constexpr double kUnits = 1 << 29;

// A number for each leaf and player, in G vectors.
template <class Vector, int G>
struct Wide {
    Vector part[G];
};
template <int G>
using Counts = Wide<IntLanes, G>;
template <int G>
using Numbers = Wide<Lanes, G>;

// The order of lanes in which each has the other player's number.
inline constexpr auto swapped = [](int i) { return i ^ 1; };

// The reach of some leaves in units: a lane for each leaf and player has the opponent's.
template <int G>
struct LeafRows {
    LeafRows(const float* reach, int leaves);

    int leaves;
    std::vector<Counts<G>> opposing;  // [1326]
    double unit[G * kLanes] = {};     // of the opponent's reach
};

template <int G>
LeafRows<G>::LeafRows(const float* reach, int leaves) : leaves(leaves), opposing(kHoleHands) {
    for (int lane = 0; lane < 2 * leaves; ++lane) {
        const float* row = reach + (lane ^ 1) * kHoleHands;
        double total = 0;
        for (int h = 0; h < kHoleHands; ++h) total += row[h];
        if (total <= 0) continue;
        const double scale = kUnits / total;
        unit[lane] = total / kUnits;
        int* column = reinterpret_cast<int*>(opposing.data()) + lane;
        for (int h = 0; h < kHoleHands; ++h) {
            column[h * G * kLanes] = static_cast<int>(row[h] * scale + 0.5);
        }
    }
}

// Objects that threads take and give back.
template <class T>
class Spares {
  public:
    std::unique_ptr<T> take() {
        const std::lock_guard lock(mutex_);
        if (spares_.empty()) return nullptr;
        auto spare = std::move(spares_.back());
        spares_.pop_back();
        return spare;
    }
    void give(std::unique_ptr<T> spare) {
        const std::lock_guard lock(mutex_);
        spares_.push_back(std::move(spare));
    }

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<T>> spares_;
};

}  // namespace fifthstreet
