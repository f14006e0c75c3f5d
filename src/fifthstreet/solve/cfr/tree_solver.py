"""What all solvers of game trees have in common: they run until told to stop."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from fifthstreet.solve.cfr.best_response import Exploitability, exploitability
from fifthstreet.solve.cfr.flatten import flatten
from fifthstreet.solve.cfr.game_tree import GameTree
from fifthstreet.solve.cfr.strategy import Strategy
from fifthstreet.solve.games.game import Game

# Between two looks, the native core is called for about this long, so that an interrupt is heard
# and a time limit kept.
_LONGEST_STEP = 0.05  # seconds


@dataclass(frozen=True)
class Progress:
    """Where a run stands."""

    iteration: int
    exploitability: Exploitability  # of the average strategy
    seconds: float  # since the run began


class TreeSolver(ABC):
    """A solver that gets better with every iteration."""

    def __init__(self, game: Game[Any] | GameTree) -> None:
        """Take a game, or its tree if that is there already."""
        self.tree = game if isinstance(game, GameTree) else flatten(game)
        self.iteration = 0
        self.curve: list[tuple[int, float]] = []  # (iteration, mean exploitability) at each look
        self._pace = _LONGEST_STEP  # seconds that an iteration took last

    @abstractmethod
    def iterate(self, count: int) -> None:
        """So many iterations more."""

    @abstractmethod
    def average(self) -> Strategy:
        """The strategies so far, averaged: what converges to an equilibrium."""

    @abstractmethod
    def current(self) -> Strategy:
        """The strategies of the next iteration."""

    def exploitability(self) -> Exploitability:
        """How far the average is from an equilibrium."""
        return exploitability(self.tree, self.average())

    def run(
        self,
        iterations: int | None = None,
        *,
        seconds: float | None = None,
        target: float | None = None,
        look_every: int | None = None,
        progress: Callable[[Progress], bool | None] | None = None,
    ) -> Progress:
        """Go on until so many more iterations, the time limit or the target; can be run on.

        The target is a mean exploitability. It is looked at, and noted in `curve`, before the first
        iteration, after the last and every so many: if not said, 8 to 16 times while the number of
        iterations doubles. `progress` hears of every look and stops the run by returning False.
        """
        if iterations is None and seconds is None and target is None:
            raise ValueError("nothing to stop at; want iterations, seconds or a target")
        for name, limit in (("iterations", iterations), ("seconds", seconds), ("target", target)):
            if limit is not None and not limit >= 0:
                raise ValueError(f"{name} is {limit}; want 0 or more")
        if look_every is not None and look_every < 1:
            raise ValueError(f"look_every is {look_every}; want 1 or more")
        start = time.perf_counter()
        end = inf if iterations is None else self.iteration + iterations
        deadline = inf if seconds is None else start + seconds
        while True:
            known = self.exploitability()
            if not self.curve or self.curve[-1][0] != self.iteration:
                self.curve.append((self.iteration, known.mean))
            now = time.perf_counter()
            state = Progress(self.iteration, known, now - start)
            wants_more = progress is None or progress(state) is not False
            is_met = target is not None and known.mean <= target
            if not wants_more or is_met or self.iteration >= end or now >= deadline:
                return state
            step = look_every or 1 << max(0, self.iteration.bit_length() - 4)
            look = (self.iteration // step + 1) * step
            self._iterate_until(int(min(end, look)), deadline)

    def _iterate_until(self, iteration: int, deadline: float) -> None:
        while self.iteration < iteration and (before := time.perf_counter()) < deadline:
            step = min(iteration - self.iteration, max(1, int(_LONGEST_STEP / self._pace)))
            self.iterate(step)
            self._pace = (time.perf_counter() - before) / step
