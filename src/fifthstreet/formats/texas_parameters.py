"""TexasSolver's parameter files: the commands that set up and solve a spot.

The commands, and the rules by which bets are rounded and limited, follow the console program of
https://github.com/bupticybee/TexasSolver (docs/how_to/files_of_other_solvers.md).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from fifthstreet.cards import Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.formats.fitting import count_differences, fit_rules, named_bets
from fifthstreet.formats.imported import ExportedText, ImportedSpot, RunSettings
from fifthstreet.formats.range_texts import plain_range_text
from fifthstreet.formats.texas_menus import (
    DEFAULT_RAISES,
    DEFAULT_THRESHOLD,
    KINDS,
    STREETS,
    TexasMenus,
    texas_menus,
    texas_sizes,
)
from fifthstreet.formats.text_lines import TextLine, read_file, text_lines
from fifthstreet.solvers.postflop import SEATS, STREETS_BY_CARDS, Spot, parse_board
from fifthstreet.tree import NO_RAKE, Kind

MIN_WEIGHT = 0.005  # hands with this weight or less are left out by TexasSolver
_BLINDS = (1, 2)  # pots that TexasSolver mistakes for the blinds
_WITHOUT_EFFECT = (
    *("build_tree", "start_solve", "set_print_interval", "set_use_isomorphism", "set_dump_rounds"),
    *("set_use_halffloats", "set_enable_range", "set_dump_format"),
)
# Commands with one number, and what it is.
_NUMBERS = {
    "set_pot": "the pot",
    "set_effective_stack": "the stack",
    "set_allin_threshold": "the threshold",
    "set_raise_limit": "the number of raises",
    "set_accuracy": "the accuracy",
    "set_max_iteration": "the number of iterations",
    "set_thread_num": "the number of threads",
}
_CHIPS = ("set_pot", "set_effective_stack")


@dataclass
class _Parameters:
    """What the commands so far have set."""

    numbers: dict[str, float] = field(default_factory=dict)  # of `_NUMBERS`
    board: tuple[int, ...] = ()
    ranges: dict[str, Range] = field(default_factory=dict)
    percents: dict[tuple[str, str, str], tuple[float, ...]] = field(default_factory=dict)
    all_ins: set[tuple[str, str]] = field(default_factory=set)
    save: str | None = None
    losses: list[str] = field(default_factory=list)


def parse_texas_parameters(text: str) -> ImportedSpot:
    """Read a parameter file.

    Args:
        text: Commands like `set_pot 100`, one per line.

    Returns:
        The spot and the settings of the run; its losses are unknown commands, hands that
        TexasSolver leaves out, and illegal bets.

    Raises:
        InputError: If a command is missing or wrong. The message starts with the number of a wrong
            line.

    >>> river = '''
    ... set_pot 100
    ... set_effective_stack 200
    ... set_board Qs,Jh,2h,7c,4d
    ... set_range_ip QQ,AJs
    ... set_range_oop AA,KQs:0.5
    ... set_bet_sizes oop,river,bet,50
    ... set_bet_sizes ip,river,raise,60
    ... set_allin_threshold 1.0
    ... build_tree
    ... set_accuracy 0.5
    ... start_solve
    ... '''
    >>> parse_texas_parameters(river).spot.tree.actions(1)
    ('k',)
    """
    parameters = _Parameters()
    for line in text_lines(text):
        name = line.words[0].lower()
        if name in _NUMBERS:
            parameters.numbers[name] = number = line.number_at(1, _NUMBERS[name])
            if name in _CHIPS and not number:
                raise line.error(f"{_NUMBERS[name]} must be above 0 chips, got 0")
        elif name in _COMMANDS:
            _COMMANDS[name](parameters, line)
        elif name not in _WITHOUT_EFFECT:
            parameters.losses.append(
                f"line {line.number}: {name[:40]} is not known and was skipped"
            )
    return _imported(parameters)


def read_texas_parameters(path: str | Path) -> ImportedSpot:
    """Read a parameter file.

    Args:
        path: A text file of commands.

    Returns:
        The spot, settings and losses, as from `parse_texas_parameters`.

    Raises:
        InputError: If the file cannot be read, or does not set up a spot.
    """
    return read_file(path, parse_texas_parameters)


def texas_parameters_text(
    spot: Spot,
    *,
    target_pot_percent: float = 0.5,
    max_iterations: int = 200,
    threads: int = 8,
    save: str = "output_result.json",
) -> ExportedText:
    """Return a parameter file that solves a spot, and what of the spot it does not contain.

    Args:
        spot: Its tree is written as menus of bet sizes, as far as they can describe it.
        target_pot_percent: Exploitability in percent of the pot at which TexasSolver stops.
        max_iterations: Number of iterations after which it stops at the latest.
        threads: Number of threads it uses.
        save: File that it writes the result to.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA", ip="QQ", bets="50%, a", raises="60%")
    >>> parameters = texas_parameters_text(spot.with_rules(max_raises=1))
    >>> print(parameters.text.partition("set_allin")[0].strip())
    set_pot 100
    set_effective_stack 200
    set_board Qs,Jh,2h,7c,4d
    set_range_oop AA
    set_range_ip QQ
    set_bet_sizes oop,river,bet,50
    set_bet_sizes oop,river,raise,60
    set_bet_sizes oop,river,allin
    set_bet_sizes ip,river,bet,50
    set_bet_sizes ip,river,raise,60
    set_bet_sizes ip,river,allin
    >>> parameters.losses
    ()
    """
    rules = spot.rules
    menus, losses = texas_menus(spot)
    lines = [f"set_pot {rules.pot_chips}", f"set_effective_stack {rules.stack_chips[0]}"]
    lines.append(f"set_board {','.join(cards_text([card]) for card in spot.board)}")
    for seat, range_ in zip(SEATS, spot.ranges, strict=True):
        lines.append(f"set_range_{seat} {plain_range_text(range_)}")
    losses += [loss for _, loss in map(_without_small, SEATS, spot.live_ranges) if loss]
    for seat in SEATS:
        for street in STREETS[spot.street - 1 :]:
            for kind in KINDS:
                if percents := menus.percents.get((seat, street, kind)):
                    sizes = ",".join(f"{percent:.15g}" for percent in percents)
                    lines.append(f"set_bet_sizes {seat},{street},{kind},{sizes}")
            if (seat, street) in menus.all_ins:
                lines.append(f"set_bet_sizes {seat},{street},allin")
    lines.append(f"set_allin_threshold {menus.threshold:.1f}")
    if menus.max_raises != DEFAULT_RAISES:
        lines.append(f"set_raise_limit {menus.max_raises}")
    lines += ["build_tree", f"set_thread_num {threads}", f"set_accuracy {target_pot_percent:g}"]
    lines += [f"set_max_iteration {max_iterations}", "set_print_interval 10"]
    lines += ["set_use_isomorphism 1", "start_solve", f"set_dump_rounds {4 - spot.street}"]
    lines.append(f"dump_result {save}")
    return ExportedText("\n".join(lines) + "\n", (*losses, *_unsaid(spot, menus)))


def _unsaid(spot: Spot, menus: TexasMenus) -> list[str]:
    losses = []
    if spot.rules.chip != 1:
        losses.append(
            f"amounts are counted in chips of {spot.rules.chip:g}: TexasSolver bets whole numbers"
        )
    unit = spot.rules.chip
    different = count_differences(spot.tree, lambda decision: menus.bets(decision, unit))
    if different:
        total = int((spot.tree.kind == Kind.ACTION).sum())
        losses.append(f"{different} of {total} decisions have other bets in TexasSolver")
    if spot.rules.pot_chips in _BLINDS:
        losses.append(f"TexasSolver mistakes a pot of {spot.rules.pot_chips} for the blinds")
    if spot.rake != NO_RAKE:
        losses.append("the rake")
    if spot.locks:
        losses.append(f"{len(spot.locks)} locks")
    if spot.gadget is not None:
        losses.append("the gadget of a subgame")
    return losses


def _without_small(seat: str, range_: Range) -> tuple[Range, str]:
    """Return a range without the hands that TexasSolver leaves out, and their number."""
    weights = range_.weights
    kept = Range(np.where(weights > MIN_WEIGHT, weights, 0))
    if left_out := len(range_) - len(kept):
        return kept, f"{left_out} hands of {seat} with a weight of {MIN_WEIGHT} or less"
    return kept, ""


# Reading.


def _set_board(parameters: _Parameters, line: TextLine) -> None:
    parameters.board = line.parsed(parse_board, "".join(line.words[1:]).replace(",", ""))
    if len(parameters.board) not in STREETS_BY_CARDS:
        raise line.error(f"board must have 3 to 5 cards, got {len(parameters.board)}")


def _set_range(parameters: _Parameters, line: TextLine) -> None:
    seat = line.words[0].lower().rpartition("_")[2]
    range_ = line.parsed(Range, "".join(line.words[1:]))
    parameters.ranges[seat], loss = _without_small(seat, range_)
    if loss:
        parameters.losses.append(f"line {line.number}: {loss}")


def _set_sizes(parameters: _Parameters, line: TextLine) -> None:
    parts = [part.strip() for part in "".join(line.words[1:]).lower().split(",")]
    if len(parts) < 3 or parts[0] not in SEATS or parts[1] not in STREETS:
        raise line.error(
            "set_bet_sizes must have a player, a street and a kind, like 'oop,flop,bet,50'"
        )
    seat, street, kind = parts[:3]
    if kind == "allin":
        parameters.all_ins.add((seat, street))
    elif kind in KINDS:
        sizes = tuple(line.number_of(part, "a size") for part in parts[3:] if part)
        if not all(sizes):
            raise line.error("a size must be above 0 percent of the pot, got 0")
        parameters.percents[seat, street, kind] = sizes
    else:
        raise line.error(f"kind must be {', '.join(KINDS)} or allin, got {kind[:40]!r}")


def _dump_result(parameters: _Parameters, line: TextLine) -> None:
    parameters.save = line.text.strip().partition(" ")[2].strip()


_COMMANDS: dict[str, Callable[[_Parameters, TextLine], None]] = {
    "set_board": _set_board,
    "set_range_oop": _set_range,
    "set_range_ip": _set_range,
    "set_bet_sizes": _set_sizes,
    "dump_result": _dump_result,
}


def _imported(parameters: _Parameters) -> ImportedSpot:
    """Build the spot of a file that has been read."""
    numbers = parameters.numbers
    for name, is_given in (
        *((command, command in numbers) for command in _CHIPS),
        ("set_board", bool(parameters.board)),
        *((f"set_range_{seat}", seat in parameters.ranges) for seat in SEATS),
    ):
        if not is_given:
            raise InputError(f"the file has no {name}")
    menus = TexasMenus(
        parameters.percents,
        frozenset(parameters.all_ins),
        numbers.get("set_allin_threshold", DEFAULT_THRESHOLD),
        int(numbers.get("set_raise_limit", DEFAULT_RAISES)),
    )
    spot = Spot.of(
        cards_text(parameters.board),
        numbers["set_pot"],
        numbers["set_effective_stack"],
        oop=parameters.ranges["oop"],
        ip=parameters.ranges["ip"],
        sizes=texas_sizes(menus),
        max_raises=max(menus.max_raises, 1),
    )
    rules, illegal = fit_rules(spot.rules, menus.bets)
    losses = list(parameters.losses)
    if illegal:
        losses.append(f"raises that are smaller than the rules allow: {named_bets(illegal)}")
    if spot.pot in _BLINDS:
        losses.append(f"TexasSolver mistakes a pot of {spot.pot:g} for the blinds")
    iterations = numbers.get("set_max_iteration")
    settings = RunSettings(
        target_pot_percent=numbers.get("set_accuracy"),
        max_iterations=None if iterations is None else int(iterations),
        threads=int(numbers.get("set_thread_num", 0)) or None,  # 0: all of them
        save=parameters.save,
    )
    return ImportedSpot(replace(spot, rules=rules), settings, tuple(losses))
