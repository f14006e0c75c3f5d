"""Creating the agents of a session, in this process or in separate processes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from fifthstreet.agents import (
    SECONDS_PER_DECISION,
    Agent,
    AgentError,
    AgentLike,
    BaseAgent,
    ProcessAgent,
    as_agent,
    check_plays,
    error_text,
)
from fifthstreet.arena.answering import error_kind, has_own
from fifthstreet.arena.settings import MatchSettings
from fifthstreet.game import Action, SeatView

AgentMaker: TypeAlias = Callable[[str], AgentLike]


class MissingAgent(BaseAgent):
    """An agent that could not be created; it loses every decision."""

    def __init__(self, error: BaseException) -> None:
        self._kind, self._message = error_kind(error), error_text(error)

    def decide(self, view: SeatView) -> Action:
        """Raise AgentError."""
        raise AgentError(self._kind, f"could not be created: {self._message}")


class Seating:
    """The agents of a lineup, which are new at every table."""

    def __init__(
        self,
        settings: MatchSettings,
        lineup: tuple[int, ...],
        make_agent: AgentMaker,
        *,
        strict: bool = False,
    ) -> None:
        self._is_strict = strict
        self._texts = [settings.agents[index] for index in lineup]
        self._make_agent = make_agent
        self._isolated: list[ProcessAgent] = []
        if settings.isolate:
            for index, text in zip(lineup, self._texts, strict=True):
                seconds = settings.seconds_per_table(index)
                self._isolated.append(_isolated(settings, text, make_agent, seconds))

    def agents(self) -> list[Agent]:
        """Return new agents for the next table."""
        if not self._isolated:
            return [self._created(text) for text in self._texts]
        for agent in self._isolated:
            agent.renew()
        return [*self._isolated]

    def close(self) -> None:
        """End the processes of the agents."""
        for agent in self._isolated:
            agent.close()

    def _created(self, text: str) -> Agent:
        try:
            return as_agent(self._make_agent(text))
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # the match continues in any case
            if self._is_strict:
                error.add_note(f"raised when the agent {text} was created")
                raise
            return MissingAgent(error)


def check_agents(settings: MatchSettings, make_agent: AgentMaker) -> bool:
    """Create each agent of a match once, and find out whether any of them learns.

    Args:
        settings: The agents, the game and the number of seats.
        make_agent: Creates an agent from its text.

    Returns:
        Whether hands of a session depend on each other, because an agent observes others or keeps
        the seats.

    Raises:
        InputError: If an agent does not exist, is not an agent or does not play the game, or if
            there are too many players.
    """
    game = settings.table_game.game
    game(settings.starting_stack, settings.seats, seed=0)  # InputError for too many players
    learns = False
    for text in dict.fromkeys(settings.agents):
        if settings.isolate:
            with _isolated(settings, text, make_agent, None) as isolated:
                isolated.check_game(game)
                learns = learns or isolated.learns or keeps_seats(isolated)
        else:
            agent = as_agent(make_agent(text))
            check_plays(agent, game)
            learns = learns or can_learn(agent) or keeps_seats(agent)
    return learns


def can_learn(agent: Agent) -> bool:
    """Return whether an agent observes others, so that its hands depend on each other.

    Args:
        agent: It observes others with its own method `observe` or `hand_over`.
    """
    return has_own(agent, "observe") or has_own(agent, "hand_over")


def keeps_seats(agent: Agent) -> bool:
    """Return whether an agent requires the same order of players in all hands of a session.

    Args:
        agent: Its class has an attribute `keeps_seats`, which is True. An agent whose process
            cannot be started loses its decisions and requires nothing.
    """
    if not isinstance(agent, ProcessAgent):
        return getattr(type(agent), "keeps_seats", False) is True
    try:
        return agent.keeps_seats
    except AgentError:
        return False


def _isolated(
    settings: MatchSettings, text: str, make_agent: AgentMaker, seconds_per_match: float | None
) -> ProcessAgent:
    return ProcessAgent(
        partial(make_agent, text),
        seconds_per_decision=settings.seconds_per_decision or SECONDS_PER_DECISION,
        seconds_per_match=seconds_per_match,
        memory_mb=settings.memory_mb,
    )
