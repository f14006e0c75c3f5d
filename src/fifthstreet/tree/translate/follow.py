"""Following a hand through a tree, event by event.

Every action moves the real hand (a `CountedHand`) and its shadow (a node of the tree). The time per
action depends neither on the size of the tree nor on the actions before.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any, Final

from fifthstreet.errors import InputError
from fifthstreet.game import (
    AntePosted,
    Bet,
    BetsCollected,
    BettingAction,
    BlindPosted,
    BringInPosted,
    Called,
    Checked,
    Event,
    Folded,
    HoleDealt,
    Ledger,
    NextStep,
    Raised,
    State,
    exact_amount,
    next_step,
)
from fifthstreet.tree.betting_tree import BettingTree
from fifthstreet.tree.translate.counted_hand import CountedHand
from fifthstreet.tree.translate.judge import SEATS, Judge
from fifthstreet.tree.translate.policy import Policy
from fifthstreet.tree.translate.quality import ActionStatus, MatchQuality, quality_of, status_of
from fifthstreet.tree.translate.seats import seats_after_the_flop, seats_preflop
from fifthstreet.tree.translate.terms import TreeTerms
from fifthstreet.tree.translate.tree_view import TreeView
from fifthstreet.tree.translate.walk import (
    BET_MOVE,
    CALL_MOVE,
    CLAMPED,
    FOLD_MOVE,
    OUTSIDE,
    Walk,
)

_BETTING_ENDS: Final = (NextStep.RUN_OUT, NextStep.FINISH)


class FollowedAction:
    """An action of the real hand and where it led in the tree."""

    def __init__(self, player: int, street: int, move: int, to: float, straddle: bool) -> None:
        """Set up an action; where it led is filled in later."""
        self.player: int = player
        self.street: int = street
        self.move: int = move
        self.to: float = to  # of a bet or raise, the player's chips on the street after it
        self.straddle: bool = straddle
        self.counted: float = to  # the part of it that another player can match
        self.calls: bool = False  # a call, not a check
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

    Begin a hand with `begin`, then call `observe` whenever its state has changed. Where a mapping
    gives two nodes, the likelier one is followed, or one is drawn if there is a seed.
    `translate.report` returns a full `Match` at any time.
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
        `game.smallest_chip`. `trace` keeps every action and all candidates, for reports.
        """
        if chip is not None and not (isfinite(chip) and exact_amount(chip) > 0):
            raise InputError(f"chip must be at least 0.000001, or None, got {chip}")
        self.tree: BettingTree = tree
        self.policy: Policy = Policy() if policy is None else policy
        self.terms: TreeTerms = TreeTerms(tree.rules, unit)
        self.walk: Walk = Walk(TreeView(tree), self.policy.mapping)
        self.random: Random | None = None if seed is None else Random(seed)
        self.trace: bool = trace
        self.chip: Fraction | None = None if chip is None else exact_amount(chip)
        self.judge: Judge = Judge(self.policy, self.walk, self.terms)
        self._tree_players: int = tree.rules.players
        self._first_street: int = int(tree.rules.first_street)
        self.state: State | None = None  # the last one observed
        self._clear(CountedHand((), 0))

    def _clear(self, hand: CountedHand) -> None:
        self.hand: CountedHand = hand
        self.node: int = 0
        self.probability: float = 1.0  # of the node, given the real actions
        self.candidates: dict[int, float] = {}  # all nodes with their probabilities, with `trace`
        self.mapped: bool = False  # the seats are known and the tree has begun
        self.seat_problem: str = ""
        self.judge.clear()
        self._last_status: int = OUTSIDE
        self._has_seats: bool = False
        self._rewind()

    def _rewind(self) -> None:
        """Go back to before the first event, whether or not the seats are known by now."""
        self.followed: list[FollowedAction] = []  # with `trace`
        self.action_count: int = 0
        self._seen: int = 0  # events
        self._is_dealt: bool = False
        self._is_open: bool = False
        self._straddles: list[tuple[float, int]] = []
        self._chips_at: int = 0  # number of events up to the last that moved chips before an action
        self._acted: int = 0  # bit p: player p
        self._folded_first: int = 0  # on their first turn
        # The last action, until it is known who acts next.
        self._is_unsettled: bool = False
        self._move: int = 0
        self._child: int = -1  # where it leads in the tree, -1 for nowhere
        self._chosen: float = -1.0  # size

    def __repr__(self) -> str:
        node = f"{self.quality.value} at node {self.node}"
        return f"<Follower: {node} after {self.action_count} actions>"

    def begin(self, state: State) -> None:
        """Begin a hand, and follow all actions in its state so far."""
        self.terms.read(state)
        self._clear(CountedHand(state.starting_stacks, self.terms.first_street))
        self.observe(state)

    def observe(self, state: State) -> int:
        """Follow all events of a state since the last call; return the node."""
        events = state.events
        if len(events) < self._seen:
            raise InputError(
                f"the state must have the {self._seen} events that were followed, got "
                f"{len(events)}: begin a new hand"
            )
        if not self.hand.players:
            self.begin(state)
            return self.node
        self.state = state
        self._read(events, len(events))
        if self._is_unsettled or (self._is_dealt and not self._is_open):
            self._settle_last(state)
        return self.node

    def _read(self, events: list[Event], end: int) -> None:
        # Only classes without subclasses are tested, which takes one comparison each.
        for i in range(self._seen, end):
            event = events[i]
            self._seen = i
            if isinstance(event, (Checked, Called, Bet, Raised, Folded)):
                self._settle(event.seat, self.terms.first_street + event.street)
                self._act(event)
            elif isinstance(event, HoleDealt):
                self._is_dealt = True
            elif isinstance(event, BetsCollected):
                if self._straddles and not self._is_open:
                    self._chips_at = i + 1
                elif event.winner < 0:  # the last player left keeps their bet
                    if event.uncalled_seat >= 0:
                        self._recount(i + 1)
                    self.hand.collect()
            elif isinstance(event, BlindPosted):
                self.hand.read(event)
                amount = float(event.added)
                self._chips_at = i + 1
                if self.terms.is_straddle(event.seat, amount):
                    self._straddles.append((amount, event.seat))
            elif isinstance(event, AntePosted):
                self.hand.read(event)
            elif isinstance(event, BringInPosted):
                raise InputError("games with a bring-in are not supported: use blinds or antes")
        self._seen = end

    def _recount(self, end: int) -> None:
        """Count the chips after the first events of the hand."""
        assert self.state is not None
        ledger = Ledger(self.state.starting_stacks)
        ledger.read(self.state.events[:end])
        self.hand.recount(ledger)

    @property
    def quality(self) -> MatchQuality:
        """How far the node can be trusted, by its chips and the sizes of bets.

        `match` also compares the actions that are legal, which a follower does not.
        """
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

    def _settle_last(self, state: State) -> None:
        """Finish the last action with the player who is to act in a state."""
        hand = self.hand
        actor = -1
        street = hand.street
        if state.actor_index is not None:
            actor = state.actor_index
            street = self.terms.first_street + (state.street_index or 0)
        elif state.status and next_step(state) not in _BETTING_ENDS:  # cards are to be dealt
            if self._is_open:
                actor = hand.first_to_act(0, 0.0)
                street += 1
            else:
                actor = hand.first_to_act(self.terms.opener(hand), max(self.terms.blinds))
        self._settle(actor, street)

    def _settle(self, actor: int, street: int) -> None:
        """Finish what came before a player's turn; -1 means that the betting is over."""
        if not self._is_open:
            self._open(actor, street)
        elif self._is_unsettled:
            self._finish(actor, street)

    def _open(self, actor: int, street: int) -> None:
        """Begin the betting once the forced bets are in; straddles count as raises."""
        self._is_open = True
        hand = self.hand
        terms = self.terms
        forced = 0.0
        if hand.street > 0:  # antes are the pot of a hand that begins on the flop
            hand.begin_street(hand.street)
        if self._straddles:
            for amount, player in self._straddles:
                hand.move_bet(player, -amount)
            straddlers = [player for _, player in self._straddles]
            for player in range(hand.players):
                if player not in straddlers:
                    forced = max(forced, terms.blinds[player])
            hand.give_turn(hand.first_to_act(terms.opener(hand), forced), hand.street)
        else:
            hand.give_turn(actor, street)
        if self._has_seats or (self._first_street <= hand.street and self._find_seats()):
            self._map()
        left = len(self._straddles)
        for amount, player in sorted(self._straddles):
            hand.measure(player, amount, hand.to_match(forced))
            self._step(player, BET_MOVE, amount, True)
            hand.move_bet(player, amount)
            forced = max(forced, terms.blinds[player])
            left -= 1
            if left:
                self._finish(hand.first_to_act(player + 1, forced), hand.street)
            else:
                self._recount(self._chips_at)
                self._finish(actor, street)

    def _act(self, event: BettingAction) -> None:
        """Follow an action as far as possible before it is known who acts next."""
        hand = self.hand
        self.action_count += 1
        if isinstance(event, (Checked, Called)):
            hand.faces_bet = isinstance(event, Called)
            self._step(event.seat, CALL_MOVE, 0.0, False)
        elif isinstance(event, Folded):
            self._step(event.seat, FOLD_MOVE, 0.0, False)
        else:
            to = float(event.total)
            hand.measure(event.seat, to, float(event.to_match))
            self._step(event.seat, BET_MOVE, to, False)
        hand.read(event)
        if self._move == BET_MOVE:
            hand.leave_out_excess(event.seat)

    def _step(self, player: int, move: int, to: float, is_straddle: bool) -> None:
        """Find the node that an action leads to, unless its player has no seat in the tree."""
        self._is_unsettled = True
        self._last_status = OUTSIDE
        self._move = move
        self._child = -1
        action = self._note(player, to, is_straddle) if self.trace else None
        if not self.mapped:
            if move == FOLD_MOVE and not self._acted >> player & 1:
                self._folded_first |= 1 << player
            self._acted |= 1 << player
            return
        walk = self.walk
        if walk.seat_of[player] < 0:
            return
        if self.trace:
            self._spread(player, move)
        walk.step(self.node, player, move, self.hand)
        self._child, self._chosen, probability = self._choose(walk)
        self._last_status = walk.status
        self.probability *= probability
        if action is not None:
            action.status = walk.status
            action.lower = walk.lower
            action.upper = walk.upper
            action.share = walk.share
            action.chosen = self._chosen
            action.probability = probability
            action.node = self._child

    def _finish(self, actor: int, street: int) -> None:
        """Follow the last action to the next turn, and judge the match there."""
        self._is_unsettled = False
        hand = self.hand
        acted_on = hand.street
        hand.give_turn(actor, street)
        if not self.mapped:
            self._look_for_seats(actor, street)
            return
        if self._child < 0:
            return
        walk = self.walk
        walk.out_of_turn = False
        self.node = walk.align(self._child, hand)
        if self.trace:
            self._align_candidates()
        judge = self.judge
        judge.action = self.action_count
        if self._move == BET_MOVE:
            judge.size(acted_on, self._last_status, hand.size, self._chosen)
        elif self._last_status >= CLAMPED:
            judge.mark_poor()
        judge.place(walk.views.view(self.node), hand, acted_on)

    def _note(self, player: int, to: float, is_straddle: bool) -> FollowedAction:
        hand = self.hand
        action = FollowedAction(player, hand.street, self._move, to, is_straddle)
        action.node = self.node
        if self._move == BET_MOVE:
            action.size = hand.size
            action.counted = hand.counted
        elif self._move == CALL_MOVE:
            action.calls = hand.faces_bet
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

    def _look_for_seats(self, actor: int, street: int) -> None:
        """Seat the players once the tree begins and enough of them have folded.

        If there were too many of them until now, the hand is followed again from its start.
        """
        hand = self.hand
        has_too_many = self._first_street == 0 and hand.players > self._tree_players
        begins = self.seat_problem == "" and hand.street >= self._first_street
        if not (has_too_many or begins) or not self._find_seats():
            return
        if not has_too_many:
            self._map()
        else:
            assert self.state is not None
            end = self._seen
            self._rewind()
            self.hand = CountedHand(self.state.starting_stacks, self.terms.first_street)
            self._read(self.state.events, end)
            self._settle(actor, street)

    def _find_seats(self) -> bool:
        """Seat the players; return whether they fit into the tree."""
        hand = self.hand
        players = hand.players
        if self._first_street > 0:
            if hand.over:
                return False
            live = [p for p in range(players) if not hand.folded >> p & 1]
            seats = seats_after_the_flop(live, players, self._tree_players)
        else:
            in_hand = [p for p in range(players) if not self._folded_first >> p & 1]
            seats = seats_preflop(in_hand, players, self._tree_players)
        if self.terms.first_street > self._first_street:
            seats = "the hand begins on a later street than the tree"
        if isinstance(seats, str):
            self.seat_problem = seats
            self.judge.why = SEATS
            return False
        self.seat_problem = ""
        self._has_seats = True
        self.walk.seat_of = seats
        self.walk.real_of = [
            seats.index(seat) if seat in seats else -1 for seat in range(self._tree_players)
        ]
        return True

    def _map(self) -> None:
        """Start at the root of the tree."""
        self.mapped = True
        self.walk.out_of_turn = False
        self.node = self.walk.align(0, self.hand)
        self.candidates = {self.node: 1.0}
        self.judge.begin(self.walk.views.view(self.node), self.hand)
