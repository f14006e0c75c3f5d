"""A spot: what a range solver is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite
from typing import Any

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range, cards_text, parse_cards
from fifthstreet.tree import BettingTree, Menu, Sizes, TreeRules, build, parse_path

SEATS = ("oop", "ip")
STREETS_BY_CARDS = {3: 1, 4: 2, 5: 3}


@dataclass(frozen=True)
class Rake:
    """What the house takes of a pot: a rate, at most `cap` chips."""

    rate: float = 0.0
    cap: float = inf

    def __post_init__(self) -> None:
        """Refuse rakes that no house takes."""
        if not 0 <= self.rate < 1:
            raise ValueError(f"rake.rate is {self.rate:g}; want 0 to 1, like 0.05")
        if not self.cap >= 0:
            raise ValueError(f"rake.cap is {self.cap:g}; want 0 chips or more")


@dataclass(frozen=True)
class Lock:
    """A decision that is given instead of solved.

    `path` may name the cards of its deals; then only those runouts are locked, else all. `hands`
    are the hands it is for, all if None; where several locks meet, the last one counts.
    """

    path: str
    # By action as in a path; what is left out is never done.
    strategy: Mapping[str, float] = field(hash=False)
    hands: Range | None = None

    def __post_init__(self) -> None:
        """Refuse what is no strategy."""
        parse_path(self.path)
        for action, probability in self.strategy.items():
            if not 0 <= probability <= 1:
                raise ValueError(
                    f"lock {self.path!r}: {action} is done {probability:g}; want 0 to 1"
                )
        total = sum(self.strategy.values())
        if abs(total - 1) > 1e-6:
            raise ValueError(f"lock {self.path!r}: probabilities add up to {total:g}; want 1")

    def to_dict(self) -> dict[str, Any]:
        """Plain data for files."""
        data: dict[str, Any] = {"path": self.path, "strategy": dict(self.strategy)}
        if self.hands is not None:
            data["hands"] = self.hands.text()
        return data

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Lock:
        """A lock from plain data."""
        _check_fields("lock", data, {"path", "strategy", "hands"}, {"path", "strategy"})
        strategy = data["strategy"]
        if not isinstance(strategy, Mapping):
            raise ValueError(f"lock {data['path']!r}: strategy is {strategy!r}; want a table")
        hands = data.get("hands")
        return cls(
            str(data["path"]),
            {str(action): _number(f"lock.{action}", value) for action, value in strategy.items()},
            None if hands is None else Range.parse(hands),
        )


@dataclass(frozen=True)
class Spot:
    """Two ranges on a board, a pot, what both players have behind, and what they may bet.

    >>> spot = Spot.of("QsJh2h", 180, 910, oop="88+,A8s+", ip="99-22,AJs-A2s", bets="52%")
    >>> len(spot.tree)
    483
    """

    board: tuple[int, ...]  # 3 to 5 cards
    pot: float
    stack: float  # of each player, behind
    ranges: tuple[Range, Range]  # out of position, in position
    sizes: Sizes
    add_allin: float = 0.0
    force_allin: float = 0.0
    merge: float = 0.0
    max_raises: int | None = None
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    min_bet: float | None = None
    chip: float = 1.0
    rake: Rake = Rake()
    locks: tuple[Lock, ...] = field(default=())

    def __post_init__(self) -> None:
        """Refuse a spot that cannot be solved, before anything is made of it."""
        object.__setattr__(self, "sizes", _needed_sizes(self.sizes, len(self.board)))
        cards = self.board
        if not 3 <= len(cards) <= 5:
            raise ValueError(f"board has {len(cards)} cards; want 3 to 5")
        for card in cards:
            if not 0 <= card < 52:
                raise ValueError(f"board: no card {card}; want 0 to 51")
            if cards.count(card) > 1:
                raise ValueError(f"board: {cards_text([card])} is there twice")
        for name in ("pot", "stack"):
            value = getattr(self, name)
            if not (isfinite(value) and value > 0):
                raise ValueError(f"{name} is {value:g}; want more than 0 chips")
        left = [range_.without(self.board_mask) for range_ in self.ranges]
        for name, range_ in zip(SEATS, left, strict=True):
            if not len(range_):
                raise ValueError(f"ranges.{name} is empty once the board is taken out of it")
        held = [HOLE_MASKS[range_.hands()] for range_ in left]
        if not (held[0][:, None] & held[1][None, :] == 0).any():
            raise ValueError("ranges: every hand of oop shares a card with every hand of ip")

    @classmethod
    def of(
        cls,
        board: str,
        pot: float,
        stack: float,
        *,
        oop: str | Range,
        ip: str | Range,
        bets: str = "50%, 100%",
        raises: str = "60%",
        donk: str | None = None,
        sizes: Sizes | None = None,
        **options: Any,
    ) -> Spot:
        """A spot from texts: the same sizes for everybody unless `sizes` says more."""
        ranges = []
        for name, given in zip(SEATS, (oop, ip), strict=True):
            try:
                ranges.append(given if isinstance(given, Range) else Range.parse(given))
            except ValueError as error:
                raise ValueError(f"ranges.{name}: {error}") from None
        return cls(
            parse_board(board),
            pot,
            stack,
            (ranges[0], ranges[1]),
            sizes or Sizes.uniform(bets, raises=raises, donk=donk),
            **options,
        )

    @property
    def board_mask(self) -> int:
        """The board as a mask."""
        return sum(1 << card for card in self.board)

    @property
    def street(self) -> int:
        """Street of the board: 1 flop, 2 turn, 3 river."""
        return STREETS_BY_CARDS[len(self.board)]

    @cached_property
    def live_ranges(self) -> tuple[Range, Range]:
        """The ranges without hands that the board blocks."""
        oop, ip = (range_.without(self.board_mask) for range_ in self.ranges)
        return oop, ip

    @property
    def rules(self) -> TreeRules:
        """Rules of the betting tree."""
        return TreeRules(
            stacks=(self.stack, self.stack),
            pot=self.pot,
            first_street=self.street,
            sizes=self.sizes,
            add_allin=self.add_allin,
            force_allin=self.force_allin,
            merge=self.merge,
            max_raises=self.max_raises,
            added=self.added,
            removed=self.removed,
            min_bet=self.min_bet,
            chip=self.chip,
        )

    def check_as_game(self) -> None:
        """Refuse what only the range solver can do, and a game in which nobody has a choice."""
        if self.locks:
            raise ValueError("the spot has locks, which a game played hand by hand cannot keep")
        if self.max_raises == 0:
            raise ValueError("max_raises is 0, so that nobody can bet; want 1 or more, or none")

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return build(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Plain data that `from_dict` reads, for files."""
        return {
            "board": cards_text(self.board),
            "pot": self.pot,
            "stack": self.stack,
            "ranges": dict(zip(SEATS, (range_.text() for range_ in self.ranges), strict=True)),
            "sizes": self.sizes.to_dict(),
            "tree": {
                "add_allin": self.add_allin,
                "force_allin": self.force_allin,
                "merge": self.merge,
                "max_raises": self.max_raises,
                "added": list(self.added),
                "removed": list(self.removed),
                "min_bet": self.min_bet,
                "chip": self.chip,
            },
            "rake": {
                "rate": self.rake.rate,
                "cap": None if self.rake.cap == inf else self.rake.cap,
            },
            "locks": [lock.to_dict() for lock in self.locks],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Spot:
        """A spot from what `to_dict` gave."""
        tree, rake = dict(data["tree"]), data["rake"]
        return cls(
            parse_board(data["board"]),
            data["pot"],
            data["stack"],
            (Range.parse(data["ranges"]["oop"]), Range.parse(data["ranges"]["ip"])),
            Sizes.from_dict(data["sizes"]),
            **{**tree, "added": tuple(tree["added"]), "removed": tuple(tree["removed"])},
            rake=Rake(rake["rate"], inf if rake["cap"] is None else rake["cap"]),
            locks=tuple(Lock.from_dict(lock) for lock in data["locks"]),
        )


def _needed_sizes(sizes: Sizes, board_cards: int) -> Sizes:
    """Sizes without menus of streets that are over, so that spots that play alike are equal."""
    first = STREETS_BY_CARDS.get(board_cards, 1)
    over = Menu()
    rows = [
        (over, row[1] if first <= 1 else over, row[2] if first <= 2 else over, row[3])
        for row in sizes.rows
    ]
    return Sizes(tuple(rows if any(row != rows[0] for row in rows) else rows[:1]))


def parse_board(text: str) -> tuple[int, ...]:
    """Cards of a board, or one line that names the field."""
    try:
        return tuple(int(card) for card in parse_cards(text))
    except ValueError as error:
        raise ValueError(f"board: {error}") from None


def _check_fields(
    name: str, data: Mapping[str, Any], known: set[str], needed: Sequence[str] | set[str]
) -> None:
    if unknown := set(data) - known:
        raise ValueError(f"{name}: no field {min(unknown)!r}; want {', '.join(sorted(known))}")
    if missing := set(needed) - set(data):
        raise ValueError(f"{name}: {min(missing)} is missing")


def _number(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.floating)):
        raise ValueError(f"{name} is {value!r}; want a number")
    return float(value)
