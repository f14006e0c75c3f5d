"""What is wrong with a user's game is named, wherever the game enters."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.interop.open_spiel import as_open_spiel
from fifthstreet.solvers import load_strategy, make_solver, policy_exploitability, save_strategy
from fifthstreet.solvers.cfr import (
    ExternalSampling,
    FullSolver,
    SamplingSolver,
    StateSamplingSolver,
    Strategy,
    estimate_nodes,
    flatten,
    sampled_response,
)
from fifthstreet.solvers.common import Plus
from fifthstreet.solvers.games import MAX_DEPTH, TERMINAL, Kuhn, leduc
from fifthstreet.solvers.search import resolve_game
from fifthstreet.solvers.training import train

ENTRIES: dict[str, Callable[[Any], object]] = {
    "flatten": flatten,
    "estimate_nodes": estimate_nodes,
    "make_solver": make_solver,
    "make_solver with a schedule": lambda game: make_solver(game, Plus()),
    "make_solver with a scheme": lambda game: make_solver(game, ExternalSampling()),
    "train": lambda game: train(game, "cfr+", iterations=1),
    "FullSolver": FullSolver,
    "SamplingSolver": lambda game: SamplingSolver(game, ExternalSampling()),
    "StateSamplingSolver": lambda game: StateSamplingSolver(game, ExternalSampling()).iterate(1),
    "sampled_response": lambda game: sampled_response(
        game, StateSamplingSolver(Kuhn(), ExternalSampling()).average(), traversals=1, deals=1
    ),
    "policy_exploitability": lambda game: policy_exploitability(game, lambda _: [0.5, 0.5]),
    "OpenSpiel": as_open_spiel,
}
every_entry = pytest.mark.parametrize("enter", ENTRIES.values(), ids=ENTRIES)


class Endless(Kuhn):
    """Kuhn poker whose players check forever."""

    name = "endless"

    def player(self, state: Any) -> int:
        """Return whose turn it is; there is no end."""
        return max(super().player(state), -1) if len(state[0]) < 2 else len(state[1]) % 2


class Half:
    """A game without some of its methods."""

    name = "half"
    players = 2

    def root(self) -> str:
        """Return the root."""
        return ""

    def player(self, state: str) -> int:
        """Return that it is over."""
        return TERMINAL

    payoffs = 3


@every_entry
def test_a_class_instead_of_an_object(enter: Callable[[Any], object]) -> None:
    with pytest.raises(InputError, match=r"game must be an object, got the class Kuhn: call it"):
        enter(Kuhn)


@every_entry
def test_missing_methods_are_named(enter: Callable[[Any], object]) -> None:
    missing = "actions, child, probabilities, public_key, information_set, payoffs"
    with pytest.raises(InputError, match=rf"^game Half must have the methods {missing} of fifth"):
        enter(Half())
    with pytest.raises(InputError, match=r"^game int must have the methods root, player, "):
        enter(3)


@every_entry
def test_a_game_that_never_ends(enter: Callable[[Any], object]) -> None:
    start = perf_counter()
    with pytest.raises(InputError, match=rf"^endless: every line must end, .* {MAX_DEPTH:,} act"):
        enter(Endless())
    assert perf_counter() - start < 30


def test_one_line_that_never_ends() -> None:
    class Sometimes(Kuhn):
        """Kuhn poker with one endless line, off the random line that is tried first."""

        name = "sometimes"

        def player(self, state: Any) -> int:
            endless = state[0] == (0, 1) and "b" not in state[1]
            return len(state[1]) % 2 if endless and len(state[1]) > 1 else super().player(state)

        def actions(self, state: Any) -> Any:
            return ("k",) if len(state[1]) > 1 and "b" not in state[1] else super().actions(state)

    with pytest.raises(InputError, match=r"^sometimes: every line must end, got one without"):
        flatten(Sometimes())


def test_files_and_search_check_games(tmp_path: Path) -> None:
    strategy = Strategy.uniform(flatten(leduc()))
    save_strategy(strategy, tmp_path / "leduc.strategy")
    for wrong in (Kuhn, Half()):
        with pytest.raises(InputError, match=r"^game "):
            load_strategy(tmp_path / "leduc.strategy", wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError, match=r"^game "):
            resolve_game(wrong, strategy, "unsafe", iterations=1)  # type: ignore[arg-type]
