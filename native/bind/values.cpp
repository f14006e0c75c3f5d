// Python bindings of values of hands: networks, and hands checked down. All arrays are checked before
// a kernel reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cmath>
#include <new>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "cards/evaluator.hpp"
#include "shared/thread_pool.hpp"
#include "values/board_features.hpp"
#include "values/coordinates.hpp"
#include "values/hand_leads.hpp"
#include "values/lead_matrix.hpp"
#include "values/river_tables.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

constexpr int kMaxWidth = 1 << 14;
constexpr std::size_t kMaxBoards = 1 << 16;
constexpr std::size_t kMaxLeaves = 1 << 16;
constexpr std::size_t kMaxSide = 1 << 14;  // of a matrix

void check_pool(int threads) {
    require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
}

template <class T>
void check_finite(const T* numbers, std::size_t count, const char* message) {
    bool is_finite = true;
    for (std::size_t i = 0; i < count; ++i) is_finite &= std::isfinite(numbers[i]);
    require(is_finite, message);
}

// Checks the reach of both players' hands at leaves, other features of these, and the results.
void check_leaves(const Array<const float, 3>& reach, const Array<const float, 2>& features,
                  int width, const Array<float, 3>& out) {
    const std::size_t leaves = reach.shape(0);
    require(leaves <= kMaxLeaves, "leaves must be at most 65,536");
    require(reach.shape(1) == 2 && reach.shape(2) == kHoleHands && out.shape(0) == leaves &&
                out.shape(1) == 2 && out.shape(2) == kHoleHands,
            "reach and results must be of two players' 1,326 hands at each leaf");
    require(features.shape(0) == leaves && features.shape(1) == static_cast<std::size_t>(width),
            "features must be a row per leaf, as long as the network reads");
    check_finite(features.data(), features.size(), "features must be finite");
    check_finite(reach.data(), reach.size(), "reach must be finite and at least 0");
    bool is_negative = false;
    for (std::size_t i = 0; i < reach.size(); ++i) is_negative |= reach.data()[i] < 0;
    require(!is_negative, "reach must be finite and at least 0");
}

const Ranking& five_card_high(const FreeEvaluator& evaluator) {
    const Ranking& ranking = *evaluator.free_ranking();
    require(ranking.table_cards() == kMaxTableCards && !ranking.is_low(),
            "the evaluator must be for five-card high hands");
    return ranking;
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

void bind_coordinates(nb::module_& m) {
    m.attr("HAND_FEATURES") = kHandFeatures;
    m.attr("BOARD_FEATURES") = kBoardFeatures;
    m.def(
        "board_features",
        [](const FreeEvaluator& evaluator, Array<const Mask, 1> boards, int threads,
           Array<float, 3> hands_out, Array<float, 2> boards_out) {
            const Ranking& ranking = five_card_high(evaluator);
            check_pool(threads);
            const std::size_t count = boards.shape(0);
            require(count <= kMaxBoards, "boards must be at most 65,536");
            for (std::size_t b = 0; b < count; ++b) {
                const int cards = count_cards(boards(b));
                require(boards(b) <= kAllCards && (cards == 3 || cards == 4),
                        "a board is not a set of three or four cards");
            }
            require(hands_out.shape(0) == count && hands_out.shape(1) == kHoleHands &&
                        hands_out.shape(2) == kHandFeatures && boards_out.shape(0) == count &&
                        boards_out.shape(1) == kBoardFeatures,
                    "results must have a row of features per hand, and per board");
            const nb::gil_scoped_release release;
            ThreadPool pool(useful_threads(static_cast<std::int64_t>(count), threads));
            pool.run(static_cast<std::int64_t>(count), [&](std::int64_t b) {
                board_features(ranking, boards.data()[b],
                               hands_out.data() + b * kHoleHands * kHandFeatures,
                               boards_out.data() + b * kBoardFeatures);
            });
        },
        "evaluator"_a, "boards"_a.noconvert(), "threads"_a, "hands_out"_a.noconvert(),
        "boards_out"_a.noconvert(), "Write what a network reads of all hands on boards.");
    nb::class_<FlopCoordinates>(m, "FlopCoordinates",
                                "The coordinates of all hands beside a flop, after turn cards.");
    nb::class_<CoordinateNetwork>(m, "CoordinateNetwork",
                                  "A network for turns, from coordinates of hands to values.")
        .def(
            "__init__",
            [](CoordinateNetwork* self, const std::vector<int>& hand_sizes,
               Array<const float, 1> hand_parameters, const std::vector<int>& range_sizes,
               Array<const float, 1> range_parameters, const std::vector<int>& direct_sizes,
               Array<const float, 1> direct_parameters) {
                require(direct_sizes.size() == 2, "there must be one direct layer");
                std::vector<DenseLayer> direct = layers_of(direct_sizes, direct_parameters);
                new (self) CoordinateNetwork(layers_of(hand_sizes, hand_parameters),
                                             layers_of(range_sizes, range_parameters),
                                             std::move(direct.front()));
            },
            "hand_sizes"_a, "hand_parameters"_a.noconvert(), "range_sizes"_a,
            "range_parameters"_a.noconvert(), "direct_sizes"_a, "direct_parameters"_a.noconvert(),
            "Copy the weights and biases of all layers, whose sizes begin with the inputs.")
        .def(
            "coordinates",
            [](const CoordinateNetwork& self, const FreeEvaluator& evaluator, Mask flop,
               const std::vector<int>& cards, int threads) {
                const Ranking& ranking = five_card_high(evaluator);
                check_pool(threads);
                require(flop <= kAllCards && count_cards(flop) == 3,
                        "the flop must be a set of three cards");
                require(cards.size() <= kCards, "turn cards must be at most 52");
                for (const int card : cards) {
                    require(card >= 0 && card < kCards && !(card_bit(card) & flop),
                            "a turn card must be a card that is not on the flop");
                }
                const nb::gil_scoped_release release;
                return self.coordinates(ranking, flop, cards, threads);
            },
            "evaluator"_a, "flop"_a, "cards"_a, "threads"_a,
            "Return the coordinates of all hands beside a flop, after each of the turn cards.")
        .def(
            "evaluate",
            [](const CoordinateNetwork& self, const FlopCoordinates& on_turns,
               const std::vector<int>& chosen, Array<const float, 3> reach,
               Array<const float, 2> features, int threads, Array<float, 3> out) {
                check_pool(threads);
                require(on_turns.width == self.width(), "coordinates must be of this network");
                std::vector<bool> is_chosen(on_turns.cards.size());
                for (const int turn : chosen) {
                    require(
                        turn >= 0 && turn < static_cast<int>(is_chosen.size()) && !is_chosen[turn],
                        "turns must be different places among the cards of the coordinates");
                    is_chosen[turn] = true;
                }
                check_leaves(reach, features, self.features(), out);
                const nb::gil_scoped_release release;
                self.evaluate(on_turns, chosen, reach.data(), static_cast<int>(reach.shape(0)),
                              features.data(), threads, out.data());
            },
            "on_turns"_a, "chosen"_a, "reach"_a.noconvert(), "features"_a.noconvert(), "threads"_a,
            "out"_a.noconvert(),
            "Sum up what hands win on the turns, beside their equity, at each leaf.");
}

}  // namespace

void bind_values(nb::module_& m) {
    bind_coordinates(m);
    nb::class_<BoardOrders>(m, "BoardOrders", "The hands of complete boards in order of strength.")
        .def(
            "__init__",
            [](BoardOrders* self, const FreeEvaluator& evaluator, Array<const Mask, 1> boards,
               int threads) {
                const Ranking& ranking = five_card_high(evaluator);
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
               Array<const float, 3> reach, Array<const float, 2> features, int player, int threads,
               Array<float, 3> out) {
                check_pool(threads);
                require(player >= -1 && player <= 1, "player must be 0, 1 or -1 for both");
                const std::size_t leaves = reach.shape(0);
                require(weights.shape(0) == static_cast<std::size_t>(orders.count()),
                        "weights must be one per board");
                check_finite(weights.data(), weights.size(), "weights must be finite");
                check_leaves(reach, features, self.features(), out);
                const nb::gil_scoped_release release;
                self.evaluate(orders, weights.data(), reach.data(), static_cast<int>(leaves),
                              features.data(), player, threads, out.data());
            },
            "orders"_a, "weights"_a.noconvert(), "reach"_a.noconvert(), "features"_a.noconvert(),
            "player"_a, "threads"_a, "out"_a.noconvert(),
            "Sum up what hands win on the boards, beside half of the pot, at each leaf.");
    m.def(
        "count_leads",
        [](const FreeEvaluator& evaluator, Mask board, int threads, Array<std::int16_t, 2> out) {
            const Ranking& ranking = five_card_high(evaluator);
            check_pool(threads);
            const int cards = count_cards(board);
            require(board <= kAllCards && cards >= 3 && cards <= 5,
                    "the board must be a set of 3 to 5 cards");
            const std::size_t left = 52 - cards, hands = left * (left - 1) / 2;
            require(out.shape(0) == hands && out.shape(1) == hands,
                    "the result must have an entry per pair of hands beside the board");
            const nb::gil_scoped_release release;
            count_leads(ranking, board, threads, out.data());
        },
        "evaluator"_a, "board"_a, "threads"_a, "out"_a.noconvert(),
        "Count the boards on which hands win against hands, less those on which they lose.");
    nb::class_<LeadMatrix>(m, "LeadMatrix", "A matrix of whole numbers, to multiply vectors with.")
        .def(
            "__init__",
            [](LeadMatrix* self, Array<const std::int16_t, 2> leads) {
                const std::size_t rows = leads.shape(0), columns = leads.shape(1);
                require(rows <= kMaxSide && columns <= kMaxSide,
                        "a matrix must have at most 16,384 rows and columns");
                new (self) LeadMatrix(leads.data(), static_cast<std::int64_t>(rows),
                                      static_cast<std::int64_t>(columns));
            },
            "leads"_a.noconvert(), "Copy a matrix.")
        .def(
            "multiply",
            [](const LeadMatrix& self, Array<const float, 2> vectors, int threads,
               Array<float, 2> out) {
                check_pool(threads);
                const std::size_t count = vectors.shape(0);
                require(count <= kMaxLeaves, "vectors must be at most 65,536");
                require(out.shape(0) == count &&
                            vectors.shape(1) == static_cast<std::size_t>(self.columns()) &&
                            out.shape(1) == static_cast<std::size_t>(self.rows()),
                        "vectors and results must fit the matrix");
                const nb::gil_scoped_release release;
                self.multiply(vectors.data(), static_cast<std::int64_t>(count), threads,
                              out.data());
            },
            "vectors"_a.noconvert(), "threads"_a, "out"_a.noconvert(),
            "Multiply the matrix by each of several vectors.");
}

}  // namespace fifthstreet
