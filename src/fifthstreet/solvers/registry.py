"""Games and algorithms by name, for the command line and for files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BlueprintSolver, NoLimitHoldem
from fifthstreet.solvers.cfr import (
    ALGORITHMS,
    FullSolver,
    GameTree,
    NamedAlgorithm,
    SamplingSolver,
    StateSamplingSolver,
    TreeTooLargeError,
    estimate_nodes,
    flatten,
    pruning_below,
    schemes,
    weighting_of,
)
from fifthstreet.solvers.common import IterativeSolver, Named, Schedule, named
from fifthstreet.solvers.games import Game, Kuhn, OpenSpielGame, leduc, rhode_island, two_one_one
from fifthstreet.solvers.postflop import Spot, SpotGame, read_spot

NamedGame: TypeAlias = Named[Game[Any]]

# Flattening a tree of this size takes about 25 seconds and 1.7 GB, extrapolated from trees a fifth
# as large.
MAX_NODES = 5_000_000
# What a game of the user's own must have.
_METHODS = [
    name for name, each in vars(Game).items() if callable(each) and not name.startswith("_")
]
_PROTOCOL = "fifthstreet.solvers.games.Game"
_SURELY_TOO_LARGE = 10  # times the limit on nodes, by an estimate: not tried


def _kuhn3(*, cards: int = 4) -> Kuhn:
    return Kuhn(players=3, cards=cards)


def _holdem(path: str, /, *, deal: tuple[str, str] | None = None, runout: str = "") -> SpotGame:
    return SpotGame(read_spot(path), deal, runout)


GAMES: dict[str, NamedGame] = {
    "kuhn": NamedGame(Kuhn, "one card each and one bet"),
    "kuhn3": NamedGame(_kuhn3, "Kuhn poker for three players"),
    "leduc": NamedGame(leduc, "six cards, one on the board, bets of 2 and 4"),
    "rhode-island": NamedGame(rhode_island, "one card each, two on the board, three-card hands"),
    "two-one-one": NamedGame(two_one_one, "Rhode Island without face cards, four bets a round"),
}


# Games that take an argument after their name and a colon.
FAMILIES: dict[str, NamedGame] = {
    "open_spiel": NamedGame(
        lambda source, /: OpenSpielGame(source), "a game of OpenSpiel, like open_spiel:liars_dice"
    ),
    "holdem": NamedGame(_holdem, "the spot in a file, hand by hand, like holdem:river.toml"),
}


# Whole games, trained on a card abstraction because trees of their cards are too large.
WHOLE_GAMES: dict[str, Named[NoLimitHoldem]] = {
    "nlhe": Named(NoLimitHoldem, "no-limit hold'em from preflop to river, on buckets of hands")
}


def is_holdem(name: str) -> bool:
    """Return whether the game of this name is hold'em, a spot or the whole game."""
    return name in WHOLE_GAMES or name.partition(":")[0] == "holdem"


# Described here for lists of games; its options are the constructor's.
OWN_GAME = NamedGame(
    lambda name, /: _load_game_class(name)(), "a class of your own, like my_games:LiarsDice"
)


def trainable_game(name: str, **options: Any) -> Game[Any] | NoLimitHoldem:
    """Create a game of `WHOLE_GAMES`, or one that `named_game` creates."""
    if name in WHOLE_GAMES:
        return WHOLE_GAMES[name].create(name, **options)
    return named_game(name, **options)


def named_game(name: str, **options: Any) -> Game[Any]:
    """Create a game of `GAMES` or `FAMILIES`, or of a class `module:Class`, with its options.

    >>> named_game("kuhn", players=3).name
    'Kuhn poker: 3 players, 4 cards'
    >>> named_game("rhode-island") == named_game("rhode_island")
    True
    >>> named_game("fifthstreet.solvers.games:Kuhn", players=3) == named_game("kuhn3")
    True
    """
    family, colon, rest = name.partition(":")
    if colon and family not in FAMILIES:
        return _checked_game(name, _game_entry(name).create(name, **options))
    return _game_entry(name).create(name, *([rest] if colon else []), **options)


def entry_of(name: str) -> NamedGame | Named[NoLimitHoldem]:
    """Return the constructor of a named game; InputError that lists the names if unknown.

    Names of `GAMES` may also be written with underscores, as in files of earlier versions.
    """
    return WHOLE_GAMES[name] if name in WHOLE_GAMES else _game_entry(name)


def _game_entry(name: str) -> NamedGame:
    family, colon, _ = name.partition(":")
    if colon and family not in FAMILIES:
        return NamedGame(_load_game_class(name), "a game of your own")
    entry = FAMILIES.get(family) if colon else GAMES.get(name.replace("_", "-"))
    if entry is None and name in WHOLE_GAMES:
        raise InputError(f"{name} is too large for a tree of its cards: choose another game")
    if entry is None:
        names = [*GAMES, *WHOLE_GAMES, *(f"{word}:..." for word in FAMILIES)]
        raise InputError(f"game must be one of {', '.join(names)} or module:Class, got {name!r}")
    return entry


def _load_game_class(name: str) -> type[Game[Any]]:
    """Import the class of a game written as `module:Class`, like `my_games.dice:LiarsDice`.

    Only classes with the methods of `Game` are accepted; no other class is instantiated.

    >>> _load_game_class("fifthstreet.solvers.games.kuhn:Kuhn")().name
    'Kuhn poker: 2 players, 3 cards'
    """
    module_name, _, class_name = name.partition(":")
    if not all(part.isidentifier() for part in (*module_name.split("."), class_name)):
        raise InputError(f"game must be module:Class, like my_games.dice:LiarsDice, got {name!r}")
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{module_name}.".startswith(f"{error.name}."):
            raise InputError(
                f"game {name!r} has no module {error.name!r}: use a game of `train --list` or "
                "module:Class of a module that can be imported"
            ) from None
        raise InputError(f"{module_name} cannot be imported: {error}") from error
    except Exception as error:  # a user's module may raise anything
        raise InputError(
            f"{module_name} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    found: Any = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise InputError(f"game {name!r} does not exist: {module_name} has no class {class_name!r}")
    if missing := [method for method in _METHODS if not callable(getattr(found, method, None))]:
        raise InputError(f"{name} must have the methods {', '.join(missing)} of {_PROTOCOL}")
    return found


def _checked_game(name: str, game: Game[Any]) -> Game[Any]:
    """Return a user's game; InputError unless it has a name and a number of players."""
    if not isinstance(getattr(game, "name", None), str):
        raise InputError(f"{name} must have a text `name`, as {_PROTOCOL} has")
    if not isinstance(getattr(game, "players", None), int):
        raise InputError(f"{name} must have a whole number `players`, as {_PROTOCOL} has")
    return game


def _deal_options(
    *,
    seed: int = 0,
    threads: int = 1,
    lock_free: bool = False,
    batch: int | None = None,
    weighting: str = "linear",
    precision: str = "float32",
    count_visits: bool = False,
    memory_limit: int | None = None,
    response_deals: int = 100,
) -> None:
    """Options of all algorithms that sample deals of hold'em."""


def _deals(scheme: schemes.Scheme, game: SpotGame, /, **options: Any) -> BlueprintSolver:
    spot = game.spot
    return BlueprintSolver(
        spot.tree, game.dealt_ranges, board=spot.board, rake=spot.rake, scheme=scheme, **options
    )


def _outcome_deals(game: SpotGame, /, *, epsilon: float = 0.6, **options: Any) -> BlueprintSolver:
    return _deals(schemes.OutcomeSampling(epsilon), game, **options)


def _external_deals(
    game: SpotGame, /, *, pruning: float | None = None, **options: Any
) -> BlueprintSolver:
    return _deals(schemes.ExternalSampling(), game, pruning=pruning_below(pruning), **options)


def _on_spots(make: Callable[..., IterativeSolver], summary: str) -> NamedAlgorithm:
    return Named(make, f"on holdem:SPOT.toml: {summary}", _deal_options)


# Algorithms that solve a hold'em spot without flattening its tree. They deal the cards themselves,
# so they need spots without a fixed runout.
SPOT_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "outcome": _on_spots(_outcome_deals, "a single line of a sampled deal"),
    "external": _on_spots(_external_deals, "sampled deals, without its whole tree"),
    "chance": _on_spots(partial(_deals, schemes.ChanceSampling()), "all actions in a sampled deal"),
    "public-chance": _on_spots(
        partial(_deals, schemes.PublicChanceSampling()), "all hands on a sampled board"
    ),
}


def _whole_game_options(
    *,
    seed: int = 0,
    threads: int = 1,
    lock_free: bool = False,
    batch: int | None = None,
    weighting: str = "linear",
    precision: str = "float32",
    memory_limit: int | None = None,
    table_folder: str | None = None,
    response_deals: int = 100,
) -> None:
    """Options of all algorithms that train whole games on buckets."""


def _external_whole(
    game: NoLimitHoldem, /, *, pruning: float | None = None, **options: Any
) -> BlueprintSolver:
    return game.solver(pruning=pruning_below(pruning), **options)


def _public_chance_whole(
    game: NoLimitHoldem, /, *, backend: str = "native", **options: Any
) -> BlueprintSolver:
    return game.solver(scheme=schemes.PublicChanceSampling(), backend=backend, **options)


# Algorithms that train whole games on buckets.
WHOLE_GAME_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "external": Named(
        _external_whole, "on nlhe: sampled deals, one row per node and bucket", _whole_game_options
    ),
    "public-chance": Named(
        _public_chance_whole, "on nlhe: all hands on a sampled board", _whole_game_options
    ),
}


def _state_options(
    *,
    seed: int = 0,
    weighting: str = "uniform",
    memory_limit: int | None = None,
    response_traversals: int = 3_000,
    response_deals: int = 3_000,
) -> None:
    """Options of all algorithms that walk over states."""


def _walked(
    scheme: schemes.Scheme, game: Game[Any], /, *, weighting: str = "uniform", **options: Any
) -> StateSamplingSolver:
    return StateSamplingSolver(game, scheme, weighting=weighting_of(weighting), **options)


def _outcome_states(
    game: Game[Any], /, *, epsilon: float = 0.6, **options: Any
) -> StateSamplingSolver:
    return _walked(schemes.OutcomeSampling(epsilon), game, **options)


def _on_states(make: Callable[..., IterativeSolver], summary: str) -> NamedAlgorithm:
    return Named(make, f"games of any size: {summary}, by walking states", _state_options)


# Algorithms that walk over the states of games whose trees are too large to flatten.
STATE_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "outcome": _on_states(_outcome_states, "a single line at a time"),
    "external": _on_states(partial(_walked, schemes.ExternalSampling()), "samples of others"),
    "chance": _on_states(partial(_walked, schemes.ChanceSampling()), "all actions of a deal"),
}


def named_algorithm(name: str, game: Game[Any] | GameTree | NoLimitHoldem) -> NamedAlgorithm:
    """Return the algorithm with this name for a game; InputError that lists the names if unknown.

    Sampling algorithms walk over the states of a game that seems too large to flatten.
    """
    if isinstance(game, NoLimitHoldem):
        return named(WHOLE_GAME_ALGORITHMS, f"algorithm for {game.name.partition(':')[0]}", name)
    if isinstance(game, SpotGame) and not game.runout and name in SPOT_ALGORITHMS:
        return SPOT_ALGORITHMS[name]
    entry = named(ALGORITHMS, "algorithm", name)
    if isinstance(game, GameTree) or (nodes := estimate_nodes(game)) <= MAX_NODES:
        return entry
    if name in STATE_ALGORITHMS:
        return STATE_ALGORITHMS[name]
    if nodes > _SURELY_TOO_LARGE * MAX_NODES:
        raise TreeTooLargeError(
            f"{game.name}: {name} needs the whole tree, which has about {nodes:.1g} nodes. Use "
            f"{', '.join(STATE_ALGORITHMS)}, which walk over states, or a smaller game."
        )
    return entry


def make_solver(
    game: str | Game[Any] | GameTree | Spot | NoLimitHoldem,
    algorithm: str | Schedule | schemes.Scheme = "external",
    **options: Any,
) -> IterativeSolver:
    """Create a solver for a game; game and algorithm are given by name or as objects.

    `game` is a name like "leduc", an object with the interface of `Game`, its flattened tree, or a
    spot. `algorithm` is a name like "cfr+", a schedule for full passes, or a sampling scheme;
    `options` are the options of the algorithm. If the tree is too large to flatten, sampling walks
    over the states of the game.

    >>> solver = make_solver("kuhn", "cfr+")
    >>> round(solver.run(iterations=1_000).exploitability.values[0], 4)
    -0.0556
    """
    if isinstance(game, str):
        game = trainable_game(game)
    elif isinstance(game, Spot):
        game = SpotGame(game)
    if isinstance(game, NoLimitHoldem):
        if not isinstance(algorithm, str):
            names = ", ".join(WHOLE_GAME_ALGORITHMS)
            raise InputError(f"algorithm must be one of {names} for {game.name}, got {algorithm!r}")
        return named_algorithm(algorithm, game).create(algorithm, game, **options)
    if isinstance(algorithm, str):
        entry = named_algorithm(algorithm, game)
        if isinstance(game, GameTree) or entry not in ALGORITHMS.values():
            return entry.create(algorithm, game, **options)
        try:
            tree = flatten(game, max_nodes=MAX_NODES)
        except TreeTooLargeError:  # the estimate was too low
            if algorithm not in STATE_ALGORITHMS:
                raise
            return STATE_ALGORITHMS[algorithm].create(algorithm, game, **options)
        return entry.create(algorithm, tree, **options)
    if isinstance(game, GameTree):
        tree = game
    elif isinstance(algorithm, schemes.SCHEMES) and estimate_nodes(game) > MAX_NODES:
        return StateSamplingSolver(game, algorithm, **options)
    else:
        tree = flatten(game, max_nodes=MAX_NODES)
    if isinstance(algorithm, schemes.SCHEMES):
        return SamplingSolver(tree, algorithm, **options)
    return FullSolver(tree, schedule=algorithm, **options)
