"""Pictures for the terminal: bars, grids of hands and of cards, colours of actions."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Group
from rich.style import Style
from rich.text import Text

from fifthstreet.cards import CLASS_COUNT, CLASS_NAMES, CLASS_SIZES, HOLE_CLASS, card_symbol

PLAYER_COLOURS = (
    "cyan",
    "magenta",
    "yellow",
    "green",
    "blue",
    "red",
    "bright_cyan",
    "bright_magenta",
    "bright_yellow",
    "bright_green",
)
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_COLD, _MIDDLE, _HOT = (46, 62, 130), (98, 98, 98), (186, 60, 44)

Colour = tuple[int, ...]  # red, green, blue
# As players know them from other programs: fold blue, check and call green, bets red and the
# darker the larger.
_ACTION_COLOURS = {"f": (52, 98, 158), "k": (66, 130, 82), "c": (66, 130, 82)}
_SMALL_BET, _LARGE_BET, _ALL_IN = (222, 126, 78), (164, 38, 44), (108, 22, 62)
_GROUND = (24, 24, 26)  # what a hand that is seldom held fades into
SUIT_COLOURS = ("green", "bright_blue", "red", "default")  # clubs, diamonds, hearts, spades
_CELL = 6  # characters, so that 13 cells fit 80 columns; the last is a gap


def bar(share: float, width: int, colour: str) -> Text:
    """A bar that fills `share` of the width, to an eighth of a character."""
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    blocks = "█" * full + (_EIGHTHS[rest] if rest else "")
    return Text(blocks.ljust(width), style=colour)


def share_bar(share: float, width: int, colour: Colour) -> Text:
    """A bar of any colour."""
    return bar(share, width, _rgb(colour))


def class_means(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean over the hands of each class, NaN where there is none. [1326] -> [169]"""
    total = np.bincount(HOLE_CLASS, ~np.isnan(values), CLASS_COUNT)
    summed = np.bincount(HOLE_CLASS, np.nan_to_num(values), CLASS_COUNT)
    means = np.full(CLASS_COUNT, np.nan)
    np.divide(summed, total, out=means, where=total > 0)
    return means


def heat_grid(title: str, values: NDArray[np.float64]) -> Group:
    """Values from 0 to 1 of the 169 classes as a grid from cold to hot; NaN cells stay dark.

    A cell has two digits so that the grid fits 80 columns: 1.0 shows as 99.
    """
    lines = [Text(title, style="bold")]
    for row in range(13):
        line = Text()
        for column in range(13):
            index = row * 13 + column
            value = float(values[index])
            cell = f"{CLASS_NAMES[index]:<3}"
            if np.isnan(value):
                line.append(f"{cell}   ", style="bright_black")
            else:
                line.append(f"{cell}{min(99, round(100 * value)):2d} ", style=_heat(value))
        lines.append(line)
    return Group(*lines)


def weight_grid(weights: NDArray[np.float64]) -> Group:
    """Weights of the 169 classes as a grid; a class that is not held stays dark."""
    lines = []
    for row in range(13):
        line = Text()
        for column in range(13):
            index = row * 13 + column
            weight = float(weights[index])
            cell = f" {CLASS_NAMES[index]:<4}"
            shade = tuple(round(30 + weight * part) for part in (10, 110, 60))
            held = Style(color="white", bgcolor=_rgb(shade)) if weight > 0 else None
            line.append(cell, style=held or "bright_black")
        lines.append(line)
    return Group(*lines)


def class_weights(weights: NDArray[np.float32]) -> NDArray[np.float64]:
    """Mean weight of each class. [1326] -> [169]"""
    return np.bincount(HOLE_CLASS, weights.astype(np.float64), CLASS_COUNT) / CLASS_SIZES


@dataclass(frozen=True)
class Cell:
    """A cell of a grid: a name, a note below it, and the colours that share its ground."""

    name: str
    note: str = ""
    parts: tuple[tuple[float, Colour], ...] = ()  # share from 0 to 1 and colour, left to right


def cell_grid(rows: Sequence[Sequence[Cell]]) -> Group:
    """Cells of two lines side by side; those without colours stay dark.

    The name stands on the colour with the largest share, so that the main line of play meets the
    eye; all colours share the line below.
    """
    lines = []
    for row in rows:
        names, notes = Text(), Text()
        for cell in row:
            names.append_text(_name_line(cell)).append(" ")
            notes.append_text(_note_line(cell)).append(" ")
        lines += [names, notes]
    return Group(*lines)


def class_rows(cells: Sequence[Cell]) -> list[Sequence[Cell]]:
    """The 169 cells of the classes as the rows of their grid."""
    return [cells[row * 13 : row * 13 + 13] for row in range(13)]


def card_rows(cells: dict[int, Cell]) -> list[list[Cell]]:
    """Cells of cards as rows: spades, hearts, diamonds, clubs; aces first."""
    return [
        [
            cells.get(rank * 4 + suit, Cell(card_symbol(rank * 4 + suit)))
            for rank in range(12, -1, -1)
        ]
        for suit in range(3, -1, -1)
    ]


def cards_picture(cards: Sequence[int]) -> Text:
    """Cards with the symbols and colours of a four-colour deck."""
    return Text(" ").join(Text(card_symbol(card), SUIT_COLOURS[card % 4]) for card in cards)


def action_colours(actions: Sequence[str]) -> list[Colour]:
    """Colours of a decision's actions, named as in a path."""
    bets = [action for action in actions if action.startswith("b")]
    colours: list[Colour] = []
    for action in actions:
        if action in bets:
            share = bets.index(action) / max(len(bets) - 1, 1)
            colours.append(_mix(_SMALL_BET, _LARGE_BET, share if len(bets) > 1 else 0.6))
        else:
            colours.append(_ACTION_COLOURS.get(action, _ALL_IN))
    return colours


def action_letters(actions: Sequence[str]) -> list[str]:
    """A letter for each action where there are no colours; bets are numbered from the smallest."""
    bets = [action for action in actions if action.startswith("b")]
    return [str(bets.index(a) + 1) if a in bets else a for a in actions]


def faded(colour: Colour, weight: float) -> Colour:
    """A colour for a hand that is held with a weight from 0 to 1."""
    return _mix(_GROUND, colour, 0.35 + 0.65 * min(weight, 1.0))


def letter_bar(shares: Sequence[float], letters: Sequence[str]) -> str:
    """Shares as letters in a cell's width, for terminals without colours."""
    ends = np.round(np.cumsum(shares) * (_CELL - 1)).astype(int).tolist()
    starts = [0, *ends[:-1]]
    return "".join(
        letter * (end - start) for letter, start, end in zip(letters, starts, ends, strict=True)
    )


def heat_colour(value: float) -> Colour:
    """From cold at 0 to hot at 1."""
    value = min(max(value, 0.0), 1.0)
    if value < 0.5:
        return _mix(_COLD, _MIDDLE, 2 * value)
    return _mix(_MIDDLE, _HOT, 2 * value - 1)


def _name_line(cell: Cell) -> Text:
    text = cell.name.ljust(_CELL - 1)
    if not cell.parts:
        return Text(text, style="bright_black")
    _, main = max(cell.parts, key=lambda part: part[0])
    return Text(text, style=Style(color="white", bgcolor=_rgb(main), bold=True))


def _note_line(cell: Cell) -> Text:
    """The note; beside it borders between colours are drawn to an eighth of a character."""
    width = _CELL - 1
    if not cell.parts:
        return Text(" " * width)
    colours = [_rgb(colour) for _, colour in cell.parts]
    ends = np.round(np.cumsum([share for share, _ in cell.parts]) * 8 * width).astype(int)
    ends[-1] = 8 * width
    line = Text()
    for place, letter in enumerate(cell.note.ljust(width)[:width]):
        first, middle, last = np.searchsorted(
            ends, [8 * place, 8 * place + 4, 8 * place + 7], "right"
        ).tolist()
        if letter == " " and first != last:
            border = _EIGHTHS[int(ends[first]) - 8 * place]
            line.append(border, style=Style(color=colours[first], bgcolor=colours[last]))
        else:
            line.append(letter, style=Style(color="white", bgcolor=colours[middle]))
    return line


def _mix(low: Colour, high: Colour, share: float) -> Colour:
    return tuple(round(a + (b - a) * share) for a, b in zip(low, high, strict=True))


def _heat(value: float) -> Style:
    return Style(color="white", bgcolor=_rgb(heat_colour(value)))


def _rgb(parts: tuple[int, ...]) -> str:
    return Color.from_rgb(*parts).name
