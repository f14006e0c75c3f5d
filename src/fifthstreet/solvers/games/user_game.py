"""Load a game of the user's own: a class in a module that can be imported."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from fifthstreet.solvers.games.game import Game

_METHODS = (
    "root",
    "player",
    "actions",
    "child",
    "probabilities",
    "public_key",
    "information_set",
    "payoffs",
)
_WANTED = "want the methods of fifthstreet.solvers.games.Game"


def load_game_class(name: str) -> type[Game[Any]]:
    """Import the class of a game written as `module:Class`, like `my_games.dice:LiarsDice`.

    Only classes with the methods of `Game` are accepted, which is checked before any is created.

    >>> load_game_class("fifthstreet.solvers.games.kuhn:Kuhn")().name
    'Kuhn poker: 2 players, 3 cards'
    """
    module_name, _, class_name = name.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), class_name)):
        raise ValueError(f"no game {name!r}; want module:Class, like my_games.dice:LiarsDice")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            raise ValueError(
                f"no game {name!r}: no module {error.name!r}; want a game of `train --list` or "
                "module:Class of a module that can be imported"
            ) from None
        raise ValueError(f"{module_name} cannot be imported: {error}") from error
    except Exception as error:  # anything may happen in a user's module
        raise ValueError(
            f"{module_name} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    found: Any = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise ValueError(f"no game {name!r}: {module_name} has no class {class_name!r}")
    if missing := [method for method in _METHODS if not callable(getattr(found, method, None))]:
        raise ValueError(f"{name} is not a game: it has no {', '.join(missing)}; {_WANTED}")
    game_class: type[Game[Any]] = found
    return game_class


def checked_game(name: str, game: Game[Any]) -> Game[Any]:
    """Return a user's game; ValueError unless it says its name and its number of players."""
    if not isinstance(getattr(game, "name", None), str):
        raise ValueError(f"{name} has no text `name`; {_WANTED}")
    if not isinstance(getattr(game, "players", None), int):
        raise ValueError(f"{name} has no whole number `players`; {_WANTED}")
    return game
