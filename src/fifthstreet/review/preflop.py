"""Preflop ranges by position and action, and of the players of a hand.

docs/reference/python/review.md describes the actions and how the bundled files are derived from
solved charts. A file of ranges is TOML:

    players = 6
    stack = 100

    [open]              # raises first in, by position
    CO = "..."

    [call.CO]           # calls CO's raise, by position
    BTN = "..."
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from pathlib import Path
from typing import Any, Protocol

from fifthstreet.cards import RANGE_CHARTS, Range, chart_toml
from fifthstreet.errors import InputError, NotFoundError
from fifthstreet.game import State
from fifthstreet.review.entering import entering_range
from fifthstreet.review.hands import PlayedHand
from fifthstreet.review.solved_charts import ChartEntry, SolvedCharts, shipped_charts
from fifthstreet.solvers.ring import RING_FILE, RingStrategy, open_ring
from fifthstreet.solvers.search.preflop import KIND, PreflopStrategy, open_preflop, strategy_path
from fifthstreet.support.storage import open_container
from fifthstreet.tree import POSITIONS, position_names

# Actions whose ranges depend on the player's own position only.
PLAIN_ACTIONS = (
    *("open", "limp", "check", "raise_limp", "limp_call", "call_3bet", "four_bet"),
    *("cold_call", "cold_four_bet"),
)
# Actions whose ranges also depend on who raised first.
ACTIONS_AGAINST = ("call", "three_bet", "call_4bet", "five_bet")
ANY_HAND = "any hand"  # instead of a file, where charts have no range
_WITH_LIMPS = ("limp", "check", "raise_limp", "limp_call")
_WORDS = {
    "open": "raises first in",
    "limp": "limps",
    "check": "checks after limps",
    "raise_limp": "raises limps",
    "limp_call": "limps and calls",
    "call_3bet": "raises and calls a 3-bet",
    "four_bet": "raises and 4-bets",
    "cold_call": "calls a 3-bet or more cold",
    "cold_four_bet": "4-bets cold",
    "call": "calls {}'s raise",
    "three_bet": "3-bets {}'s raise",
    "call_4bet": "3-bets {}'s raise and calls a 4-bet",
    "five_bet": "3-bets {}'s raise and 5-bets",
}
_ACTIONS = f"{', '.join(PLAIN_ACTIONS)}, or {', '.join(ACTIONS_AGAINST)} with a position"


@dataclass(frozen=True)
class PreflopRange:
    """The range of a player after their preflop actions."""

    position: str
    action: str  # like `call`, with the raiser's position where that matters: `call.CO`
    range: Range
    file: str  # where it is from
    path: str | None = None  # in the tree of a solved chart, where the range is from one

    def __str__(self) -> str:
        if self.path is not None:
            return f"{self.position} after {self.path} ({self.file})"
        action, _, raiser = self.action.partition(".")
        return f"{self.position} {_WORDS[action].format(raiser)} ({self.file})"


@dataclass(frozen=True, eq=False, repr=False)
class RangeFile:
    """The ranges of one file, by action and position."""

    name: str
    players: int
    stack: float  # big blinds
    ranges: Mapping[tuple[str, str], Range]  # by (action, position), like ("call.CO", "BTN")

    def __repr__(self) -> str:
        return f"<RangeFile {self.name}: {len(self.ranges)} ranges>"


class PreflopRanges:
    """Preflop ranges for tables of all sizes and depths.

    `PreflopRanges()` has the solved charts of the package, and the named ranges that were made from
    them. A user's file, or the files of a folder, replace single ranges: a file needs only the
    ranges that differ. A file of `fifthstreet preflop`, or the name of a strategy of the package,
    replaces the charts for tables of its size.

    >>> ranges = PreflopRanges()
    >>> ranges.find(6, 100, "BTN", "open").range.percent > 40
    True
    """

    def __init__(
        self, path: str | Path | None = None, *, charts: SolvedCharts | None = None
    ) -> None:
        """Read the ranges.

        Args:
            path: A file or folder of TOML files, or a file of a solved strategy.
            charts: Solved charts; by default the charts of the package.
        """
        self.path = None if path is None else Path(path)
        strategy = None if self.path is None else _read_strategy(self.path)
        is_own = self.path is not None and strategy is None
        self.own = _own_files(self.path) if is_own and self.path is not None else ()
        self.charts = charts or SolvedCharts(_entries_with(strategy, str(path)))
        """The solved charts."""

    def __repr__(self) -> str:
        return f"<PreflopRanges: {'bundled' if self.path is None else self.path}>"

    def find(self, players: int, stack: float, position: str, action: str) -> PreflopRange:
        """Return a range by number of players, stack in big blinds, position and action.

        NotFoundError if the range is missing.
        """
        for file in self._files(players, stack):
            if (action, position) in file.ranges:
                range_ = file.ranges[action, position]
                return PreflopRange(position, action, range_, file.name)
        raise NotFoundError(f"no preflop range {action!r} of {position} with {players} players")

    def file(self, players: int, stack: float) -> RangeFile:
        """Return all ranges for a table; a user's ranges replace bundled ones."""
        first, *others = self._files(players, stack)
        ranges = {key: each for file in (*others, first) for key, each in file.ranges.items()}
        return RangeFile(first.name, first.players, first.stack, ranges)

    def _files(self, players: int, stack: float) -> list[RangeFile]:
        """Return the files for a table, a user's first, with the stacks that are nearest."""
        size = _table_size(players)
        own = [each for each in self.own if each.players == size]
        return [nearest_file(each, stack) for each in (own, bundled(size)) if each]

    def own_file(self, players: int, stack: float) -> RangeFile | None:
        """Return a user's ranges for a table; None if there are none for its size."""
        own = [each for each in self.own if each.players == _table_size(players)]
        return nearest_file(own, stack) if own else None

    def of_hand(self, hand: PlayedHand) -> dict[int, PreflopRange]:
        """Return the ranges of the players of a hand after its preflop betting, by seat.

        A range of a user's file is used where it has the action of a player. Otherwise the range is
        how often each hand of the solved chart gets there; where the chart does not have the line,
        it is a named range. Players who folded, or had nothing to decide, have none.
        """
        preflop = [decision for decision in hand.decisions if decision.street == 0]
        if not preflop:
            return {}
        state = preflop[0].state
        names = position_names(state.player_count)
        depth = depth_of(state, hand.big_blind)
        own = self.own_file(state.player_count, depth)
        found = {}
        for seat, action in preflop_actions(preflop, names).items():
            if own is not None and (action, names[seat]) in own.ranges:
                range_ = own.ranges[action, names[seat]]
                found[seat] = PreflopRange(names[seat], action, range_, own.name)
                continue
            solved = entering_range(self.charts, hand, preflop, seat)
            if solved is None:
                found[seat] = self._found(state.player_count, depth, names[seat], action)
            else:
                found[seat] = PreflopRange(
                    names[seat], action, solved.range, solved.words, solved.path
                )
        return found

    def _found(self, players: int, stack: float, position: str, action: str) -> PreflopRange:
        """Find a range; where the order of play is unusual, as after a straddle, the nearest.

        Charts without limps have no range of players who limp, or raise limps: any hand.
        """
        places = [(position, action), ("BB", action)]
        if action not in _WITH_LIMPS:
            places.append((position, "cold_call"))
        for place in places:
            try:
                return self.find(players, stack, *place)
            except NotFoundError:
                continue
        return PreflopRange(position, action, Range.full(), ANY_HAND)


def _table_size(players: int) -> int:
    """Return the size of a table with ranges for a number of players."""
    return next(each for each in (2, 6, 9) if players <= each or each == 9)


class SeatAction(Protocol):
    """An action in turn, such as a decision."""

    @property
    def seat(self) -> int:
        """Seat of the player."""

    @property
    def action(self) -> str:
        """What was done, as in a path."""


def preflop_actions(decisions: Sequence[SeatAction], names: tuple[str, ...]) -> dict[int, str]:
    """Return the action of each player who has not folded, by seat, as files of ranges name it."""
    actions: dict[int, str] = {}
    raises = 0
    opener = -1
    has_limped: set[int] = set()
    for decision in decisions:
        seat = decision.seat
        before = actions.get(seat, "")
        if decision.action == "f":
            actions.pop(seat, None)
        elif decision.action.startswith("b"):
            raises += 1
            if raises == 1:
                actions[seat] = "raise_limp" if has_limped else "open"
                opener = seat
            else:
                actions[seat] = _raise_name(raises, seat == opener, before, names[opener])
        elif raises == 0:
            if decision.action == "k":
                actions[seat] = "check"
            else:
                actions[seat] = "limp"
                has_limped.add(seat)
        else:
            actions[seat] = _call_name(raises, seat == opener, before, names[opener])
    return actions


def _raise_name(raises: int, is_opener: bool, before: str, opener: str) -> str:
    """Return the name of a raise that is not the first; `before` is the player's last action."""
    if raises == 2:
        return f"three_bet.{opener}" if before != "limp" else "cold_four_bet"
    if is_opener:
        return "four_bet"
    return f"five_bet.{opener}" if before.startswith("three_bet") else "cold_four_bet"


def _call_name(raises: int, is_opener: bool, before: str, opener: str) -> str:
    """Return the name of a call of a raise; `before` is the player's last action."""
    if raises == 1:
        return "limp_call" if before == "limp" else f"call.{opener}"
    if is_opener:
        return "call_3bet" if raises == 2 else "four_bet"
    return f"call_4bet.{opener}" if before.startswith("three_bet") else "cold_call"


def depth_of(state: State, big_blind: float) -> float:
    """Return the second largest starting stack of a hand, in big blinds."""
    return sorted(map(float, state.starting_stacks), reverse=True)[1] / big_blind


def nearest_file(candidates: tuple[RangeFile, ...] | list[RangeFile], stack: float) -> RangeFile:
    """Return the file whose stack is nearest to a number of big blinds, as a ratio."""
    return min(candidates, key=lambda file: abs(log(max(stack, 1) / file.stack)))


def _read_strategy(path: Path) -> RingStrategy | PreflopStrategy | None:
    """Return the strategy of a file of `fifthstreet preflop`, by path or name; else None."""
    file = strategy_path(path)
    if file.is_dir() or file.suffix == ".toml":
        return None
    try:
        kind = open_container(file, None).kind
    except (OSError, InputError):  # the next reader reports what is wrong
        return None
    if kind == RING_FILE:
        return open_ring(file)
    return open_preflop(file) if kind == KIND else None


def _entries_with(
    strategy: RingStrategy | PreflopStrategy | None, name: str
) -> tuple[ChartEntry, ...]:
    """Return the charts of the package, with a strategy in place of those for as many seats."""
    if strategy is None:
        return shipped_charts()
    rules = strategy.tree.rules
    depth = sorted(rules.stacks)[-2] / max(rules.blinds[:2])
    own = ChartEntry(name, rules.players, depth, lambda: strategy)
    return (own, *(each for each in shipped_charts() if each.seats != own.seats))


@cache
def bundled(players: int) -> tuple[RangeFile, ...]:
    """Return the bundled files, that for 100 big blinds first.

    Args:
        players: Size of the table: 2, 6 or 9.
    """
    return tuple(map(bundled_file, (each for each in RANGE_CHARTS if each[0] == str(players))))


def bundled_file(chart: str) -> RangeFile:
    """Return the bundled file of a chart.

    Args:
        chart: One of `fifthstreet.cards.RANGE_CHARTS`, like `6max_100`.
    """
    return parse_ranges(chart_toml(chart), RANGE_CHARTS[chart])


def _own_files(path: Path) -> tuple[RangeFile, ...]:
    paths = sorted(path.glob("*.toml")) if path.is_dir() else [path]
    if not paths:
        raise InputError(f"the folder of ranges must have TOML files, got {str(path)!r}")
    return tuple(_read(each) for each in paths)


def _read(path: Path) -> RangeFile:
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"cannot read {str(path)!r}: not UTF-8 text") from None
    return parse_ranges(text, path.name)


def parse_ranges(text: str, name: str) -> RangeFile:
    """Parse a file of preflop ranges; an InputError names the wrong field."""
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers with thousands of digits
        raise InputError(f"{name}: not TOML: {error}") from None
    players, stack = fields.pop("players", None), fields.pop("stack", None)
    if not isinstance(players, int) or players not in POSITIONS:
        raise InputError(f"{name}: players must be 2, 6 or 9, got {players!r}")
    if isinstance(stack, bool) or not isinstance(stack, int | float) or not 0 < stack < 1e9:
        raise InputError(f"{name}: stack must be a number of big blinds, like 100, got {stack!r}")
    ranges: dict[tuple[str, str], Range] = {}
    for action, table in fields.items():
        if action in PLAIN_ACTIONS:
            _add(ranges, name, action, table, players)
        elif action in ACTIONS_AGAINST and isinstance(table, dict):
            for raiser, against in table.items():
                _check_position(f"{name}: {action}", raiser, players)
                _add(ranges, name, f"{action}.{raiser}", against, players)
        else:
            raise InputError(f"{name}: actions must be {_ACTIONS}, got {action!r}")
    return RangeFile(name, players, float(stack), ranges)


def _add(
    ranges: dict[tuple[str, str], Range], name: str, action: str, table: Any, players: int
) -> None:
    if not isinstance(table, dict):
        raise InputError(f"{name}: {action} must be ranges by position, got {table!r}")
    for position, text in table.items():
        _check_position(f"{name}: {action}", position, players)
        if not isinstance(text, str):
            raise InputError(
                f"{name}: {action}.{position} must be hands like 'TT+,AKs', got {text!r}"
            )
        try:
            ranges[action, position] = Range.parse(text)
        except ValueError as error:
            raise InputError(f"{name}: {action}.{position}: {error}") from None


def _check_position(where: str, position: str, players: int) -> None:
    if position not in POSITIONS[players]:
        positions = ", ".join(POSITIONS[players])
        raise InputError(f"{where}: position must be one of {positions}, got {position!r}")
