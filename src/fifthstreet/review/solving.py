"""Answers by solving each hand from the first street that only two players reach."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np

from fifthstreet.cards import Range, cards_text, hole_text
from fifthstreet.errors import InputError
from fifthstreet.game import common_chip
from fifthstreet.review.answers import Answer
from fifthstreet.review.hands import Decision, PlayedHand
from fifthstreet.review.off_tree import HELD_WEIGHT
from fifthstreet.review.preflop import PreflopRanges
from fifthstreet.review.strategy_answers import StrategyAnswers
from fifthstreet.solvers.common import Reporter
from fifthstreet.solvers.postflop import Solution, Solver, Spot, open_solution
from fifthstreet.support.storage import save_or_keep
from fifthstreet.tree import (
    SEAT_NAMES,
    STREET_NAMES,
    Rake,
    Sizes,
    TreeRules,
    parse_amount,
    parse_path,
)
from fifthstreet.tree.translate import MatchQuality

DEFAULT_SIZES = Sizes.uniform("66%", raises="60%")
MAX_BYTES = 1 << 30  # of solutions kept for later hands

_MORE_PLAYERS = "more than two players: reviews solve the rest of hands of two players only"
_BY_ACTION = "by position and preflop actions"


@dataclass(frozen=True)
class SolveSettings:
    """How hands are solved: ranges, bet sizes besides the real ones, and when to stop.

    The ranges are for the start of the first street that is solved, which is `first_street` or
    the first later one that only two players reach. A range that is None is chosen for each hand,
    by the player's position and preflop actions, from `preflop`: the bundled ranges, or a
    file or a folder of files.
    """

    oop: Range | str | None = None
    ip: Range | str | None = None
    sizes: Sizes = DEFAULT_SIZES
    first_street: int = 1  # earliest street to solve: 1 flop, 2 turn, 3 river
    max_raises: int | None = 2
    add_allin: float = 0.0
    force_allin: float = 0.2
    merge: float = 0.0
    rake: Rake = field(default_factory=Rake)
    rake_cap: float | str | None = None  # chips, or like "3bb" of each hand; None: of `rake`
    target_pot_percent: float = 0.5
    max_iterations: int = 1_000
    seconds: float = inf  # of each solve
    total_seconds: float = inf  # of all solves
    precision: str = "float32"
    threads: int | None = None
    preflop: PreflopRanges | str | Path | None = None
    ranges: tuple[Range | None, Range | None] = field(init=False, repr=False)  # of `oop` and `ip`

    def __post_init__(self) -> None:
        object.__setattr__(self, "ranges", (_parsed("oop", self.oop), _parsed("ip", self.ip)))
        if not isinstance(self.preflop, PreflopRanges):
            object.__setattr__(self, "preflop", PreflopRanges(self.preflop))
        if not 1 <= self.first_street <= 3:
            raise InputError(f"first_street must be 1 (flop) to 3 (river), got {self.first_street}")
        self.rake_of(1.0)  # checks the cap

    def rake_of(self, big_blind: float) -> Rake:
        """Return the rake of a hand; `big_blind` is in chips."""
        if self.rake_cap is None:
            return self.rake
        cap = parse_amount("rake_cap", self.rake_cap, big_blind=big_blind)
        return Rake(self.rake.rate, cap)


class SolveAnswers:
    """Answers from solving the game that was really played in each hand.

    The pot, the stacks and the bets made are the real ones. A hand is solved once, and hands that
    lead to the same spot share a solution, also one that an earlier review stored.
    """

    def __init__(
        self,
        settings: SolveSettings,
        *,
        progress: Reporter | None = None,
        stepped: Callable[[int], object] | None = None,
        started: Callable[[Solver], object] | None = None,
        save: str | Path | None = None,
        prefix: str = "",
    ) -> None:
        """Solve with settings; `progress` is called after each exploitability check.

        `stepped` is called between checks, as by `Solver.run`, and `started` before each solve.
        `save` is a folder in which every solution is stored, in files whose names begin with
        `prefix`, and in which solutions of earlier reviews are looked up.
        """
        self.settings = settings
        self.solves = 0
        self.end = monotonic() + settings.total_seconds  # of all solves
        self.folder = None if save is None else Path(save)
        self.prefix = prefix
        self.unsaved: list[str] = []  # why solutions could not be stored
        self._progress = progress
        self._stepped = stepped
        self._started = started
        self._files: dict[Spot, str | None] = {}  # None if it could not be stored
        self._kept: OrderedDict[Spot, Solution] = OrderedDict()

    def describe(self) -> dict[str, Any]:
        """Return the ranges and the accuracy."""
        oop, ip = self.settings.ranges
        return {
            "kind": "solve",
            "oop": _BY_ACTION if oop is None else oop.text(),
            "ip": _BY_ACTION if ip is None else ip.text(),
            "target_pot_percent": self.settings.target_pot_percent,
        }

    def refusal(self, hand: PlayedHand) -> str:
        """Return why a hand is not solved: it has no decision on the first street or later."""
        first = self.settings.first_street
        if max(hand.starts, default=0) >= first:
            return ""
        return f"no decision on the {STREET_NAMES[first]} or later"

    def answers(
        self, hand: PlayedHand, player: str | None = None
    ) -> Iterator[tuple[Decision, Answer]]:
        """Solve a hand, unless that was done before, and yield the answer to each decision."""
        start = self.start(hand, player)
        reason = _MORE_PLAYERS
        if start is not None:
            try:
                chosen = hand_ranges(hand, start, self.settings)
                solution = self.solution(real_spot(hand, start, self.settings))
                file = self._save(hand, solution)
            except InputError as error:  # the board blocks a whole range, or memory is short
                reason = f"not solved: {error}"
            else:
                source = StrategyAnswers(solution, file=file, range_names=chosen.names)
                for decision, answer in source.answers(hand, player):
                    is_solved = decision.street >= start.street
                    yield decision, answer if is_solved else self._unsolved(decision, reason)
                return
        for decision in hand.decisions:
            if player in (None, decision.name):
                is_early = start is not None and decision.street < start.street
                yield decision, self._unsolved(decision, _MORE_PLAYERS if is_early else reason)

    def start(self, hand: PlayedHand, player: str | None = None) -> Decision | None:
        """Return the decision from which a hand is solved; None if it is not solved.

        Args:
            hand: Not solved if more than two players reach all streets, from `first_street` on.
            player: Not solved either if this player has no decision from there on.
        """
        start = first_alone(hand, self.settings.first_street)
        if start is not None and any(
            each.street >= start.street and player in (None, each.name) for each in hand.decisions
        ):
            return start
        return None

    def _unsolved(self, decision: Decision, reason: str) -> Answer:
        if decision.street < self.settings.first_street:
            reason = f"{STREET_NAMES[decision.street]}: not solved"
        return Answer(MatchQuality.OUTSIDE, reason)

    def _save(self, hand: PlayedHand, solution: Solution) -> str | None:
        """Store a solution, unless it is stored; return the file, None without a folder."""
        if self.folder is None:
            return None
        spot = solution.spot
        if spot not in self._files:
            path = self._new_path(f"{self.prefix}hand_{hand.number}_{cards_text(spot.board)}")
            try:
                self.folder.mkdir(parents=True, exist_ok=True)
                save_or_keep(path, solution.save)
            except (OSError, InputError) as error:  # a full disk must not end the review
                self.unsaved.append(str(error))
                self._files[spot] = None
            else:
                self._files[spot] = str(path)
        return self._files[spot]

    def _new_path(self, name: str) -> Path:
        """Return a path in the folder that no file has yet."""
        assert self.folder is not None
        paths = (self.folder / f"{name}{f'_{n}' * (n > 1)}.solution" for n in count(1))
        return next(path for path in paths if not path.exists())

    def stored(self, spot: Spot) -> Solution | None:
        """Return the solution of a spot that an earlier review stored; None if there is none.

        Args:
            spot: The spot; a solution of it that is less accurate than the settings' target does
                not count.
        """
        if self.folder is None:
            return None
        for path in sorted(self.folder.glob(f"*hand_*_{cards_text(spot.board)}*.solution")):
            try:
                solution = open_solution(path, threads=self.settings.threads)
            except (OSError, InputError):  # damaged, or being written
                continue
            error = solution.exploitability.pot_percent
            if solution.spot == spot and error <= self.settings.target_pot_percent:
                self._files[spot] = str(path)
                return solution
        return None

    def solution(self, spot: Spot) -> Solution:
        """Return the solution of a spot; the most recent ones are kept."""
        if spot in self._kept:
            self._kept.move_to_end(spot)
            return self._kept[spot]
        solution = self._kept[spot] = self.stored(spot) or self._solved(spot)
        while sum(each.record.memory_bytes for each in self._kept.values()) > MAX_BYTES:
            if len(self._kept) == 1:
                break
            self._kept.popitem(last=False)
        return solution

    def _solved(self, spot: Spot) -> Solution:
        settings, left = self.settings, self.end - monotonic()
        if left <= 0:
            raise InputError("the time for solves was used up")
        solver = Solver(spot, precision=settings.precision, threads=settings.threads)
        if self._started is not None:
            self._started(solver)
        solver.run(
            target_pot_percent=settings.target_pot_percent,
            max_iterations=settings.max_iterations,
            seconds=min(settings.seconds, left),
            progress=self._progress,
            stepped=self._stepped,
        )
        self.solves += 1
        return solver.solution()


def first_alone(hand: PlayedHand, first_street: int = 1) -> Decision | None:
    """Return the first decision of the first street that only two players reach."""
    for street, start in sorted(hand.starts.items()):
        if street >= first_street and len(start.live) == 2:
            return start
    return None


def real_spot(hand: PlayedHand, start: Decision, settings: SolveSettings) -> Spot:
    """Return the spot that was played from a street on: real chips, board and sizes.

    Args:
        hand: Bet sizes that it has and the settings lack are added to the tree.
        start: Its first decision on the street, with two players left.
        settings: Ranges, bet sizes, limits of the tree and rake; hole cards of the hand that a
            range lacks are added to it.

    Raises:
        InputError: If no hand of a range is possible on the board, or the tree is not valid.
    """
    state = start.state
    first, last = start.live  # after the flop, seats act in order
    stack = min(state.stacks[first], state.stacks[last])
    path = hand.path(start.street)
    amounts = [step.amount for step in parse_path(path)]
    rules = TreeRules(
        stacks=(float(stack), float(stack)),
        pot=start.pot,
        first_street=start.street,
        sizes=settings.sizes,
        add_allin=settings.add_allin,
        force_allin=settings.force_allin,
        merge=settings.merge,
        max_raises=settings.max_raises,
        min_bet=hand.min_bet,
        chip=float(common_chip([start.pot, float(stack), hand.min_bet, *amounts])),
    )
    oop, ip = hand_ranges(hand, start, settings).ranges
    ranges = (_with_held(oop, hand, first), _with_held(ip, hand, last))
    spot = Spot(start.board, ranges, rules, settings.rake_of(hand.big_blind))
    try:
        spot.tree.find(path)
    except InputError:  # the hand has sizes that the menus lack
        return spot.with_rules(added=(path,))
    return spot


@dataclass(frozen=True)
class HandRanges:
    """The ranges with which two players start the first street that is solved."""

    ranges: tuple[Range, Range]  # OOP, IP
    names: tuple[str, ...]  # descriptions


def hand_ranges(hand: PlayedHand, start: Decision, settings: SolveSettings) -> HandRanges:
    """Choose the ranges of the two players of a hand: from the settings, or by action."""
    by_action = {}
    if None in settings.ranges:
        assert isinstance(settings.preflop, PreflopRanges)
        by_action = settings.preflop.of_hand(hand)
    # No tree is solved for earlier streets, so they leave the ranges as they were.
    before = sorted({each.street for each in hand.decisions if 1 <= each.street < start.street})
    streets = " and the ".join(STREET_NAMES[street] for street in before)
    limits = f", not narrowed by the betting on the {streets}" if before else ""
    ranges, names = [], []
    is_plain = not by_action  # given ranges need no description
    for name, given, seat in zip(SEAT_NAMES, settings.ranges, start.live, strict=True):
        chosen = by_action.get(seat)
        if given is not None:
            range_, text = given, "as given"
        elif chosen is not None:
            range_, text = chosen.range, f"{chosen}{limits}"
        else:
            range_, text = Range.full(), f"any hand{limits}"
        if missing := _missing_holes(range_, hand, seat):
            text += f", with {hole_text(missing[0])} added, which this range does not have"
            is_plain = False
        ranges.append(range_)
        names.append(f"{name} {text}")
    return HandRanges((ranges[0], ranges[1]), () if is_plain else tuple(names))


def _parsed(name: str, range_: Range | str | None) -> Range | None:
    if range_ is None or isinstance(range_, Range):
        return range_
    try:
        return Range.parse(range_)
    except ValueError as error:
        raise InputError(f"{name}: {error}") from None


def _with_held(range_: Range, hand: PlayedHand, seat: int) -> Range:
    """Return a range with the hand that a player held added, if it is known and missing."""
    missing = _missing_holes(range_, hand, seat)
    if not missing:
        return range_
    weights = np.array(range_.weights)
    weights[missing] = HELD_WEIGHT
    return Range(weights)


def _missing_holes(range_: Range, hand: PlayedHand, seat: int) -> list[int]:
    """Return the hand that a player held, if it is known and a range does not have it."""
    held = {each.hole for each in hand.decisions if each.seat == seat and each.hole is not None}
    return [hole for hole in held if range_.weights[hole] == 0]
