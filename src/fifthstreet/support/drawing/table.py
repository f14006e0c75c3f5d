"""Tables and lines of text as plain data, which the terminal and HTML both show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.support.drawing.colours import Colour, action_colours


@dataclass(frozen=True)
class Run:
    """Text of one colour."""

    text: str
    colour: Colour | None = None  # None: as the text around it
    is_bold: bool = False
    plain: str = ""  # shown instead where there are no colours


Line: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True)
class Bar:
    """A bar that fills a share of its cell, 0 to 1."""

    share: float
    colour: Colour


Entry: TypeAlias = str | Line | Bar


@dataclass(frozen=True)
class Column:
    """A column of a table."""

    name: str
    is_number: bool = True  # aligned to the right
    colour: Colour | None = None  # of a square before the name


@dataclass(frozen=True)
class Table:
    """Rows of text, lines or bars under named columns."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Entry, ...], ...]
    title: str = ""
    section_ends: frozenset[int] = frozenset()  # rows with a line below them
    bold_rows: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise InputError(f"a row of {len(row)} entries in {len(self.columns)} columns")


def text_columns(*names: str) -> tuple[Column, ...]:
    """Return columns that are aligned to the left."""
    return tuple(Column(name, is_number=False) for name in names)


def number_columns(*names: str) -> tuple[Column, ...]:
    """Return columns that are aligned to the right."""
    return tuple(Column(name) for name in names)


def action_letters(actions: Sequence[str]) -> list[str]:
    """Return a letter for each action, in place of colours; bets are numbered from the smallest."""
    bets = [action for action in actions if action.startswith("b")]
    return [str(bets.index(action) + 1) if action in bets else action for action in actions]


def action_lines(actions: Sequence[str], words: Sequence[str]) -> list[Line]:
    """Return the actions of a decision in words, each after a square of its colour."""
    palette, letters = action_colours(actions), action_letters(actions)
    return [
        (Run("■ ", colour, plain=f"{letter} "), Run(text))
        for colour, letter, text in zip(palette, letters, words, strict=True)
    ]


def plain_text(line: Line) -> str:
    """Return the text of a line without its colours; dots replace wide gaps.

    >>> plain_text((Run("Q♠ J♥   "), Run("pot 20  ", is_bold=True), Run("OOP to act")))
    'Q♠ J♥ · pot 20 · OOP to act'
    """
    parts = "".join(run.text for run in line).split("  ")
    return " · ".join(part.strip() for part in parts if part.strip())
