"""AIVAT for hands of the arena: of small games, and of no-limit hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from fifthstreet.agents import (
    PLAYERS,
    Agent,
    SmallGame,
    end_of,
    follow_tree,
    is_full_stack,
    is_own_game,
    small_tree,
    solver_game,
    tree_amount,
)
from fifthstreet.arena.aivat.board_luck import board_luck
from fifthstreet.arena.aivat.game_tree import corrected_payoffs, history_values
from fifthstreet.arena.aivat.hand_values import SampledValues
from fifthstreet.arena.aivat.holdem import HoldemAivat
from fifthstreet.arena.aivat.multiway import MultiwayAivat, MultiwayHand
from fifthstreet.arena.aivat.tree_hand import TreeHand
from fifthstreet.arena.all_in import all_in_payoffs
from fifthstreet.arena.hand_results import dealt_cards
from fifthstreet.cards import HOLE_COUNT, Range, hole_index
from fifthstreet.game import Bet, BettingAction, Raised, State
from fifthstreet.game.variants import Poker
from fifthstreet.solvers.cfr import FullSolver, Strategy
from fifthstreet.tree import BettingTree, Kind
from fifthstreet.tree.strategy import TreeStrategy

_VALUE_ITERATIONS = 500  # of CFR, for the values of players whose strategies are unknown
_VALUE_BOARDS = 20
_VALUE_SEED = 17  # fixed, so that values do not depend on the hands of a match


class AivatEstimator:
    """Payoffs corrected by AIVAT, with the strategies of agents that have a `known_strategy`.

    Kuhn poker and Leduc hold'em are always corrected, hold'em if such an agent plays its tree's own
    game. Everything else is estimated by all-in equity.
    """

    def __init__(self, game: Poker, stack: Any, seats: int) -> None:
        self.game, self.stack, self.seats = game, stack, seats
        small = solver_game(game) if seats == PLAYERS and is_full_stack(game, stack) else None
        self.small_game = small
        self._first: TreeStrategy | None = None  # whose tree and values are used
        # Payoffs by the ids of the strategies in a small game's seats, and the strategies.
        self._tables: dict[tuple[int, ...], tuple[NDArray[np.float64], Sequence[object]]] = {}

    def payoffs(self, state: State, agents: Sequence[Agent], seed: int) -> Sequence[float]:
        """Return the corrected payoffs of each seat."""
        known = [getattr(agent, "known_strategy", None) for agent in agents]
        if self.small_game is not None:
            return self._small_payoffs(self.small_game, known, state)
        own = tuple(each if self._is_own(each) else None for each in known)
        self._first = self._first or next((each for each in own if each is not None), None)
        if self._first is None:
            return all_in_payoffs(self.game, state, seed)
        if self.seats != PLAYERS:
            return self._multiway_payoffs(self._first, own, state, seed)
        aivat = _holdem_aivat(self._first, own)
        won = aivat.estimate(_tree_hand(aivat, state), np.random.default_rng(seed))
        return won, -won

    def _multiway_payoffs(
        self,
        first: TreeStrategy,
        own: Sequence[TreeStrategy | None],
        state: State,
        seed: int,
    ) -> Sequence[float]:
        node, is_there = follow_tree(first.tree, state.events)
        aivat = _multiway_aivat(first, tuple(own))
        hands = tuple(
            hole_index(*(int(card) for card in dealt_cards(state, seat)))
            for seat in range(self.seats)
        )
        board = tuple(int(card) for card in state.get_board_cards(0))
        random = np.random.default_rng(seed)
        results, nearest = np.array(state.payoffs, np.float64), -1
        if not is_there:
            left_at, nearest = _departure(first.tree, node, state)
            results = np.array(all_in_payoffs(self.game, state, seed))
            results -= board_luck(state, left_at, random)
        hand = MultiwayHand(hands, board, node, tuple(results.tolist()), nearest)
        corrected: list[float] = aivat.estimate(hand, random).tolist()
        return corrected

    def _small_payoffs(
        self, game: SmallGame, known: Sequence[object], state: State
    ) -> Sequence[float]:
        tree = small_tree(game)
        key = tuple(id(each) for each in known)
        if key not in self._tables:
            contents = tuple(
                each.probabilities.tobytes()
                if isinstance(each, Strategy) and each.tree.name == tree.name
                else None
                for each in known
            )
            self._tables[key] = _corrected(game, contents), known
        payoffs = self._tables[key][0][end_of(tree, state)]
        if np.isnan(payoffs).any():  # an agent lost a decision, so it left its strategy
            return [float(payoff) for payoff in state.payoffs]
        corrected: list[float] = payoffs.tolist()
        return corrected

    def _is_own(self, strategy: object) -> TypeGuard[TreeStrategy]:
        if not isinstance(strategy, TreeStrategy):
            return False
        return is_own_game(strategy, self.game, [self.stack] * self.seats)


@lru_cache(maxsize=64)
def _corrected(game: SmallGame, known: tuple[bytes | None, ...]) -> NDArray[np.float64]:
    """Return the corrected payoffs of all ends, given the probabilities of known strategies.

    Players whose strategies are unknown are valued as if they played an equilibrium.
    """
    tree = small_tree(game)
    profile = _equilibrium(game).probabilities.copy()
    owners = np.repeat(tree.info_player, np.diff(tree.first_action))
    own: dict[int, Strategy] = {}
    for player, content in enumerate(known):
        if content is not None:
            own[player] = Strategy(tree, np.frombuffer(content, np.float64))
            profile[owners == player] = own[player].probabilities[owners == player]
    return corrected_payoffs(tree, history_values(tree, Strategy(tree, profile)), own)


@lru_cache(maxsize=4)
def _equilibrium(game: SmallGame) -> Strategy:
    solver = FullSolver(small_tree(game))
    solver.iterate(_VALUE_ITERATIONS)
    return solver.average()


@lru_cache(maxsize=16)
def _holdem_aivat(first: TreeStrategy, known: tuple[TreeStrategy | None, ...]) -> HoldemAivat:
    """Return the estimator on the tree of the first strategy, with its values.

    Strategies on other trees count as unknown.
    """
    every_hand = Range(np.ones(HOLE_COUNT, np.float32))
    same = _on_tree(first, known)
    return HoldemAivat(first.tree, [every_hand] * PLAYERS, (), _values(first), same)


@lru_cache(maxsize=128)
def _multiway_aivat(first: TreeStrategy, known: tuple[TreeStrategy | None, ...]) -> MultiwayAivat:
    """Return the estimator that plays the first strategy in the seats of unknown ones."""
    return MultiwayAivat(first, _on_tree(first, known))


def _on_tree(
    first: TreeStrategy, known: Sequence[TreeStrategy | None]
) -> list[TreeStrategy | None]:
    """Return strategies on the tree of the first, None for others."""
    return [each if each is not None and each.tree.same_as(first.tree) else None for each in known]


@lru_cache(maxsize=4)
def _values(strategy: TreeStrategy) -> SampledValues:
    return SampledValues(strategy, boards=_VALUE_BOARDS, seed=_VALUE_SEED)


def _departure(tree: BettingTree, node: int, state: State) -> tuple[int, int]:
    """Return the event with which a hand left a tree, and the bet of the tree that is nearest.

    The event is its number, and the bet a child of `node`, the last node reached; -1 for none.
    """
    taken = sum(int(tree.kind[each]) == Kind.ACTION for each in tree.line(node)[:-1])
    actions = [i for i, each in enumerate(state.events) if isinstance(each, BettingAction)]
    event = state.events[actions[taken]]
    bets = [child for child in tree.children(node) if tree.amount[child] > 0]
    if not isinstance(event, Bet | Raised) or not bets:
        return actions[taken], -1
    total = float(event.total)
    return actions[taken], min(bets, key=lambda child: abs(tree_amount(tree, child) - total))


def _tree_hand(aivat: HoldemAivat, state: State) -> TreeHand:
    node, _ = follow_tree(aivat.tree, state.events)
    first, second = (
        hole_index(*(int(card) for card in dealt_cards(state, seat))) for seat in range(PLAYERS)
    )
    board = tuple(int(card) for card in state.get_board_cards(0))
    return TreeHand((first, second), board, node, float(state.payoffs[0]))
