#include "abstraction/centre_search.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "shared/thread_pool.hpp"

namespace fifthstreet {

namespace {

// The neighbours kept of each centre. Searches that need more of them are rare.
constexpr std::int64_t kMaxNeighbours = 256;

// A search starts again from a better centre if that is closer by this factor; otherwise too few
// visits are saved to be worth a second start.
constexpr float kMuchCloser = 0.9F;

// The number of pivots, relative to the square root of the number of centres, and to the neighbours
// that a search would visit instead.
constexpr double kPivots = 0.5;
constexpr std::int64_t kPivotsPerNeighbour = 8;

// The neighbours of a centre are first searched among about kMargin times as many centres: those up
// to a cost that is estimated from every kSampleStep-th centre.
constexpr std::int64_t kMargin = 2;
constexpr std::int64_t kSampleStep = 16;

std::int32_t sum_of(const Level* row, int stride) {
    return std::accumulate(row, row + stride, std::int32_t{0});
}

}  // namespace

CentreSearch::CentreSearch(const Scaling& scaling, const Level* centres, std::int64_t count,
                           int threads)
    : scaling_(scaling),
      count_(count),
      listed_(std::min(count - 1, kMaxNeighbours)),
      centres_(centres, centres + count * scaling.stride()),
      neighbours_(count * listed_),
      by_sum_(count) {
    for (std::int64_t i = 0; i < count; ++i) {
        by_sum_[i] = {sum_of(row(i), scaling_.stride()), static_cast<std::uint32_t>(i)};
    }
    std::sort(by_sum_.begin(), by_sum_.end(), [](const Sum& a, const Sum& b) {
        return a.sum != b.sum ? a.sum < b.sum : a.centre < b.centre;
    });
    const auto pivots = static_cast<std::int64_t>(kPivots * std::sqrt(static_cast<double>(count)));
    for (std::int64_t i = 0; i < pivots; ++i) {
        pivots_.push_back(by_sum_[(2 * i + 1) * count / (2 * pivots)].centre);
    }
    ThreadPool pool(useful_threads(count, threads));
    pool.run(count, [&](std::int64_t centre) {
        if (scaling_.metric == Metric::kSquares) {
            find_neighbours<Metric::kSquares>(centre);
        } else {
            find_neighbours<Metric::kAbsolute>(centre);
        }
    });
}

template <Metric kMetric>
void CentreSearch::find_neighbours(std::int64_t centre) {
    std::vector<Cost> costs(count_);
    for (std::int64_t i = 0; i < count_; ++i) {
        costs[i] = distance_of<kMetric>(row(centre), row(i), scaling_.stride());
    }
    Cost limit = likely_limit(costs);
    std::vector<std::uint64_t> others;  // cost and number
    while (true) {
        for (std::int64_t i = 0; i < count_; ++i) {
            if (costs[i] > limit || i == centre) continue;
            others.push_back(std::uint64_t{costs[i]} << 32 | static_cast<std::uint64_t>(i));
        }
        if (static_cast<std::int64_t>(others.size()) >= listed_) break;
        others.clear();
        limit = UINT32_MAX;
    }
    std::nth_element(others.begin(), others.begin() + listed_, others.end());
    std::sort(others.begin(), others.begin() + listed_);
    for (std::int64_t i = 0; i < listed_; ++i) {
        neighbours_[centre * listed_ + i] = {length_of<kMetric>(static_cast<Cost>(others[i] >> 32)),
                                             static_cast<std::uint32_t>(others[i])};
    }
}

// A cost within which there are probably more centres than are listed, judging by a sample.
Cost CentreSearch::likely_limit(const std::vector<Cost>& costs) const {
    std::vector<Cost> some;
    for (std::int64_t i = 0; i < count_; i += kSampleStep) some.push_back(costs[i]);
    const std::int64_t place = listed_ * kMargin / kSampleStep;
    if (place >= static_cast<std::int64_t>(some.size())) return UINT32_MAX;
    std::nth_element(some.begin(), some.begin() + place, some.end());
    return some[place];
}

template <Metric kMetric>
CentreSearch::Nearest CentreSearch::at(const Level* point, std::uint32_t centre) const {
    return {distance_of<kMetric>(point, row(centre), scaling_.stride()), centre};
}

// If many neighbours are in reach of the start, the nearest pivot may be a better one.
template <Metric kMetric>
CentreSearch::Nearest CentreSearch::find_start(const Level* point, std::uint32_t start) const {
    Nearest nearest = at<kMetric>(point, start);
    const auto pivots = static_cast<std::int64_t>(pivots_.size());
    const std::int64_t many = pivots / kPivotsPerNeighbour;
    if (many >= listed_) return nearest;
    const float bound = 2 * length_of<kMetric>(nearest.cost) * kRounding;
    if (neighbours_[start * listed_ + many].gap > bound) return nearest;
    for (const std::uint32_t pivot : pivots_)
        nearest = std::min(nearest, at<kMetric>(point, pivot));
    return nearest;
}

template <Metric kMetric>
CentreSearch::Nearest CentreSearch::find(const Level* point, Nearest nearest) const {
    while (true) {
        // A centre is at least as far from the point as its distance from home, less the point's.
        const std::uint32_t home = nearest.centre;
        const float home_length = length_of<kMetric>(nearest.cost);
        const float much_closer = home_length * kMuchCloser;
        const Neighbour* const neighbours = neighbours_.data() + home * listed_;
        float bound = 2 * home_length * kRounding;
        std::int64_t i = 0;
        for (; i < listed_; ++i) {
            if (neighbours[i].gap > bound) return nearest;
            const Nearest other = at<kMetric>(point, neighbours[i].centre);
            if (!(other < nearest)) continue;
            nearest = other;
            const float length = length_of<kMetric>(nearest.cost);
            if (length < much_closer) break;
            bound = (home_length + length) * kRounding;
        }
        if (i < listed_) continue;
        return listed_ == count_ - 1 ? nearest : find_by_sum<kMetric>(point, nearest);
    }
}

// Goes from the centres whose sum of levels is nearest to the point's to both sides. Two sums
// differ by no more than the sum of the absolute differences; the square of their difference is no
// more than the sum of the squared differences times the number of levels.
template <Metric kMetric>
CentreSearch::Nearest CentreSearch::find_by_sum(const Level* point, Nearest nearest) const {
    const std::int32_t sum = sum_of(point, scaling_.stride());
    const auto is_out_of_reach = [&](const Sum& other) {
        const std::int64_t gap = std::abs(std::int64_t{other.sum} - sum);
        if constexpr (kMetric == Metric::kAbsolute) return gap > nearest.cost;
        return gap * gap > std::int64_t{nearest.cost} * scaling_.used();
    };
    const auto middle =
        std::lower_bound(by_sum_.begin(), by_sum_.end(), sum,
                         [](const Sum& other, std::int32_t value) { return other.sum < value; });
    for (auto above = middle; above != by_sum_.end() && !is_out_of_reach(*above); ++above) {
        nearest = std::min(nearest, at<kMetric>(point, above->centre));
    }
    for (auto below = middle; below != by_sum_.begin() && !is_out_of_reach(*(below - 1)); --below) {
        nearest = std::min(nearest, at<kMetric>(point, (below - 1)->centre));
    }
    return nearest;
}

template <class Work>
auto CentreSearch::with_metric(const Work& work) const {
    return scaling_.metric == Metric::kSquares ? work.template operator()<Metric::kSquares>()
                                               : work.template operator()<Metric::kAbsolute>();
}

void CentreSearch::assign(const LevelPoints& points, std::uint16_t* labels, Cost* costs,
                          int threads) const {
    const std::int64_t tasks = point_tasks(points.count());
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        const PointSpan span(task, points.count());
        with_metric([&]<Metric kMetric>() {
            for (std::int64_t i = span.first; i < span.last; ++i) {
                const Nearest start = at<kMetric>(points.row(i), labels[i]);
                const Nearest nearest = find<kMetric>(points.row(i), start);
                labels[i] = static_cast<std::uint16_t>(nearest.centre);
                costs[i] = nearest.cost;
            }
        });
    });
}

template <class T>
std::int64_t CentreSearch::assign(const T* points, std::int64_t count, std::uint16_t* labels,
                                  Cost* costs, int threads) const {
    const std::int64_t tasks = point_tasks(count);
    std::vector<std::int64_t> wrong(tasks, -1);
    ThreadPool pool(useful_threads(tasks, threads));
    pool.run(tasks, [&](std::int64_t task) {
        const PointSpan span(task, count);
        Level row[kMaxLevels];
        for (std::int64_t i = span.first; i < span.last; ++i) {
            if (!scale_point(scaling_, points + i * scaling_.dimensions, row)) {
                wrong[task] = i;
                return;
            }
            const std::uint32_t last = i > span.first ? labels[i - 1] : 0;
            const Nearest nearest = with_metric([&]<Metric kMetric>() {
                return find<kMetric>(row, find_start<kMetric>(row, last));
            });
            labels[i] = static_cast<std::uint16_t>(nearest.centre);
            costs[i] = nearest.cost;
        }
    });
    for (const std::int64_t point : wrong) {
        if (point >= 0) return point;
    }
    return -1;
}
template std::int64_t CentreSearch::assign(const std::uint8_t*, std::int64_t, std::uint16_t*, Cost*,
                                           int) const;
template std::int64_t CentreSearch::assign(const std::uint16_t*, std::int64_t, std::uint16_t*,
                                           Cost*, int) const;
template std::int64_t CentreSearch::assign(const float*, std::int64_t, std::uint16_t*, Cost*,
                                           int) const;

}  // namespace fifthstreet
