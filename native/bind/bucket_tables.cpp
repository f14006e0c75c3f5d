// Python bindings of the buckets of hands.
#include "abstraction/bucket_tables.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

// A table that refers to an array and keeps it alive.
template <class T>
BucketTables::Table table_of(Array<const T, 1> array, int count) {
    BucketTables::Table table;
    table.buckets = array.data();
    table.size = static_cast<std::int64_t>(array.shape(0));
    table.is_wide = sizeof(T) == 2;
    table.count = count;
    table.owner = std::make_shared<Array<const T, 1>>(std::move(array));
    return table;
}

BucketTables::Table table_of(nb::handle from, int count) {
    BucketTables::Table table;
    table.count = count;
    if (from.is_none()) return table;
    Array<const std::uint8_t, 1> narrow;
    if (nb::try_cast(from, narrow, false)) return table_of(std::move(narrow), count);
    return table_of(converted<Array<const std::uint16_t, 1>>(from, "buckets", false), count);
}

bool is_street(int board_cards) {
    return board_cards == 0 || (board_cards >= 3 && board_cards <= 5);
}

int checked_street(int board_cards) {
    require(is_street(board_cards), "a board has 0, 3, 4 or 5 cards");
    return board_cards;
}

}  // namespace

void bind_bucket_tables(nb::module_& m) {
    nb::class_<BucketTables>(m, "BucketTables", "Buckets of hands, one table per street.")
        .def(
            "__init__",
            [](BucketTables* self, const std::vector<nb::object>& tables,
               const std::vector<int>& counts) {
                require(tables.size() == BucketTables::kStreets &&
                            counts.size() == BucketTables::kStreets,
                        "tables and numbers of buckets must be for four streets");
                std::array<BucketTables::Table, BucketTables::kStreets> streets;
                for (int street = 0; street < BucketTables::kStreets; ++street) {
                    streets[street] = table_of(tables[street], counts[street]);
                }
                new (self) BucketTables(std::move(streets));
            },
            "tables"_a, "counts"_a,
            "Refer to arrays of uint8 or uint16, None for streets without; they must not change.")
        .def(
            "count",
            [](const BucketTables& self, int board_cards) {
                return self.count(checked_street(board_cards));
            },
            "board_cards"_a, "Return the number of buckets of a street, 0 if it has no table.")
        .def(
            "buckets_of_cards",
            [](const BucketTables& self, Array<const std::uint8_t, 2> cards,
               Array<std::uint16_t, 1> out, int threads) {
                require(out.shape(0) == cards.shape(0), "results must be one per row");
                const auto columns = cards.shape(1);
                require(columns == 2 || (columns >= 5 && columns <= 7),
                        "rows must have 2 cards of a hand and 0, 3, 4 or 5 of a board");
                const int board_cards = static_cast<int>(columns) - 2;
                require(self.has(board_cards), "there is no table of this street");
                const nb::gil_scoped_release release;
                return self.buckets_of_cards(board_cards, cards.data(),
                                             static_cast<std::int64_t>(cards.shape(0)), threads,
                                             out.data());
            },
            "cards"_a, "out"_a, "threads"_a,
            "Look up rows of cards; return the first row that is not a deal, or -1.")
        .def(
            "buckets_of_masks",
            [](const BucketTables& self, Array<const Mask, 1> holes, Array<const Mask, 1> boards,
               Array<std::uint16_t, 1> out, int threads) {
                require(boards.shape(0) == holes.shape(0) && out.shape(0) == holes.shape(0),
                        "boards and results must be one per hand");
                const nb::gil_scoped_release release;
                return self.buckets_of_masks(holes.data(), boards.data(),
                                             static_cast<std::int64_t>(holes.shape(0)), threads,
                                             out.data());
            },
            "holes"_a, "boards"_a, "out"_a, "threads"_a,
            "Look up hands on boards of any street that has a table; return the first row that is "
            "not a deal of such a street, or -1.")
        .def(
            "buckets_of_boards",
            [](const BucketTables& self, Array<const Mask, 1> boards, Array<std::uint16_t, 2> out,
               int threads) {
                require(out.shape(0) == boards.shape(0) && out.shape(1) == kHoleHands,
                        "results must be 1,326 per board");
                const nb::gil_scoped_release release;
                return self.buckets_of_boards(
                    boards.data(), static_cast<std::int64_t>(boards.shape(0)), threads, out.data());
            },
            "boards"_a, "out"_a, "threads"_a,
            "Look up the 1,326 hands on each board, 65535 where they share a card; return the "
            "first "
            "row that is not a board of a street that has a table, or -1.");
}

}  // namespace fifthstreet
