"""Sessions of the course game in which the players follow a script."""

from collections.abc import Callable, Mapping, Sequence
from unittest.mock import patch

from fifthstreet.agents import Action, Agent, BaseAgent
from fifthstreet.arena.seeds import SessionDeals
from fifthstreet.arena.session import KeptHand, play_session
from fifthstreet.arena.settings import match_settings
from fifthstreet.game.seat_views import SeatView

# Decisions of each hand and stage in the order of play; those left out are checks or calls.
Script = Mapping[tuple[int, int], Sequence[int]]


class Prompter:
    """Reads a script to the players of a table."""

    def __init__(self, script: Script) -> None:
        self.left = {place: list(codes) for place, codes in script.items()}

    def next_code(self, view: SeatView) -> int:
        codes = self.left.get((view.hand.number, view.street))
        return codes.pop(0) if codes else 1


class ScriptedAgent(BaseAgent):
    def __init__(self, prompter: Prompter) -> None:
        self.prompter = prompter

    def decide(self, view: SeatView) -> Action:
        code = self.prompter.next_code(view)
        if code == 1:
            return view.check_or_call()
        return view.raise_to() if code == 2 else view.check_or_fold()


def seats_by_name(seed: int, first: int, count: int, seats: int, tables: int) -> SessionDeals:
    """Seat the players in the order of their names, and move the button with each deal."""
    deals = SessionDeals(seed, first, count, seats, tables)
    for index in range(count):
        order = tuple((seat + first + index) % seats for seat in range(seats))
        deals.at(index).order = order
    return deals


def play(
    script: Script,
    hands: int,
    first: Callable[[Prompter], Agent],
    *,
    seats: int = 8,
    carry_stacks: bool = True,
    stack: float | None = None,
    seed: int = 0,
) -> list[KeptHand]:
    """Play a session; the agent in the first column is made by a function."""
    prompter = Prompter(script)
    names = [f"player {number}" for number in range(1, seats + 1)]
    settings = match_settings(
        names,
        game="course",
        hands=hands,
        session_hands=hands,
        duplicate=False,
        carry_stacks=carry_stacks,
        stack=stack,
        seed=seed,
    )

    def make_agent(name: str) -> Agent:
        return first(prompter) if name == names[0] else ScriptedAgent(prompter)

    kept: list[KeptHand] = []
    with patch("fifthstreet.arena.session.SessionDeals", seats_by_name):
        result = play_session(settings, 0, make_agent=make_agent, keep=kept.append)
    assert not result.mistakes
    return kept
