"""Many tables of a spot at once, in arrays: what `SpotGame` plays hand by hand.

Letters: T tables, N nodes of the betting tree, H0 and H1 hands that may be dealt, F features.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.games import CHANCE, TERMINAL
from fifthstreet.solvers.postflop.spot.holdem_game import (
    BOARD_CARDS,
    SORTS,
    HoldemState,
    SpotGame,
)
from fifthstreet.tree import Kind

_NONE = -1  # a hand or a card that is not dealt yet
_RANKS = 13
_STATE = np.dtype(
    [("node", np.int32), ("hands", np.int16, (2,)), ("runout", np.int8, (BOARD_CARDS,))]
)
Handles = NDArray[Any]  # [T] of states


class SpotTables:
    """T tables of a `SpotGame`; hands, cards, features and payoffs are the game's.

    The same random numbers draw the same hands and cards as at one table of the game.
    """

    players = 2

    def __init__(self, game: SpotGame) -> None:
        """Arrange the tree of the game's spot for look-ups by node."""
        self.game = game
        spot, tree = game.spot, game.spot.tree
        is_action = tree.kind == Kind.ACTION
        self._counts = np.where(is_action, tree.n_children, 0).astype(np.int64)
        self.actions = int(self._counts.max(initial=1))
        steps, step_count = game.steps
        self.features = 2 * SORTS + CARD_COUNT * (1 + BOARD_CARDS) + step_count
        deepest = max(map(len, steps))
        # Shorter paths end with a column that is cut off.
        padded = [(*path, *[step_count] * (deepest - len(path))) for path in steps]
        self._steps = np.array(padded, np.int64).reshape(len(tree), deepest)
        at_stake = np.array(game.at_stake, np.float64)  # [N, 2]
        self._halves, self._rakes = at_stake.T
        self.scale = float(self._halves[~is_action & (tree.kind != Kind.DEAL)].max()) or 1.0
        self._left = BOARD_CARDS - len(spot.board)

    def start(self, count: int) -> Handles:
        """Return tables before any card is dealt."""
        return np.repeat(self.handles_of([self.game.root()]), count)

    def handles_of(self, states: Sequence[HoldemState]) -> Handles:
        """Return tables in states of the game."""
        handles = np.empty(len(states), _STATE)
        handles["hands"], handles["runout"] = _NONE, _NONE
        for at, (node, hands, runout) in enumerate(states):
            handles["node"][at] = node
            handles["hands"][at, : len(hands)] = hands
            handles["runout"][at, : len(runout)] = runout
        return handles

    def players_of(self, handles: Handles) -> NDArray[np.int8]:
        """Return who acts at each table: a player, `CHANCE` or `TERMINAL`."""
        tree, nodes = self.game.spot.tree, handles["node"]
        kinds = tree.kind[nodes]
        is_short = (kinds == Kind.SHOWDOWN) & (self._dealt(handles) < self._left)
        is_chance = (handles["hands"][:, 1] == _NONE) | (kinds == Kind.DEAL) | is_short
        players = np.where(kinds == Kind.ACTION, tree.player[nodes], TERMINAL)
        return np.where(is_chance, CHANCE, players).astype(np.int8)

    def deal(self, handles: Handles, uniform: NDArray[np.float64]) -> Handles:
        """Return the tables after a hand or a card, drawn by numbers from [0, 1)."""
        after = handles.copy()
        hands = handles["hands"]
        first = np.flatnonzero(hands[:, 0] == _NONE)
        if len(first):
            after["hands"][first, 0] = self._holes[0][_drawn(self._sums[0], uniform[first])]
        second = np.flatnonzero((hands[:, 0] != _NONE) & (hands[:, 1] == _NONE))
        if len(second):
            rows = self._sums[1][self._row_of[hands[second, 0]]]
            after["hands"][second, 1] = self._holes[1][_drawn(rows, uniform[second])]
        board = np.flatnonzero(hands[:, 1] != _NONE)
        if len(board):
            after[board] = self._with_card(handles[board], uniform[board])
        return after

    def observe(self, handles: Handles) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return the features of the players to act, [T, F], and their numbers of actions."""
        nodes, rows = handles["node"], np.arange(len(handles))
        actors = self.game.spot.tree.player[nodes]
        own = HOLE_CARDS[handles["hands"][rows, actors]].astype(np.int64)  # [T, 2]
        vectors = np.zeros((len(handles), self.features + 1), np.float32)
        dealt = handles["runout"][:, : self._left].astype(np.int64)
        for card in (*own.T, *np.array(self.game.spot.board, np.int64)):
            vectors[rows, SORTS + card // 4] += 1
            vectors[rows, SORTS + _RANKS + card % 4] += 1
        for card in own.T:
            vectors[rows, card // 4] += 1
            vectors[rows, _RANKS + card % 4] += 1
            vectors[rows, 2 * SORTS + card] = 1
        for place, cards in enumerate(dealt.T, 1):
            at = np.flatnonzero(cards != _NONE)
            card = cards[at]
            vectors[at, SORTS + card // 4] += 1
            vectors[at, SORTS + _RANKS + card % 4] += 1
            vectors[at, 2 * SORTS + CARD_COUNT * place + card] = 1
        first_step = 2 * SORTS + CARD_COUNT * (1 + BOARD_CARDS)
        vectors[rows[:, None], first_step + self._steps[nodes]] = 1
        return np.ascontiguousarray(vectors[:, :-1]), self._counts[nodes]

    def play(self, handles: Handles, actions: NDArray[np.int64]) -> Handles:
        """Return the tables after actions."""
        after = handles.copy()
        after["node"] = self.game.spot.tree.first_child[handles["node"]] + actions
        return after

    def payoffs(self, handles: Handles) -> NDArray[np.float64]:
        """Return the chips won at ends of the game, [T, 2]."""
        tree, nodes = self.game.spot.tree, handles["node"]
        leads = np.where(tree.player[nodes] == 0, 1, -1)
        shown = np.flatnonzero(tree.kind[nodes] != Kind.FOLD)
        if len(shown):
            boards = np.uint64(self.game.spot.board_mask) | self._runout_masks(handles[shown])
            strengths = [
                evaluate_masks(HOLE_MASKS[hands], boards).astype(np.int64)
                for hands in handles["hands"][shown].T
            ]
            leads[shown] = np.sign(strengths[0] - strengths[1])
        halves, rakes = self._halves[nodes], self._rakes[nodes]
        won = np.stack([leads * halves, -leads * halves], axis=1)
        won[leads == 0] -= rakes[leads == 0, None] / 2
        for player, lead in enumerate((1, -1)):
            won[leads == lead, player] -= rakes[leads == lead]
        return won

    def vectors(self, inputs: NDArray[Any]) -> NDArray[np.float32]:
        """Return the features."""
        return inputs

    def no_inputs(self, count: int) -> NDArray[np.float32]:
        """Return features that are all zero, to be overwritten."""
        return np.zeros((count, self.features), np.float32)

    def _dealt(self, handles: Handles) -> NDArray[np.int64]:
        """Return the number of board cards dealt.  [T]"""
        count: NDArray[np.int64] = (handles["runout"] != _NONE).sum(axis=1)
        return count

    def _runout_masks(self, handles: Handles) -> NDArray[np.uint64]:
        """Return the masks of the board cards dealt.  [T]"""
        cards = handles["runout"].astype(np.int64)
        bits = np.where(cards == _NONE, 0, 1 << np.maximum(cards, 0))
        masks: NDArray[np.uint64] = bits.sum(axis=1).astype(np.uint64)
        return masks

    def _with_card(self, handles: Handles, uniform: NDArray[np.float64]) -> Handles:
        """Return the tables after a board card."""
        game, after = self.game, handles.copy()
        dealt, tree = self._dealt(handles), game.spot.tree
        known = HOLE_MASKS[handles["hands"]].sum(axis=1) | np.uint64(game.spot.board_mask)
        known |= self._runout_masks(handles)
        is_left = known[:, None] >> np.arange(CARD_COUNT, dtype=np.uint64) & np.uint64(1) == 0
        counts = is_left.sum(axis=1)
        numbers = np.empty(len(handles), np.int64)
        for count in np.unique(counts).tolist():
            at = np.flatnonzero(counts == count)
            numbers[at] = _drawn(np.cumsum((1 / count,) * count), uniform[at])
        cards = np.argmax(np.cumsum(is_left, axis=1) == numbers[:, None] + 1, axis=1)
        fixed = np.array(game.fixed_cards, np.int64)
        is_fixed = dealt < len(fixed)
        cards[is_fixed] = fixed[dealt[is_fixed]]
        after["runout"][np.arange(len(handles)), dealt] = cards
        is_deal = tree.kind[handles["node"]] == Kind.DEAL
        after["node"][is_deal] = tree.first_child[handles["node"][is_deal]]
        return after

    @cached_property
    def _holes(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The hands that may be dealt to each player.  [H0], [H1]"""
        (first, _), (second, _) = self.game.weighted_hands
        return first, second

    @cached_property
    def _sums(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Running sums of the probabilities of hands: [H0], and [H0, H1] after a first hand."""
        (first, weights), (second, others) = self.game.weighted_hands
        met = (HOLE_MASKS[first][:, None] & HOLE_MASKS[second] == 0) * others
        weights = weights * met.sum(axis=1)
        totals = np.maximum(met.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
        return np.cumsum(weights / weights.sum()), np.cumsum(met / totals, axis=1)

    @cached_property
    def _row_of(self) -> NDArray[np.int64]:
        """The row of each of the 1,326 hands among the first player's."""
        rows = np.zeros(len(HOLE_MASKS), np.int64)
        rows[self._holes[0]] = np.arange(len(self._holes[0]))
        return rows


def _drawn(sums: NDArray[np.float64], uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the outcomes that numbers draw by running sums of probabilities, [K] or [T, K].

    Rounding may leave the last sum below 1; a number beyond it draws the last possible outcome.
    """
    last = sums[..., -1:]
    below = np.minimum(uniform[:, None], np.nextafter(last, 0))
    outcomes: NDArray[np.int64] = (sums <= below).sum(axis=1)
    return outcomes
