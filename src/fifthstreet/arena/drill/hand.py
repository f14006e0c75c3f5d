"""Drills: hands that a solution deals and plays against a learner, whose decisions are graded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator

from fifthstreet.arena.drill.decisions import (
    ROLLS,
    GradedAnswer,
    LineStep,
    Question,
    ask,
    grade_answer,
    line_steps,
)
from fifthstreet.arena.drill.modes import DrillMode, action_shares, deal_card, draw
from fifthstreet.cards import HOLE_MASKS, cards_text, hole_text, mask_of
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.errors import BusyError, InputError
from fifthstreet.solvers.postflop import SEATS, Solution
from fifthstreet.tree import STREET_NAMES, Kind, settle
from fifthstreet.tree.strategy import BOARD_CARDS

_RIVER_CARDS = BOARD_CARDS[-1]
_START, _CARD, _ACTION, _ROLL = range(4)  # purposes of random numbers


@dataclass(frozen=True)
class HandEnd:
    """The end of a hand of a drill."""

    path: str
    line: tuple[LineStep, ...]
    board: tuple[int, ...]  # with the cards that were dealt after an all-in
    holes: tuple[int, int]  # OOP, IP
    pot: float
    stacks: tuple[float, ...]  # OOP, IP
    words: str
    won: float | None  # the learner's net chips since the start, if the hand ended
    winners: tuple[int, ...]  # seats; none if the hand was not played to its end

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return {
            "path": self.path,
            "line": [step.to_dict() for step in self.line],
            "board": cards_text(self.board),
            "holes": dict(zip(SEATS, map(hole_text, self.holes), strict=True)),
            "pot": self.pot,
            "stacks": list(self.stacks),
            "words": self.words,
            "won": self.won,
            "winners": [SEATS[seat] for seat in self.winners],
        }


@dataclass(frozen=True, eq=False, repr=False)
class Drill:
    """A series of hands, each determined by its number and the seed.

    The opponent plays the solution with their hand. `variety` is the share of their actions that
    are drawn with equal probabilities instead, so that rare lines are practised too.

    >>> from fifthstreet.arena.drill import OneSpot
    >>> from fifthstreet.solvers.postflop import Spot, solve
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")
    >>> hand = Drill(solve(spot, target_pot_percent=0.01), OneSpot("r:b50"), seed=1).deal(1)
    >>> hand.question.actions
    ('f', 'c', 'b170')
    >>> answer = hand.answer("f")
    >>> answer.question.kind, hand.question is None
    ('facing a bet', True)
    """

    solution: Solution
    mode: DrillMode
    seed: int = 0
    variety: float = 0.0

    def __post_init__(self) -> None:
        self.mode.seat_in(self.solution)
        if not 0 <= self.variety <= 1:
            raise InputError(f"variety must be from 0 to 1, got {self.variety:g}")
        if self.seed < 0:
            raise InputError(f"seed must be at least 0, got {self.seed}")

    def __repr__(self) -> str:
        return f"<Drill: {self.mode!r} from {self.solution!r}>"

    def deal(self, number: int, actions: Sequence[str] = ()) -> DrillHand:
        """Deal a hand, and play the actions that the learner has already chosen in it."""
        if number < 0:
            raise InputError(f"number must be at least 0, got {number}")
        hand = DrillHand(self, number)
        for action in actions:
            hand.answer(action)
        return hand


class DrillHand:
    """A hand of a drill: the open question, and the answers so far.

    Random numbers depend on the hand, their purpose and place, so cards do not depend on the
    learner's choices.
    """

    def __init__(self, drill: Drill, number: int) -> None:
        self.drill = drill
        self.number = number
        self.answers: list[GradedAnswer] = []
        self.question: Question | None = None
        self.end: HandEnd | None = None
        self._seat = drill.mode.seat_in(drill.solution)
        start = drill.mode.start(drill.solution, self._generator(_START))
        self._node, self._cards, self._holes = start.node, start.cards, start.holes
        self._play()

    def __repr__(self) -> str:
        here = "over" if self.question is None else repr(self.question)
        return f"<DrillHand {self.number}: {len(self.answers)} answers, {here}>"

    def answer(self, action: str) -> GradedAnswer:
        """Grade an action, take it and continue; InputError if the hand is over or lacks it."""
        if self.question is None:
            raise BusyError("the hand is over: deal the next one")
        graded = grade_answer(self.drill.solution, self.question, action)
        self.answers.append(graded)
        tree = self.drill.solution.tree
        self._node = int(tree.first_child[self._node]) + graded.taken
        self.question = None
        self._play()
        return graded

    def _play(self) -> None:
        """Play cards and the opponent until the learner is to act or the hand ends."""
        solution, mode = self.drill.solution, self.drill.mode
        tree = solution.tree
        while tree.kind[self._node] in (Kind.ACTION, Kind.DEAL):
            node = self._node
            after = int(tree.first_child[node]) if tree.kind[node] == Kind.DEAL else node
            if self.answers and not mode.continues(solution, after):
                self._stop()
                return
            if tree.kind[node] == Kind.DEAL:
                self._cards = (*self._cards, self._next_card())
                self._node = after
                continue
            player = int(tree.player[node])
            if player == self._seat:
                roll = int(self._generator(_ROLL, node).integers(ROLLS))
                hole, number = self._holes[player], len(self.answers) + 1
                self.question = ask(solution, node, self._cards, hole, number=number, roll=roll)
                return
            shares = action_shares(solution, node, self._cards, self._holes[player])
            variety = self.drill.variety
            shares = (1 - variety) * shares + variety / len(shares)
            chosen = draw(shares, self._generator(_ACTION, node))
            self._node = int(tree.first_child[node]) + chosen
        self._finish()

    def _next_card(self) -> int:
        board = (*self.drill.solution.board, *self._cards)
        return deal_card(board, self._holes, self._generator(_CARD, len(board)))

    def _stop(self) -> None:
        """End a hand before its betting does."""
        solution = self.drill.solution
        street = STREET_NAMES[solution.last_street]
        is_cut = self.drill.mode.name == "hand"
        words = f"the solution ends with the {street}" if is_cut else "the drill ends here"
        self.end = self._end(words, (*solution.board, *self._cards), None, ())

    def _finish(self) -> None:
        """Settle a hand whose betting has ended."""
        solution, node = self.drill.solution, self._node
        tree = solution.tree
        is_fold = tree.kind[node] == Kind.FOLD
        dealt = self._cards
        while not is_fold and len(solution.board) + len(self._cards) < _RIVER_CARDS:
            self._cards = (*self._cards, self._next_card())
        board = (*solution.board, *self._cards)
        self._cards = dealt
        strengths = [0, 0]
        if not is_fold:
            masks = HOLE_MASKS[list(self._holes)]
            strengths = evaluate_masks(masks, np.uint64(mask_of(board))).tolist()
        # Payoffs count from the start, where half of the pot is each player's own.
        won = settle(tree, node, strengths, solution.rake)[self._seat] + tree.rules.pot / 2
        if is_fold:
            winners: tuple[int, ...] = (int(tree.player[node]),)
            words = "the opponent folds" if winners == (self._seat,) else "you fold"
        else:
            own, other = strengths[self._seat], strengths[1 - self._seat]
            outcome = "won" if own > other else "lost" if own < other else "tied"
            words = f"showdown {outcome}"
            winners = tuple(seat for seat in (0, 1) if strengths[seat] == max(strengths))
        self.end = self._end(words, board, won, winners)

    def _end(
        self, words: str, board: tuple[int, ...], won: float | None, winners: tuple[int, ...]
    ) -> HandEnd:
        tree = self.drill.solution.tree
        return HandEnd(
            path=tree.path(self._node, self._cards),
            line=line_steps(tree, self._node, self._cards),
            board=board,
            holes=self._holes,
            pot=tree.pot(self._node),
            stacks=tree.stacks(self._node),
            words=words,
            won=won,
            winners=winners,
        )

    def _generator(self, *purpose: int) -> Generator:
        return np.random.default_rng([self.drill.seed, self.number, *purpose])
