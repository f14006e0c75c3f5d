"""A street of three and more players, solved by sampling the opponents.

Linear Monte Carlo CFR with external sampling (Lanctot et al. 2009; Brown & Sandholm 2019): an
iteration deals one hand to each opponent of a player and the rest of the board, samples the
opponents' actions, and updates all hands of the player at once. Baselines reduce the noise of the
opponents' actions (Schmid et al. 2019, "Variance reduction in Monte Carlo counterfactual regret
minimization"). Where the street ends before the river, each player who is left chooses a
continuation, which is a decision like any other.

With three and more players there is no guarantee of an equilibrium, and no gadget that keeps the
solution safe: a guarantee against one opponent says nothing if the others change their play.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_COUNT, HOLE_MASKS
from fifthstreet.errors import InputError
from fifthstreet.solvers.search.rollouts import Continuations, SampledDeal, StreetLeaf, drawn
from fifthstreet.solvers.search.seats_spot import SeatsSpot, StreetEnd, shares_of, street_end
from fifthstreet.tree import Kind
from fifthstreet.tree.strategy import HoleArray

_SLOWEST = 0.02  # step of a baseline, because strategies change
_MAX_TRIES = 10_000  # to deal hands that share no card
Rows = NDArray[np.float64]  # [A, H]


@dataclass(eq=False)
class _Sums:
    """Sums over the samples of a decision, for each action and hand."""

    regrets: Rows
    averages: Rows
    values: Rows  # weighted by the iteration, as the strategies are
    squares: Rows
    weights: NDArray[np.float64]  # [H]
    squared_weights: NDArray[np.float64]  # [H]

    @classmethod
    def of(cls, actions: int, hands: int) -> _Sums:
        one, two, three, four = (np.zeros((actions, hands)) for _ in range(4))
        return cls(one, two, three, four, np.zeros(hands), np.zeros(hands))


@dataclass(eq=False)
class _Baseline:
    """What a player's hands won so far after each action of an opponent (Schmid et al. 2019).

    Adding the mean over all actions and subtracting the value of the one that was sampled changes
    no expectation, and takes away most of the noise of the sampling.
    """

    values: Rows  # [A, H]
    counts: NDArray[np.float64]  # [A]

    def corrected(
        self,
        found: NDArray[np.float64],
        action: int,
        shares: NDArray[np.float64],
        fits: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return a sampled value with less noise, and learn from it.  [H]"""
        known = self.values[action]
        value: NDArray[np.float64] = found - known + shares @ self.values
        self.counts[action] += 1
        known += (found - known) * fits * max(1 / self.counts[action], _SLOWEST)
        return value


class SampledStreet:
    """The strategies of all players on one street, which more iterations improve.

    >>> from fifthstreet.cards import Range
    >>> from fifthstreet.tree import Sizes, TreeRules
    >>> rules = TreeRules(stacks=(100,) * 3, pot=90, sizes=Sizes.uniform("a"))
    >>> ranges = tuple(Range.parse(text) for text in ("AA,KQs", "QQ,AJs", "88,76s"))
    >>> street = SampledStreet(SeatsSpot((0, 5, 10, 15, 46), ranges, rules), seed=1)
    >>> street.run(iterations=50)
    50
    >>> street.spot.tree.actions(0), street.strategy(0).shape
    (('k', 'a'), (2, 1326))
    """

    def __init__(
        self,
        spot: SeatsSpot,
        rest: Continuations | None = None,
        *,
        seed: int | Sequence[int] = 0,
        fixed: Mapping[int, tuple[int, NDArray[np.float64]]] | None = None,
    ) -> None:
        """Prepare to solve.

        Args:
            spot: The street.
            rest: Continuations after it; without them, hands are checked down.
            seed: Seed of the samples, or numbers that make one.
            fixed: Decisions at which one hand keeps the probabilities that it was played with.
        """
        self.spot, self.rest, self.tree = spot, rest, spot.tree
        self.iteration = 0
        self.random = np.random.default_rng(seed)
        self._kind = self.tree.kind.tolist()
        self._player = self.tree.player.tolist()
        self._folded = self.tree.folded.tolist()
        self._weights = [
            range_.weights[hands].astype(np.float64)
            for range_, hands in zip(spot.ranges, spot.hands, strict=True)
        ]
        self._chances = [np.cumsum(row) / row.sum() for row in self._weights]
        self._place = [{int(hole): at for at, hole in enumerate(hands)} for hands in spot.hands]
        self._current: dict[int, Rows] = {}  # strategies since the last update of regrets
        self._ends: dict[int, StreetEnd] = {}
        self.leaves: dict[int, StreetLeaf] = {}
        self._sums: dict[int, _Sums] = {}
        self._baselines: dict[tuple[int, int], _Baseline] = {}
        self._choices: dict[tuple[int, int], Rows] = {}  # regrets of continuations
        self._before: dict[int, tuple[int, int]] = {}  # the player's last decision and action
        for node in range(len(self.tree)):
            if self._kind[node] == Kind.ACTION:
                player = self._player[node]
                actions = int(self.tree.n_children[node])
                self._sums[node] = _Sums.of(actions, len(spot.hands[player]))
                self._before[node] = self._last_decision(node, player)
            else:
                self._add_end(node)
        self._fixed = {
            node: (self._place[self._player[node]][hole], shares)
            for node, (hole, shares) in (fixed or {}).items()
        }

    def __repr__(self) -> str:
        return f"<SampledStreet of {self.spot!r}: {self.iteration:,} iterations>"

    @property
    def exploitability_pot_percent(self) -> float | None:
        """None: best responses to a sampled street are not known."""
        return None

    @property
    def checked_down(self) -> int:
        """Number of ends after which there could be betting, and hands are checked down."""
        return sum(not end.is_over for end in self._ends.values()) - len(self.leaves)

    def _last_decision(self, node: int, player: int) -> tuple[int, int]:
        while node:
            parent = int(self.tree.parent[node])
            if self._player[parent] == player:
                return parent, node - int(self.tree.first_child[parent])
            node = parent
        return -1, 0

    def _add_end(self, node: int) -> None:
        end = street_end(self.spot, node)
        self._ends[node] = end
        if end.is_over or self.rest is None:
            return
        leaf = self.rest.leaf(node, end)
        if leaf is None:
            return
        self.leaves[node] = leaf
        for player in end.live:
            if end.behind[player] > 0:
                shape = len(self.rest.names), len(self.spot.hands[player])
                self._choices[node, player] = np.zeros(shape)

    def run(self, *, iterations: int, seconds: float = inf) -> int:
        """Run iterations until a limit is reached; at least one.

        Args:
            iterations: Number of iterations to add; one updates every player.
            seconds: Maximum duration.

        Returns:
            Number of iterations so far.
        """
        started = time.perf_counter()
        for _ in range(iterations):
            self.iteration += 1
            for player in range(self.spot.players):
                self._visit(0, self._deal(player))
            self._average()
            if time.perf_counter() - started > seconds:
                break
        return self.iteration

    def _deal(self, player: int) -> SampledDeal:
        """Deal hands to a player's opponents, by their ranges, and the rest of the board."""
        board = self.spot.board
        seen = sum(1 << card for card in board)
        for _ in range(_MAX_TRIES):
            mask, hands = seen, {}
            for other, chances in enumerate(self._chances):
                if other == player:
                    continue
                at = min(
                    int(np.searchsorted(chances, self.random.random(), "right")), len(chances) - 1
                )
                hands[other] = int(self.spot.hands[other][at])
                held = int(HOLE_MASKS[hands[other]])
                if mask & held:
                    break
                mask |= held
            else:
                break
        else:
            raise InputError("ranges: hands of the players always share a card")
        left = [card for card in range(CARD_COUNT) if not mask >> card & 1]
        rest = self.random.choice(left, 5 - len(board), replace=False).tolist()
        taken = np.uint64((mask | sum(1 << card for card in rest)) & ~seen)
        holes = self.spot.hands[player]
        fits = (HOLE_MASKS[holes] & taken == 0).astype(np.float64)
        return SampledDeal(player, hands, (*board, *rest), holes, fits)

    def _visit(self, node: int, deal: SampledDeal) -> NDArray[np.float64]:
        """Return the chips that a player's hands win at a node, and update their regrets.  [H]"""
        own = deal.player
        if self._folded[node] >> own & 1:
            chips = float(self.tree.committed[node, own])
            return np.full(len(deal.holes), -chips)
        if self._kind[node] != Kind.ACTION:
            return self._end(node, deal)
        player, first = self._player[node], int(self.tree.first_child[node])
        sums = self._sums[node]
        if player != own:
            shares = self._shares(node)[:, self._place[player][deal.hands[player]]]
            action = drawn(shares.tolist(), self.random)
            found = self._visit(first + action, deal)
            return self._baseline(node, deal).corrected(found, action, shares, deal.fits)
        played = self._shares(node)
        values = np.array([self._visit(first + at, deal) for at in range(len(played))])
        value: NDArray[np.float64] = (played * values).sum(axis=0)
        weight = self.iteration * deal.fits
        sums.regrets += (values - value) * weight
        self._current.pop(node, None)
        sums.values += values * weight
        sums.squares += values * values * weight
        sums.weights += weight
        sums.squared_weights += weight * weight
        return value

    def _baseline(self, node: int, deal: SampledDeal) -> _Baseline:
        key = node, deal.player
        if key not in self._baselines:
            shape = int(self.tree.n_children[node]), len(deal.holes)
            self._baselines[key] = _Baseline(np.zeros(shape), np.zeros(shape[0]))
        return self._baselines[key]

    def _end(self, node: int, deal: SampledDeal) -> NDArray[np.float64]:
        end, own = self._ends[node], deal.player
        leaf = self.leaves.get(node)
        if leaf is None:
            others = deal.others if len(end.live) > 1 else {}
            strengths = (
                deal.strengths if len(end.live) > 1 else np.zeros(len(deal.holes), np.uint16)
            )
            return shares_of(end.pots, own, strengths, others) - end.put_in[own]
        assert self.rest is not None
        choices = {}
        for other in end.live:
            if other != own and (node, other) in self._choices:
                column = self._choices[node, other][:, self._place[other][deal.hands[other]]]
                choices[other] = drawn(np.maximum(column, 0).tolist(), self.random)
        values = self.rest.values(leaf, deal, choices, self.random)
        if (node, own) not in self._choices:
            alone: NDArray[np.float64] = values[0]
            return alone
        regrets = self._choices[node, own]
        value: NDArray[np.float64] = (_matched(regrets) * values).sum(axis=0)
        regrets += (values - value) * (self.iteration * deal.fits)
        return value

    def _shares(self, node: int) -> Rows:
        """Return the current strategy at a decision.  [A, H]"""
        if node not in self._current:
            shares = _matched(self._sums[node].regrets)
            if node in self._fixed:
                at, kept = self._fixed[node]
                shares[:, at] = kept
            self._current[node] = shares
        return self._current[node]

    def _average(self) -> None:
        """Add the current strategies to the averages, weighted by the reach of each hand."""
        reach: dict[int, Rows] = {}
        for node, (before, action) in self._before.items():
            shares = self._shares(node)
            reach[node] = shares if before < 0 else shares * reach[before][action]
            self._sums[node].averages += self.iteration * reach[node]

    def average(self, node: int) -> Rows:
        """Return the average strategy at a decision, uniform where a hand never got to.  [A, H]"""
        averages = self._sums[node].averages
        total = averages.sum(axis=0)
        shares = np.full_like(averages, 1 / len(averages))
        np.divide(averages, total, out=shares, where=total > 0)
        if node in self._fixed:
            at, kept = self._fixed[node]
            shares[:, at] = kept
        return shares

    def strategy(self, node: int) -> HoleArray:
        """Return the average strategy at a decision, NaN for hands not in the range.  [A, 1326]"""
        return self._spread(node, self.average(node))

    def values(self, node: int) -> tuple[HoleArray, HoleArray]:
        """Return the chips that each action wins from a decision on, and standard errors.

        They are means over all iterations, against the strategies of each.  [A, 1326] each.
        """
        sums = self._sums[node]
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = sums.values / sums.weights
            spread = np.maximum(sums.squares / sums.weights - mean * mean, 0)
            error = np.sqrt(spread * sums.squared_weights) / sums.weights
        chip = self.tree.rules.chip
        paid = float(self.tree.committed[node, self._player[node]])
        return self._spread(node, (mean + paid) * chip), self._spread(node, error * chip)

    def samples(self, node: int) -> int:
        """Return how many effective samples the values at a decision have, for the mean hand."""
        sums = self._sums[node]
        known = sums.weights > 0
        if not known.any():
            return 0
        return round(float((sums.weights[known] ** 2 / sums.squared_weights[known]).mean()))

    def reach(self, node: int) -> tuple[HoleArray, ...]:
        """Return the weight with which each hand of each player reaches a node.  [P] of [1326]"""
        rows = [row.copy() for row in self._weights]
        line = self.tree.line(node)
        for before, after in pairwise(line):
            action = after - int(self.tree.first_child[before])
            rows[self._player[before]] *= self.average(before)[action]
        reach = []
        for hands, row in zip(self.spot.hands, rows, strict=True):
            wide = np.zeros(HOLE_COUNT)
            wide[hands] = row
            reach.append(wide)
        return tuple(reach)

    def _spread(self, node: int, rows: Rows) -> HoleArray:
        wide: HoleArray = np.full((len(rows), HOLE_COUNT), np.nan)
        wide[:, self.spot.hands[self._player[node]]] = rows
        return wide


def _matched(regrets: Rows) -> Rows:
    """Return strategies in proportion to positive regrets, uniform where there are none."""
    shares: Rows = np.maximum(regrets, 0)
    total = shares.sum(axis=0)
    out = np.full_like(shares, 1 / len(shares))
    np.divide(shares, total, out=out, where=total > 0)
    return out
