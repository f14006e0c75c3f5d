"""Games and algorithms by name, for the command line and for files."""

from __future__ import annotations

from typing import Any, TypeAlias

from fifthstreet.solvers.blueprint.sampled_spot import SampledSpot
from fifthstreet.solvers.cfr.algorithms import ALGORITHMS, NamedAlgorithm, weighting_of
from fifthstreet.solvers.cfr.flatten import flatten
from fifthstreet.solvers.cfr.game_tree import GameTree
from fifthstreet.solvers.cfr.schemes import DiscountedWeights, Pruning
from fifthstreet.solvers.common.named import Named, named
from fifthstreet.solvers.common.run import IterativeSolver
from fifthstreet.solvers.games.game import Game
from fifthstreet.solvers.games.kuhn import Kuhn
from fifthstreet.solvers.games.limit_poker import leduc, rhode_island, two_one_one
from fifthstreet.solvers.games.open_spiel import OpenSpielGame
from fifthstreet.solvers.postflop.holdem_game import Holdem
from fifthstreet.solvers.postflop.spot_file import read_spot

NamedGame: TypeAlias = Named[Game[Any]]

# About 25 seconds and 1.7 GB to walk, going by what trees of a fifth of that take.
MOST_NODES = 5_000_000


def _kuhn3(*, cards: int = 4) -> Kuhn:
    return Kuhn(players=3, cards=cards)


def _open_spiel(source: str, /) -> OpenSpielGame:
    return OpenSpielGame(source)


def _holdem(path: str, /, *, deal: tuple[str, str] | None = None, runout: str = "") -> Holdem:
    return Holdem(read_spot(path), deal, runout)


GAMES: dict[str, NamedGame] = {
    "kuhn": NamedGame(Kuhn, "one card each and one bet"),
    "kuhn3": NamedGame(_kuhn3, "Kuhn poker for three"),
    "leduc": NamedGame(leduc, "six cards, one on the board, bets of 2 and 4"),
    "rhode_island": NamedGame(rhode_island, "one card each, two on the board, hands of three"),
    "two_one_one": NamedGame(two_one_one, "Rhode Island without faces, four bets a round"),
}


# Games that are named by a word and what follows it after a colon.
FAMILIES: dict[str, NamedGame] = {
    "open_spiel": NamedGame(_open_spiel, "a game of OpenSpiel, like open_spiel:liars_dice"),
    "holdem": NamedGame(_holdem, "the spot of a file hand by hand, like holdem:river.toml"),
}


def named_game(name: str, **options: Any) -> Game[Any]:
    """A game of `GAMES` with its options, or one of `FAMILIES`.

    >>> named_game("kuhn", players=3).name
    'Kuhn poker: 3 players, 4 cards'
    """
    _, colon, rest = name.partition(":")
    return entry_of(name).made(name, *([rest] if colon else []), **options)


def entry_of(name: str) -> NamedGame:
    """What makes the game of a name; ValueError that lists what there is."""
    family, colon, _ = name.partition(":")
    found = FAMILIES.get(family) if colon else GAMES.get(name)
    if found is None:
        wanted = [*GAMES, *(f"{word}:..." for word in FAMILIES)]
        raise ValueError(f"no game {name!r}; want {', '.join(wanted)}")
    return found


def _deals(
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
) -> SampledSpot:
    chosen = weighting_of(weighting)
    if isinstance(chosen, DiscountedWeights):
        raise ValueError("weighting 'discounted' of sampled deals; want uniform or linear")
    return SampledSpot(
        game,
        response_deals=response_deals,
        seed=seed,
        threads=threads,
        lock_free=lock_free,
        batch=batch,
        pruning=None if pruning is None else Pruning(pruning),
        weighting=chosen,
        precision=precision,
        memory_limit=memory_limit,
    )


# Algorithms that need no tree of a hold'em spot, and so can be run on any whose cards to come are
# not given.
SPOT_ALGORITHMS: dict[str, NamedAlgorithm] = {
    "external": Named(_deals, "on holdem:SPOT.toml deal by deal, without its tree"),
}


def named_algorithm(name: str, game: Game[Any] | GameTree) -> NamedAlgorithm:
    """The algorithm of a name as it runs on a game; ValueError that lists what there is."""
    if isinstance(game, Holdem) and not game.runout and name in SPOT_ALGORITHMS:
        return SPOT_ALGORITHMS[name]
    return named(ALGORITHMS, "algorithm", name)


def make_solver(game: Game[Any] | GameTree, algorithm: str, **options: Any) -> IterativeSolver:
    """A solver for a game by the name of its algorithm, with the algorithm's options.

    >>> from fifthstreet.solvers.games import Kuhn
    >>> solver = make_solver(Kuhn(), "cfr+")
    >>> round(solver.run(iterations=1_000).exploitability.values[0], 4)
    -0.0556
    """
    found = named_algorithm(algorithm, game)
    if isinstance(game, GameTree) or found in SPOT_ALGORITHMS.values():
        return found.made(algorithm, game, **options)
    return found.made(algorithm, flatten(game, most_nodes=MOST_NODES), **options)
