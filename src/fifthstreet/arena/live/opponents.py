"""Agents of the package that can be chosen at a live table, by name."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

from fifthstreet.agents import (
    AGENTS,
    STRATEGY,
    Agent,
    AgentError,
    BaseAgent,
    HandResult,
    HoldemAgent,
    ProcessAgent,
    create_agent,
    is_texas_holdem,
)
from fifthstreet.arena.games import table_game
from fifthstreet.arena.live.stakes import MAX_SEATS
from fifthstreet.errors import InputError
from fifthstreet.game import Action, Event, SeatView
from fifthstreet.game.variants import VARIANTS, Poker
from fifthstreet.solvers.search.preflop import PREFLOP_NAMES

_SEARCH = "search"
_SECONDS = 10  # per street of the searching agent
_NO_LIMIT = frozenset({"NT"})
_MAX_SECONDS = 120.0  # per decision of the searching agent: two solves and their preparation


@dataclass(frozen=True, repr=False)
class Opponent:
    """An agent that a person can choose."""

    name: str
    text: str  # as `create_agent` reads it
    description: str
    max_seats: int = MAX_SEATS  # of a table with this agent
    variants: frozenset[str] = frozenset(VARIANTS)  # codes

    def __repr__(self) -> str:
        return f"<Opponent {self.text}>"


def _opponents() -> dict[str, Opponent]:
    found = {
        name: Opponent(name, name, entry.summary, variants=_variants(entry.parts[0]))
        for name, entry in AGENTS.items()
        if name not in (STRATEGY, _SEARCH)
    }
    for strategy in PREFLOP_NAMES:
        depth = strategy.removeprefix("hu")
        found[f"{_SEARCH} {depth}"] = Opponent(
            f"{_SEARCH} {depth}",
            f"{_SEARCH}:preflop={strategy},seconds={_SECONDS}",
            f"plays a solved strategy for {depth} big blinds before the flop, and solves the rest "
            f"of every hand ({_SECONDS} seconds a street)",
            max_seats=2,
            variants=_NO_LIMIT,
        )
    return found


def _variants(kind: type) -> frozenset[str]:
    """Return the variants of a class of agents; creating one may build tables for seconds."""
    if not issubclass(kind, HoldemAgent):
        return frozenset(VARIANTS)
    return frozenset(code for code in VARIANTS if is_texas_holdem(table_game(code).game))


def strategy_opponent(name: str, file: Path) -> Opponent:
    """Return the opponent that plays a saved strategy of hold'em, Kuhn poker or Leduc hold'em.

    Args:
        name: Name of the strategy in the library.
        file: Its file.
    """
    return Opponent(
        f"{STRATEGY} {name}",
        f"{STRATEGY}:{file}",
        f"plays the strategy {name} of the library",
        variants=frozenset({*_NO_LIMIT, "KP", "LH"}),
    )


OPPONENTS = _opponents()
"""Opponents that need no file, by name."""


class SeparateAgent(BaseAgent):
    """An agent in a separate process, which can be ended while it decides; it does not learn."""

    def __init__(self, text: str, seconds_per_decision: float = _MAX_SECONDS) -> None:
        """Set the agent, as `create_agent` reads it."""
        self._agent = ProcessAgent(text, seconds_per_decision=seconds_per_decision)
        self._is_closed = False

    def decide(self, view: SeatView) -> Action:
        """Return the agent's answer; AgentError if there is none."""
        if self._is_closed:
            raise AgentError("error", "its process was ended")
        return self._agent.decide(view)

    def prepare(self) -> None:
        """Start the process, which takes seconds; AgentError if that fails."""
        _ = self._agent.learns  # which only the process knows

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the agent does not play a game."""
        self._agent.check_game(game)

    def close(self) -> None:
        """End the process."""
        self._is_closed = True
        self._agent.close()


class BackgroundAgent(BaseAgent):
    """An agent that is created in the background, so that a table opens at once.

    Creating an agent may start a process, or build tables that are then kept on disk. The first
    decision waits for it. If the agent cannot be created, it loses its decisions.
    """

    def __init__(self, opponent: Opponent) -> None:
        """Begin to create the agent of an opponent."""
        self._opponent = opponent
        self._created: Future[Any] = Future()
        self._notices: list[Callable[[Any], object]] = []  # until the agent is created
        self._is_closed = False
        Thread(target=self._create, name=f"prepare {opponent.name}", daemon=True).start()

    def decide(self, view: SeatView) -> Action:
        """Wait for the agent, and return its answer; AgentError once it is closed."""
        agent = self._created.result()
        if self._is_closed:
            raise AgentError("error", "the table was closed")
        self._pass_on(agent)
        answer: Action = agent.decide(view)
        return answer

    def observe(self, event: Event) -> None:
        """Pass an event to the agent."""
        self._notice(lambda agent: agent.observe(event))

    def hand_over(self, result: HandResult) -> None:
        """Pass the result of a hand to the agent."""
        self._notice(lambda agent: agent.hand_over(result))

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the opponent does not play a game; this does not wait."""
        if game.code not in self._opponent.variants:
            raise InputError(f"{self._opponent.name} does not play {game.name}")

    def close(self) -> None:
        """End the agent, now or when it has been created."""
        self._is_closed = True
        self._created.add_done_callback(_close_created)

    def _create(self) -> None:
        try:
            self._created.set_result(_created(self._opponent.text))
        except BaseException as error:  # raised where the agent is needed
            self._created.set_exception(error)

    def _notice(self, notice: Callable[[Any], object]) -> None:
        self._notices.append(notice)
        if self._created.done():
            self._pass_on(self._created.result())

    def _pass_on(self, agent: Any) -> None:
        notices, self._notices = self._notices, []
        for notice in notices:
            notice(agent)


def _created(text: str) -> Agent:
    if not text.startswith(_SEARCH):
        return create_agent(text)
    agent = SeparateAgent(text)
    agent.prepare()
    return agent


def _close_created(created: Future[Any]) -> None:
    if created.exception() is None and isinstance(agent := created.result(), SeparateAgent):
        agent.close()


def create_opponent(text: str) -> Agent:
    """Create an agent for a live table.

    Args:
        text: An agent as `create_agent` reads it.

    Returns:
        The agent. Agents of `OPPONENTS` are created in the background; a searching one runs in a
        separate process, so that its solves can be stopped.
    """
    for opponent in OPPONENTS.values():
        if opponent.text == text:
            return BackgroundAgent(opponent)
    return create_agent(text)
