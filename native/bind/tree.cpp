// Python bindings of the betting tree.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/vectors.hpp"
#include "tree/betting_tree.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

// As Python passes them: sizes as (kind, value, count, first and last raise), steps as (move,
// amount).
using PlainSize = std::tuple<int, double, int, int, int>;
using PlainLine = std::tuple<bool, std::vector<std::tuple<int, std::int32_t>>>;

constexpr std::size_t kMaxSizes = 200;  // in a menu; leaves actions for added lines
constexpr std::int64_t kMaxChips = 1'000'000'000;

bool are_shares(std::initializer_list<double> numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return number >= 0; });
}

TreeSpec spec_of(std::vector<std::int32_t> stacks, std::vector<std::int32_t> antes,
                 std::vector<std::int32_t> blinds, std::int32_t forced_bet, std::int32_t pot,
                 int opener, int first_street, int last_street,
                 const std::vector<std::vector<PlainSize>>& menus, std::vector<int> max_raises,
                 double add_allin, double force_allin, double merge, std::int32_t min_bet,
                 const std::vector<PlainLine>& lines, std::vector<int> cold_calls) {
    const std::size_t players = stacks.size();
    require(players >= 2 && players <= kTreePlayers && antes.size() == players &&
                blinds.size() == players && menus.size() == players * kTreeStreets * kSizeUses,
            "stacks, antes, blinds and menus must be for 2 to 10 players");
    require(first_street >= 0 && first_street <= last_street && last_street < kTreeStreets,
            "first_street and last_street must be 0 to 3, in order");
    require(opener >= 0 && opener < static_cast<int>(players), "opener must be a player");
    require(max_raises.size() == kTreeStreets && std::all_of(max_raises.begin(), max_raises.end(),
                                                             [](int most) { return most >= -1; }),
            "max_raises must be 4 numbers of 0 or more, or -1 for no limit");
    require(std::all_of(cold_calls.begin(), cold_calls.end(), [](int most) { return most >= 0; }),
            "cold_calls must be 0 or more");
    require(are_shares({add_allin, force_allin, merge}),
            "add_allin, force_allin and merge must be 0 or more");
    std::int64_t chips = pot;
    for (std::size_t p = 0; p < players; ++p) {
        require(stacks[p] >= 0 && antes[p] >= 0 && blinds[p] >= 0 && antes[p] <= stacks[p] &&
                    blinds[p] <= stacks[p] - antes[p],
                "a stack, ante or blind is negative, or more than the player has");
        chips += stacks[p];
    }
    require(pot >= 0 && chips <= kMaxChips, "pot and stacks must be at most 1,000,000,000 chips");
    require(forced_bet >= 0 && forced_bet <= kMaxChips,
            "forced_bet must be from 0 to 1,000,000,000 chips");
    require(min_bet >= 1 && min_bet <= kMaxChips, "min_bet must be from 1 to 1,000,000,000 chips");
    TreeSpec spec{std::move(stacks),
                  std::move(antes),
                  std::move(blinds),
                  forced_bet,
                  pot,
                  opener,
                  first_street,
                  last_street,
                  {},
                  std::move(max_raises),
                  std::move(cold_calls),
                  add_allin,
                  force_allin,
                  merge,
                  min_bet,
                  {}};
    for (const auto& menu : menus) {
        require(menu.size() <= kMaxSizes, "a menu must have at most 200 sizes");
        auto& sizes = spec.menus.emplace_back();
        for (const auto& [kind, value, count, first, last] : menu) {
            require(kind >= 0 && kind <= static_cast<int>(SizeKind::kAllIn) && value >= 0 &&
                        count >= -1 && count <= kMaxChips && first >= 0 && last >= -1,
                    "a size has a wrong kind, value, count or raise");
            sizes.push_back({static_cast<SizeKind>(kind), value, count, first, last});
        }
    }
    for (const auto& [removed, steps] : lines) {
        require(!steps.empty(), "an added or removed line has no steps");
        auto& line = spec.lines.emplace_back(TreeLine{removed, {}});
        for (const auto& [move, amount] : steps) {
            require(move >= 0 && move <= static_cast<int>(TreeMove::kDeal),
                    "there is no such move");
            line.steps.push_back({static_cast<TreeMove>(move), amount});
        }
    }
    return spec;
}

// Rows of numbers as a list of lists.
template <std::size_t kStreets>
std::vector<std::vector<std::int64_t>> rows_of(const std::int64_t (*rows)[kStreets], int count) {
    std::vector<std::vector<std::int64_t>> lists;
    for (int i = 0; i < count; ++i) lists.emplace_back(rows[i], rows[i] + kStreets);
    return lists;
}

void check_signals() {
    const nb::gil_scoped_acquire acquire;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

void bind_tree(nb::module_& m) {
    nb::class_<TreeBuilder>(m, "TreeBuilder", "Counts and builds a betting tree.")
        .def(
            "__init__",
            [](TreeBuilder* self, std::vector<std::int32_t> stacks, std::vector<std::int32_t> antes,
               std::vector<std::int32_t> blinds, std::int32_t forced_bet, std::int32_t pot,
               int opener, int first_street, int last_street,
               const std::vector<std::vector<PlainSize>>& menus, std::vector<int> max_raises,
               double add_allin, double force_allin, double merge, std::int32_t min_bet,
               const std::vector<PlainLine>& lines, std::vector<int> cold_calls) {
                new (self) TreeBuilder(
                    spec_of(std::move(stacks), std::move(antes), std::move(blinds), forced_bet, pot,
                            opener, first_street, last_street, menus, std::move(max_raises),
                            add_allin, force_allin, merge, min_bet, lines, std::move(cold_calls)));
            },
            "stacks"_a, "antes"_a, "blinds"_a, "forced_bet"_a, "pot"_a, "opener"_a,
            "first_street"_a, "last_street"_a, "menus"_a, "max_raises"_a, "add_allin"_a,
            "force_allin"_a, "merge"_a, "min_bet"_a, "lines"_a, "cold_calls"_a,
            "Store the rules of a tree; all amounts are whole chips.")
        .def(
            "find_fault",
            [](const TreeBuilder& self) -> std::optional<std::tuple<int, int, int, int, int>> {
                const auto fault = self.find_fault();
                if (!fault) return {};
                return std::tuple{fault->line, fault->step, static_cast<int>(fault->trouble),
                                  static_cast<int>(fault->least), static_cast<int>(fault->most)};
            },
            "Return the first illegal step of an added or removed line, or None.")
        .def(
            "count",
            [](const TreeBuilder& self, std::optional<std::int64_t> limit,
               std::int64_t max_visits) {
                TreeCounts counts;
                {
                    const nb::gil_scoped_release release;
                    counts = self.count(limit.value_or(std::numeric_limits<std::int64_t>::max()),
                                        max_visits, check_signals);
                }
                return std::tuple{counts.total, counts.is_complete,
                                  rows_of(counts.nodes, kTreeKinds),
                                  rows_of(counts.action_nodes, self.players()),
                                  rows_of(counts.actions, self.players())};
            },
            "limit"_a.none(), "max_visits"_a,
            "Count the nodes, up to a limit, without building the tree; visit at most max_visits.")
        .def(
            "fill",
            [](const TreeBuilder& self, Array<std::uint8_t, 1> kind, Array<std::int8_t, 1> player,
               Array<std::uint8_t, 1> street, Array<std::int32_t, 1> parent,
               Array<std::int32_t, 1> first_child, Array<std::uint8_t, 1> n_children,
               Array<std::uint8_t, 1> move, Array<std::int32_t, 1> amount,
               Array<std::int32_t, 2> committed, Array<std::uint16_t, 1> folded) {
                const std::size_t nodes = kind.shape(0);
                require(player.shape(0) == nodes && street.shape(0) == nodes &&
                            parent.shape(0) == nodes && first_child.shape(0) == nodes &&
                            n_children.shape(0) == nodes && move.shape(0) == nodes &&
                            amount.shape(0) == nodes && committed.shape(0) == nodes &&
                            committed.shape(1) == static_cast<std::size_t>(self.players()) &&
                            folded.shape(0) == nodes && nodes <= INT32_MAX,
                        "arrays must have one entry per node, committed one per player");
                const TreeArrays out{static_cast<std::int64_t>(nodes),
                                     kind.data(),
                                     player.data(),
                                     street.data(),
                                     parent.data(),
                                     first_child.data(),
                                     n_children.data(),
                                     move.data(),
                                     amount.data(),
                                     committed.data(),
                                     folded.data()};
                const nb::gil_scoped_release release;
                return self.fill(out);
            },
            "kind"_a, "player"_a, "street"_a, "parent"_a, "first_child"_a, "n_children"_a, "move"_a,
            "amount"_a, "committed"_a, "folded"_a,
            "Fill the arrays of the tree; return False if their length is not the node count.");
}

}  // namespace fifthstreet
