"""PioSOLVER's scripts: commands of its text interface (UPI) that set up and solve a spot.

The commands are described at https://piosolver.com/docs/upi/commands; others checked the meaning of
`add_line` against the trees that PioSOLVER builds (docs/how_to/files_of_other_solvers.md).
PioSOLVER counts in whole chips. A comment that we add, which PioSOLVER skips, states how much a
chip is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from pathlib import Path

from fifthstreet.cards import HOLE_COUNT, Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.formats.betting_lines import Steps, added_and_removed, line_steps, tree_lines
from fifthstreet.formats.imported import ExportedText, ImportedSpot, RunSettings
from fifthstreet.formats.range_texts import weights_text
from fifthstreet.formats.text_lines import TextLine, read_file, text_lines
from fifthstreet.solvers.postflop import SEATS, STREETS_BY_CARDS, Spot, parse_board
from fifthstreet.tree import NO_RAKE, Rake, Sizes, natural_chip, whole_chips

_CHIP_COMMENT = re.compile(r"#\s*one chip is ([\d.e-]+)")
_SEAT_WORDS = {"oop": 0, "0": 0, "ip": 1, "1": 1}
# Commands for how to run or what to show: nothing of the spot depends on them.
_WITHOUT_EFFECT = (
    *("build_tree", "exit", "free_tree", "is_ready", "set_algorithm", "set_end_string"),
    *("set_info_freq", "set_isomorphism", "set_recalc_accuracy", "stop", "wait_for_solver"),
)


@dataclass
class _Script:
    """What the commands so far have set."""

    chip: float | None = None  # from our comment
    ranges: dict[int, Range] = field(default_factory=dict)
    board: tuple[int, ...] = ()
    pot: tuple[TextLine, float] | None = None
    stack: tuple[TextLine, float] | None = None
    rake: tuple[float, float] | None = None
    lines: list[tuple[TextLine, list[float]]] = field(default_factory=list)
    accuracy: tuple[float, bool] | None = None  # and whether it is a share of the pot
    settings: RunSettings = field(default_factory=RunSettings)
    losses: list[str] = field(default_factory=list)


def parse_pio_script(text: str) -> ImportedSpot:
    """Read a script.

    Args:
        text: Commands like `set_pot 0 0 100`, one per line.

    Returns:
        The spot and the settings of the run; its losses are unknown commands.

    Raises:
        InputError: If a command is missing or wrong. The message starts with the number of a wrong
            line.

    >>> river = '''
    ... set_range OOP AA,KQs
    ... set_range IP QQ,AJs
    ... set_board QsJh2h7c4d
    ... set_pot 0 0 100
    ... set_eff_stack 200
    ... add_line 0 50 200
    ... add_line 0 0
    ... build_tree
    ... '''
    >>> parse_pio_script(river).spot.rules.added
    ('r:k:b50:b200',)
    """
    script = _Script()
    for line in text_lines(text):
        if line.text.lstrip().startswith("#"):
            if comment := _CHIP_COMMENT.match(line.text.strip()):
                script.chip = line.number_of(comment[1], "a chip")
            continue
        name = line.words[0].lower()
        if name in _COMMANDS:
            _COMMANDS[name](script, line)
        elif name not in _WITHOUT_EFFECT and not name.startswith("show_"):
            script.losses.append(f"line {line.number}: {name[:40]} is not known and was skipped")
    return _imported(script)


def read_pio_script(path: str | Path) -> ImportedSpot:
    """Read the file of a script.

    Args:
        path: A text file of commands.

    Returns:
        The spot, settings and losses, as from `parse_pio_script`.

    Raises:
        InputError: If the file cannot be read, or does not set up a spot.
    """
    return read_file(path, parse_pio_script)


def pio_script_text(
    spot: Spot, *, target_pot_percent: float | None = None, save: str | None = None
) -> ExportedText:
    """Return a script that solves a spot, and what of the spot it does not contain.

    Args:
        spot: Every line of its tree becomes an `add_line`.
        target_pot_percent: Exploitability in percent of the pot at which PioSOLVER stops; None for
            PioSOLVER's own setting.
        save: File that PioSOLVER saves the tree to; None for no file.

    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA", ip="QQ", bets="50%", raises="a")
    >>> script = pio_script_text(spot, target_pot_percent=0.5).text
    >>> print(script[script.index("set_board"):].partition("add_line")[0].strip())
    set_board QsJh2h7c4d
    set_pot 0 0 100
    set_eff_stack 200
    set_isomorphism 1 0
    clear_lines
    >>> parse_pio_script(script).spot.tree.actions(4)
    ('f', 'c', 'a')
    """
    rules = spot.rules
    lines = [f"# one chip is {rules.chip!r}"] if rules.chip != 1 else []
    for seat, range_ in zip(SEATS, spot.ranges, strict=True):
        lines.append(f"set_range {seat.upper()} {weights_text(range_)}")
    lines += [
        f"set_board {cards_text(spot.board)}",
        f"set_pot 0 0 {rules.pot_chips}",
        f"set_eff_stack {rules.stack_chips[0]}",
        "set_isomorphism 1 0",
    ]
    if spot.rake != NO_RAKE:
        largest = rules.pot_chips + sum(rules.stack_chips)
        cap = min(spot.rake.cap / rules.chip, largest)
        lines.append(f"set_rake {spot.rake.rate!r} {cap:.15g}")
    lines.append("clear_lines")
    lines += [f"add_line {' '.join(map(str, line))}" for line in tree_lines(spot.tree)]
    lines.append("build_tree")
    if target_pot_percent is not None:
        lines.append(f"set_accuracy {target_pot_percent / 100:.15g} fraction")
    lines += ["go", "wait_for_solver"]
    if save is not None:
        lines.append(f'dump_tree "{save}"')
    return ExportedText("\n".join(lines) + "\n", _unsaid(spot))


def _unsaid(spot: Spot) -> tuple[str, ...]:
    losses = []
    if spot.rules.chip != 1:
        losses.append(
            f"amounts are counted in chips of {spot.rules.chip:g}: PioSOLVER requires whole numbers"
        )
    if kept := [path for path in spot.rules.removed if path[-2:] in (":f", ":c")]:
        losses.append(f"removed folds and calls are in PioSOLVER's tree: {', '.join(kept)}")
    if spot.locks:
        losses.append(f"{len(spot.locks)} locks")
    if spot.gadget is not None:
        losses.append("the gadget of a subgame")
    return tuple(losses)


# Reading.


def _set_range(script: _Script, line: TextLine) -> None:
    words = line.words
    seat = _SEAT_WORDS.get(words[1].lower()) if len(words) > 1 else None
    if seat is None:
        raise line.error("set_range must name OOP or IP")
    try:
        script.ranges[seat] = Range(" ".join(words[2:]))
    except InputError as error:
        count = len(words) - 2
        if count in (1, HOLE_COUNT):
            raise line.error(str(error)) from None
        raise line.error(f"set_range must have {HOLE_COUNT} numbers, got {count}") from None


def _set_board(script: _Script, line: TextLine) -> None:
    script.board = line.parsed(parse_board, "".join(line.words[1:]))
    if len(script.board) not in STREETS_BY_CARDS:
        raise line.error(f"board must have 3 to 5 cards, got {len(script.board)}")


def _set_pot(script: _Script, line: TextLine) -> None:
    for place, seat in enumerate(SEATS, 1):
        if line.number_at(place, f"what {seat} has put in"):
            raise line.error(
                f"set_pot must be 'set_pot 0 0' and the whole pot, got chips of {seat}"
            )
    script.pot = (line, line.number_at(3, "the pot"))


def _set_stack(script: _Script, line: TextLine) -> None:
    script.stack = (line, line.number_at(1, "the stack"))


def _set_rake(script: _Script, line: TextLine) -> None:
    rate, cap = line.number_at(1, "the rake"), line.number_at(2, "the cap")
    if rate >= 1:
        raise line.error(f"the rake must be a share of the pot, like 0.05, got {rate:g}")
    script.rake = (rate, cap)


def _add_line(script: _Script, line: TextLine) -> None:
    totals = [line.number_of(word, "a total") for word in line.words[1:]]
    if not totals:
        raise line.error("add_line has no numbers: add what the player who acts has put in")
    script.lines.append((line, totals))


def _remove_line(script: _Script, line: TextLine) -> None:
    totals = [line.number_of(word, "a total") for word in line.words[1:]]
    left = [each for each in script.lines if each[1][: len(totals)] != totals]
    if not totals or len(left) == len(script.lines):
        raise line.error("remove_line must have the first numbers of a line before it")
    script.lines = left


def _clear_lines(script: _Script, line: TextLine) -> None:
    script.lines.clear()


def _set_accuracy(script: _Script, line: TextLine) -> None:
    mode = line.words[2] if len(line.words) > 2 else "chips"
    if mode not in ("chips", "fraction"):
        raise line.error(f"the accuracy must be in chips or fraction, got {mode[:40]!r}")
    script.accuracy = (line.number_at(1, "the accuracy"), mode == "fraction")


def _set_threads(script: _Script, line: TextLine) -> None:
    threads = int(line.number_at(1, "the number of threads"))
    script.settings = replace(script.settings, threads=threads or None)  # 0: all of them


def _go(script: _Script, line: TextLine) -> None:
    if len(line.words) == 1:
        return
    amount = line.number_at(1, "the time")
    if line.words[2:] in ([], ["seconds"]):
        script.settings = replace(script.settings, seconds=amount)
    elif line.words[2:] == ["steps"]:
        script.settings = replace(script.settings, max_iterations=int(amount))
    else:
        unit = " ".join(line.words[2:])[:40]
        raise line.error(f"the unit of go must be seconds or steps, got {unit!r}")


def _dump_tree(script: _Script, line: TextLine) -> None:
    name = line.text.strip().partition(" ")[2].strip()
    quoted = re.match(r'"([^"]*)"', name)
    script.settings = replace(script.settings, save=quoted[1] if quoted else name.split(" ")[0])


_COMMANDS: dict[str, Callable[[_Script, TextLine], None]] = {
    "set_range": _set_range,
    "set_board": _set_board,
    "set_pot": _set_pot,
    "set_eff_stack": _set_stack,
    "set_rake": _set_rake,
    "add_line": _add_line,
    "remove_line": _remove_line,
    "clear_lines": _clear_lines,
    "set_accuracy": _set_accuracy,
    "set_threads": _set_threads,
    "go": _go,
    "dump_tree": _dump_tree,
}


def _imported(script: _Script) -> ImportedSpot:
    """Build the spot of a script that has been read."""
    if not script.board or script.pot is None or script.stack is None:
        given = {"set_board": script.board, "set_pot": script.pot, "set_eff_stack": script.stack}
        missing = next(name for name, value in given.items() if not value)
        raise InputError(f"the script has no {missing}")
    for seat, name in enumerate(SEATS):
        if seat not in script.ranges:
            raise InputError(f"the script has no 'set_range {name.upper()}'")
    amounts = [script.pot[1], script.stack[1], *(n for _, totals in script.lines for n in totals)]
    unit = script.chip or 1.0
    chip = unit * natural_chip(amounts)
    street = STREETS_BY_CARDS[len(script.board)]
    counts = [_count(*given, chip / unit) for given in (script.pot, script.stack)]
    steps = [_steps(line, totals, counts[1], street, chip / unit) for line, totals in script.lines]
    added, removed = added_and_removed(steps, chip)
    pot, stack = (float(f"{count * chip:.15g}") for count in counts)
    spot = Spot.of(
        cards_text(script.board),
        pot,
        stack,
        oop=script.ranges[0],
        ip=script.ranges[1],
        sizes=Sizes.uniform(),
        rake=_rake(script, unit, pot + 2 * stack),
        added=added,
        removed=removed,
        chip=chip,
    )
    return ImportedSpot(spot, _settings(script, pot, unit), tuple(script.losses))


def _count(line: TextLine, amount: float, chip: float) -> int:
    count = whole_chips(amount, chip)
    if not count:
        raise line.error(f"chips must be above 0, got {amount:g}")
    return count


def _steps(line: TextLine, totals: list[float], stack: int, street: int, chip: float) -> Steps:
    counts = [whole_chips(total, chip) for total in totals]
    try:
        return line_steps([count or 0 for count in counts], stack, street)
    except InputError as error:
        raise line.error(str(error)) from None


def _rake(script: _Script, unit: float, largest_pot: float) -> Rake:
    if script.rake is None or script.rake[0] == 0:
        return NO_RAKE
    # Products and sums of decimals have errors in their last digits.
    cap, largest = (float(f"{chips:.15g}") for chips in (script.rake[1] * unit, largest_pot))
    return Rake(script.rake[0], inf if cap >= largest else cap)


def _settings(script: _Script, pot: float, unit: float) -> RunSettings:
    if script.accuracy is None:
        return script.settings
    accuracy, is_share = script.accuracy
    percent = 100 * accuracy if is_share else 100 * accuracy * unit / pot
    return replace(script.settings, target_pot_percent=float(f"{percent:.12g}"))
