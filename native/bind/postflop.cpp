// Python bindings of the range solver. All arrays are checked before a kernel reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>

#include "bind/bindings.hpp"
#include "cards/evaluator.hpp"
#include "postflop/range_solver.hpp"
#include "postflop/runout_rows.hpp"
#include "postflop/street_checks.hpp"
#include "shared/checks.hpp"

namespace nb = nanobind;

namespace fifthstreet {

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

constexpr std::int64_t kHoleCount = kCards * (kCards - 1) / 2;
constexpr int kMostBoardCards = 5;

// Groups consecutive hands that beat, and tie, the same hands of the opponent.
void group(const std::vector<std::uint16_t>& weaker, const std::vector<std::uint16_t>& not_better,
           Seat& seat) {
    if (weaker.empty()) return;
    for (std::size_t r = 0; r < seat.count.size(); ++r) {
        seat.group_start.push_back(static_cast<std::int64_t>(seat.groups.size()));
        const std::int64_t first = seat.start[r];
        for (int i = 0; i < seat.count[r]; ++i) {
            const StrengthGroup next{weaker[first + i], not_better[first + i],
                                     static_cast<std::uint16_t>(i + 1)};
            if (i && next.weaker == seat.groups.back().weaker &&
                next.not_better == seat.groups.back().not_better) {
                seat.groups.back().end = next.end;
            } else {
                seat.groups.push_back(next);
            }
        }
    }
}

Seat seat_of(const nb::dict& from) {
    Seat seat;
    seat.count = copied<std::int32_t>(from, "count");
    seat.start = copied<std::int64_t>(from, "start");
    seat.table = copied<std::int64_t>(from, "table");
    seat.order = copied<std::uint16_t>(from, "order");
    seat.cards = copied<std::uint8_t>(from, "cards");
    seat.same = copied<std::uint16_t>(from, "same");
    const auto weaker = copied<std::uint16_t>(from, "weaker");
    const auto not_better = copied<std::uint16_t>(from, "not_better");
    check_rows(seat, weaker.size(), not_better.size());
    group(weaker, not_better, seat);
    seat.inverse = copied<std::uint16_t>(from, "inverse");
    seat.inverse_start = copied<std::int64_t>(from, "inverse_start");
    seat.rows = entry_of<std::int32_t>(from, "rows");
    seat.blocks = entry_of<std::int32_t>(from, "blocks");
    return seat;
}

Street street_of(const nb::dict& from) {
    Street street;
    street.kind = copied<std::uint8_t>(from, "kind");
    street.player = copied<std::int8_t>(from, "player");
    street.first_child = copied<std::int32_t>(from, "first_child");
    street.n_children = copied<std::uint8_t>(from, "n_children");
    street.row = copied<std::int32_t>(from, "row");
    street.block = copied<std::int32_t>(from, "block");
    street.lead[0] = copied<float>(from, "lead_0");
    street.lead[1] = copied<float>(from, "lead_1");
    street.total[0] = copied<float>(from, "total_0");
    street.total[1] = copied<float>(from, "total_1");
    street.entry_start = copied<std::int32_t>(from, "entry_start");
    street.exit_node = copied<std::int32_t>(from, "exit_node");
    street.parent = copied<std::int32_t>(from, "parent");
    street.member_start = copied<std::int32_t>(from, "member_start");
    street.first_of_parent = copied<std::int32_t>(from, "first_of_parent");
    street.chance = entry_of<float>(from, "chance");
    street.seats[0] = seat_of(entry_of<nb::dict>(from, "seat_0"));
    street.seats[1] = seat_of(entry_of<nb::dict>(from, "seat_1"));
    return street;
}

// Where the rows of deal_rows are written: arrays with as many rows as there are runouts or members.
RowArrays row_arrays(const nb::dict& from, bool is_river, std::int64_t parents,
                     std::int64_t runouts, std::int64_t members) {
    using Rows = nb::ndarray<std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Holes = nb::ndarray<std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    using Before = nb::ndarray<const std::int16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
    const auto before = entry_of<Before>(from, "before", false);
    const auto holes = entry_of<Holes>(from, "holes", false);
    const auto count = entry_of<Array<std::int32_t>>(from, "count", false);
    const std::size_t width_before = before.shape(1);
    const std::size_t width = holes.shape(1);
    require(width_before <= kHoleCount && width <= 2 * kHoleCount,
            "the rows of hands are too wide; want at most 1,326 hands");
    require(static_cast<std::int64_t>(before.shape(0)) == parents &&
                static_cast<std::int64_t>(holes.shape(0)) == runouts &&
                static_cast<std::int64_t>(count.size()) == runouts,
            "the rows of hands do not fit the runouts");
    require(are_within(before.data(), static_cast<std::int64_t>(before.size()), -1, kHoleCount - 1),
            "a row has no such hand; want -1 to 1325");
    const auto rows_of = [&](const char* key, std::int64_t rows, std::size_t columns) {
        const auto array = entry_of<Rows>(from, key, false);
        require(static_cast<std::int64_t>(array.shape(0)) == rows && array.shape(1) == columns,
                std::string(key) + " does not fit the runouts and the rows of hands");
        return array.data();
    };
    RowArrays rows;
    rows.before = before.data();
    rows.width_before = static_cast<int>(width_before);
    rows.width = static_cast<int>(width);
    rows.count = count.data();
    rows.holes = holes.data();
    rows.order = rows_of("order", runouts, width);
    rows.same = rows_of("same", runouts, width);
    rows.place = rows_of("place", runouts, kHoleCount);
    rows.weaker = rows_of("weaker", is_river ? runouts : 0, width);
    rows.not_better = rows_of("not_better", is_river ? runouts : 0, width);
    rows.inverse = rows_of("inverse", members, width_before);
    return rows;
}

// A solver, with the Python arrays that hold its tables. Passes that write exclude all others;
// values of river runouts are only read, by any number of threads.
struct OwnedSolver {
    RangeSolver solver;
    std::vector<nb::object> arrays[2];
    std::shared_mutex mutex;

    OwnedSolver(std::vector<Street> streets, std::vector<float> first, std::vector<float> second)
        : solver(std::move(streets), std::move(first), std::move(second)) {}
};

int checked_player(int player) {
    require(player == 0 || player == 1, "no such player; want 0 or 1");
    return player;
}

// An evaluation of averages; both players must have some.
Mode checked_mode(OwnedSolver& self, int mode) {
    require(
        mode == static_cast<int>(Mode::kBestResponse) || mode == static_cast<int>(Mode::kAverage),
        "no such mode of evaluation; want 1 (best response) or 2 (average)");
    for (int player = 0; player < 2; ++player) {
        require(self.solver.tables(player).averages.data, "a player has no averages to evaluate");
    }
    return static_cast<Mode>(mode);
}

// Entries of a player's values at all nodes of a street, or of one of its runouts.
std::int64_t tap_size(const Street& street, int player, int runout = -1) {
    std::int64_t strides = 0;
    const auto& counts = street.seats[player].count;
    for (int r = 0; r < street.runouts(); ++r) {
        if (runout < 0 || r == runout) strides += row_stride(counts[r]);
    }
    return strides * street.nodes();
}

// A table in the memory of a NumPy array. No conversion: the copy would be freed at once.
Table table_of(const nb::handle& data, const nb::handle& scales, bool is_read_only,
               const TableSize& size) {
    if (data.is_none()) return {};
    if (!is_read_only) {
        converted<nb::ndarray<nb::c_contig, nb::device::cpu>>(data, "a table", false);
    }
    const auto array =
        converted<nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>>(data, "a table", false);
    require(array.size() >= static_cast<std::size_t>(size.entries),
            "a table has too few entries for the streets");
    Table table;
    table.data = const_cast<void*>(array.data());
    if (array.dtype() == nb::dtype<float>()) {
        table.storage = Storage::kFloat32;
    } else if (array.dtype() == nb::dtype<std::int16_t>()) {
        table.storage = Storage::kInt16;
    } else if (array.dtype() == nb::dtype<std::uint16_t>()) {
        table.storage = Storage::kUint16;
    } else if (array.dtype() == nb::dtype<std::uint8_t>() && is_read_only) {
        table.storage = Storage::kUint8;
    } else {
        throw nb::value_error("unsupported type of a table; want float32, int16, uint16 or uint8");
    }
    if (table.storage == Storage::kInt16 || table.storage == Storage::kUint16) {
        require(!scales.is_none(), "a table of 16-bit numbers has no scales");
        const auto factors = converted<Array<const float>>(scales, "scales", false);
        if (!is_read_only) converted<Array<float>>(scales, "scales", false);
        require(factors.size() >= static_cast<std::size_t>(size.blocks),
                "a table has too few scales; want one for each block");
        table.scales = const_cast<float*>(factors.data());
    }
    return table;
}

// Tables in the memory of Python's arrays, which `kept` gets.
PlayerTables tables_of(const nb::dict& arrays, const TableSize& size,
                       std::vector<nb::object>& kept) {
    const auto get = [&](const char* key) {
        nb::object value = arrays.contains(key) ? nb::object(arrays[key]) : nb::none();
        if (!value.is_none()) kept.push_back(value);
        return value;
    };
    // Without regrets nothing is updated, so averages may be in a memory-mapped file.
    const bool is_read_only = !arrays.contains("regrets");
    PlayerTables tables;
    tables.regrets = table_of(get("regrets"), get("regret_scales"), false, size);
    tables.predictions = table_of(get("predictions"), get("prediction_scales"), false, size);
    tables.averages = table_of(get("averages"), get("average_scales"), is_read_only, size);
    const auto stamps = [&](const char* key) -> std::uint32_t* {
        const nb::object value = get(key);
        if (value.is_none()) return nullptr;
        const auto array = converted<Array<std::uint32_t>>(value, key, false);
        require(array.size() >= static_cast<std::size_t>(size.blocks),
                "a table has too few stamps; want one for each block");
        return array.data();
    };
    tables.regret_stamps = stamps("regret_stamps");
    tables.average_stamps = stamps("average_stamps");
    require(!tables.regrets.data ||
                (tables.averages.data && tables.regret_stamps && tables.average_stamps),
            "regrets without averages or stamps; want all of them");
    return tables;
}

void check_runouts(const Array<const std::int32_t>& parent, const Array<const Mask>& dealt,
                   const Array<const Mask>& boards, std::int64_t parents,
                   const Array<const std::int32_t>& member_runout,
                   const Array<const std::uint8_t>& member_back) {
    const auto runouts = static_cast<std::int64_t>(parent.size());
    require(dealt.size() == parent.size() && boards.size() == parent.size(),
            "dealt and boards must have one entry per runout");
    require(are_within(parent.data(), runouts, 0, parents - 1), "a runout has no such parent");
    for (std::int64_t r = 0; r < runouts; ++r) {
        require(boards.data()[r] <= kAllCards && count_cards(boards.data()[r]) <= kMostBoardCards &&
                    dealt.data()[r] <= kAllCards,
                "a board or the card dealt is not a set of up to 5 cards");
    }
    const auto members = static_cast<std::int64_t>(member_runout.size());
    require(member_back.size() == member_runout.size() * kSuits,
            "member_back must have four suits per member");
    require(are_within(member_runout.data(), members, 0, runouts - 1),
            "a member has no such runout");
    for (std::int64_t m = 0; m < members; ++m) {
        const std::uint8_t* back = member_back.data() + m * kSuits;
        int seen = 0;
        for (int suit = 0; suit < kSuits; ++suit) seen |= back[suit] < kSuits ? 1 << back[suit] : 0;
        require(seen == 15, "member_back is not a permutation of four suits");
    }
}

// Rows of hole hands: those in use are hands.
void check_hands(const Array<const std::int32_t>& count, const Array<const std::int16_t>& holes) {
    const auto width = static_cast<std::int64_t>(holes.shape(1));
    const auto runouts = static_cast<std::int64_t>(count.size());
    require(are_within(count.data(), runouts, 0, std::min(width, kHoleCount)),
            "a runout has more hands than its row holds");
    for (std::int64_t r = 0; r < runouts; ++r) {
        require(are_within(holes.data() + r * width, count.data()[r], 0, kHoleCount - 1),
                "a row has no such hand; want 0 to 1325");
    }
}

}  // namespace

void bind_solver(nb::module_& m) {
    m.def(
        "deal_rows",
        [](const Evaluator* evaluator, Array<const std::int32_t> parent, Array<const Mask> dealt,
           Array<const Mask> boards, Array<const std::int32_t> member_runout,
           Array<const std::uint8_t> member_back, const nb::dict& first, const nb::dict& second,
           int threads) {
            const auto before = entry_of<Array<const std::int16_t>>(first, "before", false);
            require(before.ndim() == 2, "before must have a row for each runout before");
            const auto parents = static_cast<std::int64_t>(before.shape(0));
            check_runouts(parent, dealt, boards, parents, member_runout, member_back);
            const Ranking* ranking = evaluator ? evaluator->free_ranking() : nullptr;
            require(!evaluator || (ranking && ranking->table_cards() == kMaxTableCards),
                    "want an evaluator of five-card hands in which any cards play, or None");
            const auto rows_of = [&](const nb::dict& from) {
                return row_arrays(from, ranking, parents, static_cast<std::int64_t>(parent.size()),
                                  static_cast<std::int64_t>(member_runout.size()));
            };
            const RowArrays rows[2] = {rows_of(first), rows_of(second)};
            const RunoutArrays runouts{static_cast<std::int64_t>(parent.size()),
                                       parent.data(),
                                       dealt.data(),
                                       boards.data(),
                                       static_cast<std::int64_t>(member_runout.size()),
                                       member_runout.data(),
                                       member_back.data()};
            const nb::gil_scoped_release release;
            deal_rows(ranking, runouts, rows, threads);
        },
        nb::arg("evaluator").none(), nb::arg("parent"), nb::arg("dealt"), nb::arg("boards"),
        nb::arg("member_runout"), nb::arg("member_back"), nb::arg("first"), nb::arg("second"),
        nb::arg("threads"),
        "Order both players' hands on each runout and link them to the previous street.");
    m.def(
        "list_by_card",
        [](Array<const std::int32_t> count, Array<const std::int16_t> holes,
           Array<const std::int32_t> other_count, Array<const std::int16_t> other_holes,
           Array<const std::uint16_t> other_same, Array<const std::uint16_t> other_weaker,
           Array<const std::uint16_t> other_not_better, Array<std::uint16_t> by_card,
           Array<std::uint16_t> card_start, Array<std::uint16_t> showdown, int threads) {
            require(holes.ndim() == 2 && other_holes.ndim() == 2,
                    "holes must have a row for each runout");
            const std::size_t runouts = count.size();
            const std::size_t hands = runouts * holes.shape(1);
            const std::size_t others = runouts * other_holes.shape(1);
            const std::size_t ordered = showdown.size() ? others : 0;
            require(holes.shape(0) == runouts && other_holes.shape(0) == runouts &&
                        other_count.size() == runouts && other_same.size() == others &&
                        other_weaker.size() == ordered && other_not_better.size() == ordered &&
                        by_card.size() == 2 * hands &&
                        card_start.size() == runouts * (kCards + 1) &&
                        showdown.size() == 8 * ordered && holes.shape(1) <= 2 * kHoleCount &&
                        other_holes.shape(1) <= 2 * kHoleCount,
                    "the arrays of rows and lists do not fit together");
            check_hands(count, holes);
            check_hands(other_count, other_holes);
            const CardPlaces places{static_cast<std::int64_t>(count.size()),
                                    static_cast<int>(holes.shape(1)),
                                    static_cast<int>(other_holes.shape(1)),
                                    count.data(),
                                    holes.data(),
                                    other_count.data(),
                                    other_holes.data(),
                                    other_same.data(),
                                    other_weaker.data(),
                                    other_not_better.data(),
                                    by_card.data(),
                                    card_start.data(),
                                    showdown.size() ? showdown.data() : nullptr};
            const nb::gil_scoped_release release;
            list_by_card(places, threads);
        },
        nb::arg("count"), nb::arg("holes"), nb::arg("other_count"), nb::arg("other_holes"),
        nb::arg("other_same"), nb::arg("other_weaker"), nb::arg("other_not_better"),
        nb::arg("by_card"), nb::arg("card_start"), nb::arg("showdown"), nb::arg("threads"),
        "List the hands of each runout by card, for the card removal of GPU kernels.");
    nb::class_<OwnedSolver>(m, "RangeSolver",
                            "Solves ranges against ranges with vector CFR, street by street.")
        .def(
            "__init__",
            [](OwnedSolver* self, const nb::list& streets, Array<const float> first,
               Array<const float> second) {
                std::vector<Street> all;
                for (const nb::handle street : streets) {
                    all.push_back(street_of(converted<nb::dict>(street, "a street")));
                }
                const auto vector = [](const Array<const float>& array) {
                    return std::vector<float>(array.data(), array.data() + array.size());
                };
                std::vector<float> weights[2] = {vector(first), vector(second)};
                check_streets(all, weights);
                for (int player = 0; player < 2; ++player) table_size(all, player);
                new (self)
                    OwnedSolver(std::move(all), std::move(weights[0]), std::move(weights[1]));
            },
            nb::arg("streets"), nb::arg("first_weights"), nb::arg("second_weights"),
            "Copy the streets of a spot and the weights of both ranges.")
        .def(
            "set_tables",
            [](OwnedSolver& self, int player, const nb::dict& arrays) {
                const TableSize size = table_size(self.solver.streets(), checked_player(player));
                std::vector<nb::object> kept;
                PlayerTables tables = tables_of(arrays, size, kept);
                {
                    const nb::gil_scoped_release release;
                    const std::unique_lock lock(self.mutex);
                    PlayerTables& own = self.solver.tables(player);
                    tables.lock_start.swap(own.lock_start);
                    tables.lock_rows.swap(own.lock_rows);
                    own = std::move(tables);
                }
                self.arrays[player].swap(kept);
            },
            nb::arg("player"), nb::arg("arrays"),
            "Use arrays as a player's tables; they are updated in place.")
        .def(
            "set_locks",
            [](OwnedSolver& self, int player, Array<const std::int64_t> start,
               Array<const float> rows) {
                std::vector<std::int64_t> starts(start.data(), start.data() + start.size());
                check_locks(self.solver.streets(), checked_player(player), starts, rows.size());
                std::vector<float> locked(rows.data(), rows.data() + rows.size());
                const nb::gil_scoped_release release;
                const std::unique_lock lock(self.mutex);
                PlayerTables& tables = self.solver.tables(player);
                tables.lock_start.swap(starts);
                tables.lock_rows.swap(locked);
            },
            nb::arg("player"), nb::arg("start"), nb::arg("rows"),
            "Lock a player's strategy at some nodes.")
        .def(
            "iterate",
            [](OwnedSolver& self, std::uint32_t first, std::uint32_t count,
               Array<const float> positive, Array<const float> negative, Array<const float> keep,
               int threads) {
                const auto vector = [](const Array<const float>& array) {
                    return std::vector<float>(array.data(), array.data() + array.size());
                };
                const Discounts discounts{vector(positive), vector(negative), vector(keep)};
                const std::uint64_t end = std::uint64_t{first} + count;
                require(first >= 1 && end <= UINT32_MAX, "iterations are counted from 1");
                require(positive.size() >= end && negative.size() >= end && keep.size() >= end,
                        "want three discount factors for each iteration, and for iteration 0");
                const nb::gil_scoped_release release;
                const std::unique_lock lock(self.mutex);
                for (int player = 0; player < 2; ++player) {
                    require(self.solver.tables(player).regrets.data,
                            "the tables have no regrets to update");
                }
                self.solver.iterate(first, count, discounts, threads);
            },
            nb::arg("first"), nb::arg("count"), nb::arg("positive"), nb::arg("negative"),
            nb::arg("keep"), nb::arg("threads"),
            "Run `count` CFR iterations, starting with number `first`.")
        .def(
            "evaluate",
            [](OwnedSolver& self, int player, int mode, int threads, const nb::list& taps,
               Array<float> out) {
                const auto& streets = self.solver.streets();
                checked_player(player);
                require(taps.size() <= streets.size(), "more taps than streets");
                std::vector<float*> pointers(streets.size(), nullptr);
                for (std::size_t i = 0; i < taps.size(); ++i) {
                    if (taps[i].is_none()) continue;
                    require(i == 0 || i + 1 < streets.size(),
                            "want no tap on the last street of several");
                    const auto tap = converted<Array<float>>(taps[i], "a tap", false);
                    require(tap.size() == static_cast<std::size_t>(tap_size(streets[i], player)),
                            "a tap has not one row for each node of each runout");
                    pointers[i] = tap.data();
                }
                require(out.size() >= static_cast<std::size_t>(streets[0].seats[player].count[0]),
                        "the result has fewer entries than there are hands");
                const nb::gil_scoped_release release;
                const std::unique_lock lock(self.mutex);
                self.solver.evaluate(player, checked_mode(self, mode), threads, pointers,
                                     out.data());
            },
            nb::arg("player"), nb::arg("mode"), nb::arg("threads"), nb::arg("taps"), nb::arg("out"),
            "Write the counterfactual values of a player's hands at the root, and at the taps.")
        .def(
            "evaluate_river",
            [](OwnedSolver& self, int player, int mode, int runout, Array<float> out) {
                const Street& river = self.solver.streets().back();
                checked_player(player);
                require(runout >= 0 && runout < river.runouts(), "no such runout of the river");
                require(out.size() == static_cast<std::size_t>(tap_size(river, player, runout)),
                        "the result has not one row for each node");
                const nb::gil_scoped_release release;
                const std::shared_lock lock(self.mutex);
                self.solver.evaluate_river(player, checked_mode(self, mode), runout, out.data());
            },
            nb::arg("player"), nb::arg("mode"), nb::arg("runout"), nb::arg("out"),
            "Write a player's values at all nodes of one river runout.")
        .def_prop_ro(
            "scratch_bytes", [](const OwnedSolver& self) { return self.solver.scratch_bytes(); },
            "Working memory of a pass in bytes, apart from the tables.");
}

}  // namespace fifthstreet
