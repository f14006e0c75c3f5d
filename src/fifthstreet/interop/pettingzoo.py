"""A table as an environment of PettingZoo (Terry et al. 2021), in which every player learns.

Importing this needs PettingZoo: `fifthstreet[interop]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.game.variants import Poker
from fifthstreet.interop.env_table import HISTORY, MAX_SKIPPED, SEED_BITS, EnvTable, SteppedHand
from fifthstreet.interop.libraries import required
from fifthstreet.interop.menu import chosen_action
from fifthstreet.interop.spaces import action_space, observation_space

_zoo: Any = required("pettingzoo", "PettingZoo")
_wrappers: Any = required("pettingzoo.utils.wrappers", "PettingZoo")
_conversions: Any = required("pettingzoo.utils.conversions", "PettingZoo")
_seeding: Any = required("gymnasium.utils.seeding", "Gymnasium")
_AECEnv: Any = _zoo.AECEnv
_EzPickle: Any = required("gymnasium.utils", "Gymnasium").EzPickle

Observed: TypeAlias = dict[str, NDArray[Any]]


def env(*args: Any, **options: Any) -> Any:
    """Return a `PokerAECEnv` that checks the order of calls, as PettingZoo's environments do.

    >>> table = env("nlhe", seats=3)
    >>> table.reset(seed=1)
    >>> table.agent_selection
    'player_2'
    """
    return _wrappers.OrderEnforcingWrapper(PokerAECEnv(*args, **options))


def parallel_env(*args: Any, **options: Any) -> Any:
    """Return the table with PettingZoo's parallel interface.

    Every player gives an action, but only the action of the player to act (`active_agent` in
    `infos`) counts. The masks of the others are empty.
    """
    return _conversions.turn_based_aec_to_parallel(env(*args, **options))


class PokerAECEnv(_AECEnv, _EzPickle):  # type: ignore[misc]
    """A table of 2 to 10 seats, as an environment in which a hand is an episode.

    Actions, masks and observations are as in `interop.gymnasium.PokerEnv`, each from the point of
    view of its player. Rewards come at the end, in big blinds (small bets with fixed limits,
    antes in small games). Players who have folded stay until then, but do not act again. Who sits
    where is drawn for each hand. A copy, or what is read from a pickle, is a new environment with
    the same options.
    """

    def __init__(
        self,
        game: str | Poker = "nlhe",
        *,
        seats: int = 2,
        stack: int | None = None,
        stakes: Mapping[str, Any] | None = None,
        pots: Sequence[float] = (0.5, 1.0),
        history: int = HISTORY,
        is_strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Open a table; see `EnvTable.of` for the game, its stakes and its stacks."""
        _EzPickle.__init__(**locals())  # all arguments
        self.table = EnvTable.of(
            game, seats=seats, stack=stack, stakes=stakes, pots=pots, history=history
        )
        if render_mode not in (None, "ansi"):
            raise InputError(f"render_mode must be None or 'ansi', got {render_mode!r}")
        self.metadata = {"name": "fifthstreet_poker_v0", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"player_{number}" for number in range(seats)]
        self.agents: list[str] = []
        self._is_strict = is_strict
        self._random, _ = _seeding.np_random(None)
        self._hand = SteppedHand(self.table, [None] * seats)
        self._observation_space = cache(lambda agent: observation_space(self.table))
        self._action_space = cache(lambda agent: action_space(self.table))

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations, the same object for each player every time."""
        return self._observation_space(agent)

    def action_space(self, agent: str) -> Any:
        """Return the space of numbered actions, the same object for each player every time."""
        return self._action_space(agent)

    def observe(self, agent: str) -> Observed:
        """Return what a player sees; their mask is empty if they are not to act."""
        return self.table.observation(self._hand.view_of(self.possible_agents.index(agent)))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a hand to players in random seats."""
        if seed is not None:
            self._random, _ = _seeding.np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        for _ in range(MAX_SKIPPED):
            order = tuple(int(each) for each in self._random.permutation(len(self.agents)))
            self._hand.deal(int(self._random.integers(1 << SEED_BITS)), order)
            if self._hand.player is not None:
                return self._choose()
        raise InputError(f"no player had to decide in {MAX_SKIPPED:,} hands: use larger stacks")

    def step(self, action: Any) -> None:
        """Perform the action of the selected player, which must be None once the hand is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        view = self._hand.view
        assert view is not None
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._hand.act(chosen_action(self.table.menu, view, int(action), self._is_strict))
        if self._hand.player is None:
            for each, chips in zip(self.possible_agents, self._hand.payoffs, strict=True):
                self.rewards[each] = chips / self.table.unit
                self.terminations[each] = True
        self._choose()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return what the player to act sees as text, if the mode is `ansi`."""
        if self.render_mode != "ansi":
            return None
        return repr(self._hand.view_of(self.possible_agents.index(self.agent_selection)))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _choose(self) -> None:
        """Select the player to act, and put their mask into their info."""
        player = self._hand.player
        self.agent_selection = self.possible_agents[0 if player is None else player]
        for agent in self.agents:
            self.infos[agent] = {}
        if player is not None:
            mask = self.observe(self.agent_selection)["action_mask"]
            self.infos[self.agent_selection]["action_mask"] = mask
