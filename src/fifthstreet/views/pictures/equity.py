"""Equities as tables and grids."""

from __future__ import annotations

from collections.abc import Sequence

from fifthstreet.cards import CLASS_NAMES, class_means
from fifthstreet.cards.equity import EquityResult
from fifthstreet.errors import InputError
from fifthstreet.support import drawing
from fifthstreet.support.drawing import player_colour


def equity_table(
    result: EquityResult, hands: Sequence[str] | None = None, *, title: str = ""
) -> drawing.Table:
    """Tabulate the equity, error, wins and ties of each player, named by their hands if given."""
    names = hands or [f"player {number}" for number in range(1, len(result.players) + 1)]
    has_low = any(player.low for player in result.players)
    columns = ["equity", "error", "win", "tie", *(["by low"] if has_low else [])]
    rows: list[tuple[drawing.Entry, ...]] = []
    for index, (name, player) in enumerate(zip(names, result.players, strict=True)):
        colour = player_colour(index)
        shares = [player.win, player.tie, *([player.low] if has_low else [])]
        rows.append(
            (
                (drawing.Run(name, colour),),
                f"{player.equity:.3%}",
                "exact" if result.is_exact else f"± {player.error:.3%}",
                *(f"{share:.3%}" for share in shares),
                drawing.Bar(player.equity, colour),
            )
        )
    return drawing.Table(
        drawing.text_columns("hand" if hands else "")
        + drawing.number_columns(*columns)
        + drawing.text_columns(""),
        tuple(rows),
        title or f"{result.game} equity",
    )


def method_note(result: EquityResult) -> str:
    """Describe how equities were calculated, in one line."""
    spent = f"{result.deals:,} deals in {result.seconds:.3f} s"
    return f"exact: {spent}" if result.is_exact else f"sampled: {spent}; ± is a 95% interval"


def equity_cells(result: EquityResult, player: int) -> list[drawing.Cell]:
    """Return a cell per hand class with the mean equity of the player's hands in percent."""
    if result.hands is None:
        raise InputError("a grid requires an exact result and a game with two hole cards")
    means = 100 * class_means(result.hands[player])
    return drawing.value_cells(CLASS_NAMES, means.tolist(), low=0, high=100, tip_unit="%")


def equity_grid(result: EquityResult, player: int, name: str) -> drawing.Picture:
    """Draw the grid of a player's equities."""
    title = f"equity of each hand of {name}, percent"
    return drawing.grid(
        drawing.class_rows(equity_cells(result, player)),
        title=title,
        description="Mean equity of each of the 169 hand classes.",
        caption=(title,),
    )


def equity_html(result: EquityResult) -> str:
    """Return a table of the players and, if the equity of each hand is known, their grids."""
    parts: list[str | drawing.Table] = [equity_table(result), drawing.note(method_note(result))]
    if result.hands is not None:
        players = range(len(result.players))
        parts.append(
            drawing.beside(
                *(equity_grid(result, player, f"player {player + 1}") for player in players)
            )
        )
    return drawing.block(*parts)
