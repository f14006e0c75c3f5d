"""Derive the named preflop ranges from the solved charts: cards/data/preflop/*.toml.

Run as `python -m tools.derive_preflop_ranges`; it takes some seconds. Each range is what a chart of
the package plays, rounded to tenths. docs/reference/python/review.md lists the actions. A test
derives the files again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_SIZES, HOLE_CLASS, HOLE_COUNT, RANGE_CHARTS, Range
from fifthstreet.game.notation.writers.toml import field_line
from fifthstreet.review import load_blueprint
from fifthstreet.solvers.ring import RingStrategy
from fifthstreet.solvers.search.preflop import PreflopStrategy
from fifthstreet.tree import Kind, Move, position_names

FOLDER = Path(__file__).parent.parent / "src/fifthstreet/cards/data/preflop"
STEPS = 10  # weights are rounded to tenths
DEALT = CLASS_SIZES / HOLE_COUNT
RAISES = (Move.BET, Move.ALL_IN)
ORDER = (
    *("open", "limp", "check", "raise_limp", "limp_call", "call", "three_bet", "call_3bet"),
    *("four_bet", "call_4bet", "five_bet", "cold_call", "cold_four_bet"),
)
# The two actions of a situation, and the action before it, of which they are parts.
SITUATIONS = (
    ("open", "limp", ""),
    ("raise_limp", "check", ""),
    ("limp_call", "", "limp"),
    ("three_bet", "call", ""),
    ("four_bet", "call_3bet", "open"),
    ("five_bet", "call_4bet", "three_bet"),
    ("cold_four_bet", "cold_call", ""),
)
Row = NDArray[np.float64]  # [169]
Whole = NDArray[np.int64]  # [169]
Chart = RingStrategy | PreflopStrategy


def strategy_name(chart: str) -> str:
    """Return the solved chart behind a chart of ranges, like hu100 behind 2max_100."""
    return chart.replace("2max_", "hu")


def ranges_of(strategy: Chart) -> dict[str, dict[str, Whole]]:
    """Return how often each class takes each action in tenths, by action and position.

    Where a range depends on an opponent whom its name does not have, such as the player who 3-bet,
    it is the mean over opponents, weighted by how often they act like this.
    """
    return _Ranges(strategy).all()


class _Ranges:
    """The ranges of one chart."""

    def __init__(self, strategy: Chart) -> None:
        self.strategy, self.tree = strategy, strategy.tree
        self.names = position_names(self.tree.players)
        self.found: dict[str, dict[str, Row]] = {}

    def all(self) -> dict[str, dict[str, Whole]]:
        """Return all ranges, without empty ones."""
        for node in self._folding(0):
            seat = self._seat(node)
            self._add("open", seat, self._taken(node, RAISES))
            self._add("limp", seat, self._taken(node, (Move.CALL,)))
            if (limped := self._after(node, (Move.CALL,))) is not None:
                self._limped(seat, limped)
            if (raised := self._after(node, RAISES)) is not None:
                self._raised(seat, self._taken(node, RAISES), raised)
        self._cold()
        whole = self._whole()
        return {
            name: whole[name]
            for first in ORDER
            for name in sorted(whole, key=self._opener)
            if name.partition(".")[0] == first
        }

    def _whole(self) -> dict[str, dict[str, Whole]]:
        """Return the ranges in tenths: actions of one situation are never more than before it."""
        nothing = np.zeros(len(DEALT))
        raisers = dict.fromkeys(name.partition(".")[2] for name in self.found)
        whole: dict[str, dict[str, Whole]] = {}
        for active, passive, before in SITUATIONS:
            for suffix in (f".{raiser}" if raiser else "" for raiser in raisers):
                both = [self.found.get(each + suffix, {}) for each in (active, passive)]
                for position in dict.fromkeys(name for table in both for name in table):
                    first, second = (table.get(position, nothing) for table in both)
                    held = whole.get(before + suffix, {}).get(position) if before else None
                    most = STEPS if held is None else held
                    raised = np.minimum(np.rint(first * STEPS), most)
                    called = np.minimum(np.rint((first + second) * STEPS), most) - raised
                    for name, row in ((active, raised), (passive, called)):
                        if row.any():
                            own = whole.setdefault(name + suffix, {})
                            own[position] = row.astype(np.int64)
        return whole

    def _opener(self, name: str) -> int:
        raiser = name.partition(".")[2]
        order = [*self.names[2:], *self.names[:2]]  # as they act before the flop
        return order.index(raiser) if raiser else -1

    def _limped(self, limper: str, node: int) -> None:
        """Add what others do after a limp, and the limper after their raise."""
        for at in self._folding(node):
            seat = self._seat(at)
            if seat == limper:
                return
            self._add("check", seat, self._taken(at, (Move.CHECK,)))
            self._add("raise_limp", seat, self._taken(at, RAISES))
            answer = self._answer(at, limper)
            if answer is not None:
                held = self.found["limp"][limper]
                self._add("limp_call", limper, held * self._taken(answer, (Move.CALL,)))

    def _raised(self, opener: str, opened: Row, node: int) -> None:
        """Add what others do after a raise, and what follows their 3-bets."""
        called, raised = _Mean(), _Mean()
        for at in self._folding(node):
            seat = self._seat(at)
            if seat == opener:
                break
            three_bet = self._taken(at, RAISES)
            self._add(f"call.{opener}", seat, self._taken(at, (Move.CALL,)))
            self._add(f"three_bet.{opener}", seat, three_bet)
            answer = self._answer(at, opener)
            if answer is None:
                continue
            often = float(three_bet @ DEALT)
            called.add(often, opened * self._taken(answer, (Move.CALL,)))
            raised.add(often, opened * self._taken(answer, RAISES))
            last = self._answer(answer, seat)
            if last is not None:
                self._add(f"call_4bet.{opener}", seat, three_bet * self._taken(last, (Move.CALL,)))
                self._add(f"five_bet.{opener}", seat, three_bet * self._taken(last, RAISES))
        self._add("call_3bet", opener, called.value)
        self._add("four_bet", opener, raised.value)

    def _cold(self) -> None:
        """Add what seats do against a raise and a 3-bet that they have not taken part in."""
        calls = {name: _Mean() for name in self.names}
        raises = {name: _Mean() for name in self.names}
        for first in self._folding(0):
            opened = self._after(first, RAISES)
            if opened is None:
                continue
            for second in self._folding(opened):
                three_bet = self._after(second, RAISES)
                opener, raiser = self._seat(first), self._seat(second)
                if raiser == opener:
                    break
                if three_bet is None:
                    continue
                often = float(self._taken(first, RAISES) @ DEALT)
                often *= float(self._taken(second, RAISES) @ DEALT)
                for at in self._folding(three_bet):
                    if self._seat(at) == opener:
                        break
                    calls[self._seat(at)].add(often, self._taken(at, (Move.CALL,)))
                    raises[self._seat(at)].add(often, self._taken(at, RAISES))
        for name in self.names:
            self._add("cold_call", name, calls[name].value)
            self._add("cold_four_bet", name, raises[name].value)

    def _add(self, action: str, position: str, weights: Row | None) -> None:
        if weights is not None:
            self.found.setdefault(action, {})[position] = weights

    def _seat(self, node: int) -> str:
        return self.names[int(self.tree.player[node])]

    def _folding(self, node: int) -> Iterator[int]:
        """Yield the decisions from a node on, if all players fold."""
        while self.tree.kind[node] == Kind.ACTION:
            yield node
            folded = self._after(node, (Move.FOLD,))
            if folded is None:
                return
            node = folded

    def _answer(self, node: int, seat: str) -> int | None:
        """Return a seat's decision after the smallest raise at a node, if all others fold."""
        raised = self._after(node, RAISES)
        if raised is None:
            return None
        return next((at for at in self._folding(raised) if self._seat(at) == seat), None)

    def _after(self, node: int, moves: Sequence[Move]) -> int | None:
        """Return the node after the first action of a kind."""
        return next((at for at in self.tree.children(node) if self.tree.move[at] in moves), None)

    def _taken(self, node: int, moves: Sequence[Move]) -> Row:
        """Return how often each class takes actions of a kind; 0 at decisions left out."""
        chosen = [self.tree.move[at] in moves for at in self.tree.children(node)]
        shares = np.nan_to_num(self.strategy.shares(node))
        total: Row = shares[chosen].sum(axis=0)
        return total


class _Mean:
    """A weighted mean of rows."""

    def __init__(self) -> None:
        self._total, self._weight = np.zeros(len(DEALT)), 0.0

    def add(self, weight: float, row: Row) -> None:
        """Add a row."""
        self._total += weight * row
        self._weight += weight

    @property
    def value(self) -> Row | None:
        """The mean, None without weight."""
        return self._total / self._weight if self._weight > 0 else None


def range_text(tenths: Whole) -> str:
    """Return hands with weights in tenths."""
    return Range((tenths / STEPS)[HOLE_CLASS]).text()


def file_text(chart: str) -> str:
    """Return the text of a file."""
    strategy = load_blueprint(strategy_name(chart))
    assert isinstance(strategy, RingStrategy | PreflopStrategy)
    players = strategy.tree.players
    stack = strategy.tree.rules.stacks[0] / max(strategy.tree.rules.blinds)
    lines = [
        f"# Preflop ranges with {players} players, {stack:g} big blinds deep, from the chart",
        f"# {strategy_name(chart)} by tools/derive_preflop_ranges.py; actions:",
        "# docs/reference/python/review.md.",
        f"players = {players}",
        f"stack = {stack:g}",
    ]
    for name, table in ranges_of(strategy).items():
        keys = ".".join(part if "+" not in part else f'"{part}"' for part in name.split("."))
        rows = (field_line(position, range_text(row)) for position, row in table.items())
        lines += ["", f"[{keys}]", *rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    for old in FOLDER.glob("*.toml"):
        old.unlink()
    for chart, file in RANGE_CHARTS.items():
        (FOLDER / file).write_text(file_text(chart), encoding="utf-8")
        print(f"wrote {FOLDER / file}")
