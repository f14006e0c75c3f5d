"""Games and algorithms by name, for the command line and for files."""

from __future__ import annotations

from typing import Any, TypeAlias

from fifthstreet.solvers.blueprint import BlueprintSolver
from fifthstreet.solvers.cfr.algorithms import ALGORITHMS, NamedAlgorithm
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.full import FullSolver
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.sampling import SamplingSolver
from fifthstreet.solvers.cfr.schemes import SCHEMES, Pruning, Scheme
from fifthstreet.solvers.common.named import Named, named
from fifthstreet.solvers.common.run import IterativeSolver
from fifthstreet.solvers.common.schedules import Schedule
from fifthstreet.solvers.games.game import Game
from fifthstreet.solvers.games.kuhn import Kuhn
from fifthstreet.solvers.games.limit_poker import leduc, rhode_island, two_one_one
from fifthstreet.solvers.games.open_spiel import OpenSpielGame
from fifthstreet.solvers.games.user_game import checked_game, load_game_class
from fifthstreet.solvers.postflop.holdem_game import Holdem
from fifthstreet.solvers.postflop.spot import Spot
from fifthstreet.solvers.postflop.spot_file import read_spot

NamedGame: TypeAlias = Named[Game[Any]]

# Flattening a tree of this size takes about 25 seconds and 1.7 GB, extrapolated from trees a fifth
# as large.
MAX_NODES = 5_000_000


def _kuhn3(*, cards: int = 4) -> Kuhn:
    return Kuhn(players=3, cards=cards)


def _open_spiel(source: str, /) -> OpenSpielGame:
    return OpenSpielGame(source)


def _holdem(path: str, /, *, deal: tuple[str, str] | None = None, runout: str = "") -> Holdem:
    return Holdem(read_spot(path), deal, runout)


GAMES: dict[str, NamedGame] = {
    "kuhn": NamedGame(Kuhn, "one card each and one bet"),
    "kuhn3": NamedGame(_kuhn3, "Kuhn poker for three players"),
    "leduc": NamedGame(leduc, "six cards, one on the board, bets of 2 and 4"),
    "rhode_island": NamedGame(rhode_island, "one card each, two on the board, three-card hands"),
    "two_one_one": NamedGame(two_one_one, "Rhode Island without face cards, four bets a round"),
}


# Games that take an argument after their name and a colon.
FAMILIES: dict[str, NamedGame] = {
    "open_spiel": NamedGame(_open_spiel, "a game of OpenSpiel, like open_spiel:liars_dice"),
    "holdem": NamedGame(_holdem, "the spot in a file, hand by hand, like holdem:river.toml"),
}


def named_game(name: str, **options: Any) -> Game[Any]:
    """Create a game of `GAMES` or `FAMILIES`, or of a class `module:Class`, with its options.

    >>> named_game("kuhn", players=3).name
    'Kuhn poker: 3 players, 4 cards'
    >>> named_game("fifthstreet.solvers.games:Kuhn", players=3) == named_game("kuhn3")
    True
    """
    family, colon, rest = name.partition(":")
    if colon and family not in FAMILIES:
        return checked_game(name, entry_of(name).create(name, **options))
    return entry_of(name).create(name, *([rest] if colon else []), **options)


def entry_of(name: str) -> NamedGame:
    """Return the constructor of a named game; ValueError that lists the names if there is none."""
    family, colon, _ = name.partition(":")
    if colon and family not in FAMILIES:
        return NamedGame(load_game_class(name), "a game of your own")
    entry = FAMILIES.get(family) if colon else GAMES.get(name)
    if entry is None:
        names = [*GAMES, *(f"{word}:..." for word in FAMILIES)]
        raise ValueError(f"no game {name!r}; want {', '.join(names)} or module:Class")
    return entry


def _blueprint(
    game: Holdem,
    /,
    *,
    seed: int = 0,
    threads: int = 1,
    lock_free: bool = False,
    batch: int = 1024,
    pruning: float | None = None,
    weighting: str = "linear",
    precision: str = "float32",
    memory_limit: int | None = None,
    response_deals: int = 200,
) -> BlueprintSolver:
    return BlueprintSolver(
        game.spot.tree,
        game.dealt_ranges,
        board=game.spot.board,
        rake=game.spot.rake,
        seed=seed,
        threads=threads,
        lock_free=lock_free,
        batch=batch,
        pruning=None if pruning is None else Pruning(pruning),
        weighting=weighting,
        precision=precision,
        memory_limit=memory_limit,
        response_deals=response_deals,
    )


# Algorithms that solve a hold'em spot without flattening its tree. They deal the cards themselves,
# so they need spots without a fixed runout.
SPOT_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "external": Named(_blueprint, "on holdem:SPOT.toml: sampled deals, without its whole tree"),
}


def named_algorithm(name: str, game: Game[Any] | GameTree) -> NamedAlgorithm:
    """Return the algorithm with this name for a game; ValueError that lists the names if none."""
    if isinstance(game, Holdem) and not game.runout and name in SPOT_ALGORITHMS:
        return SPOT_ALGORITHMS[name]
    return named(ALGORITHMS, "algorithm", name)


def make_solver(
    game: str | Game[Any] | GameTree | Spot,
    algorithm: str | Schedule | Scheme = "external",
    **options: Any,
) -> IterativeSolver:
    """Create a solver for a game; game and algorithm are given by name or as objects.

    `game` is a name like "leduc", an object with the interface of `Game`, its flattened tree, or a
    spot. `algorithm` is a name like "cfr+", a schedule for full passes, or a sampling scheme;
    `options` are the options of the algorithm.

    >>> solver = make_solver("kuhn", "cfr+")
    >>> round(solver.run(iterations=1_000).exploitability.values[0], 4)
    -0.0556
    """
    if isinstance(game, str):
        game = named_game(game)
    elif isinstance(game, Spot):
        game = Holdem(game)
    if isinstance(algorithm, str):
        entry = named_algorithm(algorithm, game)
        if isinstance(game, GameTree) or entry in SPOT_ALGORITHMS.values():
            return entry.create(algorithm, game, **options)
        return entry.create(algorithm, flatten(game, max_nodes=MAX_NODES), **options)
    tree = game if isinstance(game, GameTree) else flatten(game, max_nodes=MAX_NODES)
    if isinstance(algorithm, SCHEMES):
        return SamplingSolver(tree, algorithm, **options)
    return FullSolver(tree, schedule=algorithm, **options)
