"""One player at many tables at once, as a vector environment of Gymnasium on a batch."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from fifthstreet.agents import (
    BatchDecider,
    Decisions,
    as_agent,
    batch_decider,
    check_plays,
    create_agent,
)
from fifthstreet.envs import WAIT
from fifthstreet.errors import InputError
from fifthstreet.game.variants import Poker
from fifthstreet.interop.batch_rows import BatchRows, Rows
from fifthstreet.interop.env_table import HISTORY, MAX_SKIPPED, EnvTable
from fifthstreet.interop.gymnasium.poker_env import PLAYER, Observed
from fifthstreet.interop.spaces import action_space, observation_space
from fifthstreet.support.seeded_randoms import SeededRandoms

# A function of the observations of M tables that returns the number of an action for each.
Policy: TypeAlias = Callable[[Observed], NDArray[Any]]


class PokerVectorEnv(VectorEnv[Observed, NDArray[np.int64], NDArray[Any]]):
    """The environment of `PokerEnv` at many tables of a batch, stepped with one call.

    Opponents are functions of observations that return numbered actions (for self-play), or agents
    that decide for many tables at once: `random`, `calling_station`, strategies of small games. The
    button moves, so the player takes all positions in turn. The step that ends a hand also deals
    the next one; the last observation is in `info["final_obs"]`.

    >>> envs = PokerVectorEnv(1000, "nlhe", opponents="random")
    >>> observations, info = envs.reset(seed=7)
    >>> observations["hole_cards"].shape
    (1000, 2)
    >>> observations, rewards, is_over, _, info = envs.step(np.ones(1000, np.int64))
    >>> rewards.shape, bool(is_over.any())
    ((1000,), True)
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Poker = "nlhe",
        *,
        opponents: Any = "random",
        seats: int = 2,
        stack: int | None = None,
        stakes: Mapping[str, Any] | None = None,
        pots: Sequence[float] = (0.5, 1.0),
        history: int = HISTORY,
        is_strict: bool = False,
        threads: int | None = 1,
    ) -> None:
        """Open the tables; see `PokerEnv`."""
        self.table = EnvTable.of(
            game, seats=seats, stack=stack, stakes=stakes, pots=pots, history=history
        )
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self._rows = BatchRows(self.table, num_envs, threads)
        self._opponents = _players(opponents, self.table)
        self._is_strict = is_strict
        self._all = np.arange(num_envs)
        self._seats = np.full(num_envs, PLAYER)
        self.single_observation_space = observation_space(self.table)
        self.single_action_space = action_space(self.table)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._randoms = SeededRandoms(np.zeros(num_envs * seats, np.uint64))
        self._is_ready = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a hand at every table, and play until the player has to decide at each of them."""
        super().reset(seed=seed)
        count = self.num_envs
        seeds = self.np_random.integers(1 << 63, size=count * (1 + self.table.seats))
        self._rows.batch.reset(seeds[:count])
        self._randoms = SeededRandoms(seeds[count:].astype(np.uint64))
        self._is_ready = True
        turn = _Turn(count)
        turn.is_over[:] = True  # hands that end now are not the player's
        self._end_hands(turn)
        self._play_on(turn)
        return self._observation(), turn.skipped(self.table.unit)

    def step(
        self, actions: Any
    ) -> tuple[Observed, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Perform an action at every table, and play until the player has to decide at each."""
        if not self._is_ready:
            raise InputError("no hands have been dealt; call reset() first")
        numbers = np.asarray(actions)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu":
            raise InputError(f"actions must be {self.num_envs} whole numbers")
        moves = self._rows.moves(self._all, numbers.astype(np.int64), is_strict=self._is_strict)
        turn = _Turn(self.num_envs)
        self._rows.batch.step(*moves)
        self._end_hands(turn)
        self._play_on(turn)
        info = turn.skipped(self.table.unit)
        if turn.final is not None:
            info |= {"final_obs": turn.final, "_final_obs": turn.is_over.copy()}
        rewards = turn.reward / self.table.unit
        return self._observation(), rewards, turn.is_over, np.zeros(self.num_envs, bool), info

    def _play_on(self, turn: _Turn) -> None:
        """Let opponents act, and deal, until it is the player's turn at every table."""
        actor = self._rows.batch.observation.actor
        while (waiting := np.flatnonzero(actor != PLAYER)).size:
            kinds = np.full(self.num_envs, WAIT, np.int8)
            amounts = np.zeros(self.num_envs, np.int64)
            for seat, opponent in enumerate(self._opponents, 1):
                rows = waiting[actor[waiting] == seat]
                if rows.size:
                    kinds[rows], amounts[rows] = self._decisions(opponent, rows, seat)
            self._rows.batch.step(kinds, amounts)
            self._end_hands(turn)

    def _decisions(self, opponent: Any, rows: Rows, seat: int) -> Any:
        decider, policy = opponent
        if decider is not None:
            return decider(Decisions(rows, self._rows.batch.observation, self._randoms))
        numbers = np.asarray(policy(self._rows.observation(rows, np.full(len(rows), seat))))
        if numbers.shape != rows.shape or numbers.dtype.kind not in "iu":
            raise InputError(f"opponent {seat} must return {len(rows)} whole numbers")
        return self._rows.moves(rows, numbers.astype(np.int64), is_strict=self._is_strict)

    def _end_hands(self, turn: _Turn) -> None:
        """Note how hands ended, and deal the next ones."""
        batch = self._rows.batch
        while (ended := np.flatnonzero(batch.observation.actor < 0)).size:
            own = ended[~turn.is_over[ended]]
            others = ended[turn.is_over[ended]]
            turn.reward[own] = batch.rewards[own, PLAYER]
            turn.is_over[own] = True
            turn.paid[others] += batch.rewards[others, PLAYER]
            turn.hands[others] += 1
            if turn.hands.max() > MAX_SKIPPED:
                raise InputError(f"{MAX_SKIPPED:,} hands ended before the player had to decide")
            if own.size:
                turn.add_final(own, self._rows.observation(own, self._seats[own]))
            batch.deal()

    def _observation(self) -> Observed:
        return self._rows.observation(self._all, self._seats)


class _Turn:
    """What happened between two decisions of the player, at N tables."""

    def __init__(self, count: int) -> None:
        self.reward = np.zeros(count)  # [N]  chips of the hand that has ended
        self.is_over = np.zeros(count, bool)  # [N]  whether one has
        self.paid = np.zeros(count)  # [N]  chips of hands without a decision of the player
        self.hands = np.zeros(count, np.int64)  # [N]  their number
        self.final: Observed | None = None

    def add_final(self, rows: Rows, observed: Observed) -> None:
        """Keep the last observations of hands; rows of other tables are 0."""
        if self.final is None:
            count = len(self.is_over)
            self.final = {
                name: np.zeros((count, *array.shape[1:]), array.dtype)
                for name, array in observed.items()
            }
        for name, array in observed.items():
            self.final[name][rows] = array

    def skipped(self, unit: int) -> dict[str, Any]:
        """Return how many hands ended without a decision of the player, and what they paid."""
        everywhere = np.ones(len(self.hands), bool)
        return {
            "skipped_hands": self.hands,
            "_skipped_hands": everywhere,
            "skipped_reward": self.paid / unit,
            "_skipped_reward": everywhere.copy(),
        }


def _players(opponents: Any, table: EnvTable) -> list[tuple[BatchDecider | None, Policy | None]]:
    """Return how each opponent decides: for a batch, or as a function of observations."""
    count = table.seats - 1
    given = opponents if isinstance(opponents, list | tuple) else [opponents] * count
    if len(given) != count:
        raise InputError(f"opponents must be {count} agents, got {len(given)}")
    players: list[tuple[BatchDecider | None, Policy | None]] = []
    for each in given:
        agent = create_agent(each) if isinstance(each, str) else each
        if callable(agent) and not hasattr(agent, "decide"):
            players.append((None, agent))
            continue
        check_plays(as_agent(agent), table.poker)
        decider = batch_decider(agent, table.poker)
        if decider is None:
            raise InputError(
                f"{each!r} cannot decide for many tables: use random, calling_station, a "
                "strategy, or a function of observations"
            )
        players.append((decider, None))
    return players
