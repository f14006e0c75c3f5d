"""Matches of Leduc hold'em between fixed strategies, simulated without the rules engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from fifthstreet.arena.aivat.game_tree import (
    corrected_payoffs,
    end_payoffs,
    history_values,
    move_probabilities,
)
from fifthstreet.arena.result import MatchResult
from fifthstreet.arena.run import count_sessions
from fifthstreet.arena.session import SessionResult
from fifthstreet.arena.settings import MatchSettings
from fifthstreet.solvers.cfr import FullSolver, GameTree, Strategy, flatten
from fifthstreet.solvers.games import CHANCE, TERMINAL, leduc


@dataclass(frozen=True)
class Duel:
    """Two fixed strategies, with the payoffs of all ends in both orders of the seats."""

    tree: GameTree
    moves: tuple[NDArray[np.float64], NDArray[np.float64]]  # of a table: probability of each node
    payoffs: tuple[NDArray[np.float64], NDArray[np.float64]]  # of the first strategy
    estimates: tuple[NDArray[np.float64], NDArray[np.float64]]
    value: float  # of the first strategy, per hand

    def ends(
        self, table: int, chance: NDArray[np.float64], random: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return where hands end; `chance` draws their cards, so that tables can share them."""
        tree = self.tree
        nodes = np.zeros(len(chance), np.int64)
        dealt = np.zeros(len(chance), np.int64)
        while (playing := np.flatnonzero(tree.player[nodes] != TERMINAL)).size:
            here = nodes[playing]
            is_deal = tree.player[here] == CHANCE
            drawn = random.random(len(here))
            drawn[is_deal] = chance[playing[is_deal], dealt[playing[is_deal]]]
            dealt[playing[is_deal]] += 1
            child = tree.first_child[here].astype(np.int64)
            last = child + tree.n_children[here] - 1
            left = drawn - self.moves[table][child]
            while (moving := np.flatnonzero((left >= 0) & (child < last))).size:
                child[moving] += 1
                left[moving] -= self.moves[table][child[moving]]
            nodes[playing] = child
        return nodes


@cache
def leduc_duel() -> Duel:
    """Return a duel: an equilibrium, which is known, against a strategy that is not.

    Values are those of the equilibrium against itself, so that AIVAT leaves some luck.
    """
    tree = flatten(leduc())
    solver = FullSolver(tree)
    solver.iterate(300)
    known = solver.average()
    random = np.random.default_rng(5)
    other = Strategy.from_weights(tree, random.random(len(known.probabilities)) ** 2)
    owners = np.repeat(tree.info_player, np.diff(tree.first_action))
    values = history_values(tree, known)
    plain = end_payoffs(tree)
    moves, payoffs, estimates, value = [], [], [], 0.0
    for seat in (0, 1):  # of the known strategy
        shares = np.where(owners == seat, known.probabilities, other.probabilities)
        profile = Strategy(tree, shares)
        moves.append(move_probabilities(tree, profile))
        payoffs.append(plain[:, seat])
        estimates.append(corrected_payoffs(tree, values, {seat: known})[:, seat])
        value += float(history_values(tree, profile)[0, seat]) / 2
    return Duel(
        tree, (moves[0], moves[1]), (payoffs[0], payoffs[1]), (estimates[0], estimates[1]), value
    )


def simulated_sessions(
    duel: Duel, settings: MatchSettings, random: np.random.Generator
) -> Iterator[SessionResult]:
    """Yield the sessions of a match, in the form that the arena counts."""
    for number in range(settings.session_count):
        deals = settings.deals_of(number)
        chance = random.random((deals, 3))
        ends = [duel.ends(table, chance, random) for table in (0, 1)]
        played = np.array([_columns(duel.payoffs[t][ends[t]]) for t in (0, 1)])
        estimated = np.array([_columns(duel.estimates[t][ends[t]]) for t in (0, 1)])
        if not settings.duplicate:  # the seats change from deal to deal
            table, deal = np.arange(deals) % 2, np.arange(deals)
            played, estimated = played[table, deal][None], estimated[table, deal][None]
        result = SessionResult(number, (0, 1), 2, deals * settings.tables)
        result.by_hand.add(played.reshape(-1, 4))
        result.by_deal.add(played.mean(axis=0))
        result.estimates_by_deal.add(estimated.mean(axis=0))
        yield result


def simulated_match(
    duel: Duel, settings: MatchSettings, random: np.random.Generator, until: float | None = None
) -> MatchResult:
    """Return the result of a match."""
    result = MatchResult(settings, learns=False)
    count_sessions(result, simulated_sessions(duel, settings, random), until)
    return result


def _columns(won: NDArray[np.float64]) -> NDArray[np.float64]:
    nothing = np.zeros(len(won))
    return np.column_stack([won, -won, nothing, nothing])
