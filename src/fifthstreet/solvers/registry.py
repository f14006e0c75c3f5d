"""Games and algorithms by name, for the command line and for files."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any, TypeAlias

from fifthstreet.cards import find_game
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import (
    ABSTRACTION_HELP,
    FLOPS_HELP,
    BlueprintOptions,
    BlueprintSolver,
    BucketGame,
    NoLimitHoldem,
    PostflopHoldem,
    PostflopOptions,
)
from fifthstreet.solvers.cfr import (
    NO_PRUNING,
    STATE_ALGORITHMS,
    TREE_ALGORITHMS,
    FullSolver,
    GameTree,
    NamedAlgorithm,
    PruningOption,
    SamplingSolver,
    StateSamplingSolver,
    TreeTooLargeError,
    estimate_nodes,
    flatten,
    schemes,
)
from fifthstreet.solvers.common import IterativeSolver, Schedule
from fifthstreet.solvers.games import (
    Game,
    Kuhn,
    LeducOptions,
    OpenSpielGame,
    RhodeIslandOptions,
    TwoOneOneOptions,
    check_methods,
    checked_game,
)
from fifthstreet.solvers.neural import NETWORK_ALGORITHMS
from fifthstreet.solvers.postflop import Spot, SpotGame, read_spot
from fifthstreet.support.options import Named, constructor_options, named, option

# Flattening a tree of this size takes about 25 seconds and 1.7 GB, extrapolated from trees a fifth
# as large.
MAX_NODES = 5_000_000
_SURELY_TOO_LARGE = 10  # times the limit on nodes, by an estimate: not tried


@dataclass(frozen=True, kw_only=True)
class Kuhn3Options:
    """Kuhn poker for three players."""

    cards: int = option(4, "cards in the deck")

    def game(self) -> Kuhn:
        """Create the game."""
        return Kuhn(3, self.cards)


@dataclass(frozen=True, kw_only=True)
class SpotOptions:
    """The spot of a file, with exact cards or on buckets of hands."""

    deal: tuple[str, str] | None = option(None, "hands of both players, like AsAh,QdJd")
    runout: str = option("", "the next board cards")
    abstraction: str | None = option(None, f"{ABSTRACTION_HELP}; none for exact cards")
    flops: int | None = option(None, f"with buckets, flops to deal instead: {FLOPS_HELP}")


def _spot_game(spot: Spot, options: SpotOptions) -> SpotGame | PostflopHoldem:
    if options.abstraction is None:
        if options.flops is not None:
            raise InputError("flops requires an abstraction: buckets are shared between flops")
        return SpotGame(spot, options.deal, options.runout)
    if options.deal is not None or options.runout:
        raise InputError("deal and runout require exact cards: use them without an abstraction")
    return PostflopHoldem(spot, options.abstraction, options.flops)


NamedGame: TypeAlias = Named[Any]  # creates a `Game` or a `BucketGame`

SMALL_GAMES: dict[str, NamedGame] = {
    "kuhn": Named((Kuhn,), "one card each and one bet"),
    "kuhn3": Named((Kuhn3Options,), "Kuhn poker for three players", Kuhn3Options.game),
    "leduc": Named(
        (LeducOptions,), "six cards, one on the board, bets of 2 and 4", LeducOptions.game
    ),
    "rhode-island": Named(
        (RhodeIslandOptions,),
        "one card each, two on the board, three-card hands",
        RhodeIslandOptions.game,
    ),
    "two-one-one": Named(
        (TwoOneOneOptions,),
        "Rhode Island without face cards, four bets a round",
        TwoOneOneOptions.game,
    ),
}

HOLDEM, WHOLE_GAME, OWN_GAME = "holdem", "nlhe", "module:Class"
POSTFLOP = "postflop"
_FAMILY = "{}:..."  # the name in lists of games that take an argument after their name and a colon
GAMES: dict[str, NamedGame] = SMALL_GAMES | {
    # Trained on a card abstraction because a tree of its cards is too large.
    WHOLE_GAME: Named(
        (NoLimitHoldem,), "no-limit hold'em from preflop to river, on buckets of hands"
    ),
    POSTFLOP: Named(
        (PostflopOptions,),
        "two players on one, some or all flops, on buckets of hands",
        PostflopOptions.game,
    ),
    _FAMILY.format("open_spiel"): Named(
        (OpenSpielGame,), "a game of OpenSpiel, like open_spiel:liars_dice"
    ),
    _FAMILY.format(HOLDEM): Named(
        (SpotOptions,), "the spot in a file, hand by hand, like holdem:river.toml", _spot_game
    ),
    # Its options are the constructor's.
    OWN_GAME: Named((), "a class of your own, like my_games:LiarsDice"),
}


def listed_name(name: str) -> str:
    """Return the name in `GAMES` of a game; InputError that lists the names if unknown.

    >>> [listed_name(name) for name in ("two_one_one", "holdem:river.toml", "my_games:LiarsDice")]
    ['two-one-one', 'holdem:...', 'module:Class']
    """
    family, colon, _ = name.partition(":")
    if colon:
        listed = _FAMILY.format(family)
        return listed if listed in GAMES else OWN_GAME
    names = ", ".join(each for each in GAMES if each != OWN_GAME)
    return find_game(name, (*SMALL_GAMES, WHOLE_GAME, POSTFLOP), f"{names} or {OWN_GAME}")


def usual_name(name: str) -> str:
    """Return the usual name of a game, as files have it; names with a colon stay as they are.

    >>> usual_name("Leduc hold'em"), usual_name("holdem:river.toml")
    ('leduc', 'holdem:river.toml')
    """
    return name if ":" in name else listed_name(name)


def is_holdem(name: str) -> bool:
    """Return whether the game of this name is hold'em: a spot, postflop or the whole game.

    Args:
        name: Name of a game, like `nlhe` or `holdem:river.toml`; unknown names are not hold'em.
    """
    return name in (WHOLE_GAME, POSTFLOP) or is_spot(name)


def is_spot(name: str) -> bool:
    """Return whether the game of this name is a spot in a file.

    Args:
        name: Name of a game, like `holdem:river.toml`.
    """
    return name.partition(":")[0] == HOLDEM


def trainable_game(name: str, **options: Any) -> Game[Any] | BucketGame:
    """Create a game by its name, with its options."""
    entry, listed = entry_of(name), listed_name(name)
    if listed == OWN_GAME:
        return checked_game(entry.create(name, **options), name)
    _, colon, rest = name.partition(":")
    arguments = [read_spot(rest) if listed == _FAMILY.format(HOLDEM) else rest] if colon else []
    game: Game[Any] | BucketGame = entry.create(name, *arguments, **options)
    return game


def named_game(name: str, **options: Any) -> Game[Any]:
    """Create a game that solvers of any game accept.

    Args:
        name: Name of the game, like `leduc` or `holdem:river.toml`, or of a class of your own, as
            `module:Class`.
        **options: Options of the game, or arguments of the constructor of your class.

    Returns:
        The game.

    Raises:
        InputError: If the name or an option is unknown, or for games on buckets of hands.

    >>> named_game("kuhn", players=3).name
    'Kuhn poker: 3 players, 4 cards'
    >>> named_game("rhode-island") == named_game("rhode_island")
    True
    >>> named_game("fifthstreet.solvers.games:Kuhn", players=3) == named_game("kuhn3")
    True
    """
    game = trainable_game(name, **options)
    if isinstance(game, BucketGame):
        raise InputError(
            f"{name} is trained on buckets, not on a tree of its cards: choose another game"
        )
    return game


def entry_of(name: str) -> NamedGame:
    """Return the entry of a game with its options; InputError that lists the names if unknown."""
    listed = listed_name(name)
    if listed != OWN_GAME:
        return GAMES[listed]
    return Named((_load_game_class(name),), "a game of your own", read=constructor_options)


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
    check_methods(found, name)
    return found


def _on_spot(
    game: SpotGame,
    options: BlueprintOptions,
    scheme: schemes.Scheme,
    pruning: PruningOption = NO_PRUNING,
) -> BlueprintSolver:
    spot = game.spot
    return BlueprintSolver(
        spot.tree,
        game.dealt_ranges,
        options,
        board=spot.board,
        rake=spot.rake,
        scheme=scheme,
        pruning=pruning.chosen(),
    )


def _on_buckets(
    game: BucketGame,
    options: BlueprintOptions,
    scheme: schemes.Scheme,
    pruning: PruningOption = NO_PRUNING,
) -> BlueprintSolver:
    return game.solver(options, scheme=scheme, pruning=pruning.chosen())


def _spot_algorithm(summary: str, *parts: type) -> NamedAlgorithm:
    """Return an algorithm that deals the cards of a spot, without flattening its tree."""
    shown = f"on holdem:SPOT.toml: {summary}"
    return Named((BlueprintOptions, *parts), shown, _on_spot, ("table_folder", "backend"))


TREES, LARGE_GAMES, NETWORKS = "trees", "large games", "networks"
# By what they solve, then by name.
ALGORITHMS_ON: dict[str, dict[str, NamedAlgorithm]] = {
    TREES: TREE_ALGORITHMS,
    WHOLE_GAME: {
        "external": Named(
            (BlueprintOptions, schemes.ExternalSampling, PruningOption),
            "on nlhe, postflop and spots with buckets: sampled deals, one row per node and bucket",
            _on_buckets,
            ("count_visits", "backend"),
        ),
        "public-chance": Named(
            (BlueprintOptions, schemes.PublicChanceSampling),
            "on nlhe, postflop and spots with buckets: all hands on a sampled board",
            _on_buckets,
            ("count_visits",),
        ),
    },
    HOLDEM: {
        "outcome": _spot_algorithm("a single line of a sampled deal", schemes.OutcomeSampling),
        "external": _spot_algorithm(
            "sampled deals, without its whole tree", schemes.ExternalSampling, PruningOption
        ),
        "chance": _spot_algorithm("all actions in a sampled deal", schemes.ChanceSampling),
        "public-chance": _spot_algorithm(
            "all hands on a sampled board", schemes.PublicChanceSampling
        ),
    },
    LARGE_GAMES: STATE_ALGORITHMS,
    NETWORKS: NETWORK_ALGORITHMS,
}


# By the names in lists, like `external (nlhe)`.
ALGORITHMS: dict[str, NamedAlgorithm] = {
    name if kind in (TREES, NETWORKS) else f"{name} ({kind})": entry
    for kind, entries in ALGORITHMS_ON.items()
    for name, entry in entries.items()
}


def named_algorithm(name: str, game: Game[Any] | GameTree | BucketGame) -> NamedAlgorithm:
    """Return the algorithm with this name for a game.

    Sampling algorithms walk over the states of a game that seems too large to flatten.

    Args:
        name: Name of the algorithm, like `cfr+`; the available names depend on the game.
        game: The game to solve, or its flattened tree.

    Raises:
        InputError: If the name is unknown; the message lists the names.
        TreeTooLargeError: If the algorithm needs the whole tree, which is far too large.
    """
    if isinstance(game, BucketGame):
        return named(
            ALGORITHMS_ON[WHOLE_GAME], f"algorithm for {game.name.partition(':')[0]}", name
        )
    # They deal the cards themselves, so they need spots without a fixed runout.
    if isinstance(game, SpotGame) and not game.runout and name in ALGORITHMS_ON[HOLDEM]:
        return ALGORITHMS_ON[HOLDEM][name]
    entry = named(TREE_ALGORITHMS | NETWORK_ALGORITHMS, "algorithm", name)
    if name in NETWORK_ALGORITHMS or isinstance(game, GameTree):
        return entry
    if (nodes := estimate_nodes(game)) <= MAX_NODES:
        return entry
    if name in STATE_ALGORITHMS:
        return STATE_ALGORITHMS[name]
    if nodes > _SURELY_TOO_LARGE * MAX_NODES:
        raise TreeTooLargeError(
            f"{game.name}: {name} needs the whole tree, which has about {nodes:.1g} nodes. Use "
            f"{', '.join((*STATE_ALGORITHMS, *NETWORK_ALGORITHMS))}, which walk over states, or a "
            "smaller game."
        )
    return entry


def make_solver(
    game: str | Game[Any] | GameTree | Spot | BucketGame,
    algorithm: str | Schedule | schemes.Scheme = "external",
    **options: Any,
) -> IterativeSolver:
    """Create a solver for a game; game and algorithm are given by name or as objects.

    If the tree is too large to flatten, sampling walks over the states of the game.

    Args:
        game: A name like `leduc`, an object with the interface of `Game`, its flattened tree, a
            spot, or hold'em on buckets of hands.
        algorithm: A name like `cfr+`, a schedule for full passes, or a sampling scheme. Games on
            buckets only accept names.
        **options: Options of the algorithm; docs/reference/options.md lists them.

    Returns:
        A solver that has not iterated yet.

    Raises:
        InputError: If a name or an option is unknown, if the game does not support the algorithm,
            lacks methods or does not end.
        TreeTooLargeError: If the algorithm needs the whole tree, which has more than `MAX_NODES`
            nodes.

    >>> solver = make_solver("kuhn", "cfr+")
    >>> round(solver.run(iterations=1_000).exploitability.values[0], 4)
    -0.0556
    """
    if isinstance(game, str):
        game = trainable_game(game)
    elif isinstance(game, Spot):
        game = SpotGame(game)
    elif not isinstance(game, GameTree | BucketGame):
        checked_game(game)
    if isinstance(game, BucketGame):
        if not isinstance(algorithm, str):
            names = ", ".join(ALGORITHMS_ON[WHOLE_GAME])
            raise InputError(f"algorithm must be one of {names} for {game.name}, got {algorithm!r}")
        return named_algorithm(algorithm, game).create(algorithm, game, **options)
    if isinstance(algorithm, str):
        entry = named_algorithm(algorithm, game)
        if isinstance(game, GameTree) or entry not in TREE_ALGORITHMS.values():
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
