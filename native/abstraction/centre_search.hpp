// The nearest of many centres, exactly, without visiting most of them.
#pragma once

#include <cstdint>
#include <vector>

#include "abstraction/k_means.hpp"

namespace fifthstreet {

// Sorted neighbours of each centre (the sort-means algorithm of Phillips 2002): only centres less
// than twice as far from a centre as a point is can be closer to the point, and they come first.
class CentreSearch {
  public:
    static constexpr std::int64_t kMaxCentres = UINT16_MAX;

    CentreSearch(const Scaling& scaling, const Level* centres, std::int64_t count, int threads);

    const Scaling& scaling() const { return scaling_; }
    std::int64_t count() const { return count_; }
    std::size_t table_bytes() const { return neighbours_.size() * sizeof(Neighbour); }

    // Labels are the nearest centres of points, at a tie the lowest number; costs are the
    // distances. The labels passed in are where searches start: the closer, the faster.
    void assign(const LevelPoints& points, std::uint16_t* labels, Cost* costs, int threads) const;

    // The same for points that are not yet rows of levels. Searches start at the label of the
    // previous point. Returns the first invalid point, or -1.
    template <class T>
    std::int64_t assign(const T* points, std::int64_t count, std::uint16_t* labels, Cost* costs,
                        int threads) const;

  private:
    struct Neighbour {
        float gap;  // length between the two centres
        std::uint32_t centre;
    };
    struct Nearest {
        Cost cost;
        std::uint32_t centre;

        bool operator<(const Nearest& other) const {
            return cost != other.cost ? cost < other.cost : centre < other.centre;
        }
    };

    template <Metric kMetric>
    void find_neighbours(std::int64_t centre);
    Cost likely_limit(const std::vector<Cost>& costs) const;
    template <Metric kMetric>
    Nearest find_start(const Level* point, std::uint32_t start) const;
    template <Metric kMetric>
    Nearest find(const Level* point, Nearest nearest) const;
    template <Metric kMetric>
    Nearest find_by_sum(const Level* point, Nearest nearest) const;
    template <Metric kMetric>
    Nearest at(const Level* point, std::uint32_t centre) const;
    template <class Work>
    auto with_metric(const Work& work) const;

    const Level* row(std::int64_t centre) const {
        return centres_.data() + centre * scaling_.stride();
    }

    struct Sum {
        std::int32_t sum;  // of a centre's levels
        std::uint32_t centre;
    };

    Scaling scaling_;
    std::int64_t count_;
    std::int64_t listed_;                // neighbours of each centre
    std::vector<Level> centres_;         // [count][stride]
    std::vector<Neighbour> neighbours_;  // [count][listed] nearest first
    std::vector<Sum> by_sum_;            // [count] in order
    std::vector<std::uint32_t> pivots_;  // centres from which searches may start
};

}  // namespace fifthstreet
