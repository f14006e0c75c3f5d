// Python bindings of batches of tables. Settings, seeds and actions are checked before any is used.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "envs/table_batch.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {

using namespace envs;

namespace {

using Bytes = nb::ndarray<nb::numpy, const std::uint8_t, nb::ndim<2>>;
// Record, field, NumPy's code of its type, numbers in it, offset.
using Field = std::tuple<std::string, std::string, std::string, int, std::size_t>;

TableSettings settings_of(const nb::dict& from, std::shared_ptr<const Evaluator> evaluator) {
    TableSettings settings;
    settings.stacks = copied<Chips>(from, "stacks");
    settings.antes = copied<Chips>(from, "antes");
    settings.blinds = copied<Chips>(from, "blinds");
    settings.min_bets = copied<Chips>(from, "min_bets");
    settings.most_raises = copied<std::int32_t>(from, "most_raises");
    settings.board_cards = copied<std::int32_t>(from, "board_cards");
    settings.deck = copied<std::uint8_t>(from, "deck");
    const int limit = entry_of<int>(from, "limit");
    require(limit >= 0 && limit <= 2, "limit must be 0 (none), 1 (pot) or 2 (fixed)");
    settings.limit = static_cast<Limit>(limit);
    settings.hole_cards = entry_of<int>(from, "hole_cards");
    settings.button = entry_of<int>(from, "button");
    settings.trims_antes = entry_of<bool>(from, "trims_antes");
    settings.keeps_stacks = entry_of<bool>(from, "keeps_stacks");
    settings.evaluator = std::move(evaluator);
    return settings;
}

std::vector<Field> layout_of(const TableBatch& batch) {
    const int seats = batch.rules().seats();
    return {
        {"table", "pot", "i8", 1, offsetof(Table, pot)},
        {"table", "to_call", "i8", 1, offsetof(Table, to_call)},
        {"table", "min_raise", "i8", 1, offsetof(Table, min_raise)},
        {"table", "max_raise", "i8", 1, offsetof(Table, max_raise)},
        {"table", "action_count", "i4", 1, offsetof(Table, actions)},
        {"table", "pot_count", "i4", 1, offsetof(Table, pots)},
        {"table", "street", "i1", 1, offsetof(Table, street)},
        {"table", "actor", "i1", 1, offsetof(Table, actor)},
        {"table", "button", "i1", 1, offsetof(Table, button)},
        {"table", "legal", "?", kKinds, offsetof(Table, legal)},
        {"table", "ended", "u1", 1, offsetof(Table, ended)},
        {"table", "own", "u1", batch.rules().settings().hole_cards, offsetof(Table, own)},
        {"table", "board", "u1", batch.rules().board_size(), offsetof(Table, board)},
        {"table", "seed", "u8", 1, offsetof(Table, seed)},
        {"table", "hand", "i8", 1, offsetof(Table, hand)},
        {"table", "seats", "seat", seats, batch.seats_offset()},
        {"table", "pots", "pot", seats, batch.pots_offset()},
        {"table", "", "", 0, batch.stride()},
        {"seat", "stack", "i8", 1, offsetof(Seat, stack)},
        {"seat", "bet", "i8", 1, offsetof(Seat, bet)},
        {"seat", "start", "i8", 1, offsetof(Seat, start)},
        {"seat", "reward", "i8", 1, offsetof(Seat, reward)},
        {"seat", "cards", "u1", batch.rules().settings().hole_cards, offsetof(Seat, cards)},
        {"seat", "is_in", "?", 1, offsetof(Seat, is_in)},
        {"seat", "", "", 0, sizeof(Seat)},
        {"pot", "amount", "i8", 1, offsetof(TablePot, amount)},
        {"pot", "seats", "u4", 1, offsetof(TablePot, seats)},
        {"pot", "", "", 0, sizeof(TablePot)},
        {"action", "amount", "i8", 1, offsetof(BetAction, amount)},
        {"action", "seat", "i1", 1, offsetof(BetAction, seat)},
        {"action", "kind", "i1", 1, offsetof(BetAction, kind)},
        {"action", "street", "i1", 1, offsetof(BetAction, street)},
        {"action", "", "", 0, sizeof(BetAction)},
    };
}

// Bytes of the batch, which live as long as the array does.
Bytes bytes_of(const TableBatch& batch, const void* first, std::size_t columns) {
    return Bytes(static_cast<const std::uint8_t*>(first),
                 {static_cast<std::size_t>(batch.tables()), columns}, nb::find(batch));
}

template <class T>
void check_rows(const TableBatch& batch, const Array<T>& array) {
    require(array.shape(0) == static_cast<std::size_t>(batch.tables()),
            "an array must have a number per table");
}

}  // namespace

void bind_envs(nb::module_& m) {
    nb::class_<TableBatch>(m, "TableBatch", "Tables of a poker game that are stepped together.")
        .def(
            "__init__",
            [](TableBatch* self, const nb::dict& settings, nb::handle_t<Evaluator> evaluator,
               Array<const std::uint64_t> seeds, std::int64_t history, int threads) {
                TableSettings rules = settings_of(settings, shared(evaluator));
                const nb::gil_scoped_release release;
                new (self) TableBatch(std::move(rules), seeds.data(),
                                      static_cast<std::int64_t>(seeds.shape(0)), history, threads);
            },
            "settings"_a, "evaluator"_a, "seeds"_a.noconvert(), "history"_a, "threads"_a,
            "Open a table for each seed and deal the first hands.")
        .def(
            "reset",
            [](TableBatch& self, Array<const std::uint64_t> seeds,
               std::optional<Array<const std::uint8_t, 2>> decks, int threads) {
                check_rows(self, seeds);
                std::vector<std::uint8_t> copy;  // which cannot change after the checks
                if (decks) {
                    require(decks->shape(0) == static_cast<std::size_t>(self.tables()) &&
                                decks->shape(1) == self.rules().settings().deck.size(),
                            "decks must be one per table");
                    copy.assign(decks->data(), decks->data() + decks->size());
                }
                const nb::gil_scoped_release release;
                self.reset(seeds.data(), copy, threads);
            },
            "seeds"_a.noconvert(), "decks"_a.noconvert().none(), "threads"_a,
            "Start all tables again from new seeds, and from decks in dealing order if not None.")
        .def(
            "step",
            [](TableBatch& self, Array<const std::int8_t> kinds, Array<const Chips> amounts,
               bool deals, int threads) {
                check_rows(self, kinds);
                check_rows(self, amounts);
                // Copies, which no other thread can change between the checks and the actions.
                const std::vector<std::int8_t> chosen(kinds.data(), kinds.data() + kinds.size());
                const std::vector<Chips> chips(amounts.data(), amounts.data() + amounts.size());
                const nb::gil_scoped_release release;
                self.step(chosen.data(), chips.data(), deals, threads);
            },
            "kinds"_a.noconvert(), "amounts"_a.noconvert(), "deals"_a, "threads"_a,
            "Perform an action at each table, and deal the next hands where one is over.")
        .def(
            "deal",
            [](TableBatch& self, int threads) {
                const nb::gil_scoped_release release;
                self.deal(threads);
            },
            "threads"_a, "Deal the next hand at each table where one is over.")
        .def(
            "random_actions",
            [](TableBatch& self, Array<std::int8_t> kinds, Array<Chips> amounts, int threads) {
                check_rows(self, kinds);
                check_rows(self, amounts);
                const nb::gil_scoped_release release;
                self.random_actions(kinds.data(), amounts.data(), threads);
            },
            "kinds"_a.noconvert(), "amounts"_a.noconvert(), "threads"_a,
            "Draw a legal action for each table, kinds and then amounts equally likely.")
        .def(
            "deck_order",
            [](TableBatch& self, std::int64_t table, Array<std::uint8_t> out) {
                require(out.shape(0) == self.rules().settings().deck.size(),
                        "results must be one per card of the deck");
                self.deck_order(table, out.data());
            },
            "table"_a, "out"_a.noconvert(), "Write the cards of a table's hand in dealing order.")
        .def_prop_ro(
            "records",
            [](const TableBatch& self) { return bytes_of(self, self.records(), self.stride()); },
            "Bytes of the tables, a row each.")
        .def_prop_ro(
            "actions",
            [](const TableBatch& self) {
                return bytes_of(self, self.actions(), self.history() * sizeof(BetAction));
            },
            "Bytes of the betting histories, a row for each table.")
        .def_prop_ro("layout", &layout_of,
                     "Fields of the records: record, name, type, count and offset; the last of a "
                     "record has its size.")
        .def_prop_ro(
            "most_actions", [](const TableBatch& self) { return self.rules().most_actions(); },
            "The largest number of actions of a hand with the stacks of the settings.");
}

}  // namespace fifthstreet
