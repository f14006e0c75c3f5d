"""A hold'em strategy at a table: the node of a hand, and an action there in real chips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fifthstreet.agents.equity import EquityAgent
from fifthstreet.agents.odds import call_by_pot_odds
from fifthstreet.agents.own_tree import follow_tree, is_own_game, tree_amount
from fifthstreet.cards import hole_index, hole_text
from fifthstreet.game import ActionAmount, Event, SeatView, State
from fifthstreet.review import AdviceSource, SolveBudget, advise
from fifthstreet.tree import Kind, Move
from fifthstreet.tree.strategy import TreeStrategy
from fifthstreet.tree.translate import (
    Follower,
    MatchQuality,
    Policy,
    PseudoHarmonicNearest,
    is_in_turn,
    legal_action,
    play_events,
)

_SAMPLES = 1024


class HoldemSeat:
    """A seat at tables of no-limit hold'em that plays a strategy, hand after hand.

    The seat remembers its progress in a hand, so late decisions take no longer than early ones.
    """

    def __init__(self, strategy: TreeStrategy, budget: SolveBudget | None = None) -> None:
        """Play a strategy; with a budget, hands that leave its tree are solved."""
        self._strategy, self._tree, self._budget = strategy, strategy.tree, budget
        self._equity = EquityAgent(samples=_SAMPLES)  # for hands that cannot be mapped
        # Each bet is mapped to its likeliest size, never to a random one, so results repeat.
        self._follower = Follower(self._tree, Policy(PseudoHarmonicNearest()))
        self._terms: tuple[Any, ...] = ()  # the game and stacks of the last hand
        self._is_own_game = False
        self._hand_number = -1
        self._own_seen = self._own_node = 0  # while the hand is in the tree's own game
        self._has_left = False  # the tree's own lines, so that the hand is mapped by the follower
        self._seen = 0  # events that the follower has seen
        self._state: State | None = None

    def decide(self, view: SeatView) -> ActionAmount:
        """Draw an action of the strategy."""
        events = view.events
        self._begin_unless_known(view, events)
        node = self._node_in_turn(view, events)
        if self._budget is not None and self._is_lost(node):
            solved = self._solved(view)
            if solved is not None:
                return solved
        if node < 0 and int(self._tree.kind[self._follower.node]) == Kind.SHOWDOWN:
            # On the tree all chips are in, so folding would give up a large pot.
            return view.check_or_call()
        if node < 0 or self._has_unseen_bet(view, node):
            answer = call_by_pot_odds(view, self._equity.equity(view), style=0.0)
            assert isinstance(answer, ActionAmount)
            return answer
        board = tuple([int(card) for card in view.board])
        first, second = [int(card) for card in view.hole_cards]
        shares = self._strategy.hand_probabilities(node, board, hole_index(first, second)).tolist()
        if not sum(shares) > 0:  # NaN or 0: a hand that the strategy does not start with
            return view.check_or_fold()
        child = int(self._tree.first_child[node]) + view.random.weighted(shares)
        return self._real_action(view, child)

    def _has_unseen_bet(self, view: SeatView, node: int) -> bool:
        """Return whether the player faces a bet by one who has folded on the tree."""
        first = int(self._tree.first_child[node])
        return self._is_lost(node) and view.to_call > 0 and self._tree.move[first] != Move.FOLD

    def _is_lost(self, node: int) -> bool:
        return self._has_left and (node < 0 or self._follower.quality is MatchQuality.LOST)

    def _solved(self, view: SeatView) -> ActionAmount | None:
        """Draw an action of a solve of the rest of the hand; None if it cannot be solved."""
        assert self._state is not None
        first, second = [int(card) for card in view.hole_cards]
        advice = advise(
            self._strategy,
            self._state,
            hand=hole_text(hole_index(first, second)),
            policy=self._follower.policy,
            budget=self._budget,
        )
        if advice.source is not AdviceSource.SOLVE:
            return None
        chosen = view.random.weighted([each.probability for each in advice.actions])
        return advice.actions[chosen].real

    def node_after(self, view: SeatView, events: Sequence[Event]) -> int:
        """Return the tree's node that stands for the first events of a hand, -1 if none does."""
        self._begin_unless_known(view, events)
        if not self._has_left:
            self._own_node, is_there = self._followed_on_tree(events)
            if is_there:
                return self._own_node
            self._has_left = True
        follower = self._followed(view, events)
        return follower.node if follower.mapped else -1

    def tree_players(self, view: SeatView) -> tuple[int, ...]:
        """Return the player of the tree for each seat of the last hand, -1 for seats without one.

        It is known after `node_after`.
        """
        if not self._has_left:
            return tuple(range(view.player_count))
        return tuple(self._follower.walk.seat_of)

    def _begin_unless_known(self, view: SeatView, events: Sequence[Event]) -> None:
        """Begin a hand, unless these events continue the current one."""
        seen = self._own_seen if self._state is None else max(self._own_seen, self._seen)
        if self._hand_number != view.hand_number or seen > len(events):
            self._begin(view)

    def _begin(self, view: SeatView) -> None:
        terms = (view.hand.game, *view.hand.starting_stacks)
        if terms != self._terms:
            self._terms = terms
            self._is_own_game = is_own_game(self._strategy, terms[0], terms[1:])
        self._hand_number = view.hand_number
        self._own_seen = self._own_node = 0
        self._has_left = not self._is_own_game
        self._state = None

    def _node_in_turn(self, view: SeatView, events: Sequence[Event]) -> int:
        """Return the player's decision on the tree that stands for the hand, -1 if none does."""
        if not self._has_left:
            self._own_node, is_there = self._followed_on_tree(events)
            if is_there and self._is_decision(self._own_node, view.seat):
                return self._own_node
            self._has_left = True
        follower = self._followed(view, events)
        return follower.node if is_in_turn(follower) else -1

    def _followed_on_tree(self, events: Sequence[Event]) -> tuple[int, bool]:
        """Return the last node that the tree's own game reached, and whether it is still there."""
        new = events[self._own_seen :]
        self._own_seen = len(events)
        return follow_tree(self._tree, new, self._own_node)

    def _is_decision(self, node: int, seat: int) -> bool:
        tree = self._tree
        return int(tree.kind[node]) == Kind.ACTION and int(tree.player[node]) == seat

    def _followed(self, view: SeatView, events: Sequence[Event]) -> Follower:
        """Replay the public events, with other hole cards, and follow them through the tree."""
        if self._state is None:
            stacks = list(view.hand.starting_stacks)
            self._state, self._seen = view.hand.game(stacks, len(stacks), seed=0), 0
            self._follower.begin(self._state)
        play_events(self._state, events[self._seen :])
        self._seen = len(events)
        self._follower.observe(self._state)
        return self._follower

    def _real_action(self, view: SeatView, child: int) -> ActionAmount:
        """Return an action of the tree as one of the table, a check or fold if there is none."""
        if self._has_left:
            assert self._state is not None
            action = legal_action(self._follower, self._state, child)
            return view.check_or_fold() if action is None else action
        move = int(self._tree.move[child])
        if move == Move.FOLD:
            return view.fold()
        if move in (Move.CHECK, Move.CALL):
            return view.check_or_call()
        amount = tree_amount(self._tree, child)
        return view.raise_to(int(amount) if amount == int(amount) else amount)
