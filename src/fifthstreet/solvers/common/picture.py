"""A run of a solver as HTML: its game, iterations, exploitability and curve."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.drawing import Picture, block, curve_picture, heading, note


def exploitability_curve(
    curve: Sequence[tuple[int, float]], name: str, game: str, *, is_small: bool = False
) -> Picture:
    """Draw exploitability over iterations; `name` is the algorithm's name."""
    caption = f"iterations; exploitability in chips per player, {game.partition(':')[0]}"
    return curve_picture({name: curve}, caption, is_small=is_small)


def run_html(
    game: str, iteration: int, curve: Sequence[tuple[int, float]], remark: str = ""
) -> str:
    """Return the progress of a solver as HTML; `remark` explains an inexact exploitability."""
    parts: list[str | Picture] = [heading(game), f"{iteration:,} iterations, "]
    if not curve:
        return block(*parts, "exploitability not checked yet")
    checked, chips = curve[-1]
    parts.append(f"exploitability {chips:.3g} chips per player")
    parts += [f" at iteration {checked:,}"] if checked != iteration else []
    parts += [note(remark)] if remark else []
    return block(*parts, block(exploitability_curve(curve, "average", game, is_small=True)))
