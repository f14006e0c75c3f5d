"""Following a hand through a tree, action by action.

Every action moves the real hand (a `RealHand`) and its shadow (a node of the tree). The time per
action depends neither on the size of the tree nor on the actions before.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any, Final

from fifthstreet.game.operations import (
    AntePosting,
    BetCollection,
    BlindOrStraddlePosting,
    BringInPosting,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleDealing,
)
from fifthstreet.game.state import State
from fifthstreet.table.chips import exact_amount
from fifthstreet.translate.judge import SEATS, Judge
from fifthstreet.translate.policy import Policy
from fifthstreet.translate.quality import ActionStatus, MatchQuality, quality_of, status_of
from fifthstreet.translate.real_hand import RealHand
from fifthstreet.translate.seats import seats_after_the_flop, seats_preflop
from fifthstreet.translate.terms import Terms
from fifthstreet.translate.tree_view import TreeView
from fifthstreet.translate.walk import (
    BET_MOVE,
    CALL_MOVE,
    CLAMPED,
    FOLD_MOVE,
    OUTSIDE,
    Walk,
)
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.paths import Move

_FOLD: Final = int(Move.FOLD)
_CHECK: Final = int(Move.CHECK)
_CALL: Final = int(Move.CALL)
_BET: Final = int(Move.BET)
_ALL_IN: Final = int(Move.ALL_IN)


class FollowedAction:
    """An action of the real hand and where it led in the tree."""

    def __init__(self, player: int, street: int, move: int, to: float, straddle: bool) -> None:
        """Set up an action; where it led is filled in later."""
        self.player: int = player
        self.street: int = street
        self.move: int = move
        self.to: float = to  # of a bet or raise, the player's chips on the street after it
        self.straddle: bool = straddle
        self.counted: float = to  # the part of it that somebody else can match
        self.calls: bool = False  # there was a bet to call
        self.size: float = 0.0
        self.status: int = OUTSIDE
        self.lower: float = -1.0  # neighbours by size, -1 for none
        self.upper: float = -1.0
        self.share: float = 1.0  # probability of the lower one
        self.chosen: float = -1.0  # size, -1 for none
        self.probability: float = 1.0  # of the chosen one
        self.node: int = 0  # where the action led


class Follower:
    """Tracks the node of a tree that stands for a hand.

    Begin a hand with `begin`, then either call `observe` whenever its state has changed, or `act`
    for every action. Where a mapping gives two nodes, the likelier one is followed, or one is drawn
    if there is a seed. `translate.report` returns a full `Match` at any time.
    """

    def __init__(
        self,
        tree: BettingTree,
        policy: Policy | None = None,
        *,
        seed: int | None = None,
        unit: float | None = None,
        chip: Any = None,
        trace: bool = False,
    ) -> None:
        """Follow hands through a tree.

        `unit` is the value of 1 in the tree in real chips: by default the ratio of the big blinds,
        or 1 if the tree starts after preflop. `chip` is the smallest chip of the real game, to
        which real amounts are rounded; by default it follows from the hand's amounts, see
        `table.smallest_chip`. `trace` keeps every action and all candidates, for reports.
        """
        if chip is not None and not (isfinite(chip) and exact_amount(chip) > 0):
            raise ValueError(f"chip {chip}; want 0.000001 or more, or None")
        self.tree: BettingTree = tree
        self.policy: Policy = Policy() if policy is None else policy
        self.terms: Terms = Terms(tree.rules, unit)
        self.walk: Walk = Walk(TreeView(tree), self.policy.mapping)
        self.random: Random | None = None if seed is None else Random(seed)
        self.trace: bool = trace
        self.chip: Fraction | None = None if chip is None else exact_amount(chip)
        self.judge: Judge = Judge(self.policy, self.walk, self.terms)
        self._tree_players: int = tree.rules.players
        self._first_street: int = int(tree.rules.first_street)
        self.state: State | None = None  # the last one observed
        self._clear()

    def _clear(self) -> None:
        self.hand: RealHand = RealHand([], 0, 3)
        self.node: int = 0
        self.probability: float = 1.0  # of the node, given the real actions
        self.candidates: dict[int, float] = {}  # all nodes with their probabilities, with `trace`
        self.followed: list[FollowedAction] = []  # with `trace`
        self.action_count: int = 0
        self.mapped: bool = False  # the seats are known and the tree has begun
        self.seat_problem: str = ""
        self.judge.clear()
        self.size: float = 0.0  # of the last bet or raise
        self._last_status: int = OUTSIDE
        self._seen: int = 0
        self._opened: bool = False
        self._straddles: list[tuple[float, int]] = []
        self._antes: list[float] = []
        self._waiting: list[tuple[int, int, float, bool]] = []  # actions before the seats are known
        self._start: RealHand | None = None

    def __repr__(self) -> str:
        """Return the quality, the node, and the number of actions."""
        node = f"{self.quality.value} at node {self.node}"
        return f"<Follower: {node} after {self.action_count} actions>"

    def begin(self, state: State) -> None:
        """Begin a hand, and follow what has been played in its state so far."""
        self._clear()
        self.terms.read(state)
        stacks = [float(stack) for stack in state.starting_stacks]
        self._antes = [0.0] * len(stacks)
        self.hand = RealHand(stacks, self.terms.first_street, self.terms.last_street)
        self.observe(state)

    def observe(self, state: State) -> int:
        """Follow what has happened in a state since the last call; return the node."""
        operations = state.operations
        if len(operations) < self._seen:
            raise ValueError("the state has fewer operations than were followed; begin a new hand")
        if not self.hand.players:
            self.begin(state)
            return self.node
        self.state = state
        for i in range(self._seen, len(operations)):
            self._read(operations[i])
        self._seen = len(operations)
        return self.node

    def _read(self, operation: Any) -> None:
        if isinstance(operation, CheckingOrCalling):
            self._act(operation.player_index, CALL_MOVE, 0.0, False)
        elif isinstance(operation, CompletionBettingOrRaisingTo):
            self._act(operation.player_index, BET_MOVE, float(operation.amount), False)
        elif isinstance(operation, Folding):
            self._act(operation.player_index, FOLD_MOVE, 0.0, False)
        elif isinstance(operation, BlindOrStraddlePosting):
            amount = float(operation.amount)
            if self.terms.is_straddle(operation.player_index, amount):
                self._straddles.append((amount, operation.player_index))
            else:
                self.hand.blind(operation.player_index, amount)
        elif isinstance(operation, AntePosting):
            self._antes[operation.player_index] += float(operation.amount)
            self.hand.ante(operation.player_index, float(operation.amount))
        elif isinstance(operation, BetCollection):
            if not self._opened:  # antes that nobody matched may be returned
                for p in range(self.hand.players):
                    self.hand.ante(p, float(operation.bets[p]) - self._antes[p])
        elif isinstance(operation, BringInPosting):
            raise ValueError("games with a bring-in are not supported; want blinds or antes")
        elif isinstance(operation, HoleDealing) and not self._opened:
            self._open()

    def act(self, kind: int, amount: float = 0.0) -> int:
        """Follow an action of the player in turn; return the node.

        `kind` is a `tree.Move`: FOLD, CHECK, CALL, BET (a bet or raise to `amount` on this street)
        or ALL_IN. Minimum raises are not enforced.
        """
        if not self._opened:
            self._open()
        hand = self.hand
        player = hand.actor
        if player < 0:
            raise ValueError("the hand is over: nobody is to act")
        total = hand.bets[player] + hand.stacks[player]
        if kind == _ALL_IN:
            amount = total
            kind = _BET if amount > hand.top else _CALL
        if kind == _BET:
            if not hand.top < amount <= total:
                raise ValueError(
                    f"a bet to {amount:g}; want more than {hand.top:g}, up to {total:g}"
                )
            self._act(player, BET_MOVE, amount, False)
        elif kind in (_CHECK, _CALL):
            if kind == _CHECK and hand.top > hand.bets[player]:
                raise ValueError(f"a check against a bet to {hand.top:g}; want a call or a fold")
            self._act(player, CALL_MOVE, 0.0, False)
        elif kind == _FOLD:
            self._act(player, FOLD_MOVE, 0.0, False)
        else:
            raise ValueError(f"an action of kind {kind}; want FOLD, CHECK, CALL, BET or ALL_IN")
        self.state = None  # the last one observed is out of date
        return self.node

    @property
    def quality(self) -> MatchQuality:
        """How far the node can be trusted."""
        return quality_of(self.judge.quality)

    @property
    def action_status(self) -> ActionStatus:
        """How the last action was mapped."""
        return status_of(self._last_status)

    @property
    def lost_at(self) -> int:
        """Number of the action at which the match was lost; 0 for the start."""
        return self.judge.lost_at

    # The hand.

    def _open(self) -> None:
        """Begin the betting once the forced bets are in."""
        self._opened = True
        straddlers = [player for _, player in self._straddles]
        for player in range(self.hand.players):
            if player not in straddlers:
                self.hand.require(self.terms.blinds[player])
        self.hand.open(self.terms.opener(self.hand))
        self._start = self.hand.copy() if self.hand.players > self._tree_players else None
        if self._first_street <= self.hand.street:
            self._find_seats()
        for amount, player in sorted(self._straddles):
            self._act(player, BET_MOVE, amount, True)
            self.hand.require(self.terms.blinds[player])

    def _act(self, player: int, move: int, to: float, straddle: bool) -> None:
        if not self._opened:
            self._open()
        hand = self.hand
        street = hand.street
        if move == BET_MOVE:
            hand.measure(player, to)
            self.size = hand.size
        self._last_status = OUTSIDE
        if not straddle:
            self.action_count += 1
        if not self.mapped:
            self._unmapped(player, move, to, straddle)
            return
        action = self._note(player, move, to, straddle) if self.trace else None
        if self.walk.seat_of[player] < 0:
            self._apply(player, move, to, straddle)
            return
        if self.trace:
            self._spread(player, move)
        walk = self.walk
        walk.step(self.node, player, move, hand)
        child, chosen, probability = self._choose(walk)
        status = walk.status
        self._last_status = status
        self.probability *= probability
        if action is not None:
            action.status = status
            action.lower = walk.lower
            action.upper = walk.upper
            action.share = walk.share
            action.chosen = chosen
            action.probability = probability
            action.node = child
        size = hand.size
        self._apply(player, move, to, straddle)
        walk.out_of_turn = False
        self.node = walk.align(child, hand)
        if self.trace:
            self._align_candidates()
        judge = self.judge
        judge.action = self.action_count
        if move == BET_MOVE:
            judge.size(street, status, size, chosen)
        elif status >= CLAMPED:
            judge.mark_poor()
        judge.place(walk.views.view(self.node), hand, street)

    def _note(self, player: int, move: int, to: float, straddle: bool) -> FollowedAction:
        hand = self.hand
        action = FollowedAction(player, hand.street, move, to, straddle)
        action.calls = hand.top > hand.bets[player]
        action.node = self.node
        if move == BET_MOVE:
            action.size = hand.size
            action.counted = min(to, hand.reach(player))
        self.followed.append(action)
        return action

    def _choose(self, walk: Walk) -> tuple[int, float, float]:
        """Choose one of two neighbours; return its node, its size and its probability."""
        share = walk.share
        if share >= 1.0:
            return walk.lower_node, walk.lower, 1.0
        if share <= 0.0:
            return walk.upper_node, walk.upper, 1.0
        takes_lower = share >= 0.5 if self.random is None else self.random.random() < share
        if takes_lower:
            return walk.lower_node, walk.lower, share
        return walk.upper_node, walk.upper, 1.0 - share

    def _apply(self, player: int, move: int, to: float, straddle: bool) -> None:
        hand = self.hand
        if straddle:
            hand.straddle(player, to)
        elif move == FOLD_MOVE:
            hand.fold(player)
        elif move == CALL_MOVE:
            hand.call(player)
        else:
            hand.raise_to(player, to)

    # All candidates, with `trace`.

    def _spread(self, player: int, move: int) -> None:
        spread: dict[int, float] = {}
        walk = self.walk
        for node, probability in self.candidates.items():
            walk.step(node, player, move, self.hand)
            share = walk.share
            if share > 0.0:
                child = walk.lower_node
                spread[child] = spread.get(child, 0.0) + probability * share
            if share < 1.0:
                child = walk.upper_node
                spread[child] = spread.get(child, 0.0) + probability * (1.0 - share)
        self.candidates = spread

    def _align_candidates(self) -> None:
        aligned: dict[int, float] = {}
        out_of_turn = self.walk.out_of_turn  # of the node; `align` may set it
        for node, probability in self.candidates.items():
            at = self.walk.align(node, self.hand)
            aligned[at] = aligned.get(at, 0.0) + probability
        self.candidates = aligned
        self.walk.out_of_turn = out_of_turn

    # Seats.

    def _unmapped(self, player: int, move: int, to: float, straddle: bool) -> None:
        """Follow an action before the tree begins, or while too many players are in the hand."""
        if self.trace:
            self._note(player, move, to, straddle)
        waits = self._start is not None and self._first_street == 0
        if waits:
            self._waiting.append((player, move, to, straddle))
        self._apply(player, move, to, straddle)
        begins = self.seat_problem == "" and self.hand.street >= self._first_street
        if waits or begins:
            self._find_seats()

    def _find_seats(self) -> None:
        hand = self.hand
        players = hand.players
        if self._first_street > 0:
            if hand.over:
                return
            if hand.street > self._first_street:
                self.seat_problem = "the hand begins on a later street than the tree"
                self.judge.why = SEATS
                return
            live = [p for p in range(players) if not hand.folded >> p & 1]
            seats = seats_after_the_flop(live, players, self._tree_players)
        elif self.terms.first_street > 0:
            seats = "the hand begins on a later street than the tree"
        else:
            seats = seats_preflop(self._in_hand(), players, self._tree_players)
        if isinstance(seats, str):
            self.seat_problem = seats
            self.judge.why = SEATS
            return
        self.seat_problem = ""
        self.walk.seat_of = seats
        self.walk.real_of = [
            seats.index(seat) if seat in seats else -1 for seat in range(self._tree_players)
        ]
        self._map()

    def _in_hand(self) -> list[int]:
        """Return the players whose first action was not a fold, or is still to come."""
        folded_first: set[int] = set()
        acted: set[int] = set()
        for player, move, _, _ in self._waiting:
            if move == FOLD_MOVE and player not in acted:
                folded_first.add(player)
            acted.add(player)
        return [p for p in range(self.hand.players) if p not in folded_first]

    def _map(self) -> None:
        """Start at the root of the tree, and follow the actions that waited for the seats."""
        waiting = self._waiting
        if self._start is not None and waiting:
            self.hand = self._start.copy()
            del self.followed[len(self.followed) - len(waiting) :]
            self.action_count -= len([1 for action in waiting if not action[3]])
        self._waiting = []
        self._start = None
        self.mapped = True
        self.walk.out_of_turn = False
        self.node = self.walk.align(0, self.hand)
        self.candidates = {self.node: 1.0}
        self.judge.begin(self.walk.views.view(self.node), self.hand)
        for player, move, to, straddle in waiting:
            self._act(player, move, to, straddle)
