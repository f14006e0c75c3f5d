"""Magnetic mirror descent (Sokota et al. 2023): policy gradients that approach an equilibrium.

All players play by one network. At each iteration, it plays games against itself, and the network
takes a few steps that raise

    mean value of actions  -  temperature * KL(policy, uniform)  -  KL(policy, last policy) / step

at the decisions of these games. The second term pulls towards the uniform policy, the magnet: with
it, the last policy converges instead of circling around an equilibrium. The third keeps steps
short. As the temperature falls, the equilibrium of the regularised game approaches one of the game
itself.

Values come from the payoffs of these games, with guesses of a second network, the critic, as
control variates. No action is played that is not part of a sampled game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.cfr import GameTree
from fifthstreet.solvers.common import Adam, DenseNetwork
from fifthstreet.solvers.games import Game
from fifthstreet.solvers.neural.game_tables import Counts, Inputs
from fifthstreet.solvers.neural.network_solver import (
    NetworkOptions,
    NetworkSolver,
    check_positive,
    restored_array,
)
from fifthstreet.solvers.neural.playing import NetworkPolicy, Policy, legal_actions, softmax
from fifthstreet.solvers.neural.self_play import PlayedGames, play_games, returns
from fifthstreet.support.options import option

# Purposes of random numbers.
_SAMPLING = 0
_MAX_NORM = 1.0  # of a gradient
_AVERAGED = 100  # iterations that the averaged network remembers, about
_MIN_SHARE = 1e-30  # a probability below it counts as this one in logarithms

Float64Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class MmdOptions(NetworkOptions):
    """Options of magnetic mirror descent."""

    games: int = option(2_048, "games played per iteration")
    steps: int = option(8, "steps of each network per iteration")
    rate: float = option(0.003, "learning rate at the start")
    temperature: float = option(
        0.1, "pull towards the uniform policy at the start, in largest payoffs"
    )
    step_size: float = option(1.0, "length of a step of the policy at the start")
    decay_start: int = option(50, "iterations until temperature and step size begin to fall")
    trace: float = option(0.9, "share of later returns in the value of a decision, lambda")

    def __post_init__(self) -> None:
        super().__post_init__()
        check_positive(
            games=self.games,
            steps=self.steps,
            rate=self.rate,
            temperature=self.temperature,
            step_size=self.step_size,
            decay_start=self.decay_start,
        )
        if not 0 <= self.trace <= 1:
            raise InputError(f"trace must be from 0 to 1, got {self.trace:g}")


_DEFAULTS = MmdOptions()


@dataclass(frozen=True, eq=False)
class Lessons:
    """What the networks learn from an iteration, at B information sets or decisions."""

    inputs: Inputs  # [B] or [B, F]
    counts: Counts  # [B]
    weights: Float64Array  # [B]  shares of all decisions
    values: Float64Array  # [B, A]  mean estimates of actions, in largest payoffs
    policy: Float64Array  # [B, A]  probabilities that were played
    drawn: Float64Array  # [B, A]  shares of all decisions at which the action was drawn
    returns: Float64Array  # [B, A]  mean return of drawn actions


class MmdSolver(NetworkSolver):
    """Magnetic mirror descent (Sokota et al. 2023) on a game of any size.

    The result is a network whose parameters are a decaying mean of the policy network's, which has
    less noise than the policy itself.

    >>> from fifthstreet.solvers.games import Kuhn
    >>> solver = MmdSolver(Kuhn(), MmdOptions(games=200, units=16))
    >>> solver.iterate(60)
    >>> solver.average()["J|b"]["f"] > 0.8
    True
    """

    def __init__(self, game: Game[Any] | GameTree, options: MmdOptions = _DEFAULTS) -> None:
        """Prepare tables, networks and optimizers."""
        super().__init__(game, options)
        self.options: MmdOptions = options
        actions, random = self.tables.actions, np.random.default_rng(options.seed)
        self._actor = self._network(actions, random)
        self._critic = self._network(actions, random)
        self._averaged = self._network(actions, random)
        self._averaged.parameters[...] = self._actor.parameters
        self._actor_steps = Adam(self._actor.parameters, max_norm=_MAX_NORM)
        self._critic_steps = Adam(self._critic.parameters, max_norm=_MAX_NORM)

    def _iterate_once(self) -> None:
        options = self.options
        policy = NetworkPolicy(self.tables, self._actor, softmax)
        games = play_games(self.tables, policy, options.games, self._random(_SAMPLING))
        fallen = (1 + self.iteration / options.decay_start) ** -0.5
        if games.steps:
            self._train(self._lessons(games), fallen)
        share = max(1 / _AVERAGED, 1 / (self.iteration + 1))
        self._averaged.parameters += np.float32(share) * (
            self._actor.parameters - self._averaged.parameters
        )

    def _lessons(self, games: PlayedGames) -> Lessons:
        """Return the values of all actions at the decisions of games."""
        critic = NetworkPolicy(self.tables, self._critic, lambda outputs, _: outputs.astype(float))
        guesses = [critic(step.inputs, step.counts) for step in games.steps]
        means = [
            (guess * step.shares).sum(axis=1)
            for guess, step in zip(guesses, games.steps, strict=True)
        ]
        scaled = PlayedGames(games.steps, games.payoffs / self.tables.scale)
        found = np.concatenate(returns(scaled, means, self.options.trace))
        actions = np.concatenate([step.actions for step in games.steps])
        shares = np.concatenate([step.shares for step in games.steps])
        values = action_values(np.concatenate(guesses), shares, actions, found)
        return merged(
            np.concatenate([step.inputs for step in games.steps]),
            np.concatenate([step.counts for step in games.steps]),
            shares,
            values,
            actions,
            found,
        )

    def _train(self, lessons: Lessons, fallen: float) -> None:
        """Take steps of both networks; temperature, step size and rate have fallen to a share."""
        options = self.options
        vectors = self.tables.vectors(lessons.inputs)
        for _ in range(options.steps):
            activations = self._actor.forward(vectors)
            slope = policy_slope(
                activations.output,
                lessons,
                options.temperature * fallen,
                options.step_size * fallen,
            )
            gradient = self._actor.backward(activations, slope.astype(np.float32))
            self._actor_steps.step(gradient, options.rate * fallen)
            activations = self._critic.forward(vectors)
            slope = 2 * lessons.drawn * (activations.output - lessons.returns)
            gradient = self._critic.backward(activations, slope.astype(np.float32))
            self._critic_steps.step(gradient, options.rate * fallen)

    def _average_policy(self) -> Policy:
        network = DenseNetwork(self._averaged.sizes, np.random.default_rng(0))
        network.parameters[...] = self._averaged.parameters
        return NetworkPolicy(self.tables, network, softmax)

    def _arrays(self) -> dict[str, NDArray[np.floating]]:
        """Return all arrays that iterations change, by name."""
        optimizers = {"actor": self._actor_steps, "critic": self._critic_steps}
        moments = {
            f"{name}_{moment}": getattr(steps, moment)
            for name, steps in optimizers.items()
            for moment in ("first", "second")
        }
        return {
            "actor": self._actor.parameters,
            "critic": self._critic.parameters,
            "averaged": self._averaged.parameters,
            **moments,
        }

    def _tables_state(self) -> dict[str, Any]:
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        return {**arrays, "steps_taken": self._actor_steps.steps}

    def _restore_tables(self, state: Mapping[str, Any]) -> None:
        arrays = self._arrays()
        saved = {name: restored_array(name, array, state) for name, array in arrays.items()}
        taken = state.get("steps_taken")
        if not isinstance(taken, int) or taken < 0:
            raise InputError(f"steps_taken must be a number of steps, got {taken!r}")
        for name, array in arrays.items():
            array[...] = saved[name]
        self._actor_steps.steps = self._critic_steps.steps = taken


def action_values(
    guesses: Float64Array, shares: Float64Array, actions: NDArray[np.int64], found: Float64Array
) -> Float64Array:
    """Return unbiased estimates of the values of all actions, of which one was played.

    The guess for the played action is corrected by its error, over the probability of the action
    (Schmid et al. 2019).

    Args:
        guesses: Of the critic, [D, A].
        shares: Probabilities of actions, [D, A].
        actions: What was played, [D].
        found: Returns, [D].
    """
    values, rows = guesses.copy(), np.arange(len(actions))
    values[rows, actions] += (found - values[rows, actions]) / shares[rows, actions]
    return values


def merged(
    inputs: Inputs,
    counts: Counts,
    shares: Float64Array,
    values: Float64Array,
    actions: NDArray[np.int64],
    found: Float64Array,
) -> Lessons:
    """Return what decisions teach; decisions at the same row of a tree are merged.

    The slopes of the losses are linear in values and returns, so that their means give the same
    gradient in less time.

    Args:
        inputs: What the players knew, [D] or [D, F].
        counts: Numbers of actions, [D].
        shares: Probabilities that were played, [D, A].
        values: Estimates of actions, [D, A].
        actions: What was played, [D].
        found: Returns, [D].
    """
    total = len(actions)
    if inputs.ndim == 1:
        rows, first, at = np.unique(inputs, return_index=True, return_inverse=True)
        inputs, counts, shares = rows, counts[first], shares[first]
    else:
        at = np.arange(total)
    size = (len(inputs), shares.shape[1])
    weights = np.bincount(at, minlength=size[0]) / total
    cells = at * size[1] + actions
    drawn = (np.bincount(cells, minlength=size[0] * size[1]) / total).reshape(size)
    sums = np.bincount(cells, found / total, size[0] * size[1]).reshape(size)
    means = np.stack([np.bincount(at, column / total, size[0]) for column in values.T], axis=1)
    return Lessons(
        inputs,
        counts,
        weights,
        means / weights[:, None],
        shares,
        drawn,
        np.divide(sums, drawn, out=np.zeros(size), where=drawn > 0),
    )


def policy_slope(
    outputs: NDArray[np.floating], lessons: Lessons, temperature: float, step_size: float
) -> Float64Array:
    """Return the derivative of the mean cost of drawn actions by each output, [B, A].

    The cost of action a is -value + temperature * log(p) + log(p / played) / step_size.

    Args:
        outputs: Logits of the policy, [B, A].
        lessons: Values of actions.
        temperature: Weight of the divergence from the uniform policy.
        step_size: One over the weight of the divergence from the policy that was played.
    """
    shares = softmax(outputs, lessons.counts)
    logs = np.log(np.maximum(shares, _MIN_SHARE))
    played = np.log(np.maximum(lessons.policy, _MIN_SHARE))
    costs = -lessons.values + temperature * logs + (logs - played) / step_size
    costs = np.where(legal_actions(lessons.counts, shares.shape[1]), costs, 0.0)
    mean = (shares * costs).sum(axis=1, keepdims=True)
    slope: Float64Array = lessons.weights[:, None] * shares * (costs - mean)
    return slope
