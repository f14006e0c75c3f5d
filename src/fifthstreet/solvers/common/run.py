"""What all solvers of this room have in common: they run until told to stop."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from typing import Any

from fifthstreet.solvers.common.exploitability import Exploitability
from fifthstreet.solvers.common.picture import run_html

# Between two looks, the native core is called for about this long, so that an interrupt is heard
# and a time limit kept.
_LONGEST_STEP = 0.05  # seconds


@dataclass(frozen=True)
class Progress:
    """Where a run stands."""

    iteration: int
    exploitability: Exploitability  # of the average strategy
    seconds: float  # since the run began


class IterativeSolver(ABC):
    """A solver that gets better with every iteration."""

    def __init__(self) -> None:
        """Nothing is done yet."""
        self.iteration = 0
        self.curve: list[tuple[int, float]] = []  # (iteration, mean exploitability) at each look
        self._least_look = 1  # iterations between two looks, if nothing is said
        self._seen: tuple[int, Exploitability] | None = None  # the last look, and when
        self._pace = _LONGEST_STEP  # seconds that an iteration took last

    @property
    @abstractmethod
    def game_name(self) -> str:
        """The game in one line; equal names mean equal games."""

    @abstractmethod
    def iterate(self, count: int) -> None:
        """So many iterations more."""

    @abstractmethod
    def exploitability(self) -> Exploitability:
        """How far the average is from an equilibrium."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """All that is needed to go on later: copies of arrays, and plain values."""

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> None:
        """Go on from a state, to the same bits as if there had been no break."""

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
        iterations doubles, and less often where a look costs more than many iterations. `progress`
        hears of every look and stops the run by returning False.
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
            known = self.look()
            now = time.perf_counter()
            state = Progress(self.iteration, known, now - start)
            wants_more = progress is None or progress(state) is not False
            is_met = target is not None and known.mean <= target
            if not wants_more or is_met or self.iteration >= end or now >= deadline:
                return state
            usual = max(self._least_look, 1 << max(0, self.iteration.bit_length() - 4))
            step = look_every or usual
            look = (self.iteration // step + 1) * step
            self._iterate_until(int(min(end, look)), deadline)

    def look(self) -> Exploitability:
        """Exploitability, noted in the curve; asked only once an iteration."""
        if self._seen is None or self._seen[0] != self.iteration:
            self._seen = (self.iteration, self.exploitability())
        known = self._seen[1]
        if not self.curve or self.curve[-1][0] != self.iteration:
            self.curve.append((self.iteration, known.mean))
        return known

    def _repr_html_(self) -> str:
        """Game, iterations, exploitability and its curve, for notebooks."""
        return run_html(self.game_name, self.iteration, self.curve)

    def _iterate_until(self, iteration: int, deadline: float) -> None:
        while self.iteration < iteration and (before := time.perf_counter()) < deadline:
            first = self.iteration
            self.iterate(min(iteration - first, max(1, int(_LONGEST_STEP / self._pace))))
            self._pace = (time.perf_counter() - before) / (self.iteration - first)
