"""Deep CFR (Brown, Lerer, Gross & Sandholm 2019): networks instead of tables of regrets.

At each iteration, each player traverses the game by external sampling. The sampled advantages of
their actions go into a reservoir, on which their advantage network is trained from scratch. It
approximates the average of all advantages so far, where iteration t has weight t; regret matching
on its outputs is the next strategy. What the players played goes into another reservoir. A network
trained on it, with the same weights, is the average strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree
from fifthstreet.solvers.common import Adam, DenseNetwork
from fifthstreet.solvers.games import Game
from fifthstreet.solvers.neural.game_tables import Counts
from fifthstreet.solvers.neural.network_solver import (
    NetworkOptions,
    NetworkSolver,
    check_positive,
    restored_array,
)
from fifthstreet.solvers.neural.playing import (
    NetworkPolicy,
    Policy,
    legal_actions,
    regret_matching,
    softmax,
    traverse,
)
from fifthstreet.solvers.neural.reservoir import Reservoir
from fifthstreet.support.options import option

# Purposes of random numbers.
_SAMPLING, _ADVANTAGES, _STRATEGY = range(3)
_MAX_NORM = 1.0  # of a gradient, as published
_LAST_RATE = 0.05  # of the learning rate, at the end of a training

Slope: TypeAlias = Callable[
    [NDArray[np.floating], NDArray[np.float32], Counts], NDArray[np.floating]
]


@dataclass(frozen=True, kw_only=True)
class DeepCfrOptions(NetworkOptions):
    """Options of deep CFR."""

    traversals: int = option(500, "traversals of each player per iteration")
    steps: int = option(300, "steps of each training of an advantage network")
    strategy_steps: int = option(1_000, "steps of each training of the strategy network")
    batch: int = option(256, "samples in a step of a training")
    rate: float = option(0.003, "learning rate at the start of a training")
    capacity: int = option(200_000, "samples in the reservoir of a network")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(
            traversals=self.traversals,
            steps=self.steps,
            strategy_steps=self.strategy_steps,
            batch=self.batch,
            rate=self.rate,
            capacity=self.capacity,
        )


_DEFAULTS = DeepCfrOptions()


class DeepCfrSolver(NetworkSolver):
    """Deep CFR (Brown et al. 2019) on a game of any size.

    >>> from fifthstreet.solvers.games import Kuhn
    >>> solver = DeepCfrSolver(Kuhn(), DeepCfrOptions(traversals=50, units=16, steps=100))
    >>> solver.iterate(5)
    >>> solver.average()["J|b"]["f"] > 0.8
    True
    """

    def __init__(self, game: Game[Any] | GameTree, options: DeepCfrOptions = _DEFAULTS) -> None:
        """Prepare tables, networks and reservoirs."""
        super().__init__(game, options)
        self.options: DeepCfrOptions = options
        tables, random = self.tables, np.random.default_rng(options.seed)
        players = range(tables.players)
        self._networks = [self._network(tables.actions, random) for _ in players]
        self._reservoirs = [self._reservoir() for _ in players]
        self._played = self._reservoir()

    def _reservoir(self) -> Reservoir:
        return Reservoir(self.tables.no_inputs(self.options.capacity), self.tables.actions)

    def _iterate_once(self) -> None:
        for player in range(self.tables.players):
            self._traverse(player)
            random = self._random(_ADVANTAGES, player)
            network = self._network(self.tables.actions, random)
            if len(self._reservoirs[player]):
                self._train(network, self._reservoirs[player], squared_slope, random)
            self._networks[player] = network

    def _traverse(self, player: int) -> None:
        """Add samples of one player's traversals to the reservoirs."""
        random = self._random(_SAMPLING, player)
        policies = [self._policy(network) for network in self._networks]
        regrets, played = traverse(self.tables, policies, player, self.options.traversals, random)
        weight = self.iteration + 1.0
        if regrets is not None:
            values = regrets.values / self.tables.scale
            self._reservoirs[player].add(regrets.inputs, regrets.counts, values, weight, random)
        if played is not None:
            self._played.add(played.inputs, played.counts, played.values, weight, random)

    def _train(
        self,
        network: DenseNetwork,
        samples: Reservoir,
        slope_of: Slope,
        random: np.random.Generator,
        steps: int | None = None,
    ) -> None:
        """Train a new network on a reservoir; its items count by their weight."""
        options, optimizer = self.options, Adam(network.parameters, max_norm=_MAX_NORM)
        steps = options.steps if steps is None else steps
        count = len(samples)
        mean_weight = samples.weights[:count].mean()
        for step in range(steps):
            drawn = random.integers(0, count, options.batch)
            activations = network.forward(self.tables.vectors(samples.inputs[drawn]))
            slope = slope_of(activations.output, samples.targets[drawn], samples.counts[drawn])
            weights = samples.weights[drawn] / (mean_weight * options.batch)
            slope = (slope * weights[:, None]).astype(np.float32)
            left = 1 - step / steps
            rate = options.rate * (_LAST_RATE + (1 - _LAST_RATE) * left)
            optimizer.step(network.backward(activations, slope), rate)

    def _policy(self, network: DenseNetwork) -> NetworkPolicy:
        return NetworkPolicy(self.tables, network, regret_matching)

    def _average_policy(self) -> Policy:
        random = self._random(_STRATEGY)
        network = self._network(self.tables.actions, random)
        if len(self._played):
            steps = self.options.strategy_steps
            self._train(network, self._played, entropy_slope, random, steps)
        return NetworkPolicy(self.tables, network, softmax)

    def _tables_state(self) -> dict[str, Any]:
        state = self._played.state("played")
        for player, network in enumerate(self._networks):
            state[f"network_{player}"] = network.parameters.copy()
            state |= self._reservoirs[player].state(f"advantages_{player}")
        return state

    def _restore_tables(self, state: Mapping[str, Any]) -> None:
        parameters = [
            restored_array(f"network_{player}", network.parameters, state)
            for player, network in enumerate(self._networks)
        ]
        played, reservoirs = self._reservoir(), [self._reservoir() for _ in self._reservoirs]
        played.restore("played", state)
        for player, reservoir in enumerate(reservoirs):
            reservoir.restore(f"advantages_{player}", state)
        for each in (played, *reservoirs):
            self._check(each)
        self._played, self._reservoirs = played, reservoirs
        for network, saved in zip(self._networks, parameters, strict=True):
            network.parameters[...] = saved

    def _check(self, samples: Reservoir) -> None:
        """Raise InputError for information sets or numbers of actions that the game lacks."""
        counts, inputs = samples.counts[: len(samples)], samples.inputs[: len(samples)]
        if counts.size and not (counts.min() >= 1 and counts.max() <= self.tables.actions):
            raise InputError(f"counts must be from 1 to {self.tables.actions}")
        sets = len(getattr(self.tables, "counts", ()))
        if inputs.ndim == 1 and inputs.size and not 0 <= inputs.min() <= inputs.max() < sets:
            raise InputError(f"inputs must be information sets, from 0 to {sets - 1}")


def squared_slope(
    outputs: NDArray[np.floating], targets: NDArray[np.float32], counts: Counts
) -> NDArray[np.floating]:
    """Return the derivative of the squared error of legal actions by each output.

    Args:
        outputs: Of the network, [B, A].
        targets: Sampled advantages, [B, A].
        counts: Numbers of legal actions, [B].
    """
    slope: NDArray[np.floating] = 2 * (outputs - targets)
    slope *= legal_actions(counts, outputs.shape[1])
    return slope


def entropy_slope(
    outputs: NDArray[np.floating], targets: NDArray[np.float32], counts: Counts
) -> NDArray[np.floating]:
    """Return the derivative of the cross entropy between played and learnt probabilities.

    Like the published squared error it is least at the mean of the targets.

    Args:
        outputs: Logits of the network, [B, A].
        targets: Probabilities that were played, [B, A].
        counts: Numbers of legal actions, [B].
    """
    return softmax(outputs, counts) - targets
