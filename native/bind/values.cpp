// Python bindings of networks for hands on complete boards. All arrays are checked before a kernel
// reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <new>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "cards/evaluator.hpp"
#include "shared/thread_pool.hpp"
#include "values/river_tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

constexpr int kMaxWidth = 1 << 14;
constexpr std::size_t kMaxBoards = 1 << 16;
constexpr std::size_t kMaxLeaves = 1 << 16;

void check_pool(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

template <class T>
void check_finite(const T* numbers, std::size_t count, const char* message) {
    bool is_finite = true;
    for (std::size_t i = 0; i < count; ++i) is_finite &= std::isfinite(numbers[i]);
    require(is_finite, message);
}

std::vector<DenseLayer> layers_of(const std::vector<int>& sizes,
                                  const Array<const float, 1>& parameters) {
    require(sizes.size() >= 2, "there must be at least one layer");
    std::size_t count = 0;
    for (std::size_t at = 0; at < sizes.size(); ++at) {
        require(sizes[at] >= 1 && sizes[at] <= kMaxWidth, "sizes of layers must be 1 to 16,384");
        if (at) count += (std::size_t(sizes[at - 1]) + 1) * std::size_t(sizes[at]);
    }
    require(parameters.shape(0) == count,
            "parameters must be the weights and biases of all layers");
    check_finite(parameters.data(), count, "parameters must be finite");
    std::vector<DenseLayer> layers;
    const float* next = parameters.data();
    for (std::size_t at = 1; at < sizes.size(); ++at) {
        const float* bias = next + std::size_t(sizes[at - 1]) * std::size_t(sizes[at]);
        layers.emplace_back(next, bias, sizes[at - 1], sizes[at]);
        next = bias + sizes[at];
    }
    return layers;
}

}  // namespace

void bind_values(nb::module_& m) {
    nb::class_<BoardOrders>(m, "BoardOrders", "The hands of complete boards in order of strength.")
        .def(
            "__init__",
            [](BoardOrders* self, const FreeEvaluator& evaluator, Array<const Mask, 1> boards,
               int threads) {
                const Ranking& ranking = *evaluator.free_ranking();
                require(ranking.table_cards() == kMaxTableCards && !ranking.is_low(),
                        "the evaluator must be for five-card high hands");
                check_pool(threads);
                const std::size_t count = boards.shape(0);
                require(count <= kMaxBoards, "boards must be at most 65,536");
                for (std::size_t b = 0; b < count; ++b) {
                    require(boards(b) <= kAllCards && count_cards(boards(b)) == 5,
                            "a board is not a set of five cards");
                }
                const nb::gil_scoped_release release;
                new (self)
                    BoardOrders(ranking, boards.data(), static_cast<std::int64_t>(count), threads);
            },
            "evaluator"_a, "boards"_a.noconvert(), "threads"_a, "Sort the hands of each board.");
    nb::class_<RiverTables>(m, "RiverTables",
                            "A network for complete boards, from histograms to tables.")
        .def(
            "__init__",
            [](RiverTables* self, const std::vector<int>& sizes, Array<const float, 1> parameters,
               float histogram_scale) {
                std::vector<DenseLayer> layers = layers_of(sizes, parameters);
                new (self) RiverTables(std::move(layers), histogram_scale);
            },
            "sizes"_a, "parameters"_a.noconvert(), "histogram_scale"_a,
            "Copy the weights and biases of all layers, whose sizes begin with the inputs.")
        .def(
            "evaluate",
            [](const RiverTables& self, const BoardOrders& orders, Array<const double, 1> weights,
               Array<const float, 3> reach, Array<const float, 2> features, int threads,
               Array<float, 3> out) {
                check_pool(threads);
                const std::size_t leaves = reach.shape(0);
                require(leaves <= kMaxLeaves, "leaves must be at most 65,536");
                require(weights.shape(0) == static_cast<std::size_t>(orders.count()),
                        "weights must be one per board");
                require(reach.shape(1) == 2 && reach.shape(2) == kHoleHands &&
                            out.shape(0) == leaves && out.shape(1) == 2 &&
                            out.shape(2) == kHoleHands,
                        "reach and results must be of two players' 1,326 hands at each leaf");
                require(features.shape(0) == leaves &&
                            features.shape(1) == static_cast<std::size_t>(self.features()),
                        "features must be a row per leaf, as long as the network reads");
                check_finite(weights.data(), weights.size(), "weights must be finite");
                check_finite(features.data(), features.size(), "features must be finite");
                check_finite(reach.data(), reach.size(), "reach must be finite and at least 0");
                bool is_negative = false;
                for (std::size_t i = 0; i < reach.size(); ++i) is_negative |= reach.data()[i] < 0;
                require(!is_negative, "reach must be finite and at least 0");
                const nb::gil_scoped_release release;
                self.evaluate(orders, weights.data(), reach.data(), static_cast<int>(leaves),
                              features.data(), threads, out.data());
            },
            "orders"_a, "weights"_a.noconvert(), "reach"_a.noconvert(), "features"_a.noconvert(),
            "threads"_a, "out"_a.noconvert(),
            "Sum up what hands win on the boards, beside half of the pot, at each leaf.");
}

}  // namespace fifthstreet
