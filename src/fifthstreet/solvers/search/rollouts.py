"""Rollouts: what hands win after a street if all players continue with a known strategy.

Where a street of three and more players ends, each player who is left chooses among continuations
of the blueprint: as it is, or biased towards folds, calls or raises (Brown & Sandholm 2019,
"Superhuman AI for multiplayer poker"). A rollout deals the rest of the board, samples the actions
of the opponents, and takes the mean over the player's own actions, for all of their hands and
continuations at once.

The blueprint has bets of its own, so the rest is played on its tree, from the node that stands for
the real line, with chips in proportion to the pot. No player puts in more than they really have; a
player who is all-in on the tree is all-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import HOLE_COUNT, HOLE_MASKS
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.solvers.blueprint import BucketStrategy
from fifthstreet.solvers.search.continuations import (
    CONTINUATIONS,
    DEFAULT_BIAS,
    Continuation,
    bias_factors,
    check_continuations,
)
from fifthstreet.solvers.search.seats_spot import (
    SeatsSpot,
    StreetEnd,
    StreetPot,
    bet_pots,
    merged_pots,
    shares_of,
)
from fifthstreet.tree import BettingTree, Kind, Move
from fifthstreet.tree.strategy import BOARD_CARDS, TreeStrategy
from fifthstreet.tree.translate import PseudoHarmonic

_PASSIVE = (int(Move.CHECK), int(Move.CALL))
_BETS = (int(Move.BET), int(Move.ALL_IN))
_MAX_KEPT = 20_000  # decisions whose rows are kept
_SMALLEST = 1e-3  # of stacks in pots, where the ratio of two is taken


@dataclass(eq=False)
class SampledDeal:
    """One sample for a player: hands of the opponents, and the rest of the board."""

    player: int
    hands: dict[int, int]  # of each opponent, as an index of all 1,326
    board: tuple[int, ...]  # 5 cards
    holes: NDArray[np.int64]  # [H] the player's own
    fits: NDArray[np.float64]  # [H] 1 for hands that share no card with the rest, 0 for others
    groups: dict[int, NDArray[np.int64]] = field(default_factory=dict)  # by cards on the board
    _strengths: NDArray[np.uint16] | None = field(default=None)
    _others: dict[int, int] = field(default_factory=dict)

    @property
    def strengths(self) -> NDArray[np.uint16]:
        """Strength of each own hand on the board, 0 for hands that it blocks.  [H]"""
        if self._strengths is None:
            mask = np.uint64(sum(1 << card for card in self.board))
            free = HOLE_MASKS[self.holes] & mask == 0
            found = np.zeros(len(self.holes), np.uint16)
            found[free] = evaluate_masks(
                HOLE_MASKS[self.holes[free]], np.full(int(free.sum()), mask)
            )
            self._strengths = found
        return self._strengths

    @property
    def others(self) -> dict[int, int]:
        """Strength of each opponent's hand."""
        if not self._others:
            mask = np.uint64(sum(1 << card for card in self.board))
            hands = [*self.hands.values()]
            found = evaluate_masks(HOLE_MASKS[hands], np.full(len(hands), mask))
            self._others = dict(zip(self.hands, found.tolist(), strict=True))
        return self._others


@dataclass(frozen=True, eq=False)
class StreetLeaf:
    """An end of the street after which there is betting, and the node that stands for it."""

    end: StreetEnd
    node: int  # of the blueprint's tree, the first of the next street
    scale: float  # real chips for a chip of the tree
    is_exact: bool  # whether the node has the same line, and not only similar stacks
    payoffs: dict[int, tuple[tuple[StreetPot, ...], list[float]]] = field(default_factory=dict)


class _PlayRows:
    """How groups of hands play with each continuation; rows of buckets are kept."""

    def __init__(self, blueprint: TreeStrategy, names: tuple[Continuation, ...], bias: float):
        self._blueprint, self._names, self._bias = blueprint, names, bias
        self._kept: dict[int, NDArray[np.float64]] = {}

    def groups(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the group of each hand, which share a row.  [1326]"""
        if isinstance(self._blueprint, BucketStrategy):
            return self._blueprint.buckets(board)
        return np.arange(HOLE_COUNT)

    def at(self, node: int, board: tuple[int, ...]) -> NDArray[np.float64]:
        """Return the probabilities of each group with each continuation.  [K, A, G]"""
        if not isinstance(self._blueprint, BucketStrategy):
            return self._biased(node, np.nan_to_num(self._blueprint.probabilities(node, board)))
        if node not in self._kept:
            if len(self._kept) >= _MAX_KEPT:
                self._kept.clear()
            shares = self._blueprint.bucket_probabilities(node, len(board))
            self._kept[node] = self._biased(node, shares)
        return self._kept[node]

    def _biased(self, node: int, shares: NDArray[np.float64]) -> NDArray[np.float64]:
        factors = bias_factors(self._blueprint.tree, node, self._names, self._bias)
        rows = shares * factors[:, :, None]
        total = rows.sum(axis=1, keepdims=True)
        biased: NDArray[np.float64] = np.zeros_like(rows)
        np.divide(rows, total, out=biased, where=total > 0)
        return biased


class Continuations:
    """Continuations of a blueprint after a street, and the values of hands by rollouts."""

    def __init__(
        self,
        spot: SeatsSpot,
        blueprint: TreeStrategy,
        node: int,
        players: Sequence[int],
        *,
        names: Sequence[str] = CONTINUATIONS,
        bias: float = DEFAULT_BIAS,
    ) -> None:
        """Find the nodes of a blueprint that stand for the ends of a street.

        Args:
            spot: The street.
            blueprint: A strategy that covers the later streets.
            node: The node of its tree that stands for the start of the street.
            players: The player of its tree for each player of the spot.
            names: Continuations that each player may choose.
            bias: What the probabilities of favoured actions are multiplied by.
        """
        self.spot, self.blueprint, self.bias = spot, blueprint, bias
        self.names: tuple[Continuation, ...] = check_continuations(names)
        self.players = tuple(players)
        self.rollouts = 0
        self._stacks = blueprint.tree.rules.stack_chips
        self._tree = blueprint.tree
        self._own = {theirs: own for own, theirs in enumerate(self.players)}
        start = first_decision(self._tree, node)
        if int(self._tree.kind[start]) != Kind.ACTION or int(self._tree.street[start]) != (
            spot.street
        ):
            raise InputError("the strategy has no betting on this street after such a line")
        self._same = same_lines(spot.tree, self._tree, start, self.players)
        self._ends = [
            self._tree.children(at)[0]
            for at in _street_deals(self._tree, start)
            if int(self._tree.kind[self._tree.children(at)[0]]) == Kind.ACTION
        ]
        self._rows = _PlayRows(blueprint, self.names, bias)

    def leaf(self, node: int, end: StreetEnd) -> StreetLeaf | None:
        """Return the place of the blueprint that stands for an end of the street.

        None if it has no betting after a line on which the same players are left.
        """
        folded = sum(
            1 << theirs
            for theirs in range(self._tree.players)
            if self._own.get(theirs, -1) not in end.live
        )
        pot = sum(each.chips for each in end.pots)
        found = self._same.get(node, -1)
        found = first_decision(self._tree, found) if found >= 0 else found
        is_exact = found in self._ends and int(self._tree.folded[found]) == folded
        if not is_exact:
            wanted = sorted(end.behind[p] for p in end.live)[-2] / pot
            places = [at for at in self._ends if int(self._tree.folded[at]) == folded]
            if not places:
                return None
            found = min(places, key=lambda at: (abs(_ratio(wanted, self._depth(at))), at))
        scale = pot / self._pot(found)
        return StreetLeaf(end, int(found), scale, is_exact)

    def _depth(self, node: int) -> float:
        """Return the second largest stack of the players who are left, in pots."""
        tree = self._tree
        left = [
            stack - int(tree.committed[node, p])
            for p, stack in enumerate(self._stacks)
            if not int(tree.folded[node]) >> p & 1
        ]
        return sorted(left)[-2] / self._pot(node)

    def _pot(self, node: int) -> float:
        """Return the pot in whole chips; `BettingTree.pots` is for all nodes at once."""
        return self._tree.rules.pot_chips + float(self._tree.committed[node].sum())

    def values(
        self,
        leaf: StreetLeaf,
        deal: SampledDeal,
        choices: dict[int, int],
        random: np.random.Generator,
    ) -> NDArray[np.float64]:
        """Return the chips that a player's hands win with each continuation.  [K, H]

        Args:
            leaf: Where the street ended.
            deal: The opponents' hands and the board.
            choices: Continuation of each opponent.
            random: Samples the opponents' actions.
        """
        self.rollouts += 1
        found = self._walk(leaf, leaf.node, deal, choices, random)
        return np.broadcast_to(found, (len(self.names), len(deal.holes)))

    def _walk(
        self,
        leaf: StreetLeaf,
        node: int,
        deal: SampledDeal,
        choices: dict[int, int],
        random: np.random.Generator,
    ) -> NDArray[np.float64]:
        """Return values at a node of the blueprint's tree, [H] or [K, H]."""
        tree = self._tree
        kind = int(tree.kind[node])
        if kind == Kind.DEAL:
            return self._walk(leaf, tree.children(node)[0], deal, choices, random)
        if kind != Kind.ACTION:
            return self._payoff(leaf, node, deal)
        player = self._own[int(tree.player[node])]
        children = tree.children(node)
        if leaf.end.behind[player] <= 0:  # really all-in: they cannot act
            passive = [child for child in children if int(tree.move[child]) in _PASSIVE]
            return self._walk(leaf, passive[0], deal, choices, random)
        board = deal.board[: BOARD_CARDS[int(tree.street[node])]]
        rows = self._rows.at(node, board)
        groups = self._groups(deal, board)
        if player != deal.player:
            weights = rows[choices[player], :, groups[deal.hands[player]]].tolist()
            return self._walk(leaf, children[drawn(weights, random)], deal, choices, random)
        own = groups[deal.holes]
        value = np.zeros((len(self.names), len(deal.holes)))
        for at, child in enumerate(children):
            below = self._walk(leaf, child, deal, choices, random)
            value += rows[:, at].take(own, axis=1) * below
        return value

    def _groups(self, deal: SampledDeal, board: tuple[int, ...]) -> NDArray[np.int64]:
        """Return the group of each hand that has the same play on a board.  [1326]"""
        if len(board) not in deal.groups:
            deal.groups[len(board)] = self._rows.groups(board)
        return deal.groups[len(board)]

    def _payoff(self, leaf: StreetLeaf, node: int, deal: SampledDeal) -> NDArray[np.float64]:
        if node not in leaf.payoffs:
            leaf.payoffs[node] = self._settled(leaf, node)
        pots, paid = leaf.payoffs[node]
        if not any(deal.player in pot.players for pot in pots):
            return np.full(len(deal.holes), -paid[deal.player])
        return shares_of(pots, deal.player, deal.strengths, deal.others) - paid[deal.player]

    def _settled(self, leaf: StreetLeaf, node: int) -> tuple[tuple[StreetPot, ...], list[float]]:
        """Return the real pots at an end of the blueprint, and what each player has put in."""
        tree, end = self._tree, leaf.end
        bets = [0.0] * self.spot.players
        for own in end.live:
            theirs = self.players[own]
            put_in = int(tree.committed[node, theirs] - tree.committed[leaf.node, theirs])
            is_all_in = int(tree.committed[node, theirs]) == self._stacks[theirs]
            scaled = put_in * leaf.scale
            bets[own] = end.behind[own] if is_all_in and put_in else min(scaled, end.behind[own])
        folded = int(tree.folded[node])
        live = [own for own in end.live if not folded >> self.players[own] & 1]
        pots, matched = bet_pots(bets, live)
        paid = [before + after for before, after in zip(end.put_in, matched, strict=True)]
        return merged_pots((*end.pots, *pots), live), paid


def first_decision(tree: BettingTree, node: int) -> int:
    """Return the first node of a street, given it or the deal before it.

    Args:
        tree: The tree of the node.
        node: Where the betting before the street ended.
    """
    return tree.children(node)[0] if int(tree.kind[node]) == Kind.DEAL else node


def same_lines(
    tree: BettingTree, known: BettingTree, start: int, players: Sequence[int]
) -> dict[int, int]:
    """Return the node of another tree for each node of a street's tree, as far as there is one.

    A bet stands for the likelier neighbour by the pseudo-harmonic mapping.

    Args:
        tree: The tree of one street.
        known: The other tree.
        start: Its node at the start of the street.
        players: Its player for each player of `tree`.
    """
    same = {0: start}
    for node in range(len(tree)):  # parents come before their children
        at = same.get(node, -1)
        if int(tree.kind[node]) != Kind.ACTION or at < 0:
            continue
        if int(known.kind[at]) != Kind.ACTION:
            continue
        if int(known.player[at]) != players[int(tree.player[node])]:
            continue
        for child in tree.children(node):
            found = _counterpart(tree, child, known, at)
            if found >= 0:
                same[child] = found
    return same


def _counterpart(tree: BettingTree, child: int, known: BettingTree, at: int) -> int:
    """Return the child of a node of another tree that stands for a child; -1 if there is none."""
    move = int(tree.move[child])
    among = [
        each
        for each in known.children(at)
        if int(known.move[each]) == move
        or (move in _PASSIVE and int(known.move[each]) in _PASSIVE)
        or (move in _BETS and int(known.move[each]) in _BETS)
    ]
    if move not in _BETS or len(among) < 2:
        return among[0] if among else -1
    if move == Move.ALL_IN:
        return among[-1]
    size = _size(tree, child)
    sizes = [_size(known, each) for each in among]
    lower = max((i for i, at in enumerate(sizes) if at <= size), key=sizes.__getitem__, default=-1)
    upper = min((i for i, at in enumerate(sizes) if at >= size), key=sizes.__getitem__, default=-1)
    if min(lower, upper) < 0 or sizes[lower] == sizes[upper]:
        return among[max(lower, upper)]
    share = float(PseudoHarmonic().share_of_lower(size, sizes[lower], sizes[upper]))
    return among[lower if share >= 0.5 else upper]


def _size(tree: BettingTree, child: int) -> float:
    """Return what a bet adds to the bet before it, in pots after a call."""
    node = int(tree.parent[child])
    player = int(tree.player[node])
    to_match = tree.bet_to_match(node)
    own = tree.street_bets(node)[player]
    pot = tree.rules.pot_chips + int(tree.committed[node].sum())
    return (int(tree.amount[child]) - to_match) / (pot + to_match - own)


def _street_deals(tree: BettingTree, start: int) -> list[int]:
    """Return the deals that end the street of a node."""
    found, nodes = [], [start]
    for node in nodes:  # the list grows during the loop
        if int(tree.kind[node]) == Kind.DEAL:
            found.append(node)
        else:
            nodes.extend(tree.children(node))
    return found


def _ratio(one: float, other: float) -> float:
    return log((one + _SMALLEST) / (other + _SMALLEST))


def drawn(weights: Sequence[float], random: np.random.Generator) -> int:
    """Draw an index by weight; uniformly if all are 0 or unknown.

    Args:
        weights: Of each index.
        random: The generator.
    """
    total = sum(weights)
    if not total > 0:
        return int(random.integers(len(weights)))
    left = random.random() * total
    for at, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return at
    return len(weights) - 1
