"""Refusals of own games, full and sampled CFR, and schedules."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.errors import BusyError, DamagedFileError
from fifthstreet.solvers.cfr import TreeTooLargeError
from tests.refusals.table import Table, face, new_path
from tests.refusals.things import restored, river_spot

fs = face("")
solvers = face("solvers")
common = face("solvers.common")
games = face("solvers.games")
cfr = face("solvers.cfr")
game = face("game")
make = solvers.make_solver
EXAMPLES = Path(__file__).parents[3] / "examples"


class Toy:
    """Two decisions after a throw of a coin; single answers can be made wrong."""

    name = "toy"
    players = 2

    def __init__(self, **answers: Any) -> None:
        self.answers = answers

    def _answer(self, name: str, state: str, usual: Any) -> Any:
        answer = self.answers.get(name, usual)
        return answer(state) if callable(answer) else answer

    def root(self) -> str:
        return ""

    def player(self, state: str) -> Any:
        usual = games.CHANCE if not state else games.TERMINAL if len(state) > 2 else len(state) - 1
        return self._answer("player", state, usual)

    def actions(self, state: str) -> Any:
        return self._answer("actions", state, ("a", "b"))

    def probabilities(self, state: str) -> Any:
        return self._answer("probabilities", state, (0.5, 0.5))

    def child(self, state: str, action: int) -> str:
        return state + "ab"[action]

    def information_set(self, state: str) -> Any:
        return self._answer("information_set", state, f"{len(state)}{state}")

    def public_key(self, state: str) -> str:
        return str(len(state))

    def payoffs(self, state: str) -> Any:
        return self._answer("payoffs", state, (1.0, -1.0))


def spot_game(**options: Any) -> Any:
    registry = face("solvers").registry
    return registry.trainable_game(f"holdem:{EXAMPLES / 'turn.toml'}", **options)


def toy(**answers: Any) -> Any:
    made = Toy(**answers)
    for name in ("name", "players"):
        if name in answers:
            setattr(made, name, answers[name])
    return made


def odd_player(state: str) -> int:
    """Return who acts in the toy game, with a player that does not exist on one line."""
    return 5 if state == "a" else (games.CHANCE, 0, 1, games.TERMINAL)[len(state)]


def deep(state: str) -> int:
    """Return who acts in a toy game with a line that never ends."""
    return int(games.TERMINAL if "b" in state else 0)


def played(answer: Any) -> Any:
    return solvers.policy_exploitability("kuhn", lambda _: answer)


def flat(**answers: Any) -> Any:
    return cfr.flatten(toy(**answers))


def on_states(iterations: int = 1, **answers: Any) -> Any:
    """Solve a toy game on its states, without its tree."""
    solver = cfr.StateSamplingSolver(toy(**answers), cfr.ExternalSampling())
    solver.iterate(iterations)
    return solver


def state_solver(**options: Any) -> Any:
    return cfr.StateSamplingSolver(toy(), options.pop("scheme", cfr.ExternalSampling()), **options)


def sampling(**options: Any) -> Any:
    return cfr.SamplingSolver(toy(), options.pop("scheme", cfr.ExternalSampling()), **options)


def run_inside(solver: Any) -> None:
    solver.run(2, check_every=1, progress=lambda _: solver.run(1))


def own_game(module_name: str, **members: Any) -> str:
    """Return the name of a class in a module of its own."""
    module = types.ModuleType(module_name)
    module.Game = type("Game", (Toy,), members)  # type: ignore[attr-defined]
    sys.modules[module_name] = module
    return f"{module_name}:Game"


@cache
def broken_module() -> str:
    """Return the name of a module that cannot be imported."""
    path = new_path("broken_refusals.py")
    path.write_text("import fifthstreet_missing\n", encoding="utf-8")
    (path.parent / "failing_refusals.py").write_text("1 / 0\n", encoding="utf-8")
    sys.path.append(str(path.parent))
    return "broken_refusals:Game"


def uniform(tree: Any) -> Any:
    counts = np.diff(tree.first_action)
    return cfr.Strategy(tree, np.repeat(1 / counts, counts))


@cache
def kuhn() -> Any:
    return cfr.flatten(games.Kuhn())


def by_key(change: Callable[[dict[str, Any]], object]) -> Any:
    table = {
        key: dict.fromkeys(actions, 1 / len(actions))
        for key, actions in zip(kuhn().keys, kuhn().actions, strict=True)
    }
    change(table)
    return table


def one_player(state: str) -> int:
    """Let the first player make both decisions."""
    return int(games.CHANCE if not state else games.TERMINAL if len(state) > 2 else 0)


def by_length(state: str) -> str:
    return str(len(state))


def longer(keys: Any) -> Any:
    return np.concatenate([keys, keys[:1]])


# One information set with different actions after heads and tails.
FORGETFUL: dict[str, Any] = {
    "player": one_player,
    "information_set": by_length,
    "actions": lambda state: ("a", "c") if state == "b" else ("a", "b"),
}


TABLE: Table = {
    "support/options.py": [
        (
            "parse_options",
            lambda: face("agents").create_agent("equity:samples=5,x"),
            "name=value, got 'x'",
        ),
        ("Named.create", lambda: make("kuhn", "cfr", x=1), "cfr has no option 'x'"),
        ("Named.create", lambda: make("kuhn", "external", seed="x"), "seed must be int, got 'x'"),
        (
            "Named.create",
            lambda: face("agents").create_agent("search"),
            "search requires the option 'preflop'",
        ),
        ("named", lambda: make("kuhn", "x"), "algorithm must be one of"),
    ],
    "solvers/common/run.py": [
        ("IterativeSolver.run", lambda: run_inside(make("kuhn", "cfr")), "already", BusyError),
        (
            "IterativeSolver._restart_at",
            lambda: restored(make("kuhn", "cfr"), lambda state: state.update(curve=7)),
            "got a damaged curve",
        ),
        (
            "RunGoal.of",
            lambda: make("kuhn", "cfr").run(),
            "specify iterations, seconds or a target",
        ),
        ("RunGoal.of", lambda: make("kuhn", "cfr").run(seconds=-1), "seconds must be at least 0"),
        (
            "RunGoal.target_chips",
            lambda: make("kuhn", "cfr").run(target_pot_percent=1),
            "requires a game with a starting pot",
        ),
    ],
    "solvers/common/schedules.py": [
        ("_check_exponent", lambda: common.Discounted(alpha="x"), "alpha must be a number from"),
        ("Discounted.__post_init__", lambda: common.Discounted(warm_up=-1), "warm_up must be a"),
        ("schedule_of", lambda: fs.Solver(river_spot(), schedule="x"), "schedule must be one of"),
        ("schedule_to_dict", lambda: common.schedule_to_dict(7), "a stored schedule must be one"),
        (
            "schedule_from_dict",
            lambda: common.schedule_from_dict({"name": "x", "fields": {}}),
            "was saved by a different version",
            DamagedFileError,
        ),
    ],
    "solvers/cfr/algorithms.py": [
        ("weighting_of", lambda: cfr.weighting_of("x"), "weighting must be one of"),
    ],
    "solvers/cfr/best_responses.py": [
        ("best_response", lambda: cfr.best_response(kuhn(), uniform(kuhn()), 2), "from 0 to 1"),
        ("_check", lambda: cfr.exploitability(kuhn(), uniform(flat())), "strategy must be for"),
    ],
    "solvers/cfr/flattening.py": [
        ("flatten", lambda: flat(players=1), "must have at least 2 players, got 1"),
        ("_Walk.visit", lambda: flat(actions=("a", "a")), "actions must be different"),
        (
            "_Walk.visit",
            lambda: cfr.flatten(games.Kuhn(), max_nodes=9),
            "more than 9 nodes",
            TreeTooLargeError,
        ),
        ("_Walk._chance", lambda: flat(probabilities=(0.5,)), "must be non-negative and add up"),
        ("_Walk._decision", lambda: flat(player=odd_player), "player must be from 0 to 1, got 5"),
        ("_Walk._decision", lambda: flat(information_set="x"), "must be of one player"),
        ("_Walk._decision", lambda: flat(**FORGETFUL), "must have the same actions"),
    ],
    "solvers/cfr/full.py": [
        ("FullSolver.__init__", lambda: cfr.FullSolver(toy(), updates="x"), "updates must be one"),
    ],
    "solvers/cfr/game_tree.py": [
        ("_require", lambda: replace(kuhn(), players=1), "players must be at least 2, got 1"),
    ],
    "solvers/cfr/sampling.py": [
        ("SamplingSolver.__init__", lambda: sampling(seed=-1), "seed must be from 0 to 2^64 - 1"),
    ],
    "solvers/cfr/schemes.py": [
        ("Baseline.__post_init__", lambda: cfr.Baseline(decay=0), "decay must be above 0"),
        ("OutcomeSampling.__post_init__", lambda: cfr.OutcomeSampling(0), "epsilon must be above"),
        ("DiscountedWeights.__post_init__", lambda: cfr.DiscountedWeights(every=0), "at least 1"),
        ("DiscountedWeights.__post_init__", lambda: cfr.DiscountedWeights(gamma=-1), "gamma must"),
        ("Pruning.__post_init__", lambda: cfr.Pruning(below=1), "a negative regret, got 1"),
        ("Pruning.__post_init__", lambda: cfr.Pruning(-1, share=2), "between 0 and 1, got 2"),
        ("Pruning.__post_init__", lambda: cfr.Pruning(-1, after=-1), "at least 0 iterations"),
        ("check_combination", lambda: sampling(scheme=7), "scheme must be one like"),
        ("check_combination", lambda: sampling(weighting=7), "weighting must be one like"),
        ("check_combination", lambda: sampling(precision="x"), "precision must be one of"),
        (
            "check_combination",
            lambda: sampling(scheme=cfr.ChanceSampling(), pruning=cfr.Pruning(-1)),
            "pruning requires ExternalSampling, got ChanceSampling",
        ),
    ],
    "solvers/cfr/sequences.py": [
        (
            "check_recall",
            lambda: cfr.check_recall(flat(player=one_player, information_set=by_length)),
            "toy must have perfect recall",
        ),
    ],
    "solvers/cfr/state_sampling.py": [
        (
            "StateSamplingSolver.__init__",
            lambda: state_solver(scheme=cfr.PublicChanceSampling()),
            "which needs the whole tree",
        ),
        (
            "StateSamplingSolver.__init__",
            lambda: state_solver(scheme=cfr.OutcomeSampling(baseline=cfr.Baseline())),
            "must have no baseline on states",
        ),
        ("StateSamplingSolver.__init__", lambda: state_solver(seed=-1), "seed must be from 0"),
        ("StateSamplingSolver.__init__", lambda: state_solver(memory_limit=0), "memory_limit must"),
        ("StateSamplingSolver.__init__", lambda: on_states(players=1), "at least 2 players"),
        (
            "StateSamplingSolver._row",
            lambda: on_states(9, player=odd_player),
            "player must be below 2, got 5",
        ),
        ("StateSamplingSolver._traverse", lambda: on_states(99, player=deep), "recursion limit"),
        (
            "StateSamplingSolver.restore",
            lambda: restored(on_states(), lambda state: state.update(seed=7)),
            "seed must be 0, got 7",
        ),
    ],
    "solvers/cfr/state_table.py": [
        ("StateTable.row", lambda: on_states(9, information_set="x"), "must be of one player"),
        ("StateTable.row", lambda: on_states(9, **FORGETFUL), "must have the same actions"),
        ("StateTable._add", lambda: on_states(actions=("a", "a")), "actions must be different"),
        (
            "StateTable.restored",
            lambda: restored(on_states(), lambda state: state.pop("keys")),
            "got damaged tables",
        ),
        (
            "StateTable.restored",
            lambda: restored(on_states(), lambda state: state.update(keys=longer(state["keys"]))),
            "got damaged tables",
        ),
        (
            "_fill",
            lambda: restored(on_states(), lambda state: state.update(regrets=np.zeros(1))),
            "got damaged tables",
        ),
    ],
    "solvers/cfr/state_walk.py": [
        ("drawn_outcome", lambda: on_states(probabilities=(0.5, 0.1)), "add up to 1"),
        ("checked_payoffs", lambda: flat(payoffs=(1.0,)), "a number for each of 2 players"),
    ],
    "solvers/cfr/strategy.py": [
        ("Strategy.__post_init__", lambda: cfr.Strategy(kuhn(), np.ones(1)), "one for each of 24"),
        ("Strategy.__post_init__", lambda: cfr.Strategy(kuhn(), np.ones(24)), "add up to 1"),
        (
            "Strategy.from_dict",
            lambda: cfr.Strategy.from_dict(kuhn(), by_key(lambda table: table.update(x={}))),
            "has no information set 'x'",
        ),
        ("Strategy.from_dict", lambda: cfr.Strategy.from_dict(kuhn(), {}), "got none"),
        (
            "Strategy.from_dict",
            lambda: cfr.Strategy.from_dict(
                kuhn(), by_key(lambda table: next(iter(table.values())).update(x=1))
            ),
            "got 'x'",
        ),
    ],
    "solvers/cfr/tree_solver.py": [
        (
            "TreeSolver.restore",
            lambda: restored(make("kuhn", "cfr"), lambda state: state.update(game="x")),
            "got x",
        ),
        (
            "TreeSolver.restore",
            lambda: restored(make("kuhn", "cfr"), lambda state: state.pop("regrets")),
            "the state has no regrets",
        ),
        (
            "TreeSolver.restore",
            lambda: restored(make("kuhn", "cfr"), lambda state: state.update(regrets=np.ones(1))),
            "regrets must be float64 of shape",
        ),
    ],
    "solvers/algorithm_runs.py": [
        (
            "algorithm_solvers",
            lambda: solvers.compare_algorithms("kuhn", ["cfr", "cfr"]),
            "algorithms must be different, at least one",
        ),
        (
            "algorithm_solvers",
            lambda: solvers.compare_algorithms("kuhn", ["cfr"], seed=1),
            "option must be one of simultaneous, got 'seed'",
        ),
        (
            "_object",
            lambda: solvers.compare_algorithms(face("solvers.blueprint").NoLimitHoldem(), ["cfr"]),
            "not on a tree of its cards",
        ),
    ],
    "solvers/games/game_checks.py": [
        ("checked_game", lambda: make(Toy), "got the class Toy: call it, Toy(...)"),
        ("checked_game", lambda: make(own_game("refusals_a", name=7)), "must have a text `name`"),
        ("checked_game", lambda: make(own_game("refusals_b", players="x")), "a whole number"),
        ("check_methods", lambda: make("json:JSONDecoder"), "must have the methods"),
        ("check_depth", lambda: flat(player=0), "every line must end"),
        ("random_line", lambda: flat(actions=()), "actions must be at least one"),
        ("random_line", lambda: flat(player=5), "player must be from 0 to 1, chance (-1)"),
    ],
    "solvers/policies.py": [
        (
            "strategy_of_policy",
            lambda: solvers.strategy_of_policy(kuhn(), list, observe=str),
            "observe requires a game",
        ),
        (
            "_observed",
            lambda: solvers.policy_exploitability("kuhn", list, observe=str),
            "observe must return the same",
        ),
        ("_probabilities", lambda: played({"x": 1.0}), "probabilities of k, b at 'J|', got 'x'"),
        ("_probabilities", lambda: played([1.0]), "must return 2 probabilities at 'J|'"),
        ("_probabilities", lambda: played([1.0, 1.0]), "must return probabilities that are"),
    ],
    "solvers/registry.py": [
        ("named_game", lambda: solvers.named_game("nlhe"), "not on a tree of its cards"),
        ("_spot_game", lambda: spot_game(flops=25), "flops requires an abstraction"),
        (
            "_spot_game",
            lambda: spot_game(abstraction="tiny", runout="2c"),
            "deal and runout require exact cards",
        ),
        ("_load_game_class", lambda: make("a b:C"), "like my_games.dice:LiarsDice"),
        ("_load_game_class", lambda: make("missing_module:Game"), "has no module"),
        ("_load_game_class", lambda: make(broken_module()), "cannot be imported"),
        ("_load_game_class", lambda: make("failing_refusals:Game"), "ZeroDivisionError"),
        ("_load_game_class", lambda: make("json:Game"), "json has no class 'Game'"),
        (
            "named_algorithm",
            lambda: make("rhode-island", "cfr"),
            "needs the whole tree",
            TreeTooLargeError,
        ),
        (
            "make_solver",
            lambda: make("nlhe", cfr.ExternalSampling()),
            "algorithm must be one of",
        ),
    ],
}
