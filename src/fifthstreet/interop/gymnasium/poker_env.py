"""One player at a table against agents, as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from numpy.typing import ArrayLike, NDArray

from fifthstreet.agents import Action, Agent, as_agent, create_agent
from fifthstreet.arena import Mistake
from fifthstreet.errors import InputError
from fifthstreet.game import SeatView
from fifthstreet.game.variants import Poker
from fifthstreet.interop.env_policies import table_exploitability
from fifthstreet.interop.env_table import HISTORY, MAX_SKIPPED, SEED_BITS, EnvTable, SteppedHand
from fifthstreet.interop.menu import chosen_action
from fifthstreet.interop.spaces import action_space, observation_space
from fifthstreet.tree.strategy import Exploitability

Opponent: TypeAlias = str | Agent | Callable[[SeatView], Action]
Observed: TypeAlias = dict[str, NDArray[Any]]

PLAYER = 0  # number


class PokerEnv(gymnasium.Env[Observed, np.int64], EzPickle):
    """A player at a table of agents; a hand is an episode, and its reward comes at the end.

    The reward is what the player has won, in the unit of `EnvTable.of`. Actions are numbered as in
    `interop.menu`: fold, check or call, the smallest raise, raises of `pots`, the largest raise;
    discards in draw games. `action_mask` in the observation has a 1 for each legal action. An
    illegal action becomes the nearest legal one, or raises InputError if the environment
    `is_strict`. The opponents are agents, given by name or as objects; a single name stands for all
    of them. The player's seat is drawn for every hand unless `seat` is given; seat 0 is the first
    after the button. A copy, or what is read from a pickle, is a new environment with the same
    options.

    >>> env = PokerEnv("leduc", opponents="calling_station", seat=0)
    >>> observation, info = env.reset(seed=7)
    >>> observation["hole_cards"], observation["action_mask"]
    (array([42]), array([0, 1, 1, 0], dtype=int8))
    >>> observation, reward, is_over, _, _ = env.step(2)
    >>> observation["board"], reward, is_over
    (array([39]), 0.0, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Poker = "nlhe",
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seats: int = 2,
        stack: int | None = None,
        stakes: Mapping[str, Any] | None = None,
        pots: Sequence[float] = (0.5, 1.0),
        seat: int | None = None,
        history: int = HISTORY,
        is_strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Open a table; see `EnvTable.of` for the game, its stakes and its stacks."""
        EzPickle.__init__(**locals())  # all arguments
        self.table = EnvTable.of(
            game, seats=seats, stack=stack, stakes=stakes, pots=pots, history=history
        )
        if seat is not None and not 0 <= seat < seats:
            raise InputError(
                f"seat must be from 0 to {seats - 1}, or None for a random one, got {seat}"
            )
        if render_mode not in (None, "ansi"):
            raise InputError(f"render_mode must be None or 'ansi', got {render_mode!r}")
        self._opponents = _opponent_list(opponents, seats - 1)
        self._seat = seat
        self._is_strict = is_strict
        self.render_mode = render_mode
        self.observation_space = observation_space(self.table)
        self.action_space = action_space(self.table)
        self._hand = self._new_hand()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal a hand, and play until the player has to decide.

        With a seed, opponents given by name are created anew. Hands that end before the player has
        to decide are skipped; `info` has their number and what they paid.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._hand = self._new_hand()
        paid = 0
        for skipped in range(MAX_SKIPPED):
            self._deal()
            if self._hand.player is not None:
                info = {"skipped_hands": skipped, "skipped_reward": paid / self.table.unit}
                return self._observation(), info
            paid += self._hand.payoffs[PLAYER]
        raise InputError(f"{MAX_SKIPPED:,} hands ended before the player had to decide")

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Perform an action, and play until the player has to decide again or the hand is over."""
        view = self._hand.view
        if view is None:
            raise InputError("the hand is over; call reset()")
        self._hand.act(chosen_action(self.table.menu, view, int(action), self._is_strict))
        is_over = self._hand.player is None
        reward = self._hand.payoffs[PLAYER] / self.table.unit if is_over else 0.0
        return self._observation(), reward, is_over, False, {}

    @property
    def mistakes(self) -> list[Mistake]:
        """What opponents did wrong since they were seated, the first thousand times."""
        return self._hand.mistakes

    def exploitability(self, policy: Callable[[Observed], ArrayLike]) -> Exploitability:
        """Return how much best responses win against a policy that plays all seats, in chips.

        Args:
            policy: Maps an observation to the probabilities of all numbered actions; illegal
                actions must have none.

        Raises:
            InputError: If the game is too large for its whole tree, or if the answers are not
                probabilities.
        """
        return table_exploitability(self.table, policy)

    def render(self) -> str | None:
        """Return what the player sees as text, if the mode is `ansi`."""
        return repr(self._hand.view_of(PLAYER)) if self.render_mode == "ansi" else None

    def _new_hand(self) -> SteppedHand:
        agents = [create_agent(each) if isinstance(each, str) else each for each in self._opponents]
        return SteppedHand(self.table, [None, *map(as_agent, agents)])

    def _deal(self) -> None:
        seats = self.table.seats
        own = int(self.np_random.integers(seats)) if self._seat is None else self._seat
        order = tuple((place - own) % seats for place in range(seats))
        self._hand.deal(int(self.np_random.integers(1 << SEED_BITS)), order)

    def _observation(self) -> Observed:
        return self.table.observation(self._hand.view_of(PLAYER))


def _opponent_list(opponents: Opponent | Sequence[Opponent], count: int) -> list[Opponent]:
    if isinstance(opponents, Sequence) and not isinstance(opponents, str):
        if len(opponents) != count:
            raise InputError(f"opponents must be {count} agents, got {len(opponents)}")
        return list(opponents)
    if not isinstance(opponents, str) and count > 1:
        raise InputError(f"opponents must be a name or a list of {count} agents, got one object")
    return [opponents] * count
