#include "abstraction/k_means.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "shared/random.hpp"
#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

// The weighted distance of each task's points from their nearest centres.
class CostSums {
  public:
    explicit CostSums(std::int64_t tasks) : sums_(tasks) {}
    std::uint64_t& operator[](std::int64_t task) { return sums_[task]; }
    std::uint64_t total() const {
        std::uint64_t total = 0;
        for (const std::uint64_t sum : sums_) total += sum;
        return total;
    }

    // The first point at which the sum of all costs up to it exceeds `target`, which is below the
    // total.
    template <class CostOf>
    std::int64_t point_at(std::uint64_t target, std::int64_t count, const CostOf& cost_of) const {
        std::int64_t task = 0;
        for (; target >= sums_[task]; ++task) target -= sums_[task];
        std::int64_t point = PointSpan(task, count).first;
        for (; target >= cost_of(point); ++point) target -= cost_of(point);
        return point;
    }

  private:
    std::vector<std::uint64_t> sums_;
};

template <Metric kMetric>
class Seeder {
  public:
    Seeder(const LevelPoints& points, const Seeding& seeding, int threads)
        : points_(points),
          seeding_(seeding),
          pool_(useful_threads(point_tasks(points.count()), threads)),
          sums_(point_tasks(points.count())) {}

    std::int64_t run(std::uint64_t seed, std::uint64_t stream, std::int64_t until) {
        std::int64_t chosen = seeding_.chosen;
        // Before there is a centre, all points are equally far away.
        if (chosen == 0) std::fill_n(seeding_.costs, points_.count(), 1);
        pool_.run(point_tasks(points_.count()), [&](std::int64_t task) { add_up(task); });
        for (; chosen < until; ++chosen) {
            const std::uint64_t total = sums_.total();
            if (total == 0) break;  // every point is a centre
            // A generator for each centre, so that it does not matter where calls divide the work.
            Random random(seed, stream * (std::uint64_t{UINT16_MAX} + 1) + chosen);
            const auto drawn =
                static_cast<std::uint64_t>(random.uniform() * static_cast<double>(total));
            add(chosen, sums_.point_at(std::min(drawn, total - 1), points_.count(),
                                       [&](std::int64_t i) { return cost_of(i); }));
        }
        return chosen;
    }

  private:
    std::uint64_t cost_of(std::int64_t point) const {
        return std::uint64_t{points_.weight(point)} * seeding_.costs[point];
    }

    void add_up(std::int64_t task) {
        const PointSpan span(task, points_.count());
        std::uint64_t sum = 0;
        for (std::int64_t i = span.first; i < span.last; ++i) sum += cost_of(i);
        sums_[task] = sum;
    }

    void add(std::int64_t number, std::int64_t point) {
        const int stride = points_.scaling().stride();
        const Level* const centre = seeding_.centres + number * stride;
        std::copy_n(points_.row(point), stride, seeding_.centres + number * stride);
        if (number == 0) {
            pool_.run(point_tasks(points_.count()), [&](std::int64_t task) {
                const PointSpan span(task, points_.count());
                for (std::int64_t i = span.first; i < span.last; ++i) {
                    seeding_.costs[i] = distance_of<kMetric>(points_.row(i), centre, stride);
                    seeding_.nearest[i] = 0;
                }
                add_up(task);
            });
            return;
        }
        // A centre can be nearer to a point than its nearest one only if the two are less than
        // twice as far apart (the triangle inequality).
        reach_.resize(number);
        for (std::int64_t i = 0; i < number; ++i) {
            const Cost gap = distance_of<kMetric>(seeding_.centres + i * stride, centre, stride);
            reach_[i] = gap / (kMetric == Metric::kSquares ? 4 : 2);
        }
        pool_.run(point_tasks(points_.count()), [&](std::int64_t task) {
            const PointSpan span(task, points_.count());
            std::uint64_t saved = 0;
            for (std::int64_t i = span.first; i < span.last; ++i) {
                const Cost before = seeding_.costs[i];
                if (before <= reach_[seeding_.nearest[i]]) continue;
                const Cost cost = distance_of<kMetric>(points_.row(i), centre, stride);
                if (cost >= before) continue;
                saved += std::uint64_t{points_.weight(i)} * (before - cost);
                seeding_.costs[i] = cost;
                seeding_.nearest[i] = static_cast<std::uint16_t>(number);
            }
            sums_[task] -= saved;
        });
    }

    const LevelPoints& points_;
    const Seeding& seeding_;
    ThreadPool pool_;
    CostSums sums_;
    // Points within the reach of their centre are nearer to it than to the new one.
    std::vector<Cost> reach_;
};

// The points of each cluster, in order.
struct Members {
    std::vector<std::int64_t> starts;   // [clusters + 1]
    std::vector<std::uint32_t> points;  // [count]

    Members(const std::uint16_t* labels, std::int64_t count, std::int64_t clusters)
        : starts(clusters + 1), points(count) {
        for (std::int64_t i = 0; i < count; ++i) ++starts[labels[i] + 1];
        for (std::int64_t k = 0; k < clusters; ++k) starts[k + 1] += starts[k];
        std::vector<std::int64_t> next(starts.begin(), starts.end() - 1);
        for (std::int64_t i = 0; i < count; ++i) {
            points[next[labels[i]]++] = static_cast<std::uint32_t>(i);
        }
    }
};

// The levels of a cluster's points, block by block, so that each row is fetched from memory only
// once.
class MemberLevels {
  public:
    MemberLevels(const LevelPoints& points, const std::uint32_t* members, std::int64_t count)
        : levels_(count * points.scaling().stride()), weights_(count) {
        const int stride = points.scaling().stride();
        for (std::int64_t i = 0; i < count; ++i) {
            const Level* const row = points.row(members[i]);
            const Level* const later = points.row(members[std::min(i + kAhead, count - 1)]);
            __builtin_prefetch(later);
            __builtin_prefetch(later + stride - 1);
            for (int level = 0; level < stride; level += kBlockLevels) {
                std::copy_n(row + level, kBlockLevels, &levels_[level * count + i * kBlockLevels]);
            }
            weights_[i] = points.weight(members[i]);
            most_weight_ = std::max(most_weight_, weights_[i]);
        }
    }

    // The mean of each level of a block, rounded; `total` is the sum of the weights.
    void find_means(int level, std::uint64_t total, Level* means) const {
        const Level* const rows = rows_from(level);
        std::uint64_t sums[kBlockLevels] = {};
        for (std::size_t i = 0; i < weights_.size(); ++i) {
            const Level* const row = rows + i * kBlockLevels;
            for (int j = 0; j < kBlockLevels; ++j) sums[j] += std::uint64_t{weights_[i]} * row[j];
        }
        for (int j = 0; j < kBlockLevels; ++j) {
            means[j] = static_cast<Level>((2 * sums[j] + total) / (2 * total));
        }
    }

    // The lower median of each level of a block: the lowest value up to which half of the weight
    // lies. All are found by bisection at once, in a fifth of the time that counting each value
    // would take.
    void find_medians(int level, std::uint64_t total, Level top, Level* medians) const {
        const Level* const rows = rows_from(level);
        Level lowest[kBlockLevels] = {};
        Level highest[kBlockLevels];
        std::fill_n(highest, kBlockLevels, top);
        for (int range = top; range > 0; range /= 2) {
            Level middle[kBlockLevels];
            for (int j = 0; j < kBlockLevels; ++j) {
                middle[j] = static_cast<Level>((lowest[j] + highest[j]) / 2);
            }
            std::uint64_t below[kBlockLevels];
            add_weights(rows, middle, below);
            for (int j = 0; j < kBlockLevels; ++j) {
                if (2 * below[j] >= total) {
                    highest[j] = middle[j];
                } else {
                    lowest[j] = static_cast<Level>(middle[j] + 1);
                }
            }
        }
        std::copy_n(highest, kBlockLevels, medians);
    }

  private:
    static constexpr std::int64_t kAhead = 12;  // rows requested before they are read

    const Level* rows_from(int level) const { return &levels_[level * weights_.size()]; }

    // The weight of the points with levels up to `middle`. Small weights are added in vectors of 16
    // bits, as many at a time as cannot overflow.
    void add_weights(const Level* rows, const Level* middle, std::uint64_t* below) const {
        std::fill_n(below, kBlockLevels, 0);
        const std::size_t run = UINT16_MAX / std::max<std::size_t>(most_weight_, 1);
        for (std::size_t first = 0; first < weights_.size();) {
            const std::size_t last =
                std::min(first + std::max<std::size_t>(run, 1), weights_.size());
            if (run > 0) {
                add_run<std::uint16_t>(rows, first, last, middle, below);
            } else {
                add_run<std::uint32_t>(rows, first, last, middle, below);
            }
            first = last;
        }
    }

    template <class Sum>
    void add_run(const Level* rows, std::size_t first, std::size_t last, const Level* middle,
                 std::uint64_t* below) const {
        Sum sums[kBlockLevels] = {};
        for (std::size_t i = first; i < last; ++i) {
            const Level* const row = rows + i * kBlockLevels;
            const auto weight = static_cast<Sum>(weights_[i]);
            for (int j = 0; j < kBlockLevels; ++j) {
                sums[j] = static_cast<Sum>(sums[j] + (row[j] <= middle[j] ? weight : 0));
            }
        }
        for (int j = 0; j < kBlockLevels; ++j) below[j] += sums[j];
    }

    std::vector<Level> levels_;           // [blocks][count][kBlockLevels]
    std::vector<std::uint32_t> weights_;  // [count]
    std::uint32_t most_weight_ = 0;
};

template <class T>
bool scale_numbers(const Scaling& scaling, const T* point, Level* row) {
    bool are_finite = true;
    for (int i = 0; i < scaling.dimensions; ++i) {
        const double number = point[i];
        are_finite &= std::isfinite(number);
        const double level = std::rint((number - scaling.low) * scaling.scale);
        row[i] = static_cast<Level>(level >= scaling.top ? scaling.top : level > 0 ? level : 0);
    }
    return are_finite;
}

template <class T>
bool scale_histogram(const Scaling& scaling, const T* point, Level* row) {
    const int used = scaling.used();
    if constexpr (std::is_integral_v<T>) {  // usually, all totals are the same
        int sum = 0;
        for (int i = 0; i < used; ++i) {
            sum += point[i];
            row[i] = static_cast<Level>(sum);
        }
        if (sum + point[used] == scaling.top) return true;
    }
    double total = 0;
    bool are_counts = true;
    for (int i = 0; i <= used; ++i) {
        are_counts &= point[i] >= 0;
        total += point[i];
    }
    if (!are_counts || !(total > 0) || !std::isfinite(total)) return false;
    const double scale = scaling.top / total;
    double sum = 0;
    for (int i = 0; i < used; ++i) {
        sum += point[i];
        row[i] = static_cast<Level>(std::min<double>(std::rint(sum * scale), scaling.top));
    }
    return true;
}

}  // namespace

template <class T>
bool scale_point(const Scaling& scaling, const T* point, Level* row) {
    std::fill(row + scaling.used(), row + scaling.stride(), Level{0});
    return scaling.metric == Metric::kSquares ? scale_numbers(scaling, point, row)
                                              : scale_histogram(scaling, point, row);
}
template bool scale_point(const Scaling&, const std::uint8_t*, Level*);
template bool scale_point(const Scaling&, const std::uint16_t*, Level*);
template bool scale_point(const Scaling&, const float*, Level*);

template <class T>
LevelPoints::LevelPoints(const Scaling& scaling, const T* points, std::int64_t count,
                         std::vector<std::uint32_t> weights, int threads)
    : scaling_(scaling),
      count_(count),
      levels_(count * scaling.stride()),
      weights_(std::move(weights)) {
    const std::int64_t tasks = point_tasks(count);
    std::vector<std::int64_t> wrong(tasks, -1);
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        const PointSpan span(task, count);
        for (std::int64_t i = span.first; i < span.last && wrong[task] < 0; ++i) {
            Level* const row = levels_.data() + i * scaling_.stride();
            if (!scale_point(scaling_, points + i * scaling_.dimensions, row)) wrong[task] = i;
        }
    });
    for (const std::int64_t point : wrong) {
        if (point < 0) continue;
        first_wrong_ = point;
        break;
    }
}
template LevelPoints::LevelPoints(const Scaling&, const std::uint8_t*, std::int64_t,
                                  std::vector<std::uint32_t>, int);
template LevelPoints::LevelPoints(const Scaling&, const std::uint16_t*, std::int64_t,
                                  std::vector<std::uint32_t>, int);
template LevelPoints::LevelPoints(const Scaling&, const float*, std::int64_t,
                                  std::vector<std::uint32_t>, int);

std::int64_t LevelPoints::seed(std::uint64_t seed, std::uint64_t stream, std::int64_t until,
                               int threads, const Seeding& seeding) const {
    return scaling_.metric == Metric::kSquares
               ? Seeder<Metric::kSquares>(*this, seeding, threads).run(seed, stream, until)
               : Seeder<Metric::kAbsolute>(*this, seeding, threads).run(seed, stream, until);
}

void LevelPoints::update(const std::uint16_t* labels, std::int64_t clusters, int threads,
                         Level* centres, std::uint64_t* totals) const {
    const Members members(labels, count_, clusters);
    std::fill(totals, totals + clusters, 0);
    for (std::int64_t i = 0; i < count_; ++i) totals[labels[i]] += weight(i);
    ThreadPool pool(useful_threads(clusters, threads));
    pool.run(clusters, [&](std::int64_t cluster) {
        if (totals[cluster] == 0) return;
        const std::int64_t first = members.starts[cluster];
        const MemberLevels levels(*this, members.points.data() + first,
                                  members.starts[cluster + 1] - first);
        Level* const centre = centres + cluster * scaling_.stride();
        for (int level = 0; level < scaling_.stride(); level += kBlockLevels) {
            if (scaling_.metric == Metric::kSquares) {
                levels.find_means(level, totals[cluster], centre + level);
            } else {
                levels.find_medians(level, totals[cluster], scaling_.top, centre + level);
            }
        }
    });
}

}  // namespace fifthstreet
