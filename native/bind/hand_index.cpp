// Python bindings of the lossless indices of cards.
#include "abstraction/hand_index.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

void check_round(const HandIndex& index, int round) {
    require(round >= 0 && round < index.rounds(), "there is no such round");
}

}  // namespace

void bind_hand_index(nb::module_& m) {
    nb::class_<HandIndex>(m, "HandIndex", "Indices of cards dealt in rounds, up to suits.")
        .def(nb::init<const std::vector<int>&>(), "rounds"_a,
             "Compute the tables for numbers of cards per round.")
        .def(
            "size",
            [](const HandIndex& self, int round) {
                check_round(self, round);
                return self.size(round);
            },
            "round"_a, "Return the number of indices of a round.")
        .def_prop_ro("table_bytes", &HandIndex::bytes, "Memory of the tables in bytes.")
        .def(
            "index_cards",
            [](const HandIndex& self, int round, Array<const std::uint8_t, 2> cards,
               Array<std::int64_t, 1> out, int threads) {
                check_round(self, round);
                require(static_cast<int>(cards.shape(1)) == self.cards(round) &&
                            out.shape(0) == cards.shape(0),
                        "cards must have a column per card up to the round, a result per row");
                const nb::gil_scoped_release release;
                return self.index_cards(round, cards.data(),
                                        static_cast<std::int64_t>(cards.shape(0)), threads,
                                        out.data());
            },
            "round"_a, "cards"_a, "out"_a, "threads"_a,
            "Index rows of cards; return the first row that is not a deal, or -1.")
        .def(
            "index_masks",
            [](const HandIndex& self, int round, Array<const Mask, 2> sets,
               Array<std::int64_t, 1> out, int threads) {
                check_round(self, round);
                require(
                    static_cast<int>(sets.shape(1)) == round + 1 && out.shape(0) == sets.shape(0),
                    "masks must have a column per round, and one result per row");
                const nb::gil_scoped_release release;
                return self.index_masks(round, sets.data(),
                                        static_cast<std::int64_t>(sets.shape(0)), threads,
                                        out.data());
            },
            "round"_a, "sets"_a, "out"_a, "threads"_a,
            "Index rows of masks, one per round; return the first row that is not a deal, or -1.")
        .def(
            "index_holes",
            [](const HandIndex& self, int round, Array<const Mask, 2> boards,
               Array<std::int64_t, 2> out, int threads) {
                check_round(self, round);
                require(self.cards_per_round()[0] == 2, "the first round must have two cards");
                require(static_cast<int>(boards.shape(1)) == round &&
                            out.shape(0) == boards.shape(0) && out.shape(1) == kHoleHands,
                        "boards must have a column per later round, and 1,326 results per row");
                const nb::gil_scoped_release release;
                return self.index_hole_rows(round, boards.data(),
                                            static_cast<std::int64_t>(boards.shape(0)), threads,
                                            out.data());
            },
            "round"_a, "boards"_a, "out"_a, "threads"_a,
            "Index the 1,326 hole hands on each board, -1 where they share a card; return the "
            "first "
            "row that is not a board, or -1.")
        .def(
            "unindex",
            [](const HandIndex& self, int round, Array<const std::int64_t, 1> indices,
               Array<std::uint8_t, 2> out, int threads) {
                check_round(self, round);
                require(static_cast<int>(out.shape(1)) == self.cards(round) &&
                            out.shape(0) == indices.shape(0),
                        "cards must have a column per card up to the round, a row per index");
                const nb::gil_scoped_release release;
                return self.unindex_cards(round, indices.data(),
                                          static_cast<std::int64_t>(indices.shape(0)), threads,
                                          out.data());
            },
            "round"_a, "indices"_a, "out"_a, "threads"_a,
            "Write the cards that represent each index; return the first index out of range, or "
            "-1.");
}

}  // namespace fifthstreet
