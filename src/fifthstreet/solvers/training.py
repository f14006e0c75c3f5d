"""Create, run, save and resume trainings of named games; save and load strategies."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from fifthstreet.abstraction import RECIPES, cached_file, find_recipe
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.blueprint import BucketGame, PostflopHoldem
from fifthstreet.solvers.cfr import GameTree, Scheme, Strategy, flatten
from fifthstreet.solvers.common import IterativeSolver, Reporter, Schedule, run_shown
from fifthstreet.solvers.games import Game, checked_game
from fifthstreet.solvers.postflop import Spot, SpotGame
from fifthstreet.solvers.registry import (
    OWN_GAME,
    entry_of,
    is_holdem,
    is_spot,
    listed_name,
    make_solver,
    trainable_game,
    usual_name,
)
from fifthstreet.support import storage
from fifthstreet.support.storage import WRONG_CONTENT, reason_of

DEFAULT_SECONDS = 60.0  # of a training without limits

_TRAINING, _STRATEGY = "training", "strategy"
_MAX_NAME = 200  # characters of a game's name in errors
_TRAINING_FACTS = {
    "game": str,
    "name": str,
    "game_options": dict,
    "spot": dict | None,
    "algorithm": str,
    "options": dict,
    "iteration": int,
    "state": dict,
}


@dataclass(frozen=True)
class Training:
    """A game and an algorithm by name, each with its options."""

    game: str
    algorithm: str
    game_options: dict[str, Any] = field(default_factory=dict)
    options: dict[str, Any] = field(default_factory=dict)
    spot: dict[str, Any] | None = None  # of a hold'em game; its file is read only once

    def __post_init__(self) -> None:
        object.__setattr__(self, "game", usual_name(self.game))
        game = self.make_game()
        if is_spot(self.game) and isinstance(game, SpotGame | PostflopHoldem):
            object.__setattr__(self, "spot", game.spot.to_dict())

    def make_game(self) -> Game[Any] | BucketGame:
        """Create the game."""
        if self.spot is None:
            return trainable_game(self.game, **self.game_options)
        game: SpotGame | PostflopHoldem = entry_of(self.game).create(
            self.game, Spot.from_dict(self.spot), **self.game_options
        )
        return game

    @property
    def starting_pot(self) -> float | None:
        """Chips in the pot of postflop hold'em; None for other games."""
        game = self.make_game()
        return float(game.spot.pot) if isinstance(game, SpotGame | PostflopHoldem) else None

    def make_solver(self) -> IterativeSolver:
        """Create a solver that has not iterated yet."""
        return make_solver(self.make_game(), self.algorithm, **self.options)


def save_training(
    solver: IterativeSolver, path: str | os.PathLike[str], training: Training
) -> None:
    """Write everything needed to resume a solver to a file.

    Args:
        solver: Its state between two iterations is stored.
        path: An existing file is replaced only when the new one is complete. It is kept as
            `NAME.previous`, in case the new one is damaged later.
        training: The names and options that the solver was created from.
    """
    with solver.turns:
        state = solver.live_state()
        tables = {name: value for name, value in state.items() if isinstance(value, np.ndarray)}
        facts = {
            "game": solver.game_name,
            "name": training.game,
            "game_options": training.game_options,
            "spot": training.spot,
            "algorithm": training.algorithm,
            "options": training.options,
            "iteration": solver.iteration,
            "state": {name: value for name, value in state.items() if name not in tables},
        }
        with storage.replacing(path, keep_previous=True) as file:
            storage.write_container(file, _TRAINING, facts, tables)


def load_training(
    path: str | os.PathLike[str], *, game: str | None = None, abstraction: str | None = None
) -> tuple[Training, IterativeSolver]:
    """Load a training and its solver; later iterations match an uninterrupted run bit for bit.

    The whole file is read and verified. Files that it names are opened only if the parameters name
    them too.

    Args:
        path: A file written by `save_training`.
        game: Name of the game. Required for a class of your own (`module:Class`) whose module is
            not imported yet, and for a game that OpenSpiel reads from a file.
        abstraction: Path of the card abstraction. Required if the training took it from a file.

    Returns:
        The training, and a solver that resumes it.

    Raises:
        InputError: If the file cannot be read or resumed, or if it names a file that the parameters
            do not name.
        DamagedFileError: If the file is damaged or of another kind.

    >>> from tempfile import TemporaryDirectory
    >>> training = Training("kuhn", "external", options={"seed": 7})
    >>> solver = training.make_solver()
    >>> solver.iterate(1000)
    >>> with TemporaryDirectory() as folder:
    ...     save_training(solver, f"{folder}/kuhn.training", training)
    ...     load_training(f"{folder}/kuhn.training")[1].iteration
    1000
    """
    container = storage.open_container(path, _TRAINING)
    with storage.reading(path):
        facts = storage.checked_types(container.facts, _TRAINING_FACTS)
        _check_name(facts["name"], game, has_spot=facts["spot"] is not None)
        _check_abstraction(facts, abstraction)
    training = _training(path, facts)
    with _resuming(path):
        _check_before_building(container, training)
        solver = training.make_solver()
        with storage.reading(path):
            solver.restore(_state(container, solver))
    return training, solver


def _check_before_building(container: storage.Container, training: Training) -> None:
    """Raise InputError for a file that cannot be resumed, before its buckets are built for minutes.

    Once they are built, the solver compares their hash with the file's.
    """
    game = training.make_game()
    if not isinstance(game, BucketGame):
        return
    recipe = find_recipe(game.abstraction)
    if recipe is None or cached_file(recipe).exists():
        return
    container.verify()
    with storage.reading(container.path):
        key = container.facts["state"]["facts"]["key"]
        if key["recipe"] != recipe.to_dict():
            raise InputError(f"its buckets are of another recipe than {game.abstraction!r}")


@contextmanager
def _resuming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add to errors that a training cannot be resumed, unless they already name its file."""
    try:
        yield
    except ValueError as error:
        if str(path) in str(error):
            raise
        raise InputError(f"{path} cannot be resumed: {reason_of(error)}") from None
    except (ArithmeticError, KeyError, TypeError) as error:  # options that no solver accepts
        reason = reason_of(error)
        raise DamagedFileError(
            f"{path} is damaged: its contents are not valid ({reason})"
        ) from None


def _training(path: str | os.PathLike[str], facts: dict[str, Any]) -> Training:
    """Return the training of a file's facts; some may be invalid only on this machine."""
    game_options, options = _tuples(facts["game_options"]), _tuples(facts["options"])
    try:
        return Training(facts["name"], facts["algorithm"], game_options, options, facts["spot"])
    except ValueError as error:  # such as a module that cannot be imported
        raise InputError(f"{path} cannot be resumed: {reason_of(error)}") from None
    except WRONG_CONTENT as error:
        raise DamagedFileError(
            f"{path} is damaged: its contents are not valid ({reason_of(error)})"
        ) from None


def _check_name(name: str, wanted: str | None, *, has_spot: bool) -> None:
    """Raise InputError if the name of a game would open files that the user has not named."""
    family, colon, rest = name.partition(":")
    if not colon or name == wanted:
        return
    if family == "holdem" and not has_spot:
        raise InputError("a hold'em training must have its spot")
    opens_file = family == "open_spiel" and "filename" in rest
    is_own = listed_name(name) == OWN_GAME and family not in sys.modules
    if opens_file or is_own:
        raise InputError(f"it is a training of {name!r}: specify that game as well to load it")


def _check_abstraction(facts: dict[str, Any], wanted: str | None) -> None:
    """Raise InputError if a card abstraction is in a file that the user has not named."""
    named = facts["game_options"].get("abstraction")
    if is_holdem(facts["name"]) and named not in (None, *RECIPES, wanted):
        raise InputError(
            f"its card abstraction is the file {named!r}: specify that file as well to load it"
        )


def save_strategy(strategy: Strategy, path: str | os.PathLike[str]) -> None:
    """Write a strategy of a game to a file.

    Args:
        strategy: Its probabilities and the name of its game are stored.
        path: An existing file is replaced only when the new one is complete.
    """
    tables = {"probabilities": strategy.probabilities}
    with storage.replacing(path) as file:
        storage.write_container(file, _STRATEGY, {"game": strategy.tree.name}, tables)


def load_strategy(path: str | os.PathLike[str], game: Game[Any] | GameTree) -> Strategy:
    """Load a strategy, or the average strategy of a training.

    Args:
        path: A file written by `save_strategy` or `save_training`.
        game: The game of the strategy. Its flattened tree saves the time to flatten it again.

    Returns:
        The strategy on the tree of the game.

    Raises:
        InputError: If the file cannot be read or is for a different game.
        DamagedFileError: If the file is damaged or of another kind.

    >>> from tempfile import TemporaryDirectory
    >>> from fifthstreet.solvers.games import Kuhn
    >>> tree = flatten(Kuhn())
    >>> with TemporaryDirectory() as folder:
    ...     save_strategy(Strategy.uniform(tree), f"{folder}/kuhn.strategy")
    ...     load_strategy(f"{folder}/kuhn.strategy", tree)["K|b"]
    {'f': 0.5, 'c': 0.5}
    """
    if not isinstance(game, GameTree):
        checked_game(game)
    container = storage.open_container(path, None)
    container.verify()
    table = {_STRATEGY: "probabilities", _TRAINING: "averages"}.get(container.kind)
    if table not in container.sections:
        raise DamagedFileError(
            f"{path} must be a strategy of a game's tree, got a {container.kind}"
        )
    with storage.reading(path):
        name = storage.checked_types({"game": container.facts.get("game")}, {"game": str})["game"]
    if name != game.name:
        raise InputError(f"{path} must be for {game.name}, got a file for {name[:_MAX_NAME]!r}")
    tree = game if isinstance(game, GameTree) else flatten(game)
    numbers = container.read(table).astype(np.float64)
    with storage.reading(path):
        # Probabilities are stored as they are; weights have to be divided by their sums.
        is_done = container.kind == _STRATEGY
        return Strategy(tree, numbers) if is_done else Strategy.from_weights(tree, numbers)


def _state(container: storage.Container, solver: IterativeSolver) -> dict[str, Any]:
    """Return the state of a file, read into the solver's own arrays where they fit."""
    own = solver.live_state()
    tables = {}
    for name, section in container.sections.items():
        array = own.get(name)
        if not isinstance(array, np.ndarray) or not section.fits(array):
            array = np.empty(section.shape, section.dtype)
        container.read_into(name, array)
        tables[name] = array
    return {**container.facts["state"], **tables}


def _tuples(options: dict[str, Any]) -> dict[str, Any]:
    """Turn lists back into tuples, which JSON stores as lists."""
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in options.items()
    }


def train(
    game: str | Game[Any] | GameTree | Spot | BucketGame,
    algorithm: str | Schedule | Scheme = "external",
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    progress: Reporter | bool | None = None,
    **options: Any,
) -> IterativeSolver:
    """Train a strategy for a game until a limit or a target is reached, and return the solver.

    Without limits, the training stops at the solver's `default_target`, but after `DEFAULT_SECONDS`
    at the latest.

    Args:
        game: The name of a game or an object, as in `make_solver`.
        algorithm: The name of an algorithm or an object, as in `make_solver`.
        iterations: Maximum number of iterations.
        seconds: Maximum duration.
        target: Exploitability to stop at, in chips per player.
        progress: A function that is called with a `Progress` after each exploitability check, and
            stops the training by returning False. By default, terminals and notebooks show a
            progress bar, in the main thread; False shows none.
        **options: Options of the algorithm.

    Returns:
        The solver. `solver.average()` is the strategy, `solver.curve` the exploitability over the
        iterations; `solver.run` continues the training.

    Raises:
        InputError: If a name, an option or a limit is invalid, or if the game does not support the
            algorithm.

    >>> solver = train("kuhn", "cfr+", target=0.001)
    >>> round(solver.average()["K|b"]["c"], 2)
    1.0
    """
    solver = make_solver(game, algorithm, **options)
    if iterations is None and seconds is None and target is None:
        seconds, target = DEFAULT_SECONDS, solver.default_target
    run_shown(solver, progress, iterations=iterations, seconds=seconds, target=target)
    return solver
