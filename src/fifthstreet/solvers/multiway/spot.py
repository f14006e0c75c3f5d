"""Spots of three to six players, the input of the multiway solvers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf, isfinite
from typing import Any

from fifthstreet.cards import CARD_COUNT, Range, cards_text
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop import parse_board
from fifthstreet.tree import (
    DEFAULT_BETS,
    DEFAULT_RAISES,
    NO_RAKE,
    BettingTree,
    Rake,
    Sizes,
    TreeRules,
    build_tree,
    natural_chip,
)
from fifthstreet.tree.strategy import Lock

VECTOR_PLAYERS = 3  # of spots that are solved with vectors of all hands
MAX_PLAYERS = 6
_BOARD_CARDS = (3, 4, 5)


@dataclass(frozen=True, repr=False)
class MultiwaySpot:
    """Three to six ranges on a board, and the betting rules: pot, stacks and bet sizes.

    >>> MultiwaySpot.of("QsJh2h7c4d", 90, 200, ["AA,KQs", "QQ,AJs", "88+"], bets="50%")
    <MultiwaySpot on QsJh2h7c4d: pot 90, stacks 200, 200, 200, 9 against 6 against 36 combos>
    """

    board: tuple[int, ...]  # 3 to 5 cards
    ranges: tuple[Range, ...]  # [P] in the order in which the players act
    rules: TreeRules  # of the betting from the board's street on; stacks may differ
    rake: Rake = NO_RAKE
    locks: tuple[Lock, ...] = field(default=())

    def __post_init__(self) -> None:
        _check_board(self.board)
        players = len(self.ranges)
        if not VECTOR_PLAYERS <= players <= MAX_PLAYERS:
            raise InputError(f"ranges must be {VECTOR_PLAYERS} to {MAX_PLAYERS}, got {players}")
        if self.rules.players != players:
            raise InputError(f"stacks must be {players}, one per player, got {self.rules.players}")
        if sum(stack > 0 for stack in self.rules.stacks) < 2:
            raise InputError(
                f"stacks must be positive for at least two players, got {self.rules.stacks}"
            )
        if self.rules.first_street != self.street:
            object.__setattr__(self, "rules", replace(self.rules, first_street=self.street))
        for player, range_ in enumerate(self.live_ranges):
            if not range_.combos:
                raise InputError(
                    f"ranges (player {player}): no hand in the range is possible on this board"
                )

    @classmethod
    def of(
        cls,
        board: str,
        pot: float,
        stacks: float | Sequence[float],
        ranges: Sequence[str | Range],
        *,
        bets: str = DEFAULT_BETS,
        raises: str = DEFAULT_RAISES,
        sizes: Sizes | None = None,
        rake: Rake = NO_RAKE,
        locks: tuple[Lock, ...] = (),
        **options: Any,
    ) -> MultiwaySpot:
        """Build a spot from text, with the same bet sizes for all players unless `sizes` is given.

        Args:
            board: Three to five cards, like `QsJh2h7c4d`.
            pot: Chips in the pot.
            stacks: Chips that each player has behind: one number for all, or one for each.
            ranges: Ranges in the order in which the players act. They may name classes of hands on
                the board: "top pair+".
            bets: Bet sizes.
            raises: Raise sizes.
            sizes: Sizes by player, instead of `bets` and `raises`.
            rake: Taken from the pot.
            locks: Decisions that are fixed instead of solved.
            **options: Fields of `TreeRules`, such as `max_raises` or `add_allin`. Amounts that are
                not whole are counted in chips of 0.01 or less unless `chip` is given.

        Raises:
            InputError: If an amount, the board or a range is invalid.
        """
        cards = parse_board(board)
        _check_board(cards)
        hands = []
        for player, text in enumerate(ranges):
            try:
                hands.append(text if isinstance(text, Range) else matching_hands(text, cards))
            except InputError as error:
                raise InputError(f"ranges (player {player}): {error}") from None
        every = tuple(stacks) if isinstance(stacks, Sequence) else (stacks,) * len(ranges)
        if not (isfinite(pot) and pot > 0):
            raise InputError(f"pot must be a positive number of chips, got {pot:g}")
        for stack in every:
            if not (isfinite(stack) and stack >= 0):
                raise InputError(f"stack must be at least 0 chips, got {stack:g}")
        if "chip" not in options:
            paths = (*options.get("added", ()), *options.get("removed", ()))
            options["chip"] = natural_chip([pot, *every, options.get("min_bet") or 0.0], paths)
        menus = sizes or Sizes.uniform(bets, raises=raises)
        rules = TreeRules(
            stacks=every, pot=pot, first_street=len(cards) - 2, sizes=menus, **options
        )
        return cls(cards, tuple(hands), rules, rake, locks)

    def __repr__(self) -> str:
        stacks = ", ".join(f"{stack:g}" for stack in self.rules.stacks)
        combos = " against ".join(f"{range_.combos:g}" for range_ in self.live_ranges)
        return (
            f"<MultiwaySpot on {cards_text(self.board)}: pot {self.pot:g}, stacks {stacks}, "
            f"{combos} combos>"
        )

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.ranges)

    @property
    def pot(self) -> float:
        """Chips in the pot."""
        return self.rules.pot

    @property
    def street(self) -> int:
        """Street of the board: 1 flop, 2 turn, 3 river."""
        return len(self.board) - 2

    @property
    def board_mask(self) -> int:
        """The board as a mask."""
        return sum(1 << card for card in self.board)

    @cached_property
    def live_ranges(self) -> tuple[Range, ...]:
        """The ranges without hands that the board blocks."""
        return tuple(range_.without(self.board_mask) for range_ in self.ranges)

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return build_tree(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads, for files."""
        return {
            "board": cards_text(self.board),
            "ranges": [range_.text() for range_ in self.ranges],
            "rules": self.rules.to_dict(),
            "rake": {
                "rate": self.rake.rate,
                "cap": None if self.rake.cap == inf else self.rake.cap,
            },
            "locks": [lock.to_dict() for lock in self.locks],
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MultiwaySpot:
        """Build a spot from the result of `to_dict`."""
        rake = data["rake"]
        return cls(
            parse_board(data["board"]),
            tuple(Range.parse(text) for text in data["ranges"]),
            TreeRules.from_dict(data["rules"]),
            rake=Rake(rake["rate"], inf if rake["cap"] is None else rake["cap"]),
            locks=tuple(Lock.from_dict(lock) for lock in data["locks"]),
        )


def _check_board(board: tuple[int, ...]) -> None:
    """Raise InputError unless a board is a flop, turn or river."""
    if len(board) not in _BOARD_CARDS:
        raise InputError(f"board must have 3 to 5 cards, got {len(board)}")
    for card in board:
        if not 0 <= card < CARD_COUNT:
            raise InputError(f"board: cards must be from 0 to 51, got {card}")
        if board.count(card) > 1:
            raise InputError(f"board: {cards_text([card])} appears twice")
