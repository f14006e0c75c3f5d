// Python bindings of the range solver. Types are checked here, contents in Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <string>

#include "bind/bindings.hpp"
#include "cards/evaluator.hpp"
#include "postflop/range_solver.hpp"
#include "postflop/runout_rows.hpp"

namespace nb = nanobind;

namespace fifthstreet {

namespace {

template <class T>
using Array = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

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
    group(copied<std::uint16_t>(from, "weaker"), copied<std::uint16_t>(from, "not_better"), seat);
    seat.inverse = copied<std::uint16_t>(from, "inverse");
    seat.inverse_start = copied<std::int64_t>(from, "inverse_start");
    seat.rows = nb::cast<std::int32_t>(from["rows"]);
    seat.blocks = nb::cast<std::int32_t>(from["blocks"]);
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
    street.chance = nb::cast<float>(from["chance"]);
    street.seats[0] = seat_of(nb::cast<nb::dict>(from["seat_0"]));
    street.seats[1] = seat_of(nb::cast<nb::dict>(from["seat_1"]));
    for (const auto n : street.n_children) {
        if (n > kMostActions) throw nb::value_error("too many actions at a node");
    }
    return street;
}

RowArrays row_arrays(const nb::dict& from) {
    const auto before = nb::cast<Array<const std::int16_t>>(from["before"], false);
    const auto holes = nb::cast<Array<std::int16_t>>(from["holes"], false);
    const auto half = [&](const char* key) {
        return nb::cast<Array<std::uint16_t>>(from[key], false).data();
    };
    RowArrays rows;
    rows.before = before.data();
    rows.width_before = static_cast<int>(before.shape(1));
    rows.width = static_cast<int>(holes.shape(1));
    rows.count = nb::cast<Array<std::int32_t>>(from["count"], false).data();
    rows.holes = holes.data();
    rows.order = half("order");
    rows.same = half("same");
    rows.place = half("place");
    rows.weaker = half("weaker");
    rows.not_better = half("not_better");
    rows.inverse = half("inverse");
    return rows;
}

// A solver, with the Python arrays that hold its tables.
struct OwnedSolver {
    RangeSolver solver;
    std::vector<nb::object> arrays;
};

// A table in the memory of a NumPy array. No conversion: the copy would be freed at once.
Table table_of(const nb::handle& data, const nb::handle& scales, bool is_read_only) {
    if (data.is_none()) return {};
    if (!is_read_only) nb::cast<nb::ndarray<nb::c_contig, nb::device::cpu>>(data, false);
    const auto array = nb::cast<nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>>(data, false);
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
        const auto factors = nb::cast<Array<const float>>(scales, false);
        table.scales = const_cast<float*>(factors.data());
    }
    return table;
}

}  // namespace

void bind_solver(nb::module_& m) {
    m.def(
        "deal_rows",
        [](const Evaluator* evaluator, Array<const std::int32_t> parent, Array<const Mask> dealt,
           Array<const Mask> boards, Array<const std::int32_t> member_runout,
           Array<const std::uint8_t> member_back, const nb::dict& first, const nb::dict& second,
           int threads) {
            const RowArrays rows[2] = {row_arrays(first), row_arrays(second)};
            const RunoutArrays runouts{static_cast<std::int64_t>(parent.size()),
                                       parent.data(),
                                       dealt.data(),
                                       boards.data(),
                                       static_cast<std::int64_t>(member_runout.size()),
                                       member_runout.data(),
                                       member_back.data()};
            const nb::gil_scoped_release release;
            deal_rows(evaluator ? evaluator->free_ranking() : nullptr, runouts, rows, threads);
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
                    all.push_back(street_of(nb::cast<nb::dict>(street)));
                }
                new (self) OwnedSolver{
                    RangeSolver(std::move(all),
                                std::vector<float>(first.data(), first.data() + first.size()),
                                std::vector<float>(second.data(), second.data() + second.size())),
                    {}};
            },
            nb::arg("streets"), nb::arg("first_weights"), nb::arg("second_weights"),
            "Copy the streets of a spot and the weights of both ranges.")
        .def(
            "set_tables",
            [](OwnedSolver& self, int player, const nb::dict& arrays) {
                if (player < 0 || player > 1) throw nb::value_error("no such player; want 0 or 1");
                PlayerTables& tables = self.solver.tables(player);
                const auto get = [&](const char* key) {
                    nb::object value = arrays.contains(key) ? nb::object(arrays[key]) : nb::none();
                    if (!value.is_none()) self.arrays.push_back(value);
                    return value;
                };
                // Without regrets nothing is updated, so averages may be in a memory-mapped file.
                const bool is_read_only = !arrays.contains("regrets");
                tables.regrets = table_of(get("regrets"), get("regret_scales"), false);
                tables.predictions = table_of(get("predictions"), get("prediction_scales"), false);
                tables.averages = table_of(get("averages"), get("average_scales"), is_read_only);
                const auto stamps = [&](const char* key) -> std::uint32_t* {
                    const nb::object value = get(key);
                    return value.is_none() ? nullptr
                                           : nb::cast<Array<std::uint32_t>>(value, false).data();
                };
                tables.regret_stamps = stamps("regret_stamps");
                tables.average_stamps = stamps("average_stamps");
            },
            nb::arg("player"), nb::arg("arrays"),
            "Use arrays as a player's tables; they are updated in place.")
        .def(
            "set_locks",
            [](OwnedSolver& self, int player, Array<const std::int64_t> start,
               Array<const float> rows) {
                PlayerTables& tables = self.solver.tables(player);
                tables.lock_start.assign(start.data(), start.data() + start.size());
                tables.lock_rows.assign(rows.data(), rows.data() + rows.size());
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
                for (int player = 0; player < 2; ++player) {
                    if (!self.solver.tables(player).regrets.data) {
                        throw nb::value_error("the tables have no regrets to update");
                    }
                }
                const nb::gil_scoped_release release;
                self.solver.iterate(first, count, discounts, threads);
            },
            nb::arg("first"), nb::arg("count"), nb::arg("positive"), nb::arg("negative"),
            nb::arg("keep"), nb::arg("threads"),
            "Run `count` CFR iterations, starting with number `first`.")
        .def(
            "evaluate",
            [](OwnedSolver& self, int player, int mode, int threads, const nb::list& taps,
               Array<float> out) {
                std::vector<float*> pointers(self.solver.streets().size(), nullptr);
                for (std::size_t i = 0; i < taps.size() && i < pointers.size(); ++i) {
                    if (!taps[i].is_none())
                        pointers[i] = nb::cast<Array<float>>(taps[i], false).data();
                }
                const nb::gil_scoped_release release;
                self.solver.evaluate(player, static_cast<Mode>(mode), threads, pointers,
                                     out.data());
            },
            nb::arg("player"), nb::arg("mode"), nb::arg("threads"), nb::arg("taps"), nb::arg("out"),
            "Write the counterfactual values of a player's hands at the root, and at the taps.")
        .def(
            "evaluate_river",
            [](OwnedSolver& self, int player, int mode, int runout, Array<float> out) {
                const nb::gil_scoped_release release;
                self.solver.evaluate_river(player, static_cast<Mode>(mode), runout, out.data());
            },
            nb::arg("player"), nb::arg("mode"), nb::arg("runout"), nb::arg("out"),
            "Write a player's values at all nodes of one river runout.")
        .def_prop_ro(
            "scratch_bytes", [](const OwnedSolver& self) { return self.solver.scratch_bytes(); },
            "Working memory of a pass in bytes, apart from the tables.");
}

}  // namespace fifthstreet
