// Python bindings of the exact features of hands.
#include "abstraction/strength.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cmath>
#include <optional>

#include "bind/bindings.hpp"
#include "cards/evaluator.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

constexpr int kMinBins = 2;
constexpr int kMaxBins = 255;  // numbers of bins are bytes
constexpr int kMaxClusters = 1024;

const Ranking& ranking_of(const FreeEvaluator& evaluator) {
    require(evaluator.free_ranking()->table_cards() == kMaxTableCards,
            "the evaluator must be for five-card hands");
    return *evaluator.free_ranking();
}

// The number of cards of all boards, from `fewest` to `most`; `fewest` if there is no board.
int board_cards_of(const Array<const Mask, 1>& boards, int fewest, int most) {
    const int cards = boards.shape(0) ? count_cards(boards(0)) : fewest;
    require(cards >= fewest && cards <= most, "the boards have a wrong number of cards");
    for (std::size_t b = 0; b < boards.shape(0); ++b) {
        require(boards(b) <= kAllCards && count_cards(boards(b)) == cards,
                "a board is not a set of as many cards as the first");
    }
    return cards;
}

BoardRows rows_of(const Array<const Mask, 1>& boards, const Array<const std::int64_t, 1>& starts,
                  std::size_t rows) {
    require(starts.shape(0) == boards.shape(0) + 1 &&
                ascend(starts.data(), starts.shape(0), 0, static_cast<std::int64_t>(rows)),
            "starts must ascend from 0 to the number of rows, one per board");
    return {boards.data(), starts.data(), static_cast<std::int64_t>(boards.shape(0))};
}

// The index of hands on boards with a given number of cards.
void check_index(const HandIndex& index, int board_cards) {
    const auto& rounds = index.cards_per_round();
    require(rounds.size() == 2 && rounds[0] == 2 && rounds[1] == board_cards,
            "the index must be of two hole cards and the board cards");
}

}  // namespace

void bind_strength(nb::module_& m) {
    m.def(
        "count_board_hands",
        [](Array<const Mask, 1> boards, Array<std::int64_t, 1> out) {
            require(out.shape(0) == boards.shape(0), "results must be one per board");
            board_cards_of(boards, 3, 5);
            const nb::gil_scoped_release release;
            for (std::size_t b = 0; b < boards.shape(0); ++b) {
                out.data()[b] = BoardHands(boards.data()[b]).count;
            }
        },
        "boards"_a, "out"_a,
        "Count the hands on each board, up to suits that the board leaves free.");
    m.def(
        "list_board_hands",
        [](const HandIndex& index, Array<const Mask, 1> boards, Array<const std::int64_t, 1> starts,
           int threads, Array<std::uint16_t, 1> hands, Array<std::int64_t, 1> indices,
           Array<std::uint8_t, 1> multiplicities) {
            const std::size_t count = indices.shape(0);
            const BoardRows rows = rows_of(boards, starts, count);
            require(hands.shape(0) == count && multiplicities.shape(0) == count,
                    "hands, indices and multiplicities must be one per row");
            check_index(index, board_cards_of(boards, 3, 5));
            const nb::gil_scoped_release release;
            list_board_hands(index, rows, threads,
                             {hands.data(), indices.data(), multiplicities.data()});
        },
        "index"_a, "boards"_a, "starts"_a, "threads"_a, "hands"_a, "indices"_a, "multiplicities"_a,
        "List the hands on each board with their indices and the number of deals of each.");
    m.def(
        "sum_strengths",
        [](const FreeEvaluator& evaluator, Array<const Mask, 1> boards,
           Array<const std::int64_t, 1> starts, int threads, Array<std::uint32_t, 1> points,
           Array<std::uint32_t, 1> square_points, std::optional<Array<std::uint16_t, 2>> histogram,
           std::optional<Array<float, 2>> potentials) {
            const std::size_t count = points.shape(0);
            const BoardRows rows = rows_of(boards, starts, count);
            require(square_points.shape(0) == count, "sums of squares must be one per row");
            require(
                !histogram || (histogram->shape(0) == count && histogram->shape(1) >= kMinBins &&
                               histogram->shape(1) <= kMaxBins),
                "histograms must have 2 to 255 bins per row");
            require(!potentials || (potentials->shape(0) == count && potentials->shape(1) == 2),
                    "potentials must be two per row");
            board_cards_of(boards, 3, potentials ? 4 : 5);
            const Ranking& ranking = ranking_of(evaluator);
            const StrengthRows out{points.data(), square_points.data(),
                                   histogram ? histogram->data() : nullptr,
                                   histogram ? static_cast<int>(histogram->shape(1)) : 0,
                                   potentials ? potentials->data() : nullptr};
            const nb::gil_scoped_release release;
            sum_strengths(ranking, rows, threads, out);
        },
        "evaluator"_a, "boards"_a, "starts"_a, "threads"_a, "points"_a, "square_points"_a,
        "histogram"_a.none(), "potentials"_a.none(),
        "Sum up the strengths of the hands on each board over all runouts.");
    m.def(
        "cluster_strengths",
        [](const FreeEvaluator& evaluator, Array<const Mask, 1> boards,
           Array<const std::int64_t, 1> starts, Array<const float, 2> weights, int threads,
           Array<float, 2> out) {
            const BoardRows rows = rows_of(boards, starts, out.shape(0));
            require(weights.shape(1) == kHoleHands && weights.shape(0) >= 1 &&
                        weights.shape(0) <= kMaxClusters && out.shape(1) == weights.shape(0),
                    "clusters must be 1 to 1,024 with 1,326 weights and an equity each");
            for (std::size_t i = 0; i < weights.size(); ++i) {
                require(weights.data()[i] >= 0 && std::isfinite(weights.data()[i]),
                        "a weight is negative or not finite");
            }
            board_cards_of(boards, 5, 5);
            const Ranking& ranking = ranking_of(evaluator);
            const nb::gil_scoped_release release;
            cluster_strengths(ranking, rows, weights.data(), static_cast<int>(weights.shape(0)),
                              threads, out.data());
        },
        "evaluator"_a, "boards"_a, "starts"_a, "weights"_a, "threads"_a, "out"_a,
        "Calculate the equity of the hands on complete boards against clusters of hands.");
    m.def(
        "list_next_buckets",
        [](const HandIndex& next, Array<const Mask, 1> boards, Array<const std::int64_t, 1> starts,
           Array<const std::uint16_t, 1> buckets, int threads, Array<std::uint16_t, 2> out) {
            const BoardRows rows = rows_of(boards, starts, out.shape(0));
            const int cards = board_cards_of(boards, 3, 4);
            check_index(next, cards + 1);
            require(buckets.shape(0) == next.size(1), "buckets must be one per index");
            require(static_cast<int>(out.shape(1)) == kCards - 2 - cards,
                    "results must have a column per card to come");
            const nb::gil_scoped_release release;
            list_next_buckets(next, rows, buckets.data(), threads, out.data());
        },
        "next"_a, "boards"_a, "starts"_a, "buckets"_a, "threads"_a, "out"_a,
        "List the buckets of the hands on each board after each card to come, ascending.");
}

}  // namespace fifthstreet
