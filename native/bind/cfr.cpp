// Python bindings of full passes over a game. All arrays are checked before they are used.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "bind/bindings.hpp"
#include "cfr/full_cfr.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace fifthstreet {
namespace {

void check_actions(const SequenceForm& form, std::size_t size) {
    if (size != static_cast<std::size_t>(form.actions())) {
        throw std::invalid_argument("an array must have a number per action");
    }
}

}  // namespace

void bind_cfr(nb::module_& m) {
    nb::class_<SequenceForm>(m, "SequenceForm", "A game in sequence form, for full CFR passes.")
        .def(
            "__init__",
            [](SequenceForm* self, int players, Array<const std::int8_t> info_player,
               Array<const std::int32_t> first_action, Array<const std::int32_t> before,
               Array<const std::int64_t> row_start, Array<const double> weight,
               Array<const std::int32_t, 2> others) {
                const std::size_t infos = info_player.shape(0);
                require(players >= 2 && first_action.shape(0) == infos + 1 &&
                            before.shape(0) == infos && others.shape(0) == weight.shape(0) &&
                            others.shape(1) + 1 == static_cast<std::size_t>(players),
                        "the arrays of a sequence form do not fit together");
                const std::int64_t actions = first_action(infos);
                const std::int64_t sequences = actions + players;
                const auto entries = static_cast<std::int64_t>(weight.shape(0));
                require(
                    ascend(first_action.data(), infos + 1, 0, actions) &&
                        std::adjacent_find(first_action.data(), first_action.data() + infos + 1) ==
                            first_action.data() + infos + 1,
                    "first_action must ascend from 0: an information set has no actions");
                require(sequences < INT32_MAX, "too many actions and players");
                require(are_within(info_player.data(), static_cast<std::int64_t>(infos), 0,
                                   players - 1),
                        "an information set has no such player");
                require(
                    are_within(before.data(), static_cast<std::int64_t>(infos), 0, sequences - 1) &&
                        are_within(others.data(), static_cast<std::int64_t>(others.size()), 0,
                                   sequences - 1),
                    "there is no such sequence in before or others");
                require(row_start.shape(0) == static_cast<std::size_t>(sequences) + 1 &&
                            ascend(row_start.data(), row_start.shape(0), 0, entries),
                        "row_start does not ascend from 0 to the number of entries");
                const EndTable ends{row_start.data(), weight.data(), others.data()};
                new (self)
                    SequenceForm(players, static_cast<std::int32_t>(infos), info_player.data(),
                                 first_action.data(), before.data(), ends);
            },
            "players"_a, "info_player"_a, "first_action"_a, "before"_a, "row_start"_a, "weight"_a,
            "others"_a, "Copy the information sets and the sparse table of payoffs.")
        .def(
            "iterate",
            [](const SequenceForm& self, Array<const double> positive, Array<const double> negative,
               Array<const double> keep, Array<double> regrets, Array<double> averages,
               std::optional<Array<double>> predictions, bool at_once) {
                check_actions(self, regrets.shape(0));
                check_actions(self, averages.shape(0));
                if (predictions) check_actions(self, predictions->shape(0));
                const std::size_t count = positive.shape(0);
                if (negative.shape(0) != count || keep.shape(0) != count) {
                    throw std::invalid_argument("factors must be three per iteration");
                }
                const nb::gil_scoped_release release;
                self.iterate(
                    static_cast<std::int64_t>(count),
                    {positive.data(), negative.data(), keep.data()},
                    {regrets.data(), averages.data(), predictions ? predictions->data() : nullptr},
                    at_once);
            },
            "positive"_a, "negative"_a, "keep"_a, "regrets"_a, "averages"_a, "predictions"_a.none(),
            "at_once"_a, "Run one CFR iteration per discount factor, updating the tables in place.")
        .def(
            "best_response",
            [](const SequenceForm& self, int player, Array<const double> strategy,
               Array<double> best) {
                check_actions(self, strategy.shape(0));
                check_actions(self, best.shape(0));
                if (player < 0 || player >= self.players()) {
                    throw std::invalid_argument("no such player");
                }
                const nb::gil_scoped_release release;
                return self.best_response(player, strategy.data(), best.data());
            },
            "player"_a, "strategy"_a, "best"_a,
            "Write a player's best response to a strategy and return its value.")
        .def(
            "evaluate",
            [](const SequenceForm& self, Array<const double> strategy, Array<double, 2> out) {
                check_actions(self, strategy.shape(0));
                if (out.shape(0) != 2 || out.shape(1) != static_cast<std::size_t>(self.players())) {
                    throw std::invalid_argument(
                        "results must have two rows and a column per player");
                }
                const nb::gil_scoped_release release;
                self.evaluate(strategy.data(), out.data());
            },
            "strategy"_a, "out"_a,
            "Write what each player wins with a strategy, and with a best response to it.");
}

}  // namespace fifthstreet
