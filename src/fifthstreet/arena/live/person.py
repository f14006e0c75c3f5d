"""A person as one of the players of a hand: the hand stops when it is their turn.

`HandPlay.play` turns any error of an agent into a lost decision, except an interrupt. A person's
seat raises an interrupt while it has no answer; calling `play` again resumes the hand.
"""

from __future__ import annotations

from collections.abc import Callable

from fifthstreet.agents import BaseAgent
from fifthstreet.game import Action, Event, SeatView


class PersonsTurn(KeyboardInterrupt):  # nothing went wrong
    """The person has to decide; `view` is their view."""

    def __init__(self, view: SeatView) -> None:
        super().__init__("it is the person's turn")
        self.view = view


class TableClosed(KeyboardInterrupt):
    """The table was closed while agents were playing."""


class Person(BaseAgent):
    """The seat of a person; `answer` is set before the hand is resumed."""

    def __init__(self, notice: Callable[[], None]) -> None:
        self.answer: Action | None = None
        self._notice = notice

    def decide(self, view: SeatView) -> Action:
        """Return the answer; raise `PersonsTurn` if there is none yet."""
        answer, self.answer = self.answer, None
        if answer is None:
            raise PersonsTurn(view)
        return answer

    def observe(self, event: Event) -> None:
        """Call the function."""
        self._notice()
