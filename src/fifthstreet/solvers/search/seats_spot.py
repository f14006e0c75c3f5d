"""A street for three and more players: ranges, chips, pots, and what its ends pay.

Players who are all-in from an earlier street stay in the hand and do not act. Chips of players who
have folded are in the pots. Whoever is left may contest a pot only if they have matched it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_MASKS, Range, cards_text
from fifthstreet.errors import InputError
from fifthstreet.tree import (
    BettingTree,
    Kind,
    TreeRules,
    build_tree,
    contested_pots,
)

MAX_SEATS = 6
_BOARD_STREETS = {3: 1, 4: 2, 5: 3}


class StreetPot(NamedTuple):
    """A pot of a street, and the players who contest it."""

    chips: float  # whole ones where a street starts; a rollout may have fractions
    players: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class SeatsSpot:
    """Ranges of two to six players on one street, and the rules of its betting.

    >>> rules = TreeRules(stacks=(200, 200, 60), pot=90)
    >>> ranges = tuple(Range.parse(text) for text in ("AA,KQs", "QQ,AJs", "88+"))
    >>> spot = SeatsSpot((0, 20, 40), ranges, rules)
    >>> spot.tree.rules.last_street, spot.pots
    (1, (StreetPot(chips=90, players=(0, 1, 2)),))
    """

    board: tuple[int, ...]  # 3 to 5 cards
    ranges: tuple[Range, ...]  # [P] in order of play
    rules: TreeRules  # of the betting on this street only; a player who is all-in has 0 behind
    # In whole chips, which add up to the pot of the rules; by default one pot for all players.
    side_pots: tuple[StreetPot, ...] = ()

    def __post_init__(self) -> None:
        if len(self.board) not in _BOARD_STREETS or len({*self.board}) != len(self.board):
            raise InputError(
                f"board must be 3 to 5 different cards, got {cards_text(self.board) or 'none'}"
            )
        if not 2 <= len(self.ranges) <= MAX_SEATS or len(self.ranges) != self.rules.players:
            raise InputError(
                f"ranges must be 2 to {MAX_SEATS}, one for each of {self.rules.players} stacks, "
                f"got {len(self.ranges)}"
            )
        street = _BOARD_STREETS[len(self.board)]
        object.__setattr__(
            self, "rules", replace(self.rules, first_street=street, last_street=street)
        )
        total = sum(pot.chips for pot in self.pots)
        if total != self.rules.pot_chips:
            raise InputError(
                f"side_pots must add up to the pot, {self.rules.pot_chips} chips, got {total}"
            )

    def __repr__(self) -> str:
        stacks = ", ".join(f"{stack:g}" for stack in self.rules.stacks)
        return f"<SeatsSpot on {cards_text(self.board)}: pot {self.rules.pot:g}, stacks {stacks}>"

    @property
    def players(self) -> int:
        """Number of players."""
        return len(self.ranges)

    @property
    def street(self) -> int:
        """The street: 1 flop, 2 turn, 3 river."""
        return self.rules.first_street

    @property
    def pots(self) -> tuple[StreetPot, ...]:
        """The pots at the start of the street."""
        everyone = tuple(range(self.players))
        return self.side_pots or (StreetPot(self.rules.pot_chips, everyone),)

    @cached_property
    def tree(self) -> BettingTree:
        """The betting on the street."""
        return build_tree(self.rules)

    @cached_property
    def hands(self) -> tuple[NDArray[np.int64], ...]:
        """The hands that each player may hold.  [P] of [H]"""
        free = HOLE_MASKS & np.uint64(sum(1 << card for card in self.board)) == 0
        found = tuple(np.flatnonzero((range_.weights > 0) & free) for range_ in self.ranges)
        for player, hands in enumerate(found):
            if not len(hands):
                raise InputError(
                    f"ranges (player {player}): no hand in the range is possible on this board"
                )
        return found


@dataclass(frozen=True, eq=False)
class StreetEnd:
    """How a street ends: the pots, what each player put in on it, and who is left."""

    pots: tuple[StreetPot, ...]  # in whole chips
    put_in: tuple[float, ...]  # [P] whole chips, less an uncalled bet
    behind: tuple[float, ...]  # [P] whole chips
    live: tuple[int, ...]
    is_over: bool  # no more betting: one player is left, all are all-in, or it was the river


def street_end(spot: SeatsSpot, node: int) -> StreetEnd:
    """Return how a street ends at a fold or where its betting is over."""
    tree = spot.tree
    found, put_in = contested_pots(tree, node)
    live = tuple(p for p in range(tree.players) if not int(tree.folded[node]) >> p & 1)
    first, *others = (StreetPot(*pot) for pot in found)
    bets = (StreetPot(first.chips - tree.rules.pot_chips, first.players), *others)
    behind = tuple(
        float(stack - chips)
        for stack, chips in zip(tree.rules.stack_chips, tree.committed[node].tolist(), strict=True)
    )
    can_bet = sum(behind[p] > 0 for p in live) > 1
    is_over = int(tree.kind[node]) == Kind.FOLD or spot.street == 3 or not can_bet
    return StreetEnd(
        merged_pots((*spot.pots, *bets), live), tuple(map(float, put_in)), behind, live, is_over
    )


def merged_pots(pots: Sequence[StreetPot], live: Sequence[int]) -> tuple[StreetPot, ...]:
    """Return pots with only the players who are left, those with the same players as one."""
    chips: dict[tuple[int, ...], float] = {}
    for pot in pots:
        players = tuple(p for p in pot.players if p in live) or tuple(live)
        chips[players] = chips.get(players, 0) + pot.chips
    return tuple(StreetPot(amount, players) for players, amount in chips.items() if amount)


def bet_pots(bets: Sequence[float], live: Sequence[int]) -> tuple[list[StreetPot], list[float]]:
    """Return the pots that bets make, and what each player put in; an uncalled bet goes back."""
    called = sorted(bets)[-2]
    bets = [min(bet, called) for bet in bets]
    pots, below = [], 0.0
    for level in sorted({bets[p] for p in live}):
        chips = sum(min(bet, level) - min(bet, below) for bet in bets)
        pots.append(StreetPot(chips, tuple(p for p in live if bets[p] >= level)))
        below = level
    # Chips above what any player who is left has put in belong to the last pot.
    rest = sum(bet - min(bet, below) for bet in bets)
    if rest and pots:
        pots[-1] = StreetPot(pots[-1].chips + rest, pots[-1].players)
    return pots, list(bets)


def shares_of(
    pots: Sequence[StreetPot],
    player: int,
    strengths: NDArray[np.uint16],
    others: dict[int, int],
) -> NDArray[np.float64]:
    """Return the chips that each hand of a player takes out of the pots.  [H]

    Args:
        pots: Who contests each; without the player, nothing is won.
        player: Whose hands.
        strengths: Strength of each of the hands on the whole board.  [H]
        others: Strength of the hand of each opponent who is left.
    """
    won = np.zeros(len(strengths))
    for pot in pots:
        if player not in pot.players:
            continue
        opposing = [others[p] for p in pot.players if p != player]
        if not opposing:
            won += pot.chips
            continue
        best = max(opposing)
        ties = opposing.count(best)
        won += pot.chips * ((strengths > best) + (strengths == best) / (1 + ties))
    return won
