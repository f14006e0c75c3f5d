// Python bindings of rivers with three ranges. All arrays are checked before a kernel reads them.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <new>
#include <utility>
#include <vector>

#include "bind/bindings.hpp"
#include "bind/multiway_tables.hpp"
#include "multiway/triple_solver.hpp"
#include "multiway/triple_sweep.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

using Triples = std::array<RankedHands, kTriple>;

Triples triples_of(const nb::list& cards, const nb::list& strengths) {
    check_three(cards, "cards");
    check_three(strengths, "strengths");
    Triples hands;
    for (int player = 0; player < kTriple; ++player) {
        hands[player] = {copied<std::uint8_t>(nb::object(cards[player]), "cards"),
                         copied<std::uint16_t>(nb::object(strengths[player]), "strengths")};
        hands[player].check();
    }
    return hands;
}

void construct(TripleSolver* self, const Array<const std::int8_t, 1>& players,
               const Array<const std::int32_t, 1>& first_children,
               const Array<const std::int32_t, 1>& children, const nb::list& cards,
               const nb::list& strengths, const Array<const std::uint8_t, 2>& ends,
               const Array<const float, 3>& payoffs) {
    const std::size_t count = players.shape(0);
    require(count <= kMaxTripleNodes, "a tree must have at most 1,048,576 nodes");
    require(first_children.shape(0) == count && children.shape(0) == count,
            "there must be an entry for each node");
    require(ends.shape(0) == kTriple && ends.shape(1) == count && payoffs.shape(0) == kTriple &&
                payoffs.shape(1) == count && payoffs.shape(2) == kPayoffNumbers,
            "ends and payoffs must have an entry for each player and node");
    std::vector<TripleNode> nodes;
    for (std::size_t at = 0; at < count; ++at) {
        nodes.push_back({players(at), first_children(at), children(at)});
    }
    std::array<std::vector<std::uint8_t>, kTriple> is_end;
    std::array<std::vector<TriplePayoff>, kTriple> payoff;
    for (int player = 0; player < kTriple; ++player) {
        for (std::size_t at = 0; at < count; ++at) {
            is_end[player].push_back(ends(player, at));
            payoff[player].push_back(
                payoff_of(payoffs.data() + (player * count + at) * kPayoffNumbers));
        }
    }
    new (self) TripleSolver(std::move(nodes), triples_of(cards, strengths), std::move(is_end),
                            std::move(payoff));
}

void check_node_rows(const TripleSolver& solver, int player, const TableRows& out) {
    require(out.shape(0) == static_cast<std::size_t>(solver.nodes()) &&
                out.shape(1) == static_cast<std::size_t>(solver.stride(player)),
            "results must be a padded row for each node");
}

}  // namespace

void bind_multiway(nb::module_& m) {
    nb::class_<TripleSolver>(m, "TripleSolver", "Vector CFR on a river with three ranges.")
        .def("__init__", construct, "players"_a.noconvert(), "first_children"_a.noconvert(),
             "children"_a.noconvert(), "cards"_a, "strengths"_a, "ends"_a.noconvert(),
             "payoffs"_a.noconvert(), "Refer to nodes, hands in order of strength, and payoffs.")
        .def(
            "iterate",
            [](const TripleSolver& self, const nb::list& regrets, const nb::list& averages,
               const nb::list& locks, const nb::list& weights, Array<const float, 1> positive,
               Array<const float, 1> negative, Array<const float, 1> keep, int threads) {
                check_triple_threads(threads);
                const auto tables = tables_of(self, regrets, averages, locks, weights);
                require(tables[0].regrets, "regrets must have an array for each of 3 players");
                const auto factors = factors_of(positive, negative, keep);
                const nb::gil_scoped_release release;
                self.iterate(tables, factors, threads);
            },
            "regrets"_a, "averages"_a, "locks"_a, "weights"_a, "positive"_a.noconvert(),
            "negative"_a.noconvert(), "keep"_a.noconvert(), "threads"_a,
            "Run an iteration for each of the factors.")
        .def(
            "evaluate",
            [](const TripleSolver& self, const nb::list& averages, const nb::list& locks,
               const nb::list& weights, int player, bool is_best, int threads, TableRows out) {
                check_triple_threads(threads);
                check_node_rows(self, checked_triple_player(player), out);
                const auto tables = tables_of(self, {}, averages, locks, weights);
                const nb::gil_scoped_release release;
                self.evaluate(tables, player, is_best ? Mode::kBestResponse : Mode::kAverage,
                              threads, out.data());
            },
            "averages"_a, "locks"_a, "weights"_a, "player"_a, "is_best"_a, "threads"_a,
            "out"_a.noconvert(),
            "Compute the values of a player's average, or of a best response, at all nodes.")
        .def(
            "sweep",
            [](const TripleSolver& self, int player, Array<const float, 1> payoff,
               Array<const float, 1> first_reach, Array<const float, 1> second_reach,
               Array<float, 1> out) {
                checked_triple_player(player);
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
                self.sweep(player, paid, first_reach.data(), second_reach.data(), out.data());
            },
            "player"_a, "payoff"_a.noconvert(), "first_reach"_a.noconvert(),
            "second_reach"_a.noconvert(), "out"_a.noconvert(),
            "Compute what a player's hands win by a payoff, against the reach of the others.")
        .def(
            "reach",
            [](const TripleSolver& self, const nb::list& averages, const nb::list& locks,
               const nb::list& weights, int player, TableRows out) {
                check_node_rows(self, checked_triple_player(player), out);
                const auto tables = tables_of(self, {}, averages, locks, weights);
                const nb::gil_scoped_release release;
                self.reach(tables[player], player, out.data());
            },
            "averages"_a, "locks"_a, "weights"_a, "player"_a, "out"_a.noconvert(),
            "Compute the reach of a player's hands at all nodes by their average.");
    bind_multiway_streets(m);
}

}  // namespace fifthstreet
