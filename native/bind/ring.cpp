// Python bindings of the betting before the flop for two to ten seats. All arrays are checked before a
// kernel reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cmath>
#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "ring/board_shares.hpp"
#include "ring/ring_betting.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

constexpr std::size_t kMaxRingNodes = 1 << 27;
constexpr int kRingNumbers = 8;

using TableRows = Array<float, 2>;

void check_ring_threads(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

template <class Rows>
void check_class_rows(const Rows& rows, std::int64_t count, const char* name) {
    require(rows.shape(0) == static_cast<std::size_t>(count) &&
                rows.shape(1) == static_cast<std::size_t>(kClassStride),
            std::string(name) + " must be " + std::to_string(count) + " padded rows");
}

ClassMatrix class_matrix_of(const Array<const float, 2>& from) {
    require(from.shape(0) == kClasses && from.shape(1) == kClasses,
            "a matrix must have an entry for each two classes");
    for (std::size_t i = 0; i < from.size(); ++i) {
        require(std::isfinite(from.data()[i]), "matrices must be finite");
    }
    return ClassMatrix(from.data());
}

void construct_ring(RingBetting* self, int seats, const Array<const std::int8_t, 1>& players,
                    const Array<const bool, 1>& is_fold,
                    const Array<const std::uint16_t, 1>& folded,
                    const Array<const std::uint8_t, 1>& children,
                    const Array<const std::int32_t, 1>& first_children,
                    const Array<const std::uint8_t, 1>& ends, const Array<const float, 2>& met,
                    const Array<const float, 2>& won, const Array<const float, 2>& tied) {
    const std::size_t count = players.shape(0);
    require(count <= kMaxRingNodes, "a tree must have at most 134,217,728 nodes");
    for (const std::size_t size : {is_fold.shape(0), folded.shape(0), children.shape(0),
                                   first_children.shape(0), ends.shape(0)}) {
        require(size == count, "there must be an entry for each node");
    }
    std::vector<RingNode> nodes(count);
    for (std::size_t at = 0; at < count; ++at) {
        require(ends(at) <= static_cast<int>(RingEnd::kLeaf), "an end must be 0 to 4");
        nodes[at] = {players(at),       is_fold(at),        folded(at), children(at),
                     RingEnd{ends(at)}, first_children(at), 0,          0};
    }
    new (self) RingBetting(seats, std::move(nodes),
                           {class_matrix_of(met), class_matrix_of(won), class_matrix_of(tied)});
}

std::vector<RingPayoff> ring_payoffs(const RingBetting& solver, const Array<const float, 2>& from) {
    require(
        from.shape(0) == static_cast<std::size_t>(solver.nodes()) && from.shape(1) == kRingNumbers,
        "payoffs must be eight numbers for each node");
    std::vector<RingPayoff> payoffs(solver.nodes());
    const float* numbers = from.data();
    for (RingPayoff& each : payoffs) {
        for (int i = 0; i < kRingNumbers; ++i) {
            require(std::isfinite(numbers[i]), "payoffs must be finite");
        }
        each = {numbers[0],
                numbers[1],
                {numbers[2], numbers[3], numbers[4]},
                {numbers[5], numbers[6], numbers[7]}};
        numbers += kRingNumbers;
    }
    return payoffs;
}

std::vector<RingFactors> ring_factors(const Array<const float, 1>& positive,
                                      const Array<const float, 1>& negative,
                                      const Array<const float, 1>& keep) {
    require(positive.shape(0) == negative.shape(0) && positive.shape(0) == keep.shape(0),
            "factors must have the same number of iterations");
    std::vector<RingFactors> factors;
    for (std::size_t i = 0; i < positive.shape(0); ++i) {
        factors.push_back({positive(i), negative(i), keep(i)});
    }
    return factors;
}

void iterate_ring(const RingBetting& self, const TableRows& regrets, const TableRows& averages,
                  const Array<const float, 2>& payoffs, const Array<const float, 2>& leaves,
                  const Array<const float, 1>& positive, const Array<const float, 1>& negative,
                  const Array<const float, 1>& keep, int threads) {
    check_ring_threads(threads);
    check_class_rows(regrets, self.rows(), "regrets");
    check_class_rows(averages, self.rows(), "averages");
    check_class_rows(leaves, self.leaf_rows(), "leaves");
    const auto paid = ring_payoffs(self, payoffs);
    const auto factors = ring_factors(positive, negative, keep);
    const nb::gil_scoped_release release;
    self.iterate({regrets.data(), averages.data(), paid.data(), leaves.data(), nullptr}, factors,
                 threads);
}

void evaluate_ring(const RingBetting& self, const TableRows& averages,
                   const Array<const float, 2>& payoffs, const Array<const float, 2>& leaves,
                   bool is_best, int threads, const TableRows& out,
                   const std::optional<TableRows>& action_values) {
    check_ring_threads(threads);
    check_class_rows(averages, self.rows(), "averages");
    check_class_rows(leaves, self.leaf_rows(), "leaves");
    check_class_rows(out, self.seats(), "results");
    if (action_values) check_class_rows(*action_values, self.rows(), "action values");
    const auto paid = ring_payoffs(self, payoffs);
    const nb::gil_scoped_release release;
    self.evaluate({nullptr, averages.data(), paid.data(), leaves.data(),
                   action_values ? action_values->data() : nullptr},
                  is_best ? Mode::kBestResponse : Mode::kAverage, threads, out.data());
}

void construct_shares(BoardShares* self, const Array<const std::uint16_t, 2>& strengths,
                      const Array<const std::uint8_t, 1>& classes) {
    require(strengths.shape(0) >= 1 && strengths.shape(1) == kHoleHands &&
                classes.shape(0) == kHoleHands,
            "strengths must have a number for each hand on one or more boards");
    new (self) BoardShares(strengths.data(), strengths.shape(0), classes.data());
}

void board_shares(const BoardShares& self, const Array<const float, 3>& reach, int threads,
                  const Array<float, 3>& out, const Array<float, 3>& against) {
    check_ring_threads(threads);
    for (std::size_t i = 0; i < 3; ++i) {
        require(reach.shape(i) == out.shape(i) && reach.shape(i) == against.shape(i),
                "results must have the shape of the reach");
    }
    require(reach.shape(1) >= 2 && reach.shape(1) <= kMaxSeats && reach.shape(2) == kClassStride,
            "reach must be a padded row for each of 2 to 10 seats");
    const auto seats = static_cast<int>(reach.shape(1));
    const auto pots = static_cast<std::int64_t>(reach.shape(0));
    const nb::gil_scoped_release release;
    ThreadPool pool(useful_threads(pots, threads));
    pool.run(pots, [&](std::int64_t at) {
        const std::int64_t first = at * seats * kClassStride;
        self.shares(seats, reach.data() + first, out.data() + first, against.data() + first);
    });
}

}  // namespace

void bind_ring(nb::module_& m) {
    m.attr("CLASS_STRIDE") = kClassStride;
    nb::class_<RingBetting>(m, "RingBetting", "Vector CFR before the flop, for two to ten seats.")
        .def("__init__", construct_ring, "seats"_a, "players"_a.noconvert(),
             "is_fold"_a.noconvert(), "folded"_a.noconvert(), "children"_a.noconvert(),
             "first_children"_a.noconvert(), "ends"_a.noconvert(), "met"_a.noconvert(),
             "won"_a.noconvert(), "tied"_a.noconvert(),
             "Refer to a tree, and copy matrices of classes.")
        .def_prop_ro("rows", &RingBetting::rows, "Number of rows of a table.")
        .def_prop_ro("leaf_rows", &RingBetting::leaf_rows, "Number of rows of values at leaves.")
        .def("iterate", iterate_ring, "regrets"_a.noconvert(), "averages"_a.noconvert(),
             "payoffs"_a.noconvert(), "leaves"_a.noconvert(), "positive"_a.noconvert(),
             "negative"_a.noconvert(), "keep"_a.noconvert(), "threads"_a,
             "Run an iteration for each of the factors.")
        .def("evaluate", evaluate_ring, "averages"_a.noconvert(), "payoffs"_a.noconvert(),
             "leaves"_a.noconvert(), "is_best"_a, "threads"_a, "out"_a.noconvert(),
             "action_values"_a.noconvert().none(),
             "Compute the values of all seats at the root, and of all actions if wanted.")
        .def(
            "reach",
            [](const RingBetting& self, const TableRows& averages,
               const Array<const std::int32_t, 1>& at, const Array<float, 3>& out) {
                check_class_rows(averages, self.rows(), "averages");
                require(out.shape(0) == at.shape(0) &&
                            out.shape(1) == static_cast<std::size_t>(self.seats()) &&
                            out.shape(2) == kClassStride,
                        "results must be a padded row for each node and seat");
                const std::vector<std::int32_t> nodes(at.data(), at.data() + at.size());
                const nb::gil_scoped_release release;
                self.reach(averages.data(), nodes, out.data());
            },
            "averages"_a.noconvert(), "at"_a.noconvert(), "out"_a.noconvert(),
            "Compute the reach of all seats at nodes.")
        .def(
            "probabilities",
            [](const RingBetting& self, const TableRows& averages,
               const Array<const float, 1>& dealt, const Array<double, 1>& out) {
                check_class_rows(averages, self.rows(), "averages");
                require(dealt.shape(0) == kClasses, "dealt must be a number for each class");
                require(out.shape(0) == static_cast<std::size_t>(self.nodes()),
                        "results must be a number for each node");
                const nb::gil_scoped_release release;
                self.probabilities(averages.data(), dealt.data(), out.data());
            },
            "averages"_a.noconvert(), "dealt"_a.noconvert(), "out"_a.noconvert(),
            "Compute the probability of each node.");
    nb::class_<BoardShares>(m, "BoardShares", "Shares of pots of several seats, by class.")
        .def("__init__", construct_shares, "strengths"_a.noconvert(), "classes"_a.noconvert(),
             "Put the hands of each board in order.")
        .def("shares", board_shares, "reach"_a.noconvert(), "threads"_a, "out"_a.noconvert(),
             "against"_a.noconvert(), "Compute the mean share of each class in each pot.");
}

}  // namespace fifthstreet
