"""A run of a solver as HTML: its game, iterations, exploitability and curve."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.solvers.common import IterativeSolver
from fifthstreet.support.drawing import Picture, block, curve_picture, heading, note


def exploitability_curve(
    curve: Sequence[tuple[int, float]], name: str, game: str, *, is_small: bool = False
) -> Picture:
    """Draw exploitability over iterations; `name` is the algorithm's name."""
    caption = f"iterations; exploitability in chips per player, {game.partition(':')[0]}"
    return curve_picture({name: curve}, caption, is_small=is_small)


def run_html(solver: IterativeSolver) -> str:
    """Return the progress of a solver, with its error where exploitability is a lower bound."""
    game, iteration, curve, last = (
        solver.game_name,
        solver.iteration,
        solver.curve,
        solver.last_exploitability,
    )
    parts: list[str | Picture] = [heading(game), f"{iteration:,} iterations, "]
    if not curve:
        return block(*parts, "exploitability not checked yet")
    checked, chips = curve[-1]
    parts.append(f"exploitability {chips:.3g} chips per player")
    parts += [f" at iteration {checked:,}"] if checked != iteration else []
    parts += [note(str(last))] if last is not None and last.is_lower_bound else []
    return block(*parts, block(exploitability_curve(curve, "average", game, is_small=True)))
