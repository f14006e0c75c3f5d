"""Drills before the flop: decisions of solved charts, by position and situation."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from fifthstreet.arena.drill.grades import Grade, grade_of
from fifthstreet.arena.drill.modes import draw
from fifthstreet.cards import CARD_COUNT, HOLE_CLASS, hole_index, hole_text
from fifthstreet.errors import InputError
from fifthstreet.review import SELDOM, FoundChart, ev_error
from fifthstreet.tree import BettingTree, Kind, Move, choice_words, position_names

# By the number of raises so far.
SITUATIONS = ("first in", "against a raise", "against a 3-bet", "against a 4-bet")
_MAX_ATTEMPTS = 5_000  # hands dealt to get to a decision


@dataclass(frozen=True)
class PreflopQuestion:
    """A decision before the flop for the learner; amounts are in big blinds."""

    number: int
    node: int
    path: str
    position: str
    situation: str
    hole: int
    pot: float
    stack: float  # that the player has behind
    actions: tuple[str, ...]  # as in a path
    words: tuple[str, ...]

    def __repr__(self) -> str:
        options = ", ".join(self.words)
        hand = hole_text(self.hole)
        return f"<PreflopQuestion: {hand}, {self.position} at {self.path}: {options}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self) | {"hole": hole_text(self.hole)}


@dataclass(frozen=True)
class PreflopGrade:
    """What an answer cost, by the chart; amounts are in big blinds."""

    question: PreflopQuestion
    taken: int
    frequencies: tuple[float, ...]  # of the chart with this hand class
    evs: tuple[float | None, ...]
    loss: float | None
    error: float | None  # half width of the interval of the loss
    grade: Grade

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "question": self.question.to_dict(),
            "action": self.question.actions[self.taken],
            "frequencies": list(self.frequencies),
            "evs": list(self.evs),
            "loss": self.loss,
            "error": self.error,
            "grade": self.grade.value,
        }


class PreflopDrill:
    """Decisions of one position, or of all, that a chart deals by its own strategy.

    >>> from fifthstreet.review import SolvedCharts
    >>> drill = PreflopDrill(SolvedCharts().find(6, 100), position="BTN", situation="first in")
    >>> question = drill.deal(1)
    >>> question.path, question.actions
    ('r:f:f:f', ('f', 'b2.5'))
    >>> drill.grade(question, "f").loss is not None
    True
    """

    def __init__(
        self,
        found: FoundChart,
        *,
        position: str | None = None,
        situation: str | None = None,
        seed: int = 0,
    ) -> None:
        """Set up a drill.

        Args:
            found: The chart of a table and a stack.
            position: Of the learner, like `BTN`; by default of whoever acts.
            situation: One of `SITUATIONS`; by default any.
            seed: Of the cards and of the other players' actions.

        Raises:
            InputError: If the table has no such position, or there is no such situation.
        """
        self.found, self.seed = found, seed
        self.strategy = found.strategy
        names = position_names(self.strategy.tree.players)
        if position is not None and position not in names:
            raise InputError(f"position must be one of {', '.join(names)}, got {position!r}")
        if situation is not None and situation not in SITUATIONS:
            raise InputError(f"situation must be one of {', '.join(SITUATIONS)}, got {situation!r}")
        self.position, self.situation = position, situation
        self._names = names
        self._big_blind = float(max(self.strategy.tree.rules.blinds[:2]))

    def __repr__(self) -> str:
        return f"<PreflopDrill: {self.found.words}, {self.position or 'any position'}>"

    def deal(self, number: int) -> PreflopQuestion:
        """Deal a decision; the same number has the same decision.

        Args:
            number: Number of the question.

        Raises:
            InputError: If the chart hardly ever gets to such a decision.
        """
        generator = np.random.default_rng([self.seed, number])
        for _ in range(_MAX_ATTEMPTS):
            question = self._played(number, generator)
            if question is not None:
                return question
        where = " ".join(each for each in (self.position, self.situation) if each)
        raise InputError(f"the chart hardly ever gets to such decisions: {where}")

    def _played(self, number: int, generator: Generator) -> PreflopQuestion | None:
        """Play a hand by the chart up to a decision of the drill; None if it has none."""
        tree = self.strategy.tree
        cards = generator.permutation(CARD_COUNT)[: 2 * tree.players].reshape(-1, 2)
        holes = [hole_index(int(first), int(second)) for first, second in cards]
        found, node = [], 0
        while tree.kind[node] == Kind.ACTION and not self.strategy.is_left_out(node):
            seat = int(tree.player[node])
            if self._asks(node, seat):
                found.append((node, seat))
            shares = self.strategy.shares(node)[:, HOLE_CLASS[holes[seat]]]
            node = int(tree.first_child[node]) + draw(np.nan_to_num(shares), generator)
        if not found:
            return None
        node, seat = found[int(generator.integers(len(found)))]
        return self._question(number, node, seat, holes[seat])

    def _asks(self, node: int, seat: int) -> bool:
        is_position = self.position in (None, self._names[seat])
        return is_position and self.situation in (None, situation_at(self.strategy.tree, node))

    def _question(self, number: int, node: int, seat: int, hole: int) -> PreflopQuestion:
        tree, scale = self.strategy.tree, self._big_blind
        return PreflopQuestion(
            number=number,
            node=node,
            path=tree.path(node),
            position=self._names[seat],
            situation=situation_at(tree, node),
            hole=hole,
            pot=tree.pot(node) / scale,
            stack=tree.stacks(node)[seat] / scale,
            actions=tuple(tree.actions(node)),
            words=tuple(choice_words(tree, node)),
        )

    def grade(self, question: PreflopQuestion, action: str) -> PreflopGrade:
        """Return what an action costs.

        Args:
            question: A decision of this drill.
            action: One of its actions.

        Raises:
            InputError: If the question has no such action.
        """
        if action not in question.actions:
            raise InputError(f"action must be one of {', '.join(question.actions)}, got {action!r}")
        strategy, node, at = self.strategy, question.node, HOLE_CLASS[question.hole]
        taken = question.actions.index(action)
        shares = np.nan_to_num(strategy.shares(node)[:, at])
        values = strategy.class_values(node)[:, at] / self._big_blind
        evs = tuple(float(ev) if np.isfinite(ev) else None for ev in values)
        loss = error = None
        if np.isfinite(values).all():
            loss = float(values.max() - values[taken])
            error = self._error(question, {taken, int(values.argmax())})
        grade = Grade.UNKNOWN
        if loss is not None and error is not None:
            percent = 100 / question.pot
            is_favourite = bool(shares[taken] == shares.max())
            grade = grade_of(percent * loss, percent * error, is_favourite=is_favourite)
        return PreflopGrade(question, taken, tuple(shares.tolist()), evs, loss, error, grade)

    def _error(self, question: PreflopQuestion, compared: set[int]) -> float | None:
        strategy, node = self.strategy, question.node
        start = tuple(range_.weights.astype(np.float64) for range_ in strategy.ranges)
        reach = strategy.reach(node, ())
        own = float(reach[int(strategy.tree.player[node])][question.hole])
        if own < SELDOM:  # what the hand does later was hardly trained
            return (strategy.tree.pot(node) + sum(strategy.tree.stacks(node))) / self._big_blind
        error = ev_error(strategy, node, reach, start, compared, question.hole)
        return None if error is None else error / self._big_blind


def situation_at(tree: BettingTree, node: int) -> str:
    """Return the situation of a decision before the flop, one of `SITUATIONS`.

    Args:
        tree: A tree before the flop.
        node: A decision; after a 4-bet and more raises it counts as against a 4-bet.
    """
    raises = sum(int(tree.move[at]) in (Move.BET, Move.ALL_IN) for at in tree.line(node))
    return SITUATIONS[min(raises, len(SITUATIONS) - 1)]
