"""`fifthstreet drill`: decisions before the flop, graded by solved charts."""

from __future__ import annotations

import sys

import typer

from fifthstreet.arena.drill import (
    SITUATIONS,
    PreflopDrill,
    PreflopGrade,
    PreflopQuestion,
)
from fifthstreet.cli.command import Command, option
from fifthstreet.errors import InputError
from fifthstreet.review import SolvedCharts
from fifthstreet.views import drill_data, drill_grade_text, drill_question_text, drill_summary_text

_END = "q"


class DrillCommand(Command):
    """Practise decisions before the flop; each answer is graded by what it costs.

    Answers are lines of standard input: an action as it is shown, like f or b2.5, or q to end.
    """

    players: int = option("Number of players, 2 to 9.", default=6)
    stack: float = option("Stack of every player in big blinds.", default=100.0)
    position: str | None = option("Position to practise, like BTN; by default all.")
    situation: str | None = option(f"{', '.join(SITUATIONS)}; by default all.")
    hands: int = option("Number of questions.", default=20)
    seed: int = option("Of the cards and of the other players' actions.", default=0)

    def _execute(self) -> None:
        if not 2 <= self.players <= 9:
            raise InputError(f"--players must be from 2 to 9, got {self.players}")
        if not 0 < self.stack <= 1000:
            raise InputError(f"--stack must be above 0 and at most 1000, got {self.stack:g}")
        if self.hands < 1:
            raise InputError(f"--hands must be at least 1, got {self.hands}")
        found = SolvedCharts().find(self.players, self.stack)
        position = None if self.position is None else self.position.upper()
        drill = PreflopDrill(found, position=position, situation=self.situation, seed=self.seed)
        self._say(f"{found.words}; q ends")
        grades: list[PreflopGrade] = []
        for number in range(1, self.hands + 1):
            question = drill.deal(number)
            self._say(drill_question_text(question))
            action = self._answer(question)
            if action is None:
                break
            grades.append(drill.grade(question, action))
            self._say(drill_grade_text(grades[-1]))
        self.show(
            lambda: drill_data(found.words, grades),
            lambda console: console.print(drill_summary_text(grades)),
        )

    def _answer(self, question: PreflopQuestion) -> str | None:
        """Return the next line that is one of the actions; None at the end."""
        for line in sys.stdin:
            action = line.strip().lower()
            if action == _END:
                return None
            if action in question.actions:
                return action
            self._say(f"an action must be one of {', '.join(question.actions)}, got {action!r}")
        return None

    def _say(self, text: str) -> None:
        """Print a line; to standard error if the result is JSON."""
        typer.echo(text, err=self.as_json)
