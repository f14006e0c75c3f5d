"""`fifthstreet train --compare`: several algorithms on one game, as a table and a picture."""

from collections.abc import Sequence
from math import inf
from typing import Any

from fifthstreet.cli.progress import RunProgress
from fifthstreet.errors import InputError
from fifthstreet.solvers import (
    DEFAULT_SECONDS,
    AlgorithmComparison,
    AlgorithmRun,
    algorithm_solvers,
    registry,
    run_algorithm,
)
from fifthstreet.solvers.common import IterativeSolver, Progress
from fifthstreet.views import UNIT


def names_of(text: str) -> list[str]:
    """Return the names of algorithms in a list with commas.

    >>> names_of("cfr, cfr+,external")
    ['cfr', 'cfr+', 'external']
    """
    return [name.strip() for name in text.split(",") if name.strip()]


def comparison_solvers(
    game: str | None, names: Sequence[str], options: dict[str, Any], seed: int | None
) -> dict[str, IterativeSolver]:
    """Create a solver for each name; options that the game has belong to the game."""
    if game is None:
        raise InputError("--compare requires --game")
    game_options = registry.entry_of(game).options
    own = {name: value for name, value in options.items() if name in game_options}
    others = {name: value for name, value in options.items() if name not in game_options}
    if seed is not None:
        others["seed"] = seed
    return algorithm_solvers(registry.named_game(game, **own), names, **others)


def compared(
    solvers: dict[str, IterativeSolver],
    *,
    iterations: float | None,
    seconds: float | None,
    target: float | None,
) -> tuple[AlgorithmComparison, BaseException | None]:
    """Run the solvers; return the finished runs, and the interrupt that ended them, if any."""
    runs: list[AlgorithmRun] = []
    ended_by: BaseException | None = None
    has_limits = (iterations, seconds, target) != (None, None, None)
    limit = seconds if has_limits else DEFAULT_SECONDS
    try:
        for name, solver in solvers.items():
            goal = (target if has_limits else solver.default_target) or 0.0
            with RunProgress(goal, iterations or inf, limit or inf) as bar:
                bar.begin(0)

                def note(algorithm: str, state: Progress, bar: RunProgress = bar) -> None:
                    chips = state.exploitability.chips
                    text = f"{algorithm}: exploitability {chips:.3g} {UNIT}"
                    bar.note(state.iteration, chips, text)

                count = None if iterations is None else int(iterations)
                run = run_algorithm(
                    name, solver, iterations=count, seconds=seconds, target=target, progress=note
                )
                runs.append(run)
    except KeyboardInterrupt as error:
        if not runs:
            raise
        ended_by = error
    game = next(iter(solvers.values())).game_name
    return AlgorithmComparison(game, tuple(runs)), ended_by
