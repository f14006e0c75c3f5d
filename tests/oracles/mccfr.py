"""Monte Carlo CFR as plain recursion over a tree, one number at a time.

Native traversals must make the same draws from the same seed and give the same bits, so this fixes
the order of draws and of sums too. Traversal k is that of player k mod P in iteration k // P, and
draws from stream k.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import ClassVar

from fifthstreet.solvers.cfr.game_tree import GameTree
from tests.oracles.random_stream import Stream


def float32(value: float) -> float:
    (result,) = struct.unpack("f", struct.pack("f", value))
    return float(result)


def stochastic_bfloat16(value: float, stream: Stream) -> float:
    """Round to one of the two neighbours with 8 significant bits, more often to the nearer."""
    (bits,) = struct.unpack("Q", struct.pack("d", value))
    bits = (bits + (stream.next() >> 19)) >> 45 << 45
    (result,) = struct.unpack("d", struct.pack("Q", bits))
    return float(result)


@dataclass
class Oracle:
    """Tables of a solver, and the traversals that update them."""

    tree: GameTree
    scheme: str  # "outcome", "external", "chance", "public"
    seed: int = 0
    precision: str = "float64"
    epsilon: float = 0.6
    decay: float | None = None  # of baselines; None without baselines
    is_linear: bool = False
    below: float = 0.0
    share: float = 0.0
    prune_after: int = 0
    regrets: list[float] = field(default_factory=list)
    averages: list[float] = field(default_factory=list)
    baselines: list[list[float]] = field(default_factory=list)

    has_importance_weights: ClassVar[bool] = True

    def __post_init__(self) -> None:
        cells = int(self.tree.first_action[-1])
        self.regrets = self.regrets or [0.0] * cells
        self.averages = self.averages or [0.0] * cells
        self.baselines = self.baselines or [[0.0] * cells for _ in range(self.tree.players)]

    def walk(self, k: int) -> None:
        """Run traversal k."""
        iteration, self.traverser = divmod(k, self.tree.players)
        self.averaged = (self.traverser + 1) % self.tree.players
        self.stream = Stream(self.seed, k)
        self.weight = float(iteration + 1) if self.is_linear else 1.0
        self.hopeless_weight = self.weight / (1.0 - self.share)
        self.threshold = self.below * self.weight
        self.may_prune = self.share > 0 and iteration >= self.prune_after
        draws = self.share > 0 and self.may_prune
        self.is_pruning = draws and self.stream.uniform() < self.share
        self.kept: dict[int, list[float]] = {}
        self.events: dict[int, int] = {}
        if self.scheme == "outcome":
            self.outcome(0, 1.0)
        elif self.scheme == "external":
            self.external(0)
        else:
            self.every_action(0, 1.0, 1.0)

    def discount(self, stream: int, positive: float, negative: float, average: float) -> None:
        """Multiply all regrets and averages by their factors."""
        self.stream = Stream(self.seed, stream)
        for i, regret in enumerate(self.regrets):
            self.regrets[i] = self.rounded(regret * (positive if regret > 0 else negative))
            self.averages[i] = self.exact(self.averages[i] * average)

    # Sampling schemes.

    def external(self, node: int) -> float:
        """Return a node's value to the traverser by external sampling (Lanctot et al. 2009)."""
        player = int(self.tree.player[node])
        if self.tree.n_children[node] == 0:
            return self.payoff(node)
        if player < 0:
            return self.external(self.drawn_outcome(node))
        first = int(self.tree.first_child[node])
        first_cell = int(self.tree.first_action[self.tree.row[node]])
        strategy = self.matched(node)
        actions = range(len(strategy))
        if player != self.traverser:
            a = self.drawn(strategy)
            if player == self.averaged:
                self.average(first_cell, [self.weight * p for p in strategy])
            return self.corrected(first_cell, strategy, a, self.external(first + a))
        hopeless = [
            self.may_prune
            and strategy[a] == 0
            and self.regrets[first_cell + a] < self.threshold
            and self.tree.n_children[first + a] > 0
            for a in actions
        ]
        # Traversals that explore such an action also count for those that prune it.
        weight = self.weight
        weights = [self.hopeless_weight if hopeless[a] else weight for a in actions]
        values: list[float | None] = []
        for a in actions:
            self.weight = weights[a]
            skips = hopeless[a] and self.is_pruning
            values.append(None if skips else self.external(first + a))
        self.weight = weight
        value = 0.0
        for p, v in zip(strategy, values, strict=True):
            value += 0.0 if v is None or p == 0 else p * v
        for a, v in enumerate(values):
            if v is not None:
                self.add(first_cell + a, [weights[a] * (v - value)])
        return value

    def outcome(self, node: int, sampled: float) -> float:
        """Estimate the value of a node by outcome sampling (Lanctot et al. 2009).

        `sampled`: the probability of having drawn the traverser's actions.
        """
        player = int(self.tree.player[node])
        if self.tree.n_children[node] == 0:
            return self.payoff(node)
        if player < 0:
            return self.outcome(self.drawn_outcome(node), sampled)
        first = int(self.tree.first_child[node])
        first_cell = int(self.tree.first_action[self.tree.row[node]])
        strategy = self.matched(node)
        n = len(strategy)
        if player != self.traverser:
            a = self.drawn(strategy)
            if player == self.averaged:
                share = self.weight / sampled
                self.average(first_cell, [share * p for p in strategy])
            return self.corrected(first_cell, strategy, a, self.outcome(first + a, sampled))
        explored = [self.epsilon / n + (1.0 - self.epsilon) * p for p in strategy]
        a = self.drawn(explored)
        after = self.outcome(first + a, sampled * explored[a])
        known = self.baselines[self.traverser][first_cell : first_cell + n]
        estimates = list(known)
        scale = explored[a] if self.has_importance_weights else 1.0
        estimates[a] = known[a] + (after - known[a]) / scale
        value = 0.0
        for p, v in zip(strategy, estimates, strict=True):
            value += p * v
        step = self.weight / sampled
        self.add(first_cell, [step * (v - value) for v in estimates])
        self.learn(first_cell + a, after)
        return value

    def every_action(self, node: int, others: float, averaged: float) -> float:
        """Return a node's value to the traverser by chance sampling or public chance sampling.

        See Zinkevich et al. (2007) and Johanson et al. (2012). `others`: reach of all but the
        traverser, with the weights of chance; `averaged`: reach of the player whose average is
        updated.
        """
        player = int(self.tree.player[node])
        first = int(self.tree.first_child[node])
        children = range(int(self.tree.n_children[node]))
        if not children:
            return self.payoff(node)
        value = 0.0
        if player < 0:
            event = int(self.tree.row[node])
            if self.scheme == "chance":
                return self.every_action(self.drawn_outcome(node), others, averaged)
            if event < 0:
                for c in children:
                    p = float(self.tree.probability[first + c])
                    value += p * self.every_action(first + c, others * p, averaged)
                return value
            outcomes = int(self.tree.event_outcomes[event])
            if event not in self.events:
                self.events[event] = self.stream.below(outcomes)
            for c in children:
                if self.tree.outcome[first + c] == self.events[event]:
                    scale = float(self.tree.probability[first + c]) * outcomes
                    return scale * self.every_action(first + c, others * scale, averaged)
            return 0.0
        first_cell = int(self.tree.first_action[self.tree.row[node]])
        strategy = self.kept.setdefault(first_cell, self.matched(node))
        if player == self.traverser:
            values = [self.every_action(first + a, others, averaged) for a in children]
            for p, v in zip(strategy, values, strict=True):
                value += p * v
            step = self.weight * others
            self.add(first_cell, [step * (v - value) for v in values])
            return value
        is_averaged = player == self.averaged
        if is_averaged:
            share = self.weight * averaged
            self.average(first_cell, [share * p for p in strategy])
        for a, p in enumerate(strategy):
            own = averaged * p if is_averaged else averaged
            if others * p != 0 or own != 0:
                value += p * self.every_action(first + a, others * p, own)
        return value

    # Steps that the schemes share.

    def payoff(self, node: int) -> float:
        return float(self.tree.payoffs[self.tree.row[node], self.traverser])

    def matched(self, node: int) -> list[float]:
        """Return the strategy of regret matching."""
        row = self.tree.row[node]
        regrets = self.regrets[self.tree.first_action[row] : self.tree.first_action[row + 1]]
        positive = [max(r, 0.0) for r in regrets]
        total = 0.0
        for p in positive:
            total += p
        if total > 0:
            scale = 1.0 / total
            return [p * scale for p in positive]
        return [1.0 / len(regrets)] * len(regrets)

    def drawn(self, probabilities: list[float]) -> int:
        """Draw an index: the first at which the running sum exceeds a number from [0, 1)."""
        u = self.stream.uniform()
        total = 0.0
        last = 0
        for i, p in enumerate(probabilities):
            if p > 0:
                last = i
                total += p
                if u < total:
                    break
        return last

    def drawn_outcome(self, node: int) -> int:
        """Draw a child of a chance node, as an integer if all are equally likely."""
        first, n = int(self.tree.first_child[node]), int(self.tree.n_children[node])
        probabilities = [float(p) for p in self.tree.probability[first : first + n]]
        if len(set(probabilities)) == 1:
            return first + self.stream.below(n)
        return first + self.drawn(probabilities)

    def corrected(self, first_cell: int, strategy: list[float], a: int, value: float) -> float:
        """Return a node's value, corrected by baselines, after drawing `a` from the strategy."""
        known = self.baselines[self.traverser]
        expected = 0.0
        for i, p in enumerate(strategy):
            expected += p * known[first_cell + i]
        result = expected + (value - known[first_cell + a])
        self.learn(first_cell + a, value)
        return result

    def learn(self, cell: int, value: float) -> None:
        """Move a baseline towards an observed value (Schmid et al. 2019)."""
        if self.decay is None:
            return
        known = self.baselines[self.traverser]
        learned = known[cell] + self.decay * (value - known[cell])
        known[cell] = self.exact(learned)

    def add(self, first_cell: int, steps: list[float]) -> None:
        """Add to regrets."""
        for i, step in enumerate(steps):
            self.regrets[first_cell + i] = self.rounded(self.regrets[first_cell + i] + step)

    def average(self, first_cell: int, steps: list[float]) -> None:
        """Add to averages, which have 32 bits where regrets have 16."""
        for i, step in enumerate(steps):
            self.averages[first_cell + i] = self.exact(self.averages[first_cell + i] + step)

    def rounded(self, value: float) -> float:
        if self.precision == "bfloat16":
            return stochastic_bfloat16(value, self.stream)
        return self.exact(value)

    def exact(self, value: float) -> float:
        return value if self.precision == "float64" else float32(value)
