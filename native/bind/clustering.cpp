// Python bindings of k-means.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "abstraction/centre_search.hpp"
#include "abstraction/k_means.hpp"
#include "bind/bindings.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

using Points = nb::ndarray<nb::ro, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

Metric metric_of(int metric) {
    require(metric == 0 || metric == 1, "metric must be 0 (squares) or 1 (earth mover's distance)");
    return metric == 0 ? Metric::kSquares : Metric::kAbsolute;
}

void check_dimensions(Metric metric, std::int64_t dimensions) {
    require(dimensions >= (metric == Metric::kAbsolute ? 2 : 1) && dimensions <= kMaxLevels,
            "points must have 1 to 64 numbers, for the earth mover's distance at least 2");
}

Scaling scaling_of(int metric, std::int64_t dimensions, int top, double low, double scale) {
    Scaling scaling{metric_of(metric), 0, 0, low, scale};
    check_dimensions(scaling.metric, dimensions);
    scaling.dimensions = static_cast<int>(dimensions);
    require(top >= 1 && top <= highest_level(scaling.metric, scaling.used()),
            "the highest level is less than 1, or so high that sums of distances would overflow");
    require(std::isfinite(low) && std::isfinite(scale) && scale > 0,
            "low must be finite, and the scale finite and positive");
    scaling.top = static_cast<Level>(top);
    return scaling;
}

void check_threads(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

std::vector<std::uint32_t> weights_of(const std::optional<Array<const std::uint32_t, 1>>& weights,
                                      std::size_t points) {
    if (!weights) return {};
    require(weights->shape(0) == points, "weights must be one per point");
    const std::uint32_t* const first = weights->data();
    std::uint64_t total = 0;
    for (std::size_t i = 0; i < points; ++i) total += first[i];
    require(total <= UINT32_MAX, "the weights add up to more than 2^32 - 1");
    return std::vector<std::uint32_t>(first, first + points);
}

// Calls work with the numbers of the points as what they are.
template <class Work>
auto with_numbers(const Points& points, const Work& work) {
    const nb::dlpack::dtype type = points.dtype();
    if (type == nb::dtype<std::uint8_t>()) {
        return work(static_cast<const std::uint8_t*>(points.data()));
    }
    if (type == nb::dtype<std::uint16_t>()) {
        return work(static_cast<const std::uint16_t*>(points.data()));
    }
    require(type == nb::dtype<float>(), "points must be uint8, uint16 or float32");
    return work(static_cast<const float*>(points.data()));
}

LevelPoints level_points(const Points& points, const Scaling& scaling,
                         std::vector<std::uint32_t> weights, int threads) {
    check_threads(threads);
    const auto count = static_cast<std::int64_t>(points.shape(0));
    require(count <= UINT32_MAX, "points must be at most 2^32 - 1");
    return with_numbers(points, [&](const auto* numbers) {
        const nb::gil_scoped_release release;
        return LevelPoints(scaling, numbers, count, std::move(weights), threads);
    });
}

template <class T>
void check_centres(const Array<T, 2>& centres, const Scaling& scaling) {
    require(centres.shape(0) >= 1 && centres.shape(0) <= CentreSearch::kMaxCentres,
            "centres must be 1 to 65,535");
    require(centres.shape(1) == static_cast<std::size_t>(scaling.stride()),
            "centres must be as long as rows of levels");
    const auto size = static_cast<std::int64_t>(centres.size());
    require(are_within(centres.data(), size, 0, scaling.top),
            "a level of a centre is below 0 or above the highest one");
}

void check_results(std::size_t points, std::size_t labels, std::size_t costs) {
    require(labels == points && costs == points, "labels and costs must be one per point");
}

void bind_points(nb::module_& m) {
    nb::class_<LevelPoints>(m, "LevelPoints", "Points of k-means as rows of whole numbers.")
        .def(
            "__init__",
            [](LevelPoints* self, const Points& points,
               std::optional<Array<const std::uint32_t, 1>> weights, int metric, int top,
               double low, double scale, int threads) {
                const auto dimensions = static_cast<std::int64_t>(points.shape(1));
                new (self) LevelPoints(level_points(points,
                                                    scaling_of(metric, dimensions, top, low, scale),
                                                    weights_of(weights, points.shape(0)), threads));
            },
            "points"_a, "weights"_a.none(), "metric"_a, "top"_a, "low"_a, "scale"_a, "threads"_a,
            "Turn points of type uint8, uint16 or float32 into rows of levels from 0 to `top`.")
        .def(
            "seed",
            [](const LevelPoints& self, std::uint64_t seed, std::uint64_t stream,
               std::int64_t chosen, std::int64_t until, int threads, Array<Level, 2> centres,
               Array<std::uint16_t, 1> nearest, Array<Cost, 1> costs) {
                check_centres(centres, self.scaling());
                check_results(self.count(), nearest.shape(0), costs.shape(0));
                const auto most = static_cast<std::int64_t>(centres.shape(0));
                require(chosen >= 0 && chosen <= until && until <= most,
                        "centres must be at most the rows for them, and not fewer than before");
                require(self.count() == 0 || chosen == 0 ||
                            are_within(nearest.data(), self.count(), 0, chosen - 1),
                        "the nearest centre of a point has not been chosen yet");
                check_threads(threads);
                const nb::gil_scoped_release release;
                return self.seed(seed, stream, until, threads,
                                 {centres.data(), chosen, nearest.data(), costs.data()});
            },
            "seed"_a, "stream"_a, "chosen"_a, "until"_a, "threads"_a, "centres"_a, "nearest"_a,
            "costs"_a,
            "Choose centres by k-means++ until there are `until`, or until no point is apart from "
            "all of them; return their number.")
        .def(
            "update",
            [](const LevelPoints& self, Array<const std::uint16_t, 1> labels, int threads,
               Array<Level, 2> centres, Array<std::uint64_t, 1> totals) {
                check_centres(centres, self.scaling());
                const auto clusters = static_cast<std::int64_t>(centres.shape(0));
                require(static_cast<std::int64_t>(labels.shape(0)) == self.count() &&
                            are_within(labels.data(), self.count(), 0, clusters - 1),
                        "labels must be one per point, each the number of a centre");
                require(totals.shape(0) == centres.shape(0), "totals must be one per centre");
                check_threads(threads);
                const nb::gil_scoped_release release;
                self.update(labels.data(), clusters, threads, centres.data(), totals.data());
            },
            "labels"_a, "threads"_a, "centres"_a, "totals"_a,
            "Move each centre to where its points cost least, and add up their weights.")
        .def(
            "rows",
            [](const LevelPoints& self, Array<const std::int64_t, 1> points, Array<Level, 2> out) {
                const auto count = static_cast<std::int64_t>(points.shape(0));
                require(are_within(points.data(), count, 0, self.count() - 1),
                        "rows must be numbers of points");
                require(out.shape(0) == points.shape(0) &&
                            out.shape(1) == static_cast<std::size_t>(self.scaling().stride()),
                        "rows of levels must be one per point");
                for (std::int64_t i = 0; i < count; ++i) {
                    std::copy_n(self.row(points.data()[i]), out.shape(1), &out(i, 0));
                }
            },
            "points"_a, "out"_a, "Copy the rows of points.")
        .def_prop_ro(
            "first_wrong", &LevelPoints::first_wrong,
            "First point with a number that is not finite, or that is no histogram; or -1.");
}

void bind_search(nb::module_& m) {
    nb::class_<CentreSearch>(m, "CentreSearch", "Finds the nearest of many centres, exactly.")
        .def(
            "__init__",
            [](CentreSearch* self, Array<const Level, 2> centres, int dimensions, int metric,
               int top, double low, double scale, int threads) {
                const Scaling scaling = scaling_of(metric, dimensions, top, low, scale);
                check_centres(centres, scaling);
                check_threads(threads);
                const nb::gil_scoped_release release;
                new (self) CentreSearch(scaling, centres.data(),
                                        static_cast<std::int64_t>(centres.shape(0)), threads);
            },
            "centres"_a, "dimensions"_a, "metric"_a, "top"_a, "low"_a, "scale"_a, "threads"_a,
            "Sort the neighbours of each centre.")
        .def(
            "assign",
            [](const CentreSearch& self, const Points& points, int threads,
               Array<std::uint16_t, 1> labels, Array<Cost, 1> costs) {
                require(points.shape(1) == static_cast<std::size_t>(self.scaling().dimensions),
                        "points must have as many numbers as the clustered points");
                check_results(points.shape(0), labels.shape(0), costs.shape(0));
                check_threads(threads);
                const auto count = static_cast<std::int64_t>(points.shape(0));
                return with_numbers(points, [&](const auto* numbers) {
                    const nb::gil_scoped_release release;
                    return self.assign(numbers, count, labels.data(), costs.data(), threads);
                });
            },
            "points"_a, "threads"_a, "labels"_a, "costs"_a,
            "Find the nearest centre of each point and how far it is; return the first point with "
            "wrong numbers, or -1.")
        .def(
            "assign_again",
            [](const CentreSearch& self, const LevelPoints& points, int threads,
               Array<std::uint16_t, 1> labels, Array<Cost, 1> costs) {
                require(points.scaling().stride() == self.scaling().stride() &&
                            points.scaling().metric == self.scaling().metric &&
                            points.scaling().top == self.scaling().top,
                        "points and centres must share metric, length and highest level");
                check_results(points.count(), labels.shape(0), costs.shape(0));
                require(are_within(labels.data(), points.count(), 0, self.count() - 1),
                        "a label is not the number of a centre");
                check_threads(threads);
                const nb::gil_scoped_release release;
                self.assign(points, labels.data(), costs.data(), threads);
            },
            "points"_a, "threads"_a, "labels"_a, "costs"_a,
            "Find the nearest centre of each point, starting at its label so far.")
        .def_prop_ro("table_bytes", &CentreSearch::table_bytes, "Size of the sorted neighbours.");
}

}  // namespace

void bind_clustering(nb::module_& m) {
    bind_points(m);
    bind_search(m);
    m.def(
        "highest_level",
        [](int metric, int dimensions) {
            const Metric checked = metric_of(metric);
            check_dimensions(checked, dimensions);
            return highest_level(checked, Scaling{checked, dimensions, 0, 0, 0}.used());
        },
        "metric"_a, "dimensions"_a, "Return the highest level that points may have.");
}

}  // namespace fifthstreet
