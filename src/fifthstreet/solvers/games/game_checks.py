"""Checks of games that users write: an object with all methods of `Game`, which comes to an end."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from random import Random
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.solvers.games.game import CHANCE, TERMINAL, Game

MAX_DEPTH = 10_000  # actions and deals from the root to an end; games of cards have a hundred

_PROTOCOL = "fifthstreet.solvers.games.Game"
_METHODS = [
    name for name, each in vars(Game).items() if callable(each) and not name.startswith("_")
]


def checked_game(game: Any, name: str | None = None) -> Game[Any]:
    """Return a game if it is an object with everything that solvers need.

    Args:
        game: What was given as a game.
        name: How errors call it; by default after its class.

    Raises:
        InputError: If it is a class, or has no number of players, no name or not all methods.

    >>> from fifthstreet.solvers.games.kuhn import Kuhn
    >>> checked_game(Kuhn()).players
    2
    """
    if isinstance(game, type):
        raise InputError(
            f"game must be an object, got the class {game.__name__}: call it, {game.__name__}(...)"
        )
    name = f"game {type(game).__name__}" if name is None else name
    check_methods(game, name)
    if not isinstance(getattr(game, "name", None), str):
        raise InputError(f"{name} must have a text `name`, as {_PROTOCOL} has")
    if not isinstance(getattr(game, "players", None), Integral):
        raise InputError(f"{name} must have a whole number `players`, as {_PROTOCOL} has")
    checked: Game[Any] = game
    return checked


def check_methods(game: Any, name: str) -> None:
    """Check that an object or a class has the methods of a game.

    Args:
        game: The object or class.
        name: How errors call it.

    Raises:
        InputError: If methods are missing; it names them.
    """
    if missing := [method for method in _METHODS if not callable(getattr(game, method, None))]:
        raise InputError(f"{name} must have the methods {', '.join(missing)} of {_PROTOCOL}")


def check_end(game: Game[Any]) -> None:
    """Check that a random line of a game ends.

    Args:
        game: The game to walk through.

    Raises:
        InputError: If it has no end after `MAX_DEPTH` actions.
    """
    for _ in random_line(game, Random(0)):
        pass


def check_depth(game: Game[Any], depth: int) -> None:
    """Check that a line of a game is not too long to end.

    Args:
        game: The game.
        depth: Actions and deals so far.

    Raises:
        InputError: If there are more than `MAX_DEPTH`.
    """
    if depth > MAX_DEPTH:
        raise InputError(
            f"{game.name}: every line must end, got one without an end after {MAX_DEPTH:,} actions"
        )


def random_line(game: Game[Any], random: Random) -> Iterator[int]:
    """Walk from the root to an end, and yield the number of actions of each state on the way.

    Args:
        game: The game to walk through.
        random: Draws the actions.

    Returns:
        An iterator over the numbers, from the root on.

    Raises:
        InputError: If a state has no actions or an unknown player, or if there is no end after
            `MAX_DEPTH` actions.
    """
    state, depth = game.root(), 0
    while (player := game.player(state)) != TERMINAL:
        if not CHANCE <= player < game.players:
            raise InputError(
                f"{game.name}: player must be from 0 to {game.players - 1}, chance ({CHANCE}) or "
                f"terminal ({TERMINAL}), got {player} at {state!r}"
            )
        depth += 1
        check_depth(game, depth)
        count = len(game.actions(state))
        if not count:
            raise InputError(f"{game.name}: actions must be at least one, got none at {state!r}")
        yield count
        state = game.child(state, random.randrange(count))
