"""Agents: objects that decide.

An agent has a method `decide(view)`. Optional are:

- `observe(event)`, called for every event at the table;
- `hand_over(result)`, called after each hand;
- `known_strategy`, the strategy that the agent plays exactly; the arena uses it to reduce luck;
- `keeps_seats`, whether the players must sit in the same order in all hands of a session;
- `batch_decider(game)`, to decide for many tables at once; see `batched`.

A plain function of a view is an agent, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from typing import Any, Protocol, TypeAlias, cast, runtime_checkable

from fifthstreet.cards import STANDARD, Card
from fifthstreet.cards.hands import STANDARD_HIGH
from fifthstreet.errors import InputError
from fifthstreet.game import Action as Action
from fifthstreet.game import Event, SeatView
from fifthstreet.game.variants import Poker


@dataclass(frozen=True)
class HandResult:
    """The knowledge of one seat when a hand is over."""

    number: int  # of the hand in its session
    players: tuple[str, ...]  # [P]
    seat: int  # the player's own
    starting_stacks: tuple[Any, ...]  # [P]
    hole_cards: tuple[Card, ...]  # the player's own
    shown_cards: tuple[tuple[Card, ...], ...]  # [P]  unknown cards where they were not shown
    boards: tuple[tuple[Card, ...], ...]
    payoffs: tuple[Any, ...]  # [P]
    is_showdown: bool
    events: tuple[Event, ...]


@runtime_checkable
class Agent(Protocol):
    """The method that an agent must have."""

    def decide(self, view: SeatView) -> Action:
        """Return a legal action."""


class BaseAgent:
    """A base class for agents; by default they observe nothing and play every game.

    >>> class Folder(BaseAgent):
    ...     def decide(self, view: SeatView) -> Action:
    ...         return view.check_or_fold()
    """

    keeps_seats = False
    """Whether the players must sit in the same order in all hands of a session."""

    def decide(self, view: SeatView) -> Action:
        """Return a legal action."""
        raise NotImplementedError

    def observe(self, event: Event) -> None:
        """Receive an event that all players see."""

    def hand_over(self, result: HandResult) -> None:
        """Receive the result of a hand."""

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the agent does not play a game."""


class HoldemAgent(BaseAgent):
    """A base class for agents that play Texas hold'em only, with any betting limits."""

    def check_game(self, game: Poker) -> None:
        """Raise InputError if the game is not Texas hold'em with one board."""
        if not is_texas_holdem(game):
            raise InputError(f"{type(self).__name__} plays Texas hold'em only, not {game.name}")


def is_texas_holdem(game: Poker) -> bool:
    """Return whether a game has two hole cards, one board of five cards, and high hands.

    Args:
        game: Any betting limits and stakes are accepted.
    """
    return (
        tuple(game.hand_types) == (STANDARD_HIGH,)
        and game.deck == STANDARD
        and [len(street.hole_dealing_statuses) for street in game.streets] == [2, 0, 0, 0]
        and [street.board_dealing_count for street in game.streets] == [0, 3, 1, 1]
        and not any(street.draw_status for street in game.streets)
        and game.starting_board_count == 1
    )


class FunctionAgent(BaseAgent):
    """An agent made of a function that takes a view and returns an action."""

    def __init__(self, function: Callable[[SeatView], Action]) -> None:
        self.function = function

    def decide(self, view: SeatView) -> Action:
        """Return what the function returns."""
        return self.function(view)


AgentLike: TypeAlias = Agent | Callable[[SeatView], Action]


def as_agent(candidate: AgentLike) -> Agent:
    """Return an agent unchanged, or a function wrapped as an agent.

    Args:
        candidate: An object with `decide(view)`, or a function that takes a view and returns a
            legal action.

    Raises:
        InputError: If it is neither, for example a class, or does not accept one argument.
    """
    is_agent = hasattr(candidate, "decide")
    if isinstance(candidate, type) and is_agent:
        name = candidate.__name__
        raise InputError(f"agent must be an object, got a class: use {name}()")
    function: Any = getattr(candidate, "decide", candidate)
    if isinstance(candidate, type) or not callable(function):
        raise InputError(f"agent must have `decide(view)` or be a function, got {candidate!r}")
    if not accepts_arguments(function, 1):
        raise InputError(f"agent must accept one argument, the view, got {candidate!r}")
    return cast(Agent, candidate) if is_agent else FunctionAgent(function)


def accepts_arguments(function: Callable[..., Any], count: int) -> bool:
    """Return whether a function can be called with a number of positional arguments.

    Args:
        function: One without a signature, like some built-in functions, accepts any number.
        count: Number of arguments.
    """
    try:
        known = signature(function)
    except ValueError:
        return True
    try:
        known.bind(*[None] * count)
    except TypeError:
        return False
    return True


def check_plays(agent: Agent, game: Poker) -> None:
    """Check that an agent plays a game.

    Args:
        agent: Without a method `check_game`, it plays every game.
        game: Rules and stakes.

    Raises:
        InputError: If the agent does not play the game.
    """
    check = getattr(agent, "check_game", None)
    if check is not None:
        check(game)
