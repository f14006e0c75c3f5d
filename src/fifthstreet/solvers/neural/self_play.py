"""Games that all players play by one policy: every decision, and what it led to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.games import CHANCE, MAX_DEPTH, TERMINAL
from fifthstreet.solvers.neural.game_tables import Counts, GameTables, Inputs
from fifthstreet.solvers.neural.playing import Policy, drawn_actions


@dataclass(frozen=True, eq=False)
class TableDecisions:
    """Decisions of T tables at the same step, at most one of each table."""

    at: NDArray[np.int64]  # [D]  their tables
    players: NDArray[np.int8]  # [D]
    inputs: Inputs  # [D] or [D, F]
    counts: Counts  # [D]
    actions: NDArray[np.int64]  # [D]  chosen
    shares: NDArray[np.float64]  # [D, A]  probabilities that the policy gave


@dataclass(frozen=True, eq=False)
class PlayedGames:
    """T games from start to end."""

    steps: tuple[TableDecisions, ...]  # in the order of play
    payoffs: NDArray[np.float64]  # [T, P]


def play_games(
    tables: GameTables, policy: Policy, count: int, random: np.random.Generator
) -> PlayedGames:
    """Play games side by side, where chance and all players draw what they do.

    Args:
        tables: The game.
        policy: Of all players.
        count: Number of games, T.
        random: Draws cards and actions.
    """
    steps: list[TableDecisions] = []
    handles = tables.start(count)
    for _ in range(MAX_DEPTH):
        players = tables.players_of(handles)
        if (players == TERMINAL).all():
            return PlayedGames(tuple(steps), tables.payoffs(handles))
        handles = handles.copy()
        chance = np.flatnonzero(players == CHANCE)
        if len(chance):
            handles[chance] = tables.deal(handles[chance], random.random(len(chance)))
        at = np.flatnonzero(players >= 0)
        if len(at):
            inputs, counts = tables.observe(handles[at])
            shares = policy(inputs, counts)
            actions = drawn_actions(shares, random.random(len(at)))
            steps.append(TableDecisions(at, players[at], inputs, counts, actions, shares))
            handles[at] = tables.play(handles[at], actions)
    raise InputError(f"every line must end, got one without an end after {MAX_DEPTH:,} actions")


def returns(
    games: PlayedGames, values: list[NDArray[np.float64]], trace: float
) -> list[NDArray[np.float64]]:
    """Return what each decision led to: TD(lambda) returns (Sutton 1988).

    The return of a player's last decision is the payoff. Before it, it is a mean of the value of
    the player's next decision, and of the return of that decision.

    Args:
        games: Games that have been played.
        values: What each decision is worth to its player by an estimate, in the order of the
            games' steps.
        trace: Share of the later return, lambda; with 1, all returns are payoffs.
    """
    later = games.payoffs.copy()  # [T, P]
    found: list[NDArray[np.float64]] = []
    for step, value in zip(reversed(games.steps), reversed(values), strict=True):
        after = later[step.at, step.players]
        found.append(after)
        later[step.at, step.players] = trace * after + (1 - trace) * value
    return found[::-1]
