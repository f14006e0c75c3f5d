"""Build a betting tree node by node, in exact fractions, from the rules of no-limit betting."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from fifthstreet.tree import (
    AllIn,
    Chips,
    Geometric,
    Kind,
    Move,
    NthRaise,
    PotShare,
    PreviousBet,
    Size,
    Step,
    TreeRules,
    parse_path,
)

Choice = tuple[Move, int]
Line = tuple[bool, tuple[Step, ...]]  # whether the last step is removed, and the remaining steps
ORDER = (Move.FOLD, Move.CHECK, Move.CALL, Move.BET, Move.ALL_IN, Move.DEAL)


@dataclass
class Node:
    kind: Kind
    player: int
    street: int
    parent: int
    move: Move
    amount: int
    committed: tuple[int, ...]
    folded: int
    first_child: int = 0
    n_children: int = 0


def exact(value: float) -> Fraction:
    """Return the decimal number that a float was written as."""
    return Fraction(str(value))


def nearest(value: Fraction | float) -> int:
    """Round to the nearest integer, halves up."""
    return floor(value + Fraction(1, 2))


@dataclass
class Hand:
    """Chips and turns of a hand; `queue` has the players still to act, in order."""

    rules: TreeRules
    street: int
    stacks: list[int]  # behind
    collected: list[int]  # put in on earlier streets, and antes
    bets: list[int]
    folded: list[bool]
    queue: list[int] = field(default_factory=list)
    last_raise: int = 0
    bet_count: int = 0
    acted: set[int] = field(default_factory=set)
    aggressor: int | None = None
    past_aggressor: int | None = None
    kind: Kind = Kind.ACTION

    def copy(self) -> Hand:
        """An independent hand with the same rules, which are large and never change."""
        return deepcopy(self, {id(self.rules): self.rules})

    @property
    def seats(self) -> range:
        return range(len(self.stacks))

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.seats if not self.folded[seat]]

    @property
    def pot(self) -> int:
        return self.rules.pot_chips + sum(self.collected) + sum(self.bets)

    @property
    def to_match(self) -> int:
        """The largest bet, or the largest blind in full if two players can contest it."""
        if self.street > 0:
            return max(self.bets)
        totals = sorted(self.stacks[seat] + self.bets[seat] for seat in self.live)
        blind = int(exact(max(0, 0, *self.rules.blinds)) / exact(self.rules.chip))
        return max(*self.bets, min(blind, totals[-2]))

    @property
    def full_raise(self) -> int:
        return max(self.last_raise, self.rules.min_bet_chips)

    def open_street(self, opener: int) -> None:
        self.queue = []
        totals = sorted(self.stacks[seat] + self.bets[seat] for seat in self.live)
        for turn in self.seats:
            seat = (opener + turn) % len(self.stacks)
            if seat in self.live and self.stacks[seat] and totals[-2] > self.bets[seat]:
                self.queue.append(seat)
        is_alone = len(self.queue) == 1 and self.bets[self.queue[0]] >= self.to_match
        self.kind = Kind.ACTION
        if not self.queue or is_alone:
            self.close_street()

    def close_street(self) -> None:
        can_bet = [seat for seat in self.live if self.stacks[seat]]
        called = sorted(self.bets)[-2]
        for seat in self.seats:
            returned = max(0, self.bets[seat] - called)
            self.stacks[seat] += returned
            self.collected[seat] += self.bets[seat] - returned
            self.bets[seat] = 0
        is_over = len(can_bet) < 2 or self.street == self.rules.last_street
        self.kind = Kind.SHOWDOWN if is_over else Kind.DEAL
        self.queue = []

    def play(self, move: Move, to: int) -> None:
        if move == Move.DEAL:
            self.street += 1
            self.past_aggressor, self.aggressor = self.aggressor, None
            self.last_raise, self.bet_count = 0, 0
            self.acted = set()
            self.open_street(0)
            return
        seat = self.queue.pop(0)
        self.acted.add(seat)
        if move == Move.FOLD:
            self.folded[seat] = True
        elif move in (Move.BET, Move.ALL_IN):
            self.bet_or_raise(seat, to)
        elif move == Move.CALL:
            self.pay(seat, to)
        if len(self.live) == 1:
            self.kind = Kind.FOLD
        elif not self.queue:
            self.close_street()

    def pay(self, seat: int, to: int) -> None:
        self.stacks[seat] -= to - self.bets[seat]
        self.bets[seat] = to

    def bet_or_raise(self, seat: int, to: int) -> None:
        raised_by = to - self.to_match
        self.pay(seat, to)
        count = len(self.stacks)
        others = [(seat + turn) % count for turn in range(1, count)]
        self.queue = [other for other in others if other in self.live and self.stacks[other]]
        if raised_by >= self.full_raise:
            self.last_raise = raised_by
            self.acted = {seat}
        self.bet_count += 1
        self.aggressor = seat

    # Bet sizes.

    def limits(self) -> tuple[int, int] | None:
        """Return the smallest and largest amount to bet or raise to; None if the actor may not."""
        seat, largest = self.queue[0], self.to_match
        if seat in self.acted and largest - self.bets[seat] < self.full_raise:
            return None
        matched = max(self.stacks[other] + self.bets[other] for other in self.live if other != seat)
        most = min(self.stacks[seat] + self.bets[seat], matched)
        if most <= largest:
            return None
        return min(largest + self.full_raise, most), most

    def bets_before(self) -> int:
        """Count the bets and raises so far; the blinds count as one."""
        return self.bet_count + (self.street == 0 and any(self.rules.posted_blinds))

    def menu(self) -> Sequence[Size]:
        seat = self.queue[0]
        menu = self.rules.sizes.menu(seat, self.street)
        if self.to_match:
            return menu.raise_
        past = self.past_aggressor
        is_donk = past is not None and past in self.live and self.stacks[past] and past > seat
        return menu.bet if menu.donk is None or not is_donk else menu.donk

    def amount(self, size: Size, pot: int, most: int) -> int | None:
        previous = self.to_match
        if isinstance(size, NthRaise):
            number = self.bets_before()
            is_meant = number == size.first or (size.and_later and number > size.first)
            return self.amount(size.size, pot, most) if is_meant else None
        if isinstance(size, PotShare):
            return nearest(previous + exact(size.percent) / 100 * pot)
        if isinstance(size, PreviousBet):
            return nearest(exact(size.factor) * previous)
        if isinstance(size, Chips):
            raises = self.bets_before() - 1
            if previous and size.max_raises is not None and raises >= size.max_raises:
                return None
            return nearest(previous + exact(size.amount) / exact(self.rules.chip))
        if isinstance(size, Geometric):
            streets = size.streets or 4 - self.street
            if previous:
                streets = max(1, streets - self.bets_before() + 1)
            growth = 1 + 2 * (most - previous) / pot
            share = (growth ** (1 / streets) - 1) / 2
            if size.max_percent is not None:
                share = min(share, size.max_percent / 100)
            return nearest(previous + share * pot)
        assert isinstance(size, AllIn)
        return most

    def bet_choices(self) -> list[int]:
        rules = self.rules
        limits = self.limits()
        raises = rules.raise_limits[self.street]
        if limits is None or (raises is not None and self.bet_count >= raises):
            return []
        least, most = limits
        previous = self.to_match
        pot = self.pot + previous - self.bets[self.queue[0]]
        sized_amounts = [self.amount(size, pot, most) for size in self.menu()]
        amounts = [to for to in sized_amounts if to is not None]
        if most - previous <= nearest(exact(rules.add_allin) * pot):
            amounts.append(most)
        amounts = [min(max(to, least), most) for to in amounts]
        for i, to in enumerate(amounts):
            if most <= to + nearest(exact(rules.force_allin) * (pot + 2 * (to - previous))):
                amounts[i] = most
        kept: list[int] = []
        for to in sorted(set(amounts), reverse=True):
            shares = [1 + Fraction(high - previous, pot) for high in kept[-1:]]
            share = 1 + Fraction(to - previous, pot)
            if not any(high / share < 1 + exact(rules.merge) for high in shares):
                kept.append(to)
        return kept

    def choices(self) -> list[Choice]:
        if self.kind == Kind.DEAL:
            return [(Move.DEAL, 0)]
        if self.kind != Kind.ACTION:
            return []
        seat, largest = self.queue[0], self.to_match
        choices = [(Move.CHECK, 0)]
        if self.bets[seat] < largest:
            call = min(largest, self.bets[seat] + self.stacks[seat])
            choices = [(Move.FOLD, 0), (Move.CALL, call)]
        return choices + [self.bet_choice(to) for to in reversed(self.bet_choices())]

    def bet_choice(self, to: int) -> Choice:
        limits = self.limits()
        if limits is None or not limits[0] <= to <= limits[1]:
            raise ValueError("a line that the rules forbid")
        return (Move.ALL_IN if to == limits[1] else Move.BET, to)


def changed(hand: Hand, lines: list[Line]) -> tuple[list[Choice], list[list[Line]]]:
    """Return the choices after adding and removing lines, and the lines that go on below each."""
    choices = hand.choices()

    def places(step: Step) -> list[int]:
        to = nearest(step.amount / exact(hand.rules.chip))
        if step.move == Move.BET:
            return [
                i for i, (move, amount) in enumerate(choices) if move in ORDER[3:5] and amount == to
            ]
        return [i for i, (move, _) in enumerate(choices) if move == step.move]

    for removed, steps in lines:
        if removed or places(steps[0]):
            continue
        if hand.kind != Kind.ACTION or steps[0].move not in (Move.BET, Move.ALL_IN):
            raise ValueError("a line that the rules forbid")
        if (limits := hand.limits()) is None:
            raise ValueError("a line that the rules forbid")
        to = nearest(steps[0].amount / exact(hand.rules.chip))
        choices.append(hand.bet_choice(limits[1] if steps[0].move == Move.ALL_IN else to))
    choices.sort(key=lambda choice: (ORDER.index(choice[0]), choice[1]))
    removed_places = set()
    for removed, steps in lines:
        if removed and not places(steps[0]):
            raise ValueError("the line to remove does not exist")
        if removed and len(steps) == 1:
            removed_places.update(places(steps[0]))
    if removed_places and len(removed_places) == len(choices):
        raise ValueError("no choice is left")
    follow: list[list[Line]] = [[] for _ in choices]
    for removed, steps in lines:
        if len(steps) > 1:
            follow[places(steps[0])[0]].append((removed, steps[1:]))
    kept = [i for i in range(len(choices)) if i not in removed_places]
    return [choices[i] for i in kept], [follow[i] for i in kept]


def naive_tree(rules: TreeRules) -> list[Node]:
    """Build all nodes, breadth-first."""
    antes, blinds = rules.posted_antes, rules.posted_blinds
    stacks = [
        stack - ante - blind
        for stack, ante, blind in zip(rules.stack_chips, antes, blinds, strict=True)
    ]
    hand = Hand(
        rules, rules.first_street, stacks, list(antes), list(blinds), [False] * rules.players
    )
    hand.open_street(rules.opener)
    lines = [(False, parse_path(path)) for path in rules.added]
    lines += [(True, parse_path(path)) for path in rules.removed]
    nodes = [node_of(hand, 0, (Move.ROOT, 0))]
    waiting = deque([(0, hand, lines)])
    while waiting:
        number, hand, lines = waiting.popleft()
        choices, follow = changed(hand, lines)
        if choices:
            nodes[number].first_child = len(nodes)
            nodes[number].n_children = len(choices)
        for choice, following in zip(choices, follow, strict=True):
            child = hand.copy()
            child.play(*choice)
            waiting.append((len(nodes), child, following))
            nodes.append(node_of(child, number, choice))
    return nodes


def node_of(hand: Hand, parent: int, choice: Choice) -> Node:
    player = hand.queue[0] if hand.kind == Kind.ACTION else -1
    if hand.kind == Kind.FOLD:
        (player,) = hand.live
    committed = tuple(map(int.__add__, hand.collected, hand.bets))
    folded = sum(1 << seat for seat in hand.seats if hand.folded[seat])
    return Node(hand.kind, player, hand.street, parent, *choice, committed, folded)
