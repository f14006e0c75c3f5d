"""An agent that plays a strategy, of a small game or of a hold'em betting tree."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from fifthstreet.agents.agent import Action, BaseAgent, is_texas_holdem
from fifthstreet.agents.own_tree import follow_tree, is_own_game, tree_amount
from fifthstreet.agents.small_games import information_set, small_action, small_tree, solver_game
from fifthstreet.agents.view import View
from fifthstreet.cards import hole_index
from fifthstreet.game.state import State
from fifthstreet.game.variants import Poker
from fifthstreet.solvers.cfr import Strategy
from fifthstreet.solvers.games import Kuhn, leduc
from fifthstreet.solvers.training import load_strategy
from fifthstreet.strategy import TreeStrategy
from fifthstreet.table.kinds import ActionAmount
from fifthstreet.translate import (
    Follower,
    Policy,
    PseudoHarmonicNearest,
    legal_actions,
    play_operations,
)
from fifthstreet.tree import Kind, Move


class StrategyAgent(BaseAgent):
    """Play a strategy of Kuhn poker, of Leduc hold'em, or of a no-limit hold'em tree.

    In a tree's own game, actions are drawn from the strategy. Where the stakes differ, or others
    bet amounts that the tree does not have, the hand is mapped to the tree; where that is no longer
    possible, the agent checks or folds.
    """

    def __init__(self, strategy: Strategy | TreeStrategy) -> None:
        """Set the strategy; one of a hold'em tree must start before the flop."""
        if isinstance(strategy, TreeStrategy) and strategy.tree.rules.first_street > 0:
            raise ValueError("the strategy starts on the flop or later; want one from preflop on")
        self.known_strategy: Strategy | TreeStrategy = strategy
        """The strategy that the agent plays, exactly; estimates of winnings use it."""
        self._hand_number = -1
        self._seen = 0
        self._state: State | None = None
        self._follower: Follower | None = None

    def __repr__(self) -> str:
        """Return the strategy."""
        return f"<StrategyAgent: {self.known_strategy!r}>"

    def check_game(self, game: Poker) -> None:
        """Raise ValueError if the strategy is for another game."""
        strategy = self.known_strategy
        if isinstance(strategy, TreeStrategy):
            if not is_texas_holdem(game):
                raise ValueError(f"the strategy plays Texas hold'em only, not {game.name}")
            return
        found = solver_game(game)
        if found is None or found.name != strategy.tree.name:
            raise ValueError(f"the strategy plays {strategy.tree.name}, not {game.name}")

    def decide(self, view: View) -> Action:
        """Draw an action of the strategy."""
        strategy = self.known_strategy
        if isinstance(strategy, TreeStrategy):
            return self._holdem_action(strategy, view)
        moves = strategy[information_set(view)]
        return small_action(view, [*moves][view.random.weighted([*moves.values()])])

    def _holdem_action(self, strategy: TreeStrategy, view: View) -> ActionAmount:
        tree = strategy.tree
        node, is_there = follow_tree(tree, view.history)
        stacks = view.hand.starting_stacks
        is_own = is_there and is_own_game(strategy, view.hand.game, stacks)
        actions = self._own_actions(strategy, view, node) if is_own else {}
        if not actions:
            node, actions = self._translated_actions(strategy, view)
        if not actions:
            return view.check_or_fold()
        board = tuple(int(card) for card in view.board)
        first, second = (int(card) for card in view.hole_cards)
        shares = np.nan_to_num(strategy.probabilities(node, board)[:, hole_index(first, second)])
        if not shares.sum() > 0:  # a hand that the strategy does not start with
            return view.check_or_fold()
        child = list(tree.children(node))[view.random.weighted(shares.tolist())]
        return actions.get(child, view.check_or_fold())

    def _own_actions(
        self, strategy: TreeStrategy, view: View, node: int
    ) -> dict[int, ActionAmount]:
        tree = strategy.tree
        if tree.kind[node] != Kind.ACTION or int(tree.player[node]) != view.seat:
            return {}
        actions = {}
        for child in tree.children(node):
            if tree.move[child] == Move.FOLD:
                actions[child] = view.fold()
            elif tree.move[child] in (Move.CHECK, Move.CALL):
                actions[child] = view.check_or_call()
            else:
                amount = tree_amount(tree, child)
                actions[child] = view.raise_to(int(amount) if amount == int(amount) else amount)
        return actions

    def _translated_actions(
        self, strategy: TreeStrategy, view: View
    ) -> tuple[int, dict[int, ActionAmount]]:
        """Return the node that the hand is mapped to, and its actions in real chips."""
        follower, state = self._followed(strategy, view)
        actions = legal_actions(follower, state)
        return follower.node, {action.child: action.real for action in actions}

    def _followed(self, strategy: TreeStrategy, view: View) -> tuple[Follower, State]:
        """Replay the public events, with other hole cards, and follow them through the tree."""
        history = view.history
        is_new = self._hand_number != view.hand_number or self._seen > len(history)
        if is_new or self._state is None or self._follower is None:
            self._hand_number, self._seen = view.hand_number, 0
            stacks = list(view.hand.starting_stacks)
            self._state = view.hand.game(stacks, len(stacks), seed=0)
            # Each bet is mapped to its likeliest size, never to a random one, so results repeat.
            policy = Policy(PseudoHarmonicNearest())
            self._follower = Follower(strategy.tree, policy)
            self._follower.begin(self._state)
        play_operations(self._state, history[self._seen :])
        self._seen = len(history)
        self._follower.observe(self._state)
        return self._follower, self._state


def saved_strategy_agent(*, file: str) -> StrategyAgent:
    """Return the agent that plays a strategy or training of Kuhn or Leduc, saved in a file."""
    path = Path(file)
    if not path.is_file():
        raise ValueError(f"no file {file!r}")
    status = path.stat()
    return StrategyAgent(_saved_strategy(file, status.st_mtime_ns, status.st_size))


@lru_cache(maxsize=16)
def _saved_strategy(file: str, modified: int, size: int) -> Strategy:
    """Return the strategy of a file; time and size show whether it has changed."""
    reasons = []
    for game in (Kuhn(), leduc()):
        try:
            return load_strategy(file, small_tree(game))
        except ValueError as error:
            reasons.append(str(error))
    raise ValueError(reasons[-1])
