"""Play on many tables at once: what networks choose, and traversals by external sampling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import DenseNetwork
from fifthstreet.solvers.games import CHANCE, MAX_DEPTH, TERMINAL
from fifthstreet.solvers.neural.game_tables import Counts, GameTables, Handles, Inputs

Rule: TypeAlias = Callable[[NDArray[np.floating], Counts], NDArray[np.float64]]


def regret_matching(outputs: NDArray[np.floating], counts: Counts) -> NDArray[np.float64]:
    """Return probabilities in proportion to positive advantages; without any, the best action.

    Among equally good actions, all are played alike, so that a new network plays uniformly.

    Args:
        outputs: Advantages, [T, A].
        counts: Numbers of legal actions, [T].
    """
    legal = legal_actions(counts, outputs.shape[1])
    gains = np.where(legal, outputs, -np.inf).astype(np.float64)
    best = gains.max(axis=1, keepdims=True)
    weights = np.where(best > 0, np.maximum(gains, 0.0), gains == best)
    shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return shares


def softmax(outputs: NDArray[np.floating], counts: Counts) -> NDArray[np.float64]:
    """Return probabilities in proportion to the exponentials of outputs, of legal actions only.

    Args:
        outputs: Logits, [T, A].
        counts: Numbers of legal actions, [T].
    """
    legal = legal_actions(counts, outputs.shape[1])
    logits = np.where(legal, outputs, -np.inf).astype(np.float64)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return shares


def legal_actions(counts: Counts, actions: int) -> NDArray[np.bool_]:
    """Return which of the outputs stand for legal actions, [T, A]."""
    legal: NDArray[np.bool_] = np.arange(actions) < counts[:, None]
    return legal


class NetworkPolicy:
    """The probabilities that a network gives to actions; it must not change while in use.

    Information sets of trees are evaluated once.
    """

    def __init__(self, tables: GameTables, network: DenseNetwork, rule: Rule) -> None:
        """Turn the outputs of a network into probabilities by a rule."""
        self._tables = tables
        self._network = network
        self._rule = rule
        self._kept = np.empty((0, tables.actions))  # by row
        self._is_kept = np.empty(0, np.bool_)

    def __call__(self, inputs: Inputs, counts: Counts) -> NDArray[np.float64]:
        """Return the probabilities of T players' actions, [T, A]."""
        if inputs.ndim > 1:
            return self._evaluate(inputs, counts)
        if not len(inputs):
            return np.empty((0, self._tables.actions))
        if (missing := int(inputs.max()) + 1 - len(self._kept)) > 0:
            self._kept = np.concatenate([self._kept, np.zeros((missing, self._kept.shape[1]))])
            self._is_kept = np.concatenate([self._is_kept, np.zeros(missing, np.bool_)])
        is_new = ~self._is_kept[inputs]
        if is_new.any():
            rows, first = np.unique(inputs[is_new], return_index=True)
            self._kept[rows] = self._evaluate(rows, counts[is_new][first])
            self._is_kept[rows] = True
        return self._kept[inputs]

    def _evaluate(self, inputs: Inputs, counts: Counts) -> NDArray[np.float64]:
        return self._rule(self._network(self._tables.vectors(inputs)), counts)


Policy: TypeAlias = Callable[[Inputs, Counts], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class TableSamples:
    """T decisions: what the player knew, the number of actions, and a number for each action."""

    inputs: Inputs
    counts: Counts
    values: NDArray[np.float64]  # [T, A]

    @classmethod
    def joined(cls, parts: Sequence[TableSamples]) -> TableSamples | None:
        """Return the decisions of all parts; None if there are none."""
        if not parts:
            return None
        return cls(
            np.concatenate([part.inputs for part in parts]),
            np.concatenate([part.counts for part in parts]),
            np.concatenate([part.values for part in parts]),
        )


def drawn_actions(shares: NDArray[np.float64], uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return actions drawn by numbers from [0, 1); actions of probability 0 are never drawn.

    Args:
        shares: Probabilities, [T, A].
        uniform: A number for each table, [T].
    """
    sums = np.cumsum(shares, axis=1)
    drawn: NDArray[np.int64] = (sums <= uniform[:, None] * sums[:, -1:]).sum(axis=1)
    return drawn


def traverse(
    tables: GameTables,
    policies: Sequence[Policy],
    traverser: int,
    count: int,
    random: np.random.Generator,
) -> tuple[TableSamples | None, TableSamples | None]:
    """Run traversals by external sampling (Lanctot et al. 2009), all of them side by side.

    All actions of the traverser are played; chance and the other players are sampled.

    Args:
        tables: The game.
        policies: Of each player.
        traverser: Whose actions are all played.
        count: Number of traversals.
        random: Draws the samples.

    Returns:
        The regrets of the traverser's actions, and the probabilities of the next player, at all
        of their decisions on the way; None if there was no decision.
    """
    averaged = (traverser + 1) % tables.players
    played: list[TableSamples] = []
    levels: list[tuple[NDArray[np.float64], NDArray[np.int64], TableSamples]] = []
    handles = tables.start(count)
    while True:  # from one decision of the traverser to the next
        handles, players = _advanced(tables, policies, traverser, handles, random, played, averaged)
        values = np.zeros(len(handles))
        ends = np.flatnonzero(players == TERMINAL)
        values[ends] = tables.payoffs(handles[ends])[:, traverser]
        mine = np.flatnonzero(players == traverser)
        if not len(mine):
            break
        inputs, counts = tables.observe(handles[mine])
        shares = policies[traverser](inputs, counts)
        levels.append((values, mine, TableSamples(inputs, counts, shares)))
        actions = np.concatenate([np.arange(each) for each in counts.tolist()])
        handles = tables.play(np.repeat(handles[mine], counts), actions)
    regrets = []
    for values_before, mine, decisions in reversed(levels):
        legal = legal_actions(decisions.counts, tables.actions)
        after = np.zeros(legal.shape)
        after[legal] = values
        value = (decisions.values * after).sum(axis=1)
        gains = np.where(legal, after - value[:, None], 0.0)
        regrets.append(TableSamples(decisions.inputs, decisions.counts, gains))
        values = values_before
        values[mine] = value
    return TableSamples.joined(regrets), TableSamples.joined(played)


def _advanced(
    tables: GameTables,
    policies: Sequence[Policy],
    traverser: int,
    handles: Handles,
    random: np.random.Generator,
    played: list[TableSamples],
    averaged: int,
) -> tuple[Handles, NDArray[np.int8]]:
    """Play until each table is at an end or at a decision of the traverser.

    Decisions of the player `averaged` are added to `played`.
    """
    handles = handles.copy()
    players = tables.players_of(handles)
    for _ in range(MAX_DEPTH):
        moving = np.flatnonzero((players != TERMINAL) & (players != traverser))
        if not len(moving):
            return handles, players
        chance = moving[players[moving] == CHANCE]
        if len(chance):
            handles[chance] = tables.deal(handles[chance], random.random(len(chance)))
        for player, policy in enumerate(policies):
            at = moving[players[moving] == player]
            if not len(at):
                continue
            inputs, counts = tables.observe(handles[at])
            shares = policy(inputs, counts)
            if player == averaged:
                played.append(TableSamples(inputs, counts, shares))
            drawn = drawn_actions(shares, random.random(len(at)))
            handles[at] = tables.play(handles[at], drawn)
        players[moving] = tables.players_of(handles[moving])
    raise InputError(f"every line must end, got one without an end after {MAX_DEPTH:,} actions")
