"""Sizes of games: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.filesize import decimal
from rich.text import Text

from fifthstreet.solvers.cfr import GameTree
from fifthstreet.solvers.game_size import Example, GameSize, Phase, ReductionAdvice, ReductionStep
from fifthstreet.solvers.postflop import SolveChoice
from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.views.terminal import print_line, print_notes, print_table

_EXACT = 10**9  # below, numbers are shown in full
_MAX_NAMED = 1e24  # bytes, for which units have names

_NOTE = (
    "nodes are histories: deals x runouts x betting; tables have a float32 regret and average for "
    "each action of each information set"
)
_BUCKET_NOTE = "with buckets, information sets and nodes are upper limits"


def size_data(size: GameSize) -> dict[str, Any]:
    """Return the counts of a game, in all and by street."""
    names = ("public_states", "information_sets", "nodes", "entries", "bytes", "is_upper_limit")
    streets = {street.name: asdict(street) for street in size.streets}
    for street in streets.values():
        del street["name"]
    return {name: getattr(size, name) for name in names} | {"streets": streets}


def steps_data(steps: Sequence[ReductionStep]) -> list[dict[str, Any]]:
    """Return the sizes of a game with reductions."""
    return [
        {
            "name": step.name,
            "reductions": asdict(step.reductions),
            "size": None if step.size is None else size_data(step.size),
            "problem": step.problem or None,
        }
        for step in steps
    ]


def reductions_data(advice: ReductionAdvice) -> dict[str, Any]:
    """Return which reductions fit into memory."""
    return {
        "memory": advice.memory,
        "reductions": None if advice.reductions is None else asdict(advice.reductions),
        "bytes": None if advice.size is None else advice.size.bytes,
        "text": str(advice),
    }


def choice_data(choice: SolveChoice, memory: int, command: str) -> dict[str, Any]:
    """Return how to solve a spot within memory, and the command that does it."""
    return {
        "memory": memory,
        "bytes": choice.bytes,
        "precision": choice.precision,
        "river_buckets": choice.river_buckets,
        "left_out": list(choice.left_out),
        "expected_pot_percent": choice.expected_pot_percent,
        "text": str(choice),
        "command": command,
    }


def choice_lines(choice: SolveChoice, memory: int) -> list[str]:
    """Return how to solve a spot within memory, in words."""
    lines = [f"for {bytes_text(memory)} of memory: {choice}"]
    if choice.left_out:
        lines.append(
            f"left out of the tree: {'; '.join(choice.left_out)}; exploitability is measured in "
            "the smaller tree"
        )
    return lines


def print_choice(console: Console, choice: SolveChoice, memory: int, command: str) -> None:
    """Print how to solve a spot within memory, and the command that does it."""
    for line in [*choice_lines(choice, memory), command]:
        print_line(console, Text(line))


def example_data(example: Example) -> dict[str, Any]:
    """Return a rough estimate and the exact counts."""
    names = ("name", "combos", "quoted", "product", "nodes")
    size = None if example.size is None else size_data(example.size)
    return {name: getattr(example, name) for name in names} | {"size": size}


def phase_data(phase: Phase) -> dict[str, Any]:
    """Return a phase of an abstracted game and its exact counts."""
    return {
        "name": phase.name,
        "recipe": phase.recipe.to_dict(),
        "flops": phase.flops,
        "quoted": phase.quoted,
        "nodes": phase.nodes,
        "information_sets": phase.information_sets,
    }


def game_tree_data(tree: GameTree) -> dict[str, Any]:
    """Return the counts of a game that is small enough to be written out."""
    return {
        "game": tree.name,
        "information_sets": len(tree.keys),
        "nodes": len(tree),
        "entries": int(tree.first_action[-1]),
    }


def print_steps(
    console: Console, alone: Sequence[ReductionStep], together: Sequence[ReductionStep]
) -> None:
    """Print the sizes of a game with each reduction alone, and with one after the other."""
    titles = ("each reduction alone", "one after the other")
    for title, steps in zip(titles, (alone, together), strict=True):
        names = ("public states", "information sets", "nodes", "tables")
        rows = tuple((step.name, *_cells(step.size)) for step in steps)
        table = Table(text_columns(title) + number_columns(*names), rows)
        print_table(console, table)
    problems = dict.fromkeys(f"{step.name}: {step.problem}" for step in alone if step.problem)
    print_notes(console, [_NOTE, _BUCKET_NOTE, *problems])


def print_reductions(console: Console, advice: ReductionAdvice) -> None:
    """Print which reductions fit into memory."""
    needed = "" if advice.size is None else f" ({bytes_text(advice.size.bytes)})"
    print_line(console, Text(f"for {bytes_text(advice.memory)} of memory: {advice}{needed}"))


def print_examples(console: Console, rows: Sequence[Example]) -> None:
    """Print rough estimates beside exact counts."""
    names = ("combos", "quoted", "as calculated", "nodes", "information sets", "tables")
    cells = tuple(
        (
            example.name,
            "" if example.combos is None else str(example.combos),
            example.quoted,
            number_text(example.product),
            number_text(example.nodes),
            "" if example.size is None else number_text(example.size.information_sets),
            "" if example.size is None else bytes_text(example.size.bytes),
        )
        for example in rows
    )
    table = Table(text_columns("example") + number_columns(*names), cells)
    print_table(console, table)
    print_notes(
        console,
        [
            "quoted and calculated: combos x combos x 15 x 45 x 15 x 44 x 10, and for buckets "
            "500 x 50 x 50 x 5 x 45 x 5 x 44; nodes and the rest are exact",
            "Ts7d2c, pot 100, stack 1000: check, bet 50%, 100% or all-in, raise 100% or all-in; "
            "buckets with bets and raises of 33%, 50%, 75%, 100% and 150%",
        ],
    )


def print_phases(console: Console, rows: Sequence[Phase]) -> None:
    """Print the phases of an abstracted game."""
    names = ("flops", "buckets", "quoted", "nodes", "information sets")
    cells = tuple(
        (
            phase.name,
            f"{phase.flops:,}",
            str(phase.buckets),
            phase.quoted,
            number_text(phase.nodes),
            number_text(phase.information_sets),
        )
        for phase in rows
    )
    table = Table(text_columns("recipe") + number_columns(*names), cells)
    print_table(console, table)
    print_notes(
        console,
        ["phases of an abstracted game: pot 100, stack 1000, the first from the turn on"],
    )


def print_game_tree(console: Console, data: dict[str, Any]) -> None:
    """Print the counts of a game that is small enough to be written out."""
    rows = tuple(
        (name.replace("_", " "), f"{data[name]:,}")
        for name in ("information_sets", "nodes", "entries")
    )
    table = Table(text_columns("size") + number_columns(""), rows)
    print_line(console, Text(data["game"]))
    print_table(console, table)


def number_text(number: int) -> str:
    """Return a whole number, in full if it has at most nine digits.

    >>> number_text(1_286_792), number_text(316_207_058_696_146_800)
    ('1,286,792', '3.16e+17')
    """
    return f"{number:,}" if number < _EXACT else f"{number:.2e}"


def bytes_text(size: int) -> str:
    """Return a number of bytes in a unit that suits it.

    >>> bytes_text(1_500_000), bytes_text(10**40)
    ('1.5 MB', '1.0e+40 bytes')
    """
    return decimal(size) if size < _MAX_NAMED else f"{size:.1e} bytes"


def _cells(size: GameSize | None) -> tuple[str, ...]:
    if size is None:
        return ("",) * 4
    counts = (size.public_states, size.information_sets, size.nodes)
    return (*map(number_text, counts), bytes_text(size.bytes))
