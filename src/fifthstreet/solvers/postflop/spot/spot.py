"""Spots, the input of the range solver."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, isfinite
from typing import Any
from weakref import WeakValueDictionary

import numpy as np

from fifthstreet.cards import HOLE_MASKS, Range, cards_text, parse_cards
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.spot.gadget import RootGadget
from fifthstreet.tree import (
    DEFAULT_BETS,
    DEFAULT_RAISES,
    NO_RAKE,
    BettingTree,
    BigBlinds,
    Menu,
    NthRaise,
    Rake,
    Sizes,
    TreeRules,
    build_tree,
    natural_chip,
)
from fifthstreet.tree.strategy import Lock

SEATS = ("oop", "ip")
STREETS_BY_CARDS = {3: 1, 4: 2, 5: 3}
# Trees in use: spots that differ only in cards share one.
_TREES: WeakValueDictionary[TreeRules, BettingTree] = WeakValueDictionary()


@dataclass(frozen=True, repr=False)
class Spot:
    """Two ranges on a board, and the betting rules: pot, stacks and bet sizes.

    >>> spot = Spot.of("QsJh2h", 180, 910, oop="88+,A8s+", ip="99-22,AJs-A2s", bets="52%")
    >>> spot
    <Spot on QsJh2h: pot 180, stack 910, 58 combos against 83>
    """

    board: tuple[int, ...]  # 3 to 5 cards
    ranges: tuple[Range, Range]  # OOP, IP
    rules: TreeRules  # of the betting from the board's street on
    rake: Rake = NO_RAKE
    locks: tuple[Lock, ...] = field(default=())
    gadget: RootGadget | None = None  # of a subgame, before its first decision

    def __post_init__(self) -> None:
        cards = self.board
        if not 3 <= len(cards) <= 5:
            raise InputError(f"board must have 3 to 5 cards, got {len(cards)}")
        for card in cards:
            if not 0 <= card < 52:
                raise InputError(f"board: cards must be from 0 to 51, got {card}")
            if cards.count(card) > 1:
                raise InputError(f"board: {cards_text([card])} appears twice")
        if len(set(self.rules.stacks)) != 1 or self.rules.players != 2:
            raise InputError(
                f"stacks must be two equal ones, the smaller of the two, got {self.rules.stacks}"
            )
        for name, value in (("pot", self.pot), ("stack", self.stack)):
            if not (isfinite(value) and value > 0):
                raise InputError(f"{name} must be a positive number of chips, got {value:g}")
        sizes = _needed_sizes(self.rules.sizes, self.street)
        if (self.rules.first_street, self.rules.sizes) != (self.street, sizes):
            rules = replace(self.rules, first_street=self.street, sizes=sizes)
            object.__setattr__(self, "rules", rules)
        is_free = HOLE_MASKS & np.uint64(self.board_mask) == 0
        held = [HOLE_MASKS[is_free & (range_.weights > 0)] for range_ in self.ranges]
        for name, masks in zip(SEATS, held, strict=True):
            if not len(masks):
                raise InputError(f"ranges.{name}: no hand in the range is possible on this board")
        if not (held[0][:, None] & held[1][None, :] == 0).any():
            raise InputError("ranges: every hand of oop shares a card with every hand of ip")

    @classmethod
    def of(
        cls,
        board: str,
        pot: float,
        stack: float,
        *,
        oop: str | Range,
        ip: str | Range,
        bets: str = DEFAULT_BETS,
        raises: str = DEFAULT_RAISES,
        donk: str | None = None,
        sizes: Sizes | None = None,
        rake: Rake = NO_RAKE,
        locks: tuple[Lock, ...] = (),
        **options: Any,
    ) -> Spot:
        """Build a spot from text, with the same bet sizes for both players unless `sizes` is given.

        Ranges may name classes of hands on the board: "top pair+, flush draw".

        `options` are fields of `TreeRules`, such as `max_raises` or `add_allin`. Amounts that are
        not whole, such as a pot of 5.5 big blinds, are counted in chips of 0.01 unless `chip` is
        given.
        """
        cards = parse_board(board)
        ranges = []
        for name, hands in zip(SEATS, (oop, ip), strict=True):
            try:
                ranges.append(hands if isinstance(hands, Range) else matching_hands(hands, cards))
            except InputError as error:
                raise InputError(f"ranges.{name}: {error}") from None
        for name, value in (("pot", pot), ("stack", stack)):
            if not (isfinite(value) and value > 0):
                raise InputError(f"{name} must be a positive number of chips, got {value:g}")
        menus = sizes or Sizes.uniform(bets, raises=raises, donk=donk)
        if "chip" not in options:
            paths = (*options.get("added", ()), *options.get("removed", ()))
            min_bet = options.get("min_bet") or 0.0
            amounts = [pot, stack, min_bet, *_blind_amounts(menus, min_bet or 1.0)]
            options["chip"] = natural_chip(amounts, paths)
        rules = TreeRules(
            stacks=(stack, stack),
            pot=pot,
            first_street=STREETS_BY_CARDS.get(len(cards), 1),
            sizes=menus,
            **options,
        )
        return cls(cards, (ranges[0], ranges[1]), rules, rake, locks)

    def __repr__(self) -> str:
        oop, ip = (range_.combos for range_ in self.live_ranges)
        return (
            f"<Spot on {cards_text(self.board)}: pot {self.pot:g}, stack {self.stack:g}, "
            f"{oop:g} combos against {ip:g}>"
        )

    def with_rules(self, **changes: Any) -> Spot:
        """Return the spot with changed betting rules, like `spot.with_rules(pot=200)`.

        If the new amounts are not whole, chips become smaller, unless `chip` is given.
        """
        if "chip" not in changes:
            stacks = changes.get("stacks", self.rules.stacks)
            min_bet = changes.get("min_bet") or 0.0
            big_blind = min_bet or self.rules.big_blind
            amounts = [changes.get("pot", self.pot), min_bet, *stacks]
            amounts += _blind_amounts(changes.get("sizes", self.rules.sizes), big_blind)
            changes = {**changes, "chip": min(self.rules.chip, natural_chip(amounts))}
        return replace(self, rules=replace(self.rules, **changes))

    @property
    def pot(self) -> float:
        """Chips in the pot."""
        return self.rules.pot

    @property
    def stack(self) -> float:
        """Chips that each player has behind."""
        return self.rules.stacks[0]

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

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        tree = _TREES.get(self.rules)
        if tree is None:
            tree = _TREES[self.rules] = build_tree(self.rules)
        return tree

    @cached_property
    def _range_texts(self) -> tuple[str, ...]:
        return tuple(range_.text() for range_ in self.ranges)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads, for files."""
        return {
            "board": cards_text(self.board),
            "ranges": dict(zip(SEATS, self._range_texts, strict=True)),
            "rules": self.rules.to_dict(),
            "rake": {
                "rate": self.rake.rate,
                "cap": None if self.rake.cap == inf else self.rake.cap,
            },
            "locks": [lock.to_dict() for lock in self.locks],
            **({} if self.gadget is None else {"gadget": self.gadget.to_dict()}),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Spot:
        """Build a spot from the result of `to_dict`."""
        rake = data["rake"]
        return cls(
            parse_board(data["board"]),
            (Range.parse(data["ranges"]["oop"]), Range.parse(data["ranges"]["ip"])),
            TreeRules.from_dict(data["rules"]),
            rake=Rake(rake["rate"], inf if rake["cap"] is None else rake["cap"]),
            locks=tuple(Lock.from_dict(lock) for lock in data["locks"]),
            gadget=RootGadget.from_dict(data["gadget"]) if "gadget" in data else None,
        )


@dataclass(frozen=True, repr=False)
class TreeSpot(Spot):
    """A spot with a given betting tree, such as a subtree, instead of one built from its rules."""

    given_tree: BettingTree | None = None

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        assert self.given_tree is not None
        return self.given_tree


def _needed_sizes(sizes: Sizes, first: int) -> Sizes:
    """Return sizes without the menus of earlier streets, so that equivalent spots are equal."""
    empty = Menu()
    rows = [
        (empty, row[1] if first <= 1 else empty, row[2] if first <= 2 else empty, row[3])
        for row in sizes.rows
    ]
    return Sizes(tuple(rows if any(row != rows[0] for row in rows) else rows[:1]))


def parse_board(text: str) -> tuple[int, ...]:
    """Return the cards of a board.

    Args:
        text: Cards like `QsJh2h`.

    Raises:
        InputError: If the text is not cards; the message begins with `board`.
    """
    try:
        return tuple(int(card) for card in parse_cards(text))
    except InputError as error:
        raise InputError(f"board: {error}") from None


def _blind_amounts(sizes: Sizes, big_blind: float) -> list[float]:
    """Return the bet sizes that are in big blinds, in chips."""
    every = [
        size.size if isinstance(size, NthRaise) else size
        for row in sizes.rows
        for menu in row
        for size in (*menu.bet, *menu.raise_, *(menu.donk or ()))
    ]
    return [size.amount * big_blind for size in every if isinstance(size, BigBlinds)]
