// Python bindings of the classes of hands and of what they become.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "cards/equity.hpp"
#include "prediction/final_hands.hpp"
#include "shared/thread_pool.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

constexpr int kMinCards = 5;
constexpr int kMaxCards = 7;
constexpr std::int64_t kMaxSets = 2'598'960;         // of five cards
constexpr std::int64_t kMaxMultiplicity = kMaxSets;  // so that no sum overflows

bool is_hand(Mask cards) {
    const int count = count_cards(cards);
    return cards <= kAllCards && count >= kMinCards && count <= kMaxCards;
}

void check_counts(const Array<std::int64_t, 2>& counts, std::size_t rows) {
    require(counts.shape(0) == rows && counts.shape(1) == kFinals,
            "tables must have 24 final hands for 5 preflop classes and 126 cells");
}

template <int kRows>
void copy_rows(const std::int64_t (&from)[kRows][kFinals], Array<std::int64_t, 2>& to) {
    std::copy_n(&from[0][0], kRows * kFinals, to.data());
}

}  // namespace

void bind_prediction(nb::module_& m) {
    m.def(
        "hand_cell",
        [](Mask cards) {
            require(is_hand(cards), "a hand must be a mask of 5 to 7 cards");
            return HandFactors(cards).cell();
        },
        "cards"_a, "Return the cell of a hand of 5 to 7 cards: its SF class * 6 + its K class.");
    m.def(
        "hand_cells",
        [](Array<const Mask, 1> hands, Array<std::uint8_t, 1> out) -> std::int64_t {
            require(out.shape(0) == hands.shape(0), "results must be one per hand");
            const nb::gil_scoped_release release;
            for (std::size_t row = 0; row < hands.shape(0); ++row) {
                if (!is_hand(hands.data()[row])) return static_cast<std::int64_t>(row);
                out.data()[row] = static_cast<std::uint8_t>(HandFactors(hands.data()[row]).cell());
            }
            return -1;
        },
        "hands"_a, "out"_a,
        "Find the cells of hands given as masks; return the first row that is not a hand, or -1.");
    m.def(
        "mean_of_board",
        [](Mask board, Array<const double, 2> rows) {
            const int count = count_cards(board);
            require(board <= kAllCards && count >= 3 && count <= 5,
                    "a board must be a mask of 3 to 5 cards");
            require(rows.shape(0) == kCells, "rows must be one for each of 126 cells");
            std::int64_t cells[kCells];
            count_board_cells(board, cells);
            const std::size_t width = rows.shape(1);
            std::vector<double> mean(width);
            double hands = 0;
            for (int cell = 0; cell < kCells; ++cell) {
                if (cells[cell] == 0) continue;
                const auto weight = static_cast<double>(cells[cell]);
                hands += weight;
                for (std::size_t i = 0; i < width; ++i) mean[i] += weight * rows(cell, i);
            }
            for (double& each : mean) each /= hands;
            return mean;
        },
        "board"_a, "rows"_a,
        "Return the mean of the cells' rows over all hands of a board and two unknown cards.");
    m.def(
        "count_final_hands",
        [](Array<const Mask, 1> fives, Array<const std::int64_t, 1> multiplicities,
           Array<const std::uint8_t, 1> preflop_class, int threads, Array<std::int64_t, 2> preflop,
           Array<std::int64_t, 2> flop, Array<std::int64_t, 2> turn) {
            const auto count = static_cast<std::int64_t>(fives.shape(0));
            require(multiplicities.shape(0) == fives.shape(0) && count <= kMaxSets &&
                        are_within(multiplicities.data(), count, 0, kMaxMultiplicity),
                    "sets of five cards must have one multiplicity each, at most 2,598,960");
            require(preflop_class.shape(0) == kHoleHands &&
                        are_within(preflop_class.data(), kHoleHands, 0, kPreflopClasses - 1),
                    "classes must be 0 to 4, for each of 1,326 hands");
            require(threads >= 1 && threads <= kMaxThreads, "threads must be 1 to 4,096");
            check_counts(preflop, kPreflopClasses);
            check_counts(flop, kCells);
            check_counts(turn, kCells);
            for (std::int64_t i = 0; i < count; ++i) {
                require(fives.data()[i] <= kAllCards && count_cards(fives.data()[i]) == 5,
                        "not a set of five cards");
            }
            FinalCounts counts;
            const nb::gil_scoped_release release;
            count_final_hands(fives.data(), multiplicities.data(), count, preflop_class.data(),
                              threads, counts);
            copy_rows(counts.preflop, preflop);
            copy_rows(counts.flop, flop);
            copy_rows(counts.turn, turn);
        },
        "fives"_a, "multiplicities"_a, "preflop_class"_a, "threads"_a, "preflop"_a, "flop"_a,
        "turn"_a,
        "Count the final hands of each preflop class and of each cell on the flop and the turn.");
}

}  // namespace fifthstreet
