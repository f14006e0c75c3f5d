"""Several algorithms on one game: how fast the exploitability of each falls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BucketGame
from fifthstreet.solvers.cfr import GameTree, estimate_nodes, flatten
from fifthstreet.solvers.common import IterativeSolver, Progress
from fifthstreet.solvers.games import Game
from fifthstreet.solvers.neural import NETWORK_ALGORITHMS
from fifthstreet.solvers.postflop import Spot, SpotGame
from fifthstreet.solvers.registry import MAX_NODES, make_solver, named_algorithm, named_game
from fifthstreet.solvers.training import DEFAULT_SECONDS

AlgorithmReporter: TypeAlias = Callable[[str, Progress], bool | None]


@dataclass(frozen=True)
class CurvePoint:
    """A check of the exploitability during a run."""

    iteration: int
    seconds: float  # spent on iterations, without checks
    exploitability: float  # of the average strategy, in chips per player


@dataclass(frozen=True)
class AlgorithmRun:
    """The run of one algorithm, with the exploitability at each check."""

    algorithm: str
    points: tuple[CurvePoint, ...]  # at least one
    is_lower_bound: bool = False  # the exploitability cannot be computed exactly
    is_stopped: bool = False  # by `progress`


@dataclass(frozen=True)
class AlgorithmComparison:
    """Runs of several algorithms on the same game, with the same limits."""

    game: str
    runs: tuple[AlgorithmRun, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)


def compare_algorithms(
    game: str | Game[Any] | GameTree | Spot,
    algorithms: Sequence[str],
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    progress: AlgorithmReporter | None = None,
    **options: Any,
) -> AlgorithmComparison:
    """Run algorithms on one game, one after the other, and record their exploitability.

    Without limits, each run stops at the solver's `default_target`, but after `DEFAULT_SECONDS` at
    the latest.

    Args:
        game: A name like `leduc`, an object with the interface of `Game`, its flattened tree, or a
            spot.
        algorithms: Names of algorithms, like `cfr+`, each once.
        iterations: Maximum number of iterations of each run.
        seconds: Maximum duration of each run.
        target: Exploitability to stop at, in chips per player.
        progress: Called with the name of the algorithm and a `Progress` after each check of the
            exploitability; ends this run and the comparison by returning False.
        **options: Options of the algorithms; each gets the options that it has.

    Returns:
        The runs, in the order of the names.

    Raises:
        InputError: If a name, an option or a limit is invalid.

    >>> compared = compare_algorithms("kuhn", ["cfr", "cfr+"], iterations=100)
    >>> slow, fast = (run.points[-1] for run in compared.runs)
    >>> slow.iteration, fast.exploitability < slow.exploitability
    (100, True)
    """
    solvers = algorithm_solvers(game, algorithms, **options)
    runs: list[AlgorithmRun] = []
    for name, solver in solvers.items():
        run = run_algorithm(
            name, solver, iterations=iterations, seconds=seconds, target=target, progress=progress
        )
        runs.append(run)
        if run.is_stopped:
            break
    return AlgorithmComparison(next(iter(solvers.values())).game_name, tuple(runs))


def algorithm_solvers(
    game: str | Game[Any] | GameTree | Spot, algorithms: Sequence[str], **options: Any
) -> dict[str, IterativeSolver]:
    """Create the solvers of a comparison.

    Args:
        game: A game as in `compare_algorithms`; it is flattened once.
        algorithms: Names of algorithms, each once.
        **options: Options of the algorithms; each gets the options that it has.

    Returns:
        A solver for each name that has not iterated yet.

    Raises:
        InputError: If a name or an option is invalid.
    """
    if not algorithms or len(set(algorithms)) < len(algorithms):
        raise InputError(f"algorithms must be different, at least one, got {list(algorithms)}")
    original = _object(game)
    source = _flattened(original)
    known = {name: named_algorithm(name, source).options for name in algorithms}
    if unknown := options.keys() - {name for each in known.values() for name in each}:
        wanted = ", ".join(sorted({name for each in known.values() for name in each}))
        raise InputError(f"option must be one of {wanted}, got {min(unknown)!r}")
    return {
        name: make_solver(
            # Networks need the states of the game, from which their features are.
            original if name in NETWORK_ALGORITHMS else source,
            name,
            **{key: value for key, value in options.items() if key in known[name]},
        )
        for name in algorithms
    }


def run_algorithm(
    name: str,
    solver: IterativeSolver,
    *,
    iterations: int | None = None,
    seconds: float | None = None,
    target: float | None = None,
    progress: AlgorithmReporter | None = None,
) -> AlgorithmRun:
    """Run one solver of a comparison, and record its exploitability.

    Args:
        name: Name of the algorithm.
        solver: A new solver.
        iterations: Maximum number of iterations.
        seconds: Maximum duration.
        target: Exploitability to stop at, in chips per player.
        progress: Called as in `compare_algorithms`.

    Returns:
        The points of the curve.
    """
    points: list[CurvePoint] = []
    is_stopped = False

    def record(state: Progress) -> bool:
        nonlocal is_stopped
        chips = state.exploitability.chips
        points.append(CurvePoint(state.iteration, solver.iterating_seconds, chips))
        is_stopped = progress is not None and progress(name, state) is False
        return not is_stopped

    if iterations is None and seconds is None and target is None:
        seconds, target = DEFAULT_SECONDS, solver.default_target
    last = solver.run(iterations, seconds=seconds, target=target, progress=record)
    return AlgorithmRun(name, tuple(points), last.exploitability.is_lower_bound, is_stopped)


def _object(game: str | Game[Any] | GameTree | Spot) -> Game[Any] | GameTree:
    """Return the game of a name or a spot."""
    if isinstance(game, str):
        game = named_game(game)
    if isinstance(game, BucketGame):
        raise InputError(
            f"{game.name} is trained on buckets, not on a tree of its cards: choose another game"
        )
    return SpotGame(game) if isinstance(game, Spot) else game


def _flattened(game: Game[Any] | GameTree) -> Game[Any] | GameTree:
    """Return the game, flattened once for all solvers if it is small enough."""
    if isinstance(game, GameTree | SpotGame) or estimate_nodes(game) > MAX_NODES:
        return game
    return flatten(game, max_nodes=MAX_NODES)
