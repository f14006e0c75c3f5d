"""Following a hand through a tree, action by action.

Every action moves the real hand (a `Ledger`) and its shadow (a node of the tree). What an action
costs does not depend on the tree or on the actions before it.
"""

from __future__ import annotations

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
from fifthstreet.translate.judge import SEATS, Judge
from fifthstreet.translate.ledger import Ledger
from fifthstreet.translate.policy import Policy
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


class Record:
    """What became of one action of the real hand in the tree; `table.Record` has its chips."""

    def __init__(self, player: int, street: int, move: int, to: float, straddle: bool) -> None:
        """An action whose outcome is still to be filled in."""
        self.player: int = player
        self.street: int = street
        self.move: int = move
        self.to: float = to  # of a bet or raise, what the player then has in on the street
        self.straddle: bool = straddle
        self.counted: float = to  # of it, what somebody else can match
        self.calls: bool = False  # there was a bet to call
        self.size: float = 0.0
        self.status: int = OUTSIDE
        self.lower: float = -1.0  # neighbours by size, -1 for none
        self.upper: float = -1.0
        self.share: float = 1.0  # probability of the lower one
        self.chosen: float = -1.0  # size, -1 for none
        self.probability: float = 1.0  # of what was chosen
        self.node: int = 0  # where the action led


class Follower:
    """The node of a tree that stands for a hand.

    `begin` a hand, then either `observe` its state whenever it has changed, or tell each `act`. The
    node is the likelier one of two where a mapping leaves it open, or drawn if there is a seed.
    """

    def __init__(
        self,
        tree: BettingTree,
        policy: Policy | None = None,
        *,
        seed: int | None = None,
        unit: float | None = None,
        trace: bool = False,
    ) -> None:
        """Follow hands through a tree.

        `unit` is what 1 of the tree's money is in real chips: by default by the big blinds, or 1 if
        the tree starts after preflop. `trace` keeps a record of every action, and all ways.
        """
        self.tree: BettingTree = tree
        self.policy: Policy = Policy() if policy is None else policy
        self.terms: Terms = Terms(tree.rules, unit)
        self.walk: Walk = Walk(TreeView(tree), self.policy.mapping)
        self.random: Random | None = None if seed is None else Random(seed)
        self.trace: bool = trace
        self.judge: Judge = Judge(self.policy, self.walk, self.terms)
        self._tree_players: int = tree.rules.players
        self._first_street: int = int(tree.rules.first_street)
        self.state: State | None = None  # the last one observed
        self._clear()

    def _clear(self) -> None:
        self.ledger: Ledger = Ledger([], 0, 3)
        self.node: int = 0
        self.probability: float = 1.0  # of the way to the node, given the real actions
        self.ways: dict[int, float] = {}  # all nodes with their probabilities, with `trace`
        self.records: list[Record] = []
        self.action_count: int = 0
        self.mapped: bool = False  # seats are known and the tree has begun
        self.seat_problem: str = ""
        self.judge.clear()
        # The last action.
        self.size: float = 0.0
        self.action_status: int = OUTSIDE
        self._seen: int = 0
        self._opened: bool = False
        self._straddles: list[tuple[float, int]] = []
        self._antes: list[float] = []
        self._waiting: list[tuple[int, int, float, bool]] = []  # actions before seats are known
        self._start: Ledger | None = None

    def begin(self, state: State) -> None:
        """Begin a hand at the start of a state's; what has been played in it is followed."""
        self._clear()
        self.terms.read(state)
        stacks = [float(stack) for stack in state.starting_stacks]
        self._antes = [0.0] * len(stacks)
        self.ledger = Ledger(stacks, self.terms.first_street, self.terms.last_street)
        self.observe(state)

    def observe(self, state: State) -> int:
        """Follow what has happened in a state since the last time; the node."""
        operations = state.operations
        if len(operations) < self._seen:
            raise ValueError("a hand with less history than was followed; want begin for a new one")
        if not self.ledger.players:
            self.begin(state)
            return self.node
        self.state = state
        for i in range(self._seen, len(operations)):
            self._take_in(operations[i])
        self._seen = len(operations)
        return self.node

    def _take_in(self, operation: Any) -> None:
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
                self.ledger.blind(operation.player_index, amount)
        elif isinstance(operation, AntePosting):
            self._antes[operation.player_index] += float(operation.amount)
            self.ledger.ante(operation.player_index, float(operation.amount))
        elif isinstance(operation, BetCollection):
            if not self._opened:  # antes that nobody matched may go back
                for p in range(self.ledger.players):
                    self.ledger.ante(p, float(operation.bets[p]) - self._antes[p])
        elif isinstance(operation, BringInPosting):
            raise ValueError("a game with a bring-in; want one with blinds or antes alone")
        elif isinstance(operation, HoleDealing) and not self._opened:
            self._open()

    def act(self, kind: int, amount: float = 0.0) -> int:
        """Follow an action of the player in turn; the node.

        `kind` is a `tree.Move`: FOLD, CHECK, CALL, BET (a bet or raise to `amount` on this street)
        or ALL_IN. Smallest raises are not checked.
        """
        if not self._opened:
            self._open()
        ledger = self.ledger
        player = ledger.actor
        if player < 0:
            raise ValueError("nobody is to act; the hand is over")
        total = ledger.bets[player] + ledger.stacks[player]
        if kind == _ALL_IN:
            amount = total
            kind = _BET if amount > ledger.top else _CALL
        if kind == _BET:
            if not ledger.top < amount <= total:
                raise ValueError(
                    f"a bet to {amount:g}; want more than {ledger.top:g}, up to {total:g}"
                )
            self._act(player, BET_MOVE, amount, False)
        elif kind in (_CHECK, _CALL):
            if kind == _CHECK and ledger.top > ledger.bets[player]:
                raise ValueError(f"a check against a bet to {ledger.top:g}; want a call or a fold")
            self._act(player, CALL_MOVE, 0.0, False)
        elif kind == _FOLD:
            self._act(player, FOLD_MOVE, 0.0, False)
        else:
            raise ValueError(f"an action of kind {kind}; want FOLD, CHECK, CALL, BET or ALL_IN")
        self.state = None  # stands where it stood, and the hand does not
        return self.node

    @property
    def status(self) -> int:
        """How far the node can be trusted; `report.Status` has the names."""
        return self.judge.status

    @property
    def lost_at(self) -> int:
        """Number of the action at which the hand was lost; 0 for the start."""
        return self.judge.lost_at

    # The hand.

    def _open(self) -> None:
        """Forced bets are in: the first player is asked."""
        self._opened = True
        self.ledger.open(self.terms.opener(self.ledger))
        self._start = self.ledger.copy() if self.ledger.players > self._tree_players else None
        if self._first_street <= self.ledger.street:
            self._find_seats()
        for amount, player in sorted(self._straddles):
            self._act(player, BET_MOVE, amount, True)

    def _act(self, player: int, move: int, to: float, straddle: bool) -> None:
        if not self._opened:
            self._open()
        ledger = self.ledger
        street = ledger.street
        if move == BET_MOVE:
            ledger.measure(player, to)
            self.size = ledger.size
        self.action_status = OUTSIDE
        if not straddle:
            self.action_count += 1
        if not self.mapped:
            self._unmapped(player, move, to, straddle)
            return
        record = self._record(player, move, to, straddle) if self.trace else None
        if self.walk.seat_of[player] < 0:
            self._apply(player, move, to, straddle)
            return
        if self.trace:
            self._spread(player, move)
        walk = self.walk
        walk.step(self.node, player, move, ledger)
        child, chosen, probability = self._choose(walk)
        status = walk.status
        self.action_status = status
        self.probability *= probability
        if record is not None:
            record.status = status
            record.lower = walk.lower
            record.upper = walk.upper
            record.share = walk.share
            record.chosen = chosen
            record.probability = probability
            record.node = child
        size = ledger.size
        self._apply(player, move, to, straddle)
        walk.out_of_turn = False
        self.node = walk.align(child, ledger)
        if self.trace:
            self._align_ways()
        judge = self.judge
        judge.action = self.action_count
        if move == BET_MOVE:
            judge.size(street, status, size, chosen)
        elif status >= CLAMPED:
            judge.mark_poor()
        judge.place(walk.views.view(self.node), ledger, street)

    def _record(self, player: int, move: int, to: float, straddle: bool) -> Record:
        ledger = self.ledger
        record = Record(player, ledger.street, move, to, straddle)
        record.calls = ledger.top > ledger.bets[player]
        record.node = self.node
        if move == BET_MOVE:
            record.size = ledger.size
            record.counted = min(to, ledger.reach(player))
        self.records.append(record)
        return record

    def _choose(self, walk: Walk) -> tuple[int, float, float]:
        """Of two neighbours one: its node, its size and how likely it was."""
        share = walk.share
        if share >= 1.0:
            return walk.lower_node, walk.lower, 1.0
        if share <= 0.0:
            return walk.upper_node, walk.upper, 1.0
        lower = share >= 0.5 if self.random is None else self.random.random() < share
        if lower:
            return walk.lower_node, walk.lower, share
        return walk.upper_node, walk.upper, 1.0 - share

    def _apply(self, player: int, move: int, to: float, straddle: bool) -> None:
        ledger = self.ledger
        if straddle:
            ledger.straddle(player, to)
        elif move == FOLD_MOVE:
            ledger.fold(player)
        elif move == CALL_MOVE:
            ledger.call(player)
        else:
            ledger.raise_to(player, to)

    # All ways, with `trace`.

    def _spread(self, player: int, move: int) -> None:
        spread: dict[int, float] = {}
        walk = self.walk
        for node, probability in self.ways.items():
            walk.step(node, player, move, self.ledger)
            share = walk.share
            if share > 0.0:
                child = walk.lower_node
                spread[child] = spread.get(child, 0.0) + probability * share
            if share < 1.0:
                child = walk.upper_node
                spread[child] = spread.get(child, 0.0) + probability * (1.0 - share)
        self.ways = spread

    def _align_ways(self) -> None:
        aligned: dict[int, float] = {}
        flag = self.walk.out_of_turn
        for node, probability in self.ways.items():
            at = self.walk.align(node, self.ledger)
            aligned[at] = aligned.get(at, 0.0) + probability
        self.ways = aligned
        self.walk.out_of_turn = flag

    # Seats.

    def _unmapped(self, player: int, move: int, to: float, straddle: bool) -> None:
        """An action before the tree begins, or while more players are in than it has seats."""
        if self.trace:
            self._record(player, move, to, straddle)
        waits = self._start is not None and self._first_street == 0
        if waits:
            self._waiting.append((player, move, to, straddle))
        self._apply(player, move, to, straddle)
        begins = self.seat_problem == "" and self.ledger.street >= self._first_street
        if waits or begins:
            self._find_seats()

    def _find_seats(self) -> None:
        ledger = self.ledger
        players = ledger.players
        if self._first_street > 0:
            if ledger.over:
                return
            if ledger.street > self._first_street:
                self.seat_problem = "the hand begins on a later street than the tree"
                self.judge.why = SEATS
                return
            live = [p for p in range(players) if not ledger.folded >> p & 1]
            found = seats_after_the_flop(live, players, self._tree_players)
        elif self.terms.first_street > 0:
            found = "the hand begins on a later street than the tree"
        else:
            found = seats_preflop(self._not_folded_at_once(), players, self._tree_players)
        if isinstance(found, str):
            self.seat_problem = found
            self.judge.why = SEATS
            return
        self.seat_problem = ""
        self.walk.seat_of = found
        self.walk.real_of = [
            found.index(seat) if seat in found else -1 for seat in range(self._tree_players)
        ]
        self._map()

    def _not_folded_at_once(self) -> list[int]:
        """Players whose first action was not a fold, or is still to come."""
        out: set[int] = set()
        acted: set[int] = set()
        for player, move, _, _ in self._waiting:
            if move == FOLD_MOVE and player not in acted:
                out.add(player)
            acted.add(player)
        return [p for p in range(self.ledger.players) if p not in out]

    def _map(self) -> None:
        """Begin the tree, and follow the actions that waited for it."""
        waiting = self._waiting
        if self._start is not None and waiting:
            self.ledger = self._start.copy()
            del self.records[len(self.records) - len(waiting) :]
            self.action_count -= len([1 for action in waiting if not action[3]])
        self._waiting = []
        self._start = None
        self.mapped = True
        self.walk.out_of_turn = False
        self.node = self.walk.align(0, self.ledger)
        self.ways = {self.node: 1.0}
        self.judge.begin(self.walk.views.view(self.node), self.ledger)
        for player, move, to, straddle in waiting:
            self._act(player, move, to, straddle)
