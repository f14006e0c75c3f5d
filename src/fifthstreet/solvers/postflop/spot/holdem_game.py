"""Two-player hold'em from the flop, turn or river as a game played hand by hand."""

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
    cards_of,
    cards_text,
    hole_text,
    mask_of,
    mask_text,
    parse_cards,
    parse_hole,
    rank_of,
    suit_of,
)
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.games import CHANCE, TERMINAL, Features
from fifthstreet.solvers.postflop.spot.spot import SEATS, Spot
from fifthstreet.support.options import option
from fifthstreet.tree import Kind

# A node of the betting tree, the hands dealt (OOP's first), and the board cards dealt so far.
HoldemState: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]

BOARD_CARDS = 5
SORTS = 13 + 4  # ranks and suits
_MASKS: tuple[int, ...] = tuple(HOLE_MASKS.tolist())


@dataclass(frozen=True, slots=True)
class _Hands:
    """Hands that may be dealt to a player, with their texts and probabilities."""

    holes: tuple[int, ...]
    texts: tuple[str, ...]
    probabilities: tuple[float, ...]

    @classmethod
    def of(cls, holes: NDArray[np.int64], weights: NDArray[np.float64]) -> _Hands:
        """Return the hands with a positive weight."""
        positive = np.flatnonzero(weights > 0)
        dealt = tuple(holes[positive].tolist())
        probabilities = weights[positive] / weights[positive].sum()
        return cls(dealt, tuple(map(hole_text, dealt)), tuple(probabilities.tolist()))


@dataclass(frozen=True)
class SpotGame:
    """A spot of the range solver played hand by hand; player 0 is out of position.

    The probability of a pair of hands is proportional to the product of their weights, and 0 if
    they share a card. `deal` fixes both hands, `runout` the next board cards; hands that block them
    are not dealt. Actions are steps of the spot's betting tree. Payoffs are chips won or lost since
    the start, where half of the starting pot counts as each player's own: they add up to minus the
    rake, and a payoff plus half of the pot is an EV of the range solver.

    >>> spot = Spot.of("QsJh2h7c8d", 180, 910, oop="AA,KK", ip="QJs", bets="52%", max_raises=1)
    >>> game = SpotGame(spot, deal=("AsAh", "QcJc"))
    >>> game.information_set(game.root()), game.actions(game.root())
    ('AsAh|QsJh2h7c8d|r', ('k', 'b94'))
    """

    spot: Spot
    deal: tuple[str, str] | None = option(None, "hands of both players, like AsAh,QdJd")
    runout: str = option("", "the next board cards")
    _second_hands: dict[int, _Hands] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )  # of player 1, by hand of player 0
    _strengths: dict[int, dict[int, int]] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )  # by board, then by hand

    def __post_init__(self) -> None:
        _ = self.spot.tree
        if self.spot.locks:
            raise InputError("the spot must have no locks")
        if self.spot.rules.max_raises == 0:
            raise InputError("max_raises must be at least 1 or none, got 0: no player can bet")
        left = BOARD_CARDS - len(self.spot.board)
        if len(self.fixed_cards) > left:
            raise InputError(
                f"runout must be at most {left} cards after {len(self.spot.board)} board cards, "
                f"got {self.runout!r}"
            )
        if both := mask_of(self.fixed_cards) & self.spot.board_mask:
            raise InputError(f"runout {self.runout!r}: {mask_text(both)} is on the board")
        if self.deal is not None and len(self.deal) != 2:
            raise InputError(f"deal must be two hands, got {len(self.deal)}")
        if not len(self._first_hands.holes):
            raise InputError(f"runout {self.runout!r}: all pairs of hands left share a card")

    @property
    def players(self) -> int:
        """Number of players (always 2)."""
        return len(SEATS)

    @property
    def name(self) -> str:
        """Board, pot and stack, and a short hash of the whole spot."""
        data = json.dumps([self.spot.to_dict(), self.deal, self.runout], sort_keys=True)
        return (
            f"hold'em on {cards_text(self.spot.board)}: pot {self.spot.pot:g}, "
            f"stack {self.spot.stack:g}, spot {sha256(data.encode()).hexdigest()[:12]}"
        )

    @property
    def dealt_ranges(self) -> tuple[Range, ...]:
        """The ranges that hands are dealt from; a fixed hand is a range of one hand."""
        if self._fixed_hands is None:
            return self.spot.ranges
        return tuple(Range(np.arange(HOLE_COUNT) == hole) for hole in self._fixed_hands)

    def root(self) -> HoldemState:
        """Return the state before any card is dealt; fixed hands are dealt already."""
        return 0, self._fixed_hands or (), ()

    def player(self, state: HoldemState) -> int:
        """Return the player to act, `CHANCE` while cards have to be dealt, or `TERMINAL`."""
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
        """Return the hands or cards that may be dealt, or the steps of the betting tree."""
        node, hands, _ = state
        if len(hands) < len(SEATS):
            return self._next_hands(hands).texts
        if self._kinds[node] == Kind.ACTION:
            return self._moves[node]
        return tuple(map(card_text, self._next_cards(state)))

    def child(self, state: HoldemState, action: int) -> HoldemState:
        """Return the state after a hand or a card is dealt or a move is made."""
        node, hands, runout = state
        if len(hands) < len(SEATS):
            return node, (*hands, self._next_hands(hands).holes[action]), runout
        if self._kinds[node] == Kind.ACTION:
            return self._first_children[node] + action, hands, runout
        if self._kinds[node] == Kind.DEAL:
            node = self._first_children[node]
        return node, hands, (*runout, self._next_cards(state)[action])

    def probabilities(self, state: HoldemState) -> Sequence[float]:
        """Return the probabilities of hands, by weight and card removal, or of board cards."""
        if len(state[1]) < len(SEATS):
            return self._next_hands(state[1]).probabilities
        count = len(self._next_cards(state))
        return (1 / count,) * count

    def public_key(self, state: HoldemState) -> Hashable | None:
        """Return the betting and the board if the next card goes to the board, else None."""
        node, hands, runout = state
        return (self._paths[node], runout) if len(hands) == len(SEATS) else None

    def information_set(self, state: HoldemState) -> str:
        """Return the player's own hand, the board and the path, like `AsAh|QsJh2h7c|r:k:b94`."""
        node, hands, runout = state
        board = cards_text((*self.spot.board, *runout))
        return f"{hole_text(hands[self._actors[node]])}|{board}|{self._paths[node]}"

    def features(self, state: HoldemState) -> Features:
        """Return the own hand, the board cards dealt and every step of the path, as 0 and 1.

        A hand has its cards, how often each rank and suit occurs in it, and how often with the
        board.
        """
        node, hands, runout = state
        steps, count = self.steps
        vector = np.zeros(2 * SORTS + 52 * (1 + BOARD_CARDS) + count, np.float32)
        hand = cards_of(int(HOLE_MASKS[hands[self._actors[node]]]))
        for cards, start in ((hand, 0), ((*hand, *self.spot.board, *runout), SORTS)):
            for card in cards:
                vector[start + rank_of(card)] += 1
                vector[start + 13 + suit_of(card)] += 1
        start = 2 * SORTS
        vector[[start + card for card in hand]] = 1
        for place, card in enumerate(runout, 1):
            vector[start + 52 * place + card] = 1
        vector[[len(vector) - count + step for step in steps[node]]] = 1
        return vector

    @cached_property
    def steps(self) -> tuple[list[tuple[int, ...]], int]:
        """Numbers of the steps to each node, by depth and place among siblings; their count."""
        tree = self.spot.tree
        numbers: dict[tuple[int, int], int] = {}
        before: list[tuple[int, ...]] = [()]
        for node in range(1, len(tree)):
            parent = int(tree.parent[node])
            step = (len(before[parent]), node - self._first_children[parent])
            before.append((*before[parent], numbers.setdefault(step, len(numbers))))
        return before, len(numbers)

    def payoffs(self, state: HoldemState) -> Sequence[float]:
        """Return the chips won or lost since the start; each player owns half of its pot."""
        node, hands, runout = state
        half, rake = self.at_stake[node]
        if self._kinds[node] == Kind.FOLD:
            lead = 1 if self._actors[node] == 0 else -1
        else:
            board = self._board_strengths(self.spot.board_mask | mask_of(runout))
            lead = board[hands[0]] - board[hands[1]]
        if lead == 0:
            return -rake / 2, -rake / 2
        return (half - rake, -half) if lead > 0 else (-half, half - rake)

    # The betting tree as plain lists: reading single nodes from them is faster than from arrays.

    @cached_property
    def _kinds(self) -> list[int]:
        return list(self.spot.tree.kind.tolist())

    @cached_property
    def _actors(self) -> list[int]:
        return list(self.spot.tree.player.tolist())

    @cached_property
    def _first_children(self) -> list[int]:
        return list(self.spot.tree.first_child.tolist())

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
    def at_stake(self) -> list[tuple[float, float]]:
        """Half of the matched pot at each node, and the rake taken from the matched pot."""
        tree, rake = self.spot.tree, self.spot.rake
        halves = [
            self.spot.pot / 2 + chips * tree.rules.chip for chips in tree.committed.min(1).tolist()
        ]
        return [(half, min(2 * half * rake.rate, rake.cap)) for half in halves]

    # Cards.

    @cached_property
    def fixed_cards(self) -> tuple[int, ...]:
        """The next board cards, if they are fixed."""
        return parse_cards(self.runout)

    @cached_property
    def _fixed_hands(self) -> tuple[int, ...] | None:
        if self.deal is None:
            return None
        known = self.spot.board_mask | mask_of(self.fixed_cards)
        hands = tuple(map(parse_hole, self.deal))
        for text, hole in zip(self.deal, hands, strict=True):
            if both := _MASKS[hole] & known:
                raise InputError(f"deal {text!r}: {mask_text(both)} is dealt already")
            known |= _MASKS[hole]
        return hands

    @cached_property
    def weighted_hands(self) -> tuple[tuple[NDArray[np.int64], NDArray[np.float64]], ...]:
        """Hands of both players that the board does not block, and their weights."""
        if self._fixed_hands is not None:
            return tuple((np.array([hole]), np.ones(1)) for hole in self._fixed_hands)
        blocked = self.spot.board_mask | mask_of(self.fixed_cards)
        ranges = [range_.without(blocked) for range_ in self.spot.ranges]
        return tuple((r.hands(), r.weights[r.hands()].astype(np.float64)) for r in ranges)

    @cached_property
    def _first_hands(self) -> _Hands:
        """Hands of player 0, weighted by all hands of player 1 that share no card with them."""
        (holes, weights), (other_holes, other_weights) = self.weighted_hands
        compatible = HOLE_MASKS[holes][:, None] & HOLE_MASKS[other_holes][None, :] == 0
        return _Hands.of(holes, weights * (compatible @ other_weights))

    def _next_hands(self, hands: tuple[int, ...]) -> _Hands:
        if not hands:
            return self._first_hands
        first = hands[0]
        if first not in self._second_hands:
            other_holes, other_weights = self.weighted_hands[1]
            compatible = HOLE_MASKS[other_holes] & HOLE_MASKS[first] == 0
            self._second_hands[first] = _Hands.of(other_holes, other_weights * compatible)
        return self._second_hands[first]

    def _next_cards(self, state: HoldemState) -> tuple[int, ...]:
        _, hands, runout = state
        if len(runout) < len(self.fixed_cards):
            return (self.fixed_cards[len(runout)],)
        return _cards_left(
            self.spot.board_mask | mask_of(runout) | _MASKS[hands[0]] | _MASKS[hands[1]]
        )

    def _board_strengths(self, board: int) -> dict[int, int]:
        """Return the strengths of all hands of both ranges on a full board, evaluated at once."""
        if board not in self._strengths:
            holes = np.unique(np.concatenate([holes for holes, _ in self.weighted_hands]))
            free = holes[HOLE_MASKS[holes] & np.uint64(board) == 0]
            strengths = evaluate_masks(HOLE_MASKS[free], np.uint64(board))
            self._strengths[board] = dict(zip(free.tolist(), strengths.tolist(), strict=True))
        return self._strengths[board]


@lru_cache(maxsize=1 << 15)
def _cards_left(known: int) -> tuple[int, ...]:
    return tuple(card for card in range(52) if not known >> card & 1)
