// Python bindings of the range solver. All arrays are checked before a kernel reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>
#include <string>
#include <utility>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "postflop/range_solver.hpp"
#include "postflop/street_checks.hpp"
#include "shared/checks.hpp"

namespace nb = nanobind;

namespace fifthstreet {

namespace {

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
    if (from.contains("buckets")) {
        seat.buckets = copied<std::int32_t>(from, "buckets");
        seat.bucket = copied<std::uint16_t>(from, "bucket");
    }
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

// A solver, with the Python arrays that hold its tables. Passes that write exclude all others;
// values of river runouts are only read, by any number of threads.
struct OwnedSolver {
    RangeSolver solver;
    std::vector<nb::object> arrays[2];
    std::vector<nb::object> gadget_arrays;
    std::shared_mutex mutex;

    OwnedSolver(std::vector<Street> streets, std::vector<float> first, std::vector<float> second,
                bool in_buckets, int threads)
        : solver(std::move(streets), std::move(first), std::move(second), in_buckets, threads) {}
};

int checked_player(int player) {
    require(player == 0 || player == 1, "player must be 0 or 1");
    return player;
}

// An evaluation of averages; both players must have some.
Mode checked_mode(OwnedSolver& self, int mode) {
    require(
        mode == static_cast<int>(Mode::kBestResponse) || mode == static_cast<int>(Mode::kAverage),
        "mode must be 1 (best response) or 2 (average)");
    for (int player = 0; player < 2; ++player) {
        require(self.solver.tables(player).averages.data, "a player has no averages to evaluate");
    }
    return static_cast<Mode>(mode);
}

void require_regrets(OwnedSolver& self) {
    require(self.solver.streets().back().seats[0].buckets.empty(),
            "tables of buckets are only read by hand");
    for (int player = 0; player < 2; ++player) {
        require(self.solver.tables(player).regrets.data, "the tables have no regrets to update");
    }
    require(self.solver.gadget().player < 0 || self.solver.gadget().regrets,
            "the gadget has no regrets to update");
}

Discounts discounts_of(const AnyArray<const float>& positive, const AnyArray<const float>& negative,
                       const AnyArray<const float>& keep) {
    const auto vector = [](const AnyArray<const float>& array) {
        return std::vector<float>(array.data(), array.data() + array.size());
    };
    return {vector(positive), vector(negative), vector(keep)};
}

bool are_weights(const float* numbers, std::size_t count) {
    return std::all_of(numbers, numbers + count, [](float x) { return x >= 0 && x <= 1; });
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
        throw std::invalid_argument("a table must be float32, int16, uint16 or uint8");
    }
    if (table.storage == Storage::kInt16 || table.storage == Storage::kUint16) {
        require(!scales.is_none(), "a table of 16-bit numbers has no scales");
        const auto factors = converted<AnyArray<const float>>(scales, "scales", false);
        if (!is_read_only) converted<AnyArray<float>>(scales, "scales", false);
        require(factors.size() >= static_cast<std::size_t>(size.blocks),
                "scales must be one per block");
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
        const auto array = converted<AnyArray<std::uint32_t>>(value, key, false);
        require(array.size() >= static_cast<std::size_t>(size.blocks),
                "stamps must be one per block");
        return array.data();
    };
    tables.regret_stamps = stamps("regret_stamps");
    tables.average_stamps = stamps("average_stamps");
    require(!tables.regrets.data ||
                (tables.averages.data && tables.regret_stamps && tables.average_stamps),
            "regrets must come with averages and stamps");
    return tables;
}

// A root gadget with its rows in the memory of NumPy arrays; without regrets it is only evaluated.
RootGadget gadget_of(const std::vector<Street>& streets, int player, const nb::dict& from,
                     std::vector<nb::object>& kept) {
    RootGadget gadget;
    gadget.player = checked_player(player);
    gadget.is_max_margin = entry_of<bool>(from, "is_max_margin");
    gadget.value_factor = copied<float>(from, "value_factor");
    gadget.alternative = copied<float>(from, "alternative");
    gadget.reach_factor = copied<float>(from, "reach_factor");
    const auto hands = static_cast<std::size_t>(streets[0].seats[player].count[0]);
    require(gadget.value_factor.size() == hands && gadget.alternative.size() == hands &&
                gadget.reach_factor.size() == hands,
            "a gadget has not one number for each hand of the root's row");
    gadget.stride = row_stride(static_cast<int>(hands));
    const auto rows = [&](const char* key) -> float* {
        if (!from.contains(key)) return nullptr;
        const nb::object value = from[key];
        const auto array = converted<AnyArray<float>>(value, key, false);
        require(array.size() == 2 * static_cast<std::size_t>(gadget.stride),
                "a gadget has not two rows of regrets and averages");
        kept.push_back(value);
        return array.data();
    };
    gadget.regrets = rows("regrets");
    gadget.averages = rows("averages");
    require(gadget.averages, "a gadget has no averages");
    gadget.prepare();
    return gadget;
}

}  // namespace

void bind_solver(nb::module_& m) {
    nb::class_<OwnedSolver>(m, "RangeSolver",
                            "Solves ranges against ranges with vector CFR, street by street.")
        .def(
            "__init__",
            [](OwnedSolver* self, const nb::list& streets, AnyArray<const float> first,
               AnyArray<const float> second, bool in_buckets, int threads) {
                std::vector<Street> all;
                for (const nb::handle street : streets) {
                    all.push_back(street_of(converted<nb::dict>(street, "a street")));
                }
                const auto vector = [](const AnyArray<const float>& array) {
                    return std::vector<float>(array.data(), array.data() + array.size());
                };
                std::vector<float> weights[2] = {vector(first), vector(second)};
                check_streets(all, weights);
                for (int player = 0; player < 2; ++player) table_size(all, player);
                require(!in_buckets || !all.back().seats[0].buckets.empty(),
                        "the last street has no buckets to play in");
                const nb::gil_scoped_release release;
                new (self) OwnedSolver(std::move(all), std::move(weights[0]), std::move(weights[1]),
                                       in_buckets, threads);
            },
            nb::arg("streets"), nb::arg("first_weights"), nb::arg("second_weights"),
            nb::arg("in_buckets") = false, nb::arg("threads") = 1,
            "Copy the streets of a spot and the weights of both ranges.")
        .def(
            "divide_river",
            [](const OwnedSolver& self, int player, int buckets, int threads,
               AnyArray<std::uint16_t> out) {
                const auto& streets = self.solver.streets();
                const Street& river = streets.back();
                checked_player(player);
                require(buckets >= 1, "buckets must be at least 1");
                require(streets.size() > 1 && !river.seats[player].group_start.empty() &&
                            river.seats[player].entering.empty(),
                        "the last of several streets must have hands");
                require(out.size() >= river.seats[player].order.size(),
                        "the result has fewer entries than there are hands");
                const nb::gil_scoped_release release;
                self.solver.divide_river(player, buckets, threads, out.data());
            },
            nb::arg("player"), nb::arg("buckets"), nb::arg("threads"), nb::arg("out"),
            "Write the bucket of each hand of a player on each runout of the last street.")
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
            [](OwnedSolver& self, int player, AnyArray<const std::int64_t> start,
               AnyArray<const float> rows) {
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
            "set_gadget",
            [](OwnedSolver& self, int player, const nb::dict& from) {
                std::vector<nb::object> kept;
                RootGadget gadget = gadget_of(self.solver.streets(), player, from, kept);
                {
                    const nb::gil_scoped_release release;
                    const std::unique_lock lock(self.mutex);
                    self.solver.gadget() = std::move(gadget);
                }
                self.gadget_arrays.swap(kept);
            },
            nb::arg("player"), nb::arg("gadget"),
            "Give a player a choice with each hand before the spot begins.")
        .def(
            "iterate",
            [](OwnedSolver& self, std::uint32_t first, std::uint32_t count,
               AnyArray<const float> positive, AnyArray<const float> negative,
               AnyArray<const float> keep, int threads) {
                const Discounts discounts = discounts_of(positive, negative, keep);
                const std::uint64_t end = std::uint64_t{first} + count;
                require(first >= 1 && end <= UINT32_MAX, "iterations are counted from 1");
                require(positive.size() >= end && negative.size() >= end && keep.size() >= end,
                        "three discount factors are required for each iteration, and for 0");
                const nb::gil_scoped_release release;
                const std::unique_lock lock(self.mutex);
                require_regrets(self);
                self.solver.iterate(first, count, discounts, threads);
            },
            nb::arg("first"), nb::arg("count"), nb::arg("positive"), nb::arg("negative"),
            nb::arg("keep"), nb::arg("threads"),
            "Run `count` CFR iterations, starting with number `first`.")
        .def(
            "pass_through",
            [](OwnedSolver& self, int player, int mode, std::uint32_t iteration,
               std::uint32_t updates, AnyArray<const float> positive,
               AnyArray<const float> negative, AnyArray<const float> keep, int threads,
               AnyArray<const float> reach, AnyArray<float> out) {
                const Discounts discounts = discounts_of(positive, negative, keep);
                const std::uint32_t end = std::max(iteration, updates);
                const auto& seats = self.solver.streets()[0].seats;
                checked_player(player);
                const std::size_t opponents = seats[1 - player].count[0];
                require(reach.size() == opponents && are_weights(reach.data(), opponents),
                        "reach must be 0 to 1, for each hand of the opponent at the root");
                require(out.size() == static_cast<std::size_t>(seats[player].count[0]),
                        "the result has not one entry for each hand");
                const nb::gil_scoped_release release;
                const std::unique_lock lock(self.mutex);
                const bool is_update = mode == static_cast<int>(Mode::kUpdate);
                if (is_update) {
                    require(end < discounts.keep.size() && end < discounts.positive.size() &&
                                end < discounts.negative.size() && iteration >= 1,
                            "three discount factors are required for each iteration, from 1");
                    require_regrets(self);
                }
                self.solver.pass_through(
                    player, is_update ? Mode::kUpdate : checked_mode(self, mode), iteration,
                    updates, discounts, threads, reach.data(), out.data());
            },
            nb::arg("player"), nb::arg("mode"), nb::arg("iteration"), nb::arg("updates"),
            nb::arg("positive"), nb::arg("negative"), nb::arg("keep"), nb::arg("threads"),
            nb::arg("reach"), nb::arg("out"),
            "Run one pass against hands with this reach at the root, and write the values there.")
        .def(
            "evaluate",
            [](OwnedSolver& self, int player, int mode, int threads, const nb::list& taps,
               AnyArray<float> out) {
                const auto& streets = self.solver.streets();
                checked_player(player);
                require(taps.size() <= streets.size(), "more taps than streets");
                std::vector<float*> pointers(streets.size(), nullptr);
                for (std::size_t i = 0; i < taps.size(); ++i) {
                    if (taps[i].is_none()) continue;
                    require(i == 0 || i + 1 < streets.size(),
                            "the last of several streets must have no tap");
                    const auto tap = converted<AnyArray<float>>(taps[i], "a tap", false);
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
            [](OwnedSolver& self, int player, int mode, int runout, AnyArray<float> out) {
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
