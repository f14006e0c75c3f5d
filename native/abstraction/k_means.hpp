// Points of k-means as rows of levels, and the steps that choose and move centres. Results do not
// depend on the number of threads, because all sums are whole numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "abstraction/level_rows.hpp"

namespace fifthstreet {

// How numbers become levels: level = (number - low) * scale, rounded to 0 .. top, under kSquares;
// under kAbsolute, level i is the share of the first i + 1 bins, times `top`, for all bins but the
// last.
struct Scaling {
    Metric metric;
    int dimensions;  // of points
    Level top;       // highest level
    double low;
    double scale;

    int used() const { return metric == Metric::kAbsolute ? dimensions - 1 : dimensions; }
    int stride() const { return level_stride(used()); }
};

// Writes the row of a point. Returns false for an invalid point: if a number is not finite or,
// under kAbsolute, if one is negative or all are zero. T is std::uint8_t, std::uint16_t or float.
template <class T>
bool scale_point(const Scaling& scaling, const T* point, Level* row);

// The work on many points is divided into tasks of this many.
inline constexpr std::int64_t kPointsPerTask = 4096;
inline std::int64_t point_tasks(std::int64_t points) {
    return (points + kPointsPerTask - 1) / kPointsPerTask;
}

// The points of a task: from `first` up to `last`, which is not among them.
struct PointSpan {
    std::int64_t first;
    std::int64_t last;

    PointSpan(std::int64_t task, std::int64_t count)
        : first(task * kPointsPerTask),
          last(first + kPointsPerTask < count ? first + kPointsPerTask : count) {}
};

// The centres that k-means++ has chosen so far, and how far each point is from them.
struct Seeding {
    Level* centres;          // [most][stride]
    std::int64_t chosen;     // number of centres
    std::uint16_t* nearest;  // [count]
    Cost* costs;             // [count] of the nearest centre
};

class LevelPoints {
  public:
    // `weights` has one number for each point, or none.
    template <class T>
    LevelPoints(const Scaling& scaling, const T* points, std::int64_t count,
                std::vector<std::uint32_t> weights, int threads);

    const Scaling& scaling() const { return scaling_; }
    std::int64_t count() const { return count_; }
    std::int64_t first_wrong() const { return first_wrong_; }
    const Level* row(std::int64_t i) const { return levels_.data() + i * scaling_.stride(); }
    std::uint32_t weight(std::int64_t i) const { return weights_.empty() ? 1 : weights_[i]; }

    // Chooses centres by k-means++ (Arthur & Vassilvitskii 2007), until there are `until` or every
    // point with a weight is a centre: each is a point drawn with a probability proportional to its
    // weight times its distance, squared under kSquares, from the centres before it. Returns their
    // number.
    std::int64_t seed(std::uint64_t seed, std::uint64_t stream, std::int64_t until, int threads,
                      const Seeding& seeding) const;

    // Moves each centre to where its points cost least: the mean of each level, rounded, under
    // kSquares, and the lower median under kAbsolute. Centres without weight stay. `totals` are the
    // weights of clusters.
    void update(const std::uint16_t* labels, std::int64_t clusters, int threads, Level* centres,
                std::uint64_t* totals) const;

  private:
    Scaling scaling_;
    std::int64_t count_;
    std::int64_t first_wrong_ = -1;       // first invalid point, or -1
    std::vector<Level> levels_;           // [count][stride]
    std::vector<std::uint32_t> weights_;  // [count], or empty if each is one
};

}  // namespace fifthstreet
