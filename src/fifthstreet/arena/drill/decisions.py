"""Decisions of a drill: the learner's view, and the cost of their answer."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from fifthstreet.arena.drill.grades import Grade, grade_of
from fifthstreet.arena.drill.modes import action_shares
from fifthstreet.cards import card_text, cards_text, hole_text
from fifthstreet.cards.hands import MADE_HANDS, classify
from fifthstreet.errors import InputError
from fifthstreet.review import SELDOM, node_error
from fifthstreet.solvers.postflop import SEATS, Node, Solution
from fifthstreet.tree import (
    STREET_NAMES,
    ActionSize,
    BettingTree,
    Kind,
    Move,
    action_size,
    action_words,
    choice_words,
    player_name,
)

ROLLS = 100  # rolls are 0 to 99


@dataclass(frozen=True)
class LineStep:
    """An action or a card on the way to a node."""

    street: str  # of the action, or the street that a card begins
    player: str | None  # OOP or IP; None for a card
    step: str  # as in a path
    words: str
    size: ActionSize | None = None  # of an action

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        size = None if self.size is None else self.size._asdict()
        return asdict(self) | {"size": size}


@dataclass(frozen=True)
class Question:
    """A decision for the learner."""

    number: int  # in the hand, from 1
    node: int
    cards: tuple[int, ...]  # dealt since the root
    path: str
    board: tuple[int, ...]
    player: int
    hole: int
    street: str
    pot: float
    stacks: tuple[float, ...]
    bets: tuple[float, ...]  # on the street
    to_call: float
    actions: tuple[str, ...]  # as in a path
    words: tuple[str, ...]
    sizes: tuple[ActionSize, ...]
    kind: str  # the situation
    made: str  # the made hand, like top pair
    roll: int  # 0 to 99: a random number for mixed strategies
    line: tuple[LineStep, ...]

    def __repr__(self) -> str:
        hand, board = hole_text(self.hole), cards_text(self.board)
        return f"<Question: {hand} on {board} at {self.path}: {', '.join(self.actions)}>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "number": self.number,
            "path": self.path,
            "board": cards_text(self.board),
            "seat": SEATS[self.player],
            "hole": hole_text(self.hole),
            "street": self.street,
            "pot": self.pot,
            "stacks": list(self.stacks),
            "bets": list(self.bets),
            "to_call": self.to_call,
            "actions": [
                {"action": action, "words": words, "size": size._asdict()}
                for action, words, size in zip(self.actions, self.words, self.sizes, strict=True)
            ],
            "kind": self.kind,
            "hand_class": self.made,
            "roll": self.roll,
            "line": [step.to_dict() for step in self.line],
        }


@dataclass(frozen=True)
class GradedAnswer:
    """An answer to a question, and its cost."""

    question: Question
    taken: int  # index of the action
    frequencies: tuple[float, ...]  # of the solution with the hand held
    range_frequencies: tuple[float, ...]  # of its whole range
    evs: tuple[float | None, ...]  # chips from here on
    error: float  # half width of the interval of the loss, in chips
    grade: Grade
    note: str  # on its accuracy; may be empty

    def __repr__(self) -> str:
        loss = "unknown" if self.loss is None else f"{self.loss:.3g} ± {self.error:.3g} chips"
        return f"<GradedAnswer: {self.action} is {self.grade.value}, loss {loss}>"

    @property
    def action(self) -> str:
        """The action that was chosen, as in a path."""
        return self.question.actions[self.taken]

    @property
    def best(self) -> int | None:
        """Index of the action with the highest EV, None if EVs are unknown."""
        known = [(ev, -index) for index, ev in enumerate(self.evs) if ev is not None]
        return -max(known)[1] if len(known) == len(self.evs) else None

    @property
    def loss(self) -> float | None:
        """Chips that the action costs compared with the best one, None if EVs are unknown."""
        best, taken = self.best, self.evs[self.taken]
        best_ev = None if best is None else self.evs[best]
        return None if best_ev is None or taken is None else best_ev - taken

    @property
    def loss_pot_percent(self) -> float | None:
        """The loss in percent of the pot at the decision."""
        return None if self.loss is None else 100 * self.loss / self.question.pot

    @property
    def is_within_error(self) -> bool:
        """Whether the loss is within the error from the solution's exploitability."""
        return self.loss is not None and self.loss <= self.error

    @property
    def rolled(self) -> int:
        """Index of the action that the solution takes at the question's roll.

        The actions share out the rolls in their order, by their frequencies.
        """
        ends = np.cumsum(self.frequencies) * ROLLS
        at = int(np.searchsorted(ends, self.question.roll, side="right"))
        return min(at, int(np.flatnonzero(self.frequencies)[-1]))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data; unknown values are None."""
        question = self.question
        asked = question.to_dict()
        columns = (asked["actions"], self.frequencies, self.range_frequencies, self.evs)
        return {
            "question": asked,
            "action": self.action,
            "frequency": self.frequencies[self.taken],
            "best": None if self.best is None else question.actions[self.best],
            "rolled": question.actions[self.rolled],
            "loss": self.loss,
            "loss_pot_percent": self.loss_pot_percent,
            "error": self.error,
            "error_pot_percent": 100 * self.error / question.pot,
            "within_error": self.is_within_error,
            "grade": self.grade.value,
            "note": self.note,
            "actions": [
                {**action, "frequency": frequency, "range_frequency": of_range, "ev": ev}
                for action, frequency, of_range, ev in zip(*columns, strict=True)
            ],
        }


def ask(
    solution: Solution, node: int, cards: tuple[int, ...], hole: int, *, number: int, roll: int
) -> Question:
    """Return the question of a decision with a hand."""
    tree = solution.tree
    player, board = int(tree.player[node]), (*solution.board, *cards)
    bets = tree.street_bets(node)
    to_call = tree.bet_to_match(node) - bets[player]
    return Question(
        number=number,
        node=node,
        cards=cards,
        path=tree.path(node, cards),
        board=board,
        player=player,
        hole=hole,
        street=STREET_NAMES[tree.street[node]],
        pot=tree.pot(node),
        stacks=tree.stacks(node),
        bets=tuple(bet * tree.rules.chip for bet in bets),
        to_call=to_call * tree.rules.chip,
        actions=tree.actions(node),
        words=tuple(choice_words(tree, node)),
        sizes=tuple(action_size(tree, child) for child in tree.children(node)),
        kind=kind_of(tree, node),
        made=MADE_HANDS[classify(board).made[hole]],
        roll=roll,
        line=line_steps(tree, node, cards),
    )


def grade_answer(solution: Solution, question: Question, action: str) -> GradedAnswer:
    """Return the cost of an action; InputError if the question lacks it."""
    if action not in question.actions:
        raise InputError(f"action must be one of {', '.join(question.actions)}, got {action!r}")
    node, hole = solution.node(question.path), question.hole
    taken = question.actions.index(action)
    frequencies = action_shares(solution, question.node, question.cards, hole)
    evs = [float(ev) for ev in node.action_ev[:, hole]]
    error, note = _error(solution, node, question, taken)
    graded = GradedAnswer(
        question=question,
        taken=taken,
        frequencies=tuple(frequencies.tolist()),
        range_frequencies=tuple(np.nan_to_num(node.frequencies).tolist()),
        evs=tuple(ev if np.isfinite(ev) else None for ev in evs),
        error=error,
        grade=Grade.UNKNOWN,
        note=note,
    )
    if graded.loss_pot_percent is None:
        return graded
    grade = grade_of(
        graded.loss_pot_percent,
        100 * error / question.pot,
        is_favourite=frequencies[taken] == frequencies.max(),
    )
    return replace(graded, grade=grade)


def _error(solution: Solution, node: Node, question: Question, taken: int) -> tuple[float, str]:
    """Return the half width of the interval of a loss in chips, and a note on its cause."""
    tree = solution.tree
    starting = float(solution.ranges[question.player].weights[question.hole])
    reach = float(node.reach[question.player][question.hole]) / starting
    child = int(tree.first_child[question.node]) + taken
    if reach >= SELDOM or tree.kind[child] not in (Kind.ACTION, Kind.DEAL):
        return node_error(node), ""
    # Later decisions of the hand were hardly trained, so the EV may be far too low.
    note = "the solution seldom gets here with this hand: its EVs are unreliable"
    return node.pot + sum(node.stacks), note


def kind_of(tree: BettingTree, node: int) -> str:
    """Return the situation of a decision: first to act, checked to, a bet or a raise."""
    bets = 0
    at = node
    while at and tree.move[at] != Move.DEAL:
        bets += tree.move[at] in (Move.BET, Move.ALL_IN)
        at = int(tree.parent[at])
    if bets:
        return "facing a bet" if bets == 1 else "facing a raise"
    return "checked to" if tree.move[node] == Move.CHECK else "first to act"


def line_steps(tree: BettingTree, node: int, cards: tuple[int, ...]) -> tuple[LineStep, ...]:
    """Return the actions and cards from the root to a node."""
    steps = []
    dealt = 0
    for before, after in pairwise(tree.line(node)):
        street = STREET_NAMES[tree.street[after]]
        if tree.kind[before] == Kind.DEAL:
            card = card_text(cards[dealt])
            steps.append(LineStep(street, None, f"n{card}", card))
            dealt += 1
            continue
        player = player_name(tree, int(tree.player[before]))
        street = STREET_NAMES[tree.street[before]]
        words, size = action_words(tree, after), action_size(tree, after)
        steps.append(LineStep(street, player, tree.label(after), words, size))
    return tuple(steps)


def line_words(tree: BettingTree, path: str) -> str:
    """Return a line in words, like `after check, bet 50 (50%)`; deals are left out.

    Args:
        tree: The tree of the line.
        path: Of any node.
    """
    line = tree.line(tree.find(path)[0])
    words = [
        action_words(tree, after) for at, after in pairwise(line) if tree.kind[at] == Kind.ACTION
    ]
    return f"after {', '.join(words)}" if words else "the first decision"
