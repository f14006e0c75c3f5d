"""The run loop that all solvers share: when to iterate, check exploitability, and stop."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf, log
from typing import Any, ClassVar, TypeAlias
from weakref import ref

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import BusyError, InputError
from fifthstreet.solvers.common.turns import Turns, in_turn
from fifthstreet.support.interrupts import held_interrupts
from fifthstreet.support.pictured import Pictured
from fifthstreet.support.storage import whole_number
from fifthstreet.support.whole_numbers import whole
from fifthstreet.tree.strategy import Exploitability

Curve: TypeAlias = list[tuple[int, float]]  # (iteration, exploitability in chips) at each check
_CLOCK_TICK = 1e-7  # minimum duration in seconds, below the resolution of coarse clocks
_MAX_STEP = 1 << 18  # iterations


@dataclass(frozen=True)
class Progress:
    """The progress of a run at an exploitability check."""

    iteration: int
    exploitability: Exploitability  # of the average strategy
    seconds: float  # since the run began
    seconds_left: float = inf  # estimated; infinite if unknown
    target: float | None = None  # exploitability to stop at, in chips
    max_iterations: float = inf


Reporter: TypeAlias = Callable[[Progress], bool | None]


class _RunningCall:
    """A call of `run` under way.

    The solver refers to it weakly, because an interrupt between the end of the run and the
    `finally` would leave a solver that seems to run for ever.
    """


class IterativeSolver(Pictured, ABC):
    """A solver whose average strategy improves with every iteration.

    A subclass implements how to iterate and how to measure exploitability.

    Threads may share a solver. Calls that read or change its tables wait for each other, so
    strategies, states and files are always taken between two iterations. Iterations requested by
    several threads are all run, in steps of a fraction of a second. Only `run` does not wait: a
    second call, from another thread or from a `progress` function, raises a BusyError.
    """

    # Spacing of the checks, in iterations: at least `_least_spacing`, and otherwise at most
    # 1 / `_sparsest` of the iterations so far; the first check comes after `_first_check`.
    _first_check: int = 0
    _sparsest: ClassVar[int] = 8
    _least_spacing: int = 1
    # Duration of a step between two checks: short, so that interrupts and time limits take effect.
    _step_seconds: ClassVar[float] = 0.05

    def __init__(self) -> None:
        self.turns = Turns()  # hold it to read several values at the same iteration
        self._running: ref[_RunningCall] | None = None
        self.iteration = 0
        self.curve: Curve = []
        self._checked: tuple[int, Exploitability] | None = None  # the last check and its iteration
        self._goal: RunGoal | None = None  # of the last run
        self._pace = self._step_seconds  # seconds per iteration, measured at the last call
        self.iterating_seconds = 0.0  # spent on iterations, without checks

    @property
    @abstractmethod
    def game_name(self) -> str:
        """The game in one line; equal names mean equal games."""

    @property
    def default_target(self) -> float | None:
        """Exploitability in chips at which a training stops by default, if it can be measured."""
        return None

    def iterate(self, count: int) -> None:
        """Run `count` more iterations, in steps between which other threads may read the solver."""
        left = whole("count", count, minimum=0)
        while left > 0:
            left -= self._step(left)

    @abstractmethod
    def _iterate(self, count: int) -> None:
        """Run `count` more iterations, 1 or more, while no other thread uses the solver.

        Interrupts are delayed until it returns, so it should take about `_step_seconds`.
        """

    @abstractmethod
    def average(self) -> Any:
        """Return the average strategy, which converges to an equilibrium."""

    @abstractmethod
    def _measure(self) -> Exploitability:
        """Measure how far the average strategy is from an equilibrium."""

    @abstractmethod
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of arrays, and plain values."""

    def live_state(self) -> dict[str, Any]:
        """Return the state with the solver's own arrays: hold `turns` while you use it.

        Large tables are not copied.
        """
        return self.state()

    @abstractmethod
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""

    @in_turn
    def exploitability(self) -> Exploitability:
        """Return how far the average strategy is from an equilibrium.

        The result is kept until the next iteration, so a second call costs nothing.
        """
        if self._checked is None or self._checked[0] != self.iteration:
            self._checked = (self.iteration, self._measure())
        return self._checked[1]

    @property
    def last_exploitability(self) -> Exploitability | None:
        """The exploitability at the last check, which may be of an earlier iteration."""
        return None if self._checked is None else self._checked[1]

    @property
    def has_stalled(self) -> bool:
        """Whether further iterations hardly help, so that a run stops before its target."""
        return False

    @in_turn
    def target(self) -> float | None:
        """Return the target of the last run in chips; None if it had none."""
        return None if self._goal is None else self._goal.target_chips(self.exploitability())

    @in_turn
    def check(self) -> Exploitability:
        """Return the exploitability and record it in `curve`."""
        exploitability = self.exploitability()
        if not self.curve or self.curve[-1][0] != self.iteration:
            self.curve.append((self.iteration, exploitability.chips))
        return exploitability

    def run(
        self,
        iterations: int | None = None,
        *,
        max_iterations: int | None = None,
        seconds: float | None = None,
        target: float | None = None,
        target_pot_percent: float | None = None,
        check_every: int | None = None,
        progress: Reporter | None = None,
        stepped: Callable[[int], object] | None = None,
    ) -> Progress:
        """Iterate until a limit or the target is reached; a later call continues from there.

        `iterations` counts from now, `max_iterations` from the first iteration of the solver. The
        target is an exploitability, in chips or in percent of the pot. Exploitability is checked,
        and recorded in `curve`, every `check_every` iterations; by default often enough to stop
        soon after the target is reached, without spending much time on checks. `progress` is called
        after each check and stops the run by returning False. Between checks, `stepped` is called
        with the iteration several times a second, or after each iteration that takes longer. An
        interrupt leaves the solver between two iterations, never within one.
        """
        goal = RunGoal.of(
            self.iteration,
            iterations=iterations,
            max_iterations=max_iterations,
            seconds=seconds,
            target=target,
            target_pot_percent=target_pot_percent,
        )
        if check_every is not None:
            whole("check_every", check_every, minimum=1)
        ours = _RunningCall()
        try:
            with self.turns:
                if self._running is not None and self._running() is not None:
                    raise BusyError("the solver is already running: wait for the run to end")
                self._running = ref(ours)
            return self._run(goal, check_every, progress, stepped)
        finally:
            with self.turns:
                if self._running is not None and self._running() is ours:
                    self._running = None

    def _run(
        self,
        goal: RunGoal,
        check_every: int | None,
        progress: Reporter | None,
        stepped: Callable[[int], object] | None,
    ) -> Progress:
        self._goal = goal
        start, first_iteration = time.perf_counter(), self.iteration
        deadline = start + goal.seconds
        # There is nothing to measure yet, and a check may take longer than the time limit.
        if goal.seconds and self.iteration < min(self._first_check, goal.last):
            self._iterate_until(int(min(self._first_check, goal.last)), deadline, stepped)
        while True:
            exploitability = self.check()
            target_chips = goal.target_chips(exploitability)
            now = time.perf_counter()
            end = min(expected_end(self.curve, target_chips or 0.0), goal.last)
            per_iteration = max(now - start, _CLOCK_TICK) / max(self.iteration - first_iteration, 1)
            state = Progress(
                self.iteration,
                exploitability,
                now - start,
                max(min((end - self.iteration) * per_iteration, deadline - now), 0.0),
                target_chips,
                goal.last,
            )
            wants_more = progress is None or progress(state) is not False
            is_met = target_chips is not None and exploitability.chips <= target_chips
            # Every run makes progress, even if its first check took all of its time.
            is_over = now >= deadline and (self.iteration > first_iteration or not goal.seconds)
            is_done = is_met or self.iteration >= goal.last or self.has_stalled
            if not wants_more or is_done or is_over:
                return state
            next_check = int(min(self._next_check(end, check_every), goal.last))
            self._iterate_until(next_check, deadline, stepped)

    def _next_check(self, end: float, every: int | None) -> float:
        """Return the iteration of the next check: soon after the target, and rarely before it."""
        now = self.iteration
        if every is not None:
            return (now // every + 1) * every
        soonest = now + max(self._least_spacing, now // 16)
        latest = now + max(self._first_check, self._least_spacing, now // self._sparsest)
        return min(max(min(end, latest), soonest), max(end, now + 1))

    def _iterate_until(
        self, iteration: int, deadline: float, stepped: Callable[[int], object] | None
    ) -> None:
        """Iterate, in at least one step, until an iteration or a point in time."""
        while (left := iteration - self.iteration) > 0:
            self._step(left)
            if stepped is not None:
                stepped(self.iteration)
            if time.perf_counter() >= deadline:
                return

    def _step(self, most: int) -> int:
        """Run up to `most` iterations, for about `_step_seconds`, and return how many."""
        # An interrupt within an iteration would leave tables that no iteration has.
        with self.turns, held_interrupts():
            first, before = self.iteration, time.perf_counter()
            self._iterate(min(most, int(self._step_seconds / self._pace) or 1, _MAX_STEP))
            seconds = time.perf_counter() - before or _CLOCK_TICK
            done = self.iteration - first
            self.iterating_seconds += seconds
            self._pace = seconds / (done or 1)
            return done

    def _restart_at(self, iteration: int, curve: Any = ()) -> None:
        """Set the iteration and the curve of a restored solver; InputError if they are wrong."""
        try:
            points = [(int(at), float(chips)) for at, chips in curve]
        except (TypeError, ValueError, OverflowError):
            raise InputError("state must be a result of state(), got a damaged curve") from None
        self.iteration = whole_number("iteration", iteration)
        self.curve = points
        self._checked = None


class TableSolver(IterativeSolver):
    """A solver whose state is its arrays, and facts that must be equal to resume."""

    @abstractmethod
    def _facts(self) -> dict[str, Any]:
        """Return the facts as plain data."""

    @abstractmethod
    def _arrays(self) -> dict[str, NDArray[Any]]:
        """Return the solver's own arrays by name."""

    @in_turn
    def state(self) -> dict[str, Any]:
        """Return everything needed to resume later: copies of arrays, and plain values."""
        arrays = {name: array.copy() for name, array in self._arrays().items()}
        own = {"iteration": self.iteration, "curve": [list(point) for point in self.curve]}
        return self._facts() | own | arrays

    @in_turn
    def restore(self, state: Mapping[str, Any]) -> None:
        """Resume from a state; later iterations match an uninterrupted run bit for bit."""
        arrays = self._arrays()
        for name, value in self._facts().items():
            if state.get(name) != value:
                raise InputError(f"the state does not fit this solver: different {name}")
        for name, array in arrays.items():
            if name not in state or np.shape(state[name]) != array.shape:
                raise InputError(f"the state does not fit this solver: different {name}")
            array[...] = state[name]
        self._restart_at(state["iteration"], state["curve"])


@dataclass(frozen=True)
class RunGoal:
    """The limits and targets that end a run; infinite and None mean no limit."""

    last: float  # iteration
    seconds: float
    target: float | None
    target_pot_percent: float | None

    @classmethod
    def of(cls, now: int, **limits: float | None) -> RunGoal:
        """Check the limits of a run that starts after iteration `now`."""
        if all(limit is None or limit == inf for limit in limits.values()):
            raise InputError("specify iterations, seconds or a target")
        for name, limit in limits.items():
            if limit is None:
                continue
            if "iterations" in name and limit != inf:
                whole(name, limit, minimum=0)
            if not limit >= 0:
                raise InputError(f"{name} must be at least 0, got {limit}")
        known = {name: inf if limit is None else limit for name, limit in limits.items()}
        last = min(now + known["iterations"], known["max_iterations"])
        return cls(last, known["seconds"], limits["target"], limits["target_pot_percent"])

    def target_chips(self, exploitability: Exploitability) -> float | None:
        """Return the target in chips; the lower one if there are two."""
        targets = [] if self.target is None else [self.target]
        if self.target_pot_percent is not None:
            if not exploitability.pot:
                raise InputError(
                    "target_pot_percent requires a game with a starting pot: use target, in chips"
                )
            targets.append(self.target_pot_percent * exploitability.pot / 100)
        return min(targets, default=None)


def expected_end(curve: Curve, target: float) -> float:
    """Return the iteration that meets the target if exploitability keeps falling as a power of t.

    It is infinite if the curve gives no estimate.

    Args:
        curve: Iterations and their exploitability in chips; the last two points count.
        target: Exploitability in chips.
    """
    if len(curve) < 2 or curve[-2][0] == 0:
        return inf
    (t0, e0), (t1, e1) = curve[-2:]
    if e1 <= target:
        return t1
    if not 0 < e1 < e0 or target <= 0:
        return inf
    power = min(max(log(e0 / e1) / log(t1 / t0), 0.5), 4.0)
    return float(t1 * (e1 / target) ** (1 / power))
