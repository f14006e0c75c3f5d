// Python bindings of flops and turns with three ranges. All arrays are checked before a kernel reads
// them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <new>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/multiway_tables.hpp"
#include "multiway/triple_streets.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

using DealtPlaces = Array<const std::int32_t, 1>;
using StreetRows = Array<float, 2>;

// Numbers from 0 on that are below a limit, each once.
void check_places(const int* from, std::size_t count, int limit, const char* name) {
    require(count > 0, std::string(name) + " must not be empty");
    std::vector<bool> seen(limit);
    for (std::size_t i = 0; i < count; ++i) {
        require(from[i] >= 0 && from[i] < limit && !seen[from[i]],
                std::string(name) + " must be different places of cards");
        seen[from[i]] = true;
    }
}

std::vector<DealtTurn> dealt_of(const TripleStreets& solver, const DealtPlaces& turns,
                                const DealtPlaces& turn_visits,
                                const Array<const std::int32_t, 2>& rivers,
                                const Array<const std::int32_t, 2>& river_visits,
                                std::size_t factors) {
    const std::size_t count = turns.shape(0), width = rivers.shape(1);
    check_places(turns.data(), count, solver.turns(), "turns");
    require(turn_visits.shape(0) == count && rivers.shape(0) == count &&
                river_visits.shape(0) == count && river_visits.shape(1) == width,
            "turns, rivers and their visits must have the same numbers");
    const auto check_visits = [&](int visits) {
        require(visits >= 0 && static_cast<std::size_t>(visits) < factors,
                "there must be factors for all visits");
        return visits;
    };
    std::vector<DealtTurn> dealt;
    for (std::size_t i = 0; i < count; ++i) {
        const int* from = rivers.data() + i * width;
        check_places(from, width, solver.rivers(), "rivers");
        DealtTurn each{turns(i), check_visits(turn_visits(i)), {from, from + width}, {}};
        for (std::size_t r = 0; r < width; ++r) {
            each.river_visits.push_back(check_visits(river_visits(i, r)));
        }
        dealt.push_back(std::move(each));
    }
    return dealt;
}

void construct_streets(TripleStreets* self, const Array<const std::int8_t, 1>& players,
                       const DealtPlaces& first_children, const DealtPlaces& children,
                       const Array<const std::uint8_t, 1>& streets, const nb::object& left,
                       const nb::list& cards, const nb::list& strengths,
                       const Array<const std::uint8_t, 2>& ends,
                       const Array<const float, 3>& payoffs) {
    const std::size_t count = players.shape(0);
    require(count <= kMaxTripleNodes, "a tree must have at most 1,048,576 nodes");
    require(
        first_children.shape(0) == count && children.shape(0) == count && streets.shape(0) == count,
        "there must be an entry for each node");
    require(ends.shape(0) == kTriple && ends.shape(1) == count && payoffs.shape(0) == kTriple &&
                payoffs.shape(1) == count && payoffs.shape(2) == kPayoffNumbers,
            "ends and payoffs must have an entry for each player and node");
    check_three(cards, "cards");
    check_three(strengths, "strengths");
    std::vector<TripleStreetNode> nodes;
    for (std::size_t at = 0; at < count; ++at) {
        nodes.push_back({players(at), first_children(at), children(at), streets(at)});
    }
    TripleStreets::Cards own;
    TripleStreets::Strengths ranked;
    TripleStreets::Ends is_end;
    TripleStreets::Payoffs payoff;
    for (int player = 0; player < kTriple; ++player) {
        own[player] = copied<std::uint8_t>(nb::object(cards[player]), "cards");
        ranked[player] = copied<std::uint16_t>(nb::object(strengths[player]), "strengths");
        for (std::size_t at = 0; at < count; ++at) {
            is_end[player].push_back(ends(player, at));
            payoff[player].push_back(
                payoff_of(payoffs.data() + (player * count + at) * kPayoffNumbers));
        }
    }
    new (self) TripleStreets(std::move(nodes), copied<std::uint8_t>(left, "left"), std::move(own),
                             ranked, std::move(is_end), std::move(payoff));
}

// Checks rows of a player's hands, several tables of them one after the other.
void check_street_rows(const TripleStreets& solver, int player, const StreetRows& rows,
                       std::int64_t count, const char* name) {
    require(rows.shape(0) == static_cast<std::size_t>(count) &&
                rows.shape(1) == static_cast<std::size_t>(solver.stride(player)),
            std::string(name) + " must be a padded row for each node");
}

// Checks the place of a turn and a river; either may be -1 where it is allowed.
void check_runout(const TripleStreets& solver, int turn, int river, bool may_lack_turn) {
    require(turn >= (may_lack_turn ? -1 : 0) && turn < solver.turns(), "turn must be a place");
    require(river >= -1 && river < solver.rivers(), "river must be a place, or -1");
    require(turn >= 0 || river < 0, "a river must come after a turn");
}

}  // namespace

void bind_multiway_streets(nb::module_& m) {
    nb::class_<TripleStreets>(m, "TripleStreets", "Vector CFR on a flop or turn with three ranges.")
        .def("__init__", construct_streets, "players"_a.noconvert(), "first_children"_a.noconvert(),
             "children"_a.noconvert(), "streets"_a.noconvert(), "left"_a, "cards"_a, "strengths"_a,
             "ends"_a.noconvert(), "payoffs"_a.noconvert(),
             "Refer to nodes, the cards to come, hands with their strengths by board, and payoffs.")
        .def_prop_ro("sum_rows", &TripleStreets::sum_rows,
                     "Number of nodes where the second street begins, or that wait for it.")
        .def(
            "rows",
            [](const TripleStreets& self, int player) {
                return self.rows(checked_triple_player(player));
            },
            "player"_a, "Number of rows of a player's tables.")
        .def(
            "iterate",
            [](const TripleStreets& self, const nb::list& regrets, const nb::list& averages,
               const nb::list& locks, const nb::list& weights, Array<const float, 1> positive,
               Array<const float, 1> negative, Array<const float, 1> keep, int visits,
               DealtPlaces turns, DealtPlaces turn_visits, Array<const std::int32_t, 2> rivers,
               Array<const std::int32_t, 2> river_visits, int threads) {
                check_triple_threads(threads);
                const auto tables = tables_of(self, regrets, averages, locks, weights);
                require(tables[0].regrets, "regrets must have an array for each of 3 players");
                const auto factors = factors_of(positive, negative, keep);
                const auto dealt =
                    dealt_of(self, turns, turn_visits, rivers, river_visits, factors.size());
                require(visits >= 0 && static_cast<std::size_t>(visits) < factors.size(),
                        "there must be factors for all visits");
                const nb::gil_scoped_release release;
                self.iterate(tables, factors, visits, dealt, threads);
            },
            "regrets"_a, "averages"_a, "locks"_a, "weights"_a, "positive"_a.noconvert(),
            "negative"_a.noconvert(), "keep"_a.noconvert(), "visits"_a, "turns"_a.noconvert(),
            "turn_visits"_a.noconvert(), "rivers"_a.noconvert(), "river_visits"_a.noconvert(),
            "threads"_a, "Run an iteration over some turns and rivers; tables change.")
        .def(
            "add_turns",
            [](const TripleStreets& self, const nb::list& averages, const nb::list& locks,
               const nb::list& weights, int player, DealtPlaces turns, int threads,
               StreetRows sums) {
                check_triple_threads(threads);
                check_street_rows(self, checked_triple_player(player), sums, 2 * self.sum_rows(),
                                  "sums");
                check_places(turns.data(), turns.shape(0), self.turns(), "turns");
                const auto tables = tables_of(self, {}, averages, locks, weights);
                const std::vector<int> dealt(turns.data(), turns.data() + turns.shape(0));
                const nb::gil_scoped_release release;
                self.add_turns(tables, player, dealt, threads, sums.data());
            },
            "averages"_a, "locks"_a, "weights"_a, "player"_a, "turns"_a.noconvert(), "threads"_a,
            "sums"_a.noconvert(),
            "Add the values of a player's average, and of a best response, after some turns.")
        .def(
            "finish",
            [](const TripleStreets& self, const nb::list& averages, const nb::list& locks,
               const nb::list& weights, int player, StreetRows sums, StreetRows out) {
                check_street_rows(self, checked_triple_player(player), sums, 2 * self.sum_rows(),
                                  "sums");
                check_street_rows(self, player, out, 2 * self.nodes(0), "results");
                const auto tables = tables_of(self, {}, averages, locks, weights);
                const nb::gil_scoped_release release;
                self.finish(tables, player, sums.data(), out.data());
            },
            "averages"_a, "locks"_a, "weights"_a, "player"_a, "sums"_a.noconvert(),
            "out"_a.noconvert(),
            "Compute the values at the nodes of the first street from sums over all turns.")
        .def(
            "values_at",
            [](const TripleStreets& self, const nb::list& averages, const nb::list& locks,
               const nb::list& weights, int player, int turn, int river, int threads,
               StreetRows out) {
                check_triple_threads(threads);
                check_runout(self, turn, river, false);
                require(self.has_turn() || river >= 0, "river must be a place");
                const int level = self.levels() - (river < 0 ? 2 : 1);
                check_street_rows(self, checked_triple_player(player), out, self.nodes(level),
                                  "results");
                const auto tables = tables_of(self, {}, averages, locks, weights);
                const nb::gil_scoped_release release;
                self.values_at(tables, player, turn, river, threads, out.data());
            },
            "averages"_a, "locks"_a, "weights"_a, "player"_a, "turn"_a, "river"_a, "threads"_a,
            "out"_a.noconvert(),
            "Compute the values of a player's average at the nodes of a turn or river.")
        .def(
            "showdown",
            [](const TripleStreets& self, int player, Array<const float, 1> payoff,
               Array<const float, 1> first_reach, Array<const float, 1> second_reach, int turn,
               int river, int threads, Array<float, 1> out) {
                check_triple_threads(threads);
                checked_triple_player(player);
                check_runout(self, turn, river, true);
                const auto fits = [&](std::size_t size, int who) {
                    return size == static_cast<std::size_t>(self.stride(who));
                };
                require(fits(out.shape(0), player) &&
                            fits(first_reach.shape(0), player == 0 ? 1 : 0) &&
                            fits(second_reach.shape(0), player == 2 ? 1 : 2),
                        "reach and results must be padded rows");
                require(payoff.shape(0) == kPayoffNumbers, "a payoff must be four numbers");
                const TriplePayoff paid = payoff_of(payoff.data());
                const nb::gil_scoped_release release;
                self.showdown(player, paid, first_reach.data(), second_reach.data(), turn, river,
                              threads, out.data());
            },
            "player"_a, "payoff"_a.noconvert(), "first_reach"_a.noconvert(),
            "second_reach"_a.noconvert(), "turn"_a, "river"_a, "threads"_a, "out"_a.noconvert(),
            "Add up what a player's hands win by a payoff on all rivers that may follow.");
}

}  // namespace fifthstreet
