"""Hold'em from the flop, turn or river as a game of single hands, for two."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import (
    HOLE_COUNT,
    HOLE_MASKS,
    Range,
    card_text,
    cards_text,
    hole_text,
    mask_of,
    mask_text,
    parse_cards,
    parse_hole,
)
from fifthstreet.hands import evaluate_masks
from fifthstreet.solvers.games.game import CHANCE, TERMINAL
from fifthstreet.solvers.postflop.spot import SEATS, Spot
from fifthstreet.tree import Kind

# A node of the betting tree, the hands dealt (OOP's first), and the board cards that came.
HoldemState: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]

BOARD_CARDS = 5
_MASKS: tuple[int, ...] = tuple(HOLE_MASKS.tolist())


@dataclass(frozen=True, slots=True)
class _Hands:
    """Hands that may be dealt to a player, their texts and how likely they are."""

    holes: tuple[int, ...]
    texts: tuple[str, ...]
    chances: tuple[float, ...]

    @classmethod
    def of(cls, holes: NDArray[np.int64], weights: NDArray[np.float64]) -> _Hands:
        """Those with a weight."""
        kept = np.flatnonzero(weights > 0)
        found = tuple(holes[kept].tolist())
        chances = weights[kept] / weights[kept].sum()
        return cls(found, tuple(map(hole_text, found)), tuple(chances.tolist()))


@dataclass(frozen=True)
class Holdem:
    """A spot of the range solver played hand by hand: player 0 is out of position.

    Pairs of hands are as likely as their weights multiplied, if they share no card. `deal` fixes
    both hands, `runout` the first board cards to come; hands that block them are not dealt.
    Actions are those of the spot's betting tree. Payoffs are chips won or lost since the start,
    half of its pot being each player's own: they add up to minus the rake, and half of the pot
    more is what the range solver calls an EV.

    >>> spot = Spot.of("QsJh2h7c8d", 180, 910, oop="AA,KK", ip="QJs", bets="52%", max_raises=1)
    >>> game = Holdem(spot, deal=("AsAh", "QcJc"))
    >>> game.information_set(game.root()), game.actions(game.root())
    ('AsAh|QsJh2h7c8d|r', ('k', 'b94'))
    """

    spot: Spot
    deal: tuple[str, str] | None = None
    runout: str = ""
    _answers: dict[int, _Hands] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )  # by hand of player 0
    _strengths: dict[int, dict[int, int]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )  # by board, then by hand

    def __post_init__(self) -> None:
        """Refuse cards that cannot be dealt, and bets that make no tree."""
        _ = self.spot.tree
        if self.spot.locks:
            raise ValueError("the spot has locks, which a game played hand by hand cannot keep")
        if self.spot.rules.max_raises == 0:
            raise ValueError("max_raises is 0, so that nobody can bet; want 1 or more, or none")
        most = BOARD_CARDS - len(self.spot.board)
        if len(self._fixed_cards) > most:
            raise ValueError(
                f"runout {self.runout!r} after {len(self.spot.board)} board cards; "
                f"want at most {most} cards"
            )
        if both := mask_of(self._fixed_cards) & self.spot.board_mask:
            raise ValueError(f"runout {self.runout!r}: {mask_text(both)} is on the board")
        if self.deal is not None and len(self.deal) != 2:
            raise ValueError(f"a deal of {len(self.deal)} hands; want two")
        if not len(self._first.holes):
            raise ValueError(f"no two hands of the ranges can meet with the runout {self.runout!r}")

    @property
    def players(self) -> int:
        """Number of players (always 2)."""
        return len(SEATS)

    @property
    def name(self) -> str:
        """Board, pot and stack; the rest of the spot as a short sum of its data."""
        data = json.dumps([self.spot.to_dict(), self.deal, self.runout], sort_keys=True)
        return (
            f"hold'em on {cards_text(self.spot.board)}: pot {self.spot.pot:g}, "
            f"stack {self.spot.stack:g}, spot {sha256(data.encode()).hexdigest()[:12]}"
        )

    @property
    def dealt_ranges(self) -> tuple[Range, ...]:
        """What hands are dealt from: the ranges, or the fixed hands."""
        if self._fixed_hands is None:
            return self.spot.ranges
        return tuple(Range(np.arange(HOLE_COUNT) == hole) for hole in self._fixed_hands)

    def root(self) -> HoldemState:
        """No hands, unless they are fixed."""
        return 0, self._fixed_hands or (), ()

    def player(self, state: HoldemState) -> int:
        """Chance deals hands and board cards, also after an all-in."""
        node, hands, runout = state
        kind = self._kinds[node]
        if len(hands) < len(SEATS) or kind == Kind.DEAL:
            return CHANCE
        if kind == Kind.ACTION:
            return self._actors[node]
        if kind == Kind.SHOWDOWN and len(self.spot.board) + len(runout) < BOARD_CARDS:
            return CHANCE
        return TERMINAL

    def actions(self, state: HoldemState) -> Sequence[str]:
        """Hands, cards, or steps of the betting tree."""
        node, hands, _ = state
        if len(hands) < len(SEATS):
            return self._next_hands(hands).texts
        if self._kinds[node] == Kind.ACTION:
            return self._moves[node]
        return tuple(map(card_text, self._next_cards(state)))

    def child(self, state: HoldemState, action: int) -> HoldemState:
        """Deal a hand or a card, or make a move."""
        node, hands, runout = state
        if len(hands) < len(SEATS):
            return node, (*hands, self._next_hands(hands).holes[action]), runout
        if self._kinds[node] == Kind.ACTION:
            return self._first_children[node] + action, hands, runout
        if self._kinds[node] == Kind.DEAL:
            node = self._first_children[node]
        return node, hands, (*runout, self._next_cards(state)[action])

    def probabilities(self, state: HoldemState) -> Sequence[float]:
        """Of hands by weight and card removal; all cards left are equally likely."""
        if len(state[1]) < len(SEATS):
            return self._next_hands(state[1]).chances
        count = len(self._next_cards(state))
        return (1 / count,) * count

    def public_key(self, state: HoldemState) -> Hashable | None:
        """The betting and the board, if the next card goes to the board."""
        node, hands, runout = state
        return (self._paths[node], runout) if len(hands) == len(SEATS) else None

    def information_set(self, state: HoldemState) -> str:
        """Own hand, the board and the path of the betting, like `AsAh|QsJh2h7c|r:k:b94`."""
        node, hands, runout = state
        board = cards_text((*self.spot.board, *runout))
        return f"{hole_text(hands[self._actors[node]])}|{board}|{self._paths[node]}"

    def payoffs(self, state: HoldemState) -> Sequence[float]:
        """Chips won or lost since the start, half of its pot being each player's own."""
        node, hands, runout = state
        half, rake = self._at_stake[node]
        if self._kinds[node] == Kind.FOLD:
            lead = 1 if self._actors[node] == 0 else -1
        else:
            board = self._board_strengths(self.spot.board_mask | mask_of(runout))
            lead = board[hands[0]] - board[hands[1]]
        if lead == 0:
            return -rake / 2, -rake / 2
        return (half - rake, -half) if lead > 0 else (-half, half - rake)

    # The betting tree as plain lists, which single nodes are read from faster than from arrays.

    @cached_property
    def _kinds(self) -> list[int]:
        kinds: list[int] = self.spot.tree.kind.tolist()
        return kinds

    @cached_property
    def _actors(self) -> list[int]:
        actors: list[int] = self.spot.tree.player.tolist()
        return actors

    @cached_property
    def _first_children(self) -> list[int]:
        first: list[int] = self.spot.tree.first_child.tolist()
        return first

    @cached_property
    def _moves(self) -> list[tuple[str, ...]]:
        return [self.spot.tree.actions(node) for node in range(len(self.spot.tree))]

    @cached_property
    def _paths(self) -> list[str]:
        tree = self.spot.tree
        paths = [tree.path(0)]
        for node in range(1, len(tree)):
            paths.append(f"{paths[int(tree.parent[node])]}:{tree.label(node)}")
        return paths

    @cached_property
    def _at_stake(self) -> list[tuple[float, float]]:
        """For each node, half of the pot that was matched, and what the house takes of it."""
        tree, rake = self.spot.tree, self.spot.rake
        halves = [
            self.spot.pot / 2 + chips * tree.rules.chip for chips in tree.committed.min(1).tolist()
        ]
        return [(half, min(2 * half * rake.rate, rake.cap)) for half in halves]

    # Cards.

    @cached_property
    def _fixed_cards(self) -> tuple[int, ...]:
        return parse_cards(self.runout)

    @cached_property
    def _fixed_hands(self) -> tuple[int, ...] | None:
        if self.deal is None:
            return None
        known = self.spot.board_mask | mask_of(self._fixed_cards)
        hands = tuple(map(parse_hole, self.deal))
        for text, hole in zip(self.deal, hands, strict=True):
            if both := _MASKS[hole] & known:
                raise ValueError(f"deal {text!r}: {mask_text(both)} is dealt already")
            known |= _MASKS[hole]
        return hands

    @cached_property
    def _ranges(self) -> tuple[tuple[NDArray[np.int64], NDArray[np.float64]], ...]:
        """Hands of both players that the board leaves, and their weights."""
        if self._fixed_hands is not None:
            return tuple((np.array([hole]), np.ones(1)) for hole in self._fixed_hands)
        blocked = self.spot.board_mask | mask_of(self._fixed_cards)
        ranges = [range_.without(blocked) for range_ in self.spot.ranges]
        return tuple((r.hands(), r.weights[r.hands()].astype(np.float64)) for r in ranges)

    @cached_property
    def _first(self) -> _Hands:
        """Hands of player 0, as likely as all that they may meet."""
        (holes, weights), (others, met) = self._ranges
        apart = HOLE_MASKS[holes][:, None] & HOLE_MASKS[others][None, :] == 0
        return _Hands.of(holes, weights * (apart @ met))

    def _next_hands(self, hands: tuple[int, ...]) -> _Hands:
        if not hands:
            return self._first
        first = hands[0]
        if first not in self._answers:
            others, met = self._ranges[1]
            apart = HOLE_MASKS[others] & HOLE_MASKS[first] == 0
            self._answers[first] = _Hands.of(others, met * apart)
        return self._answers[first]

    def _next_cards(self, state: HoldemState) -> tuple[int, ...]:
        _, hands, runout = state
        if len(runout) < len(self._fixed_cards):
            return (self._fixed_cards[len(runout)],)
        return _cards_left(
            self.spot.board_mask | mask_of(runout) | _MASKS[hands[0]] | _MASKS[hands[1]]
        )

    def _board_strengths(self, board: int) -> dict[int, int]:
        """Strengths of all hands of both ranges on a full board, evaluated at once."""
        if board not in self._strengths:
            holes = np.unique(np.concatenate([holes for holes, _ in self._ranges]))
            free = holes[HOLE_MASKS[holes] & np.uint64(board) == 0]
            strengths = evaluate_masks(HOLE_MASKS[free], np.uint64(board))
            self._strengths[board] = dict(zip(free.tolist(), strengths.tolist(), strict=True))
        return self._strengths[board]


@lru_cache(maxsize=1 << 15)
def _cards_left(known: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if not known >> card & 1)
