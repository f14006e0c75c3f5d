"""The solver for a table before the flop: CFR over hand classes of all seats at once.

With three seats and more no algorithm is known to reach an equilibrium. So what each seat could
gain from a best response before the flop is measured, and the result is an answer with an error.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet._native import CLASS_STRIDE, RingBetting
from fifthstreet.cards import CLASS_COUNT
from fifthstreet.errors import InputError, NotEnoughMemoryError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    Schedule,
    TableSolver,
    available_bytes,
    bytes_text,
    in_turn,
    schedule_from_dict,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.ring.certificate import RingCertificate
from fifthstreet.solvers.ring.classes import DEALT, class_odds
from fifthstreet.solvers.ring.game import FLOP, FOLDED, SHOWDOWN, Leaf, RingGame, live_seats
from fifthstreet.solvers.ring.leaf_values import CHECKED_DOWN, RingLeaves, equities
from fifthstreet.solvers.ring.payoffs import (
    end_values,
    folding_values,
    leaf_outcomes,
    leaf_scales,
    ring_payoffs,
)
from fifthstreet.solvers.ring.strategy import RingRecord, RingStrategy, read_ring_state
from fifthstreet.support.storage import reading
from fifthstreet.support.threads import thread_count
from fifthstreet.tree import Kind, Move
from fifthstreet.tree.strategy import Exploitability

# Leaves evaluated anew in each iteration: the ones that matter most and have changed most.
_TWO, _MANY = 24, 4  # with two seats, and with more
_SURVEYED_EVERY = 10  # iterations at least, and a tenth of those so far
# Iterations after which all ends that matter are evaluated: otherwise most have the values of the
# first iterations.
_SWEPT_FROM, _SWEPT_EVERY = 300, 100
_MOST = 5.0  # times the estimate
_TINY = 1e-9
_MIN_MET = 1e-12  # how often others get to a decision at least for an EV
_CHUNK = 2048  # leaves whose reach is in memory at a time
_EVALUATED = 64  # leaves at a time
_NEGLIGIBLE = 0.05  # of all pots


def ring_bytes(game: RingGame) -> int:
    """Return the memory of the tables of a solver, less the memory of the tree.

    Args:
        game: The table.
    """
    rows = 2 * int(game.tree.n_children.sum()) + 2 * sum(len(leaf.seats) for leaf in game.leaves)
    return rows * CLASS_STRIDE * np.dtype(np.float32).itemsize


class RingSolver(TableSolver):
    """A solver for a table of two to ten seats, which can be run, inspected and run again."""

    _first_check = 20
    _sparsest = 4
    _least_spacing = 20

    def __init__(
        self,
        game: RingGame,
        leaves: RingLeaves,
        *,
        schedule: Schedule | str = DEFAULT_SCHEDULE,
        threads: int | None = None,
    ) -> None:
        """Make the tables.

        Args:
            game: The table.
            leaves: Values of hands where betting before the flop is over, for the same game.
            schedule: How iterations are weighted; not a predictive one.
            threads: Number of threads; by default one per core.

        Raises:
            InputError: If the schedule is predictive.
        """
        super().__init__()
        self.schedule = schedule_of(schedule)
        if self.schedule.is_predictive:
            raise InputError("schedule must not be predictive before the flop with many seats")
        self.game, self.leaf_source, self.threads = game, leaves, thread_count(threads)
        self.earlier_seconds = 0.0  # spent on iterations before this solver was resumed
        tree, odds = game.tree, class_odds()
        needed, free = ring_bytes(game), available_bytes()
        if free is not None and needed > free:
            raise NotEnoughMemoryError(
                f"not enough memory: needs {bytes_text(needed)}, {bytes_text(free)} available. Use "
                "fewer seats, fewer sizes, a lower max_raises, or lower cold_calls"
            )
        self.native = RingBetting(
            game.seats,
            tree.player,
            tree.move == Move.FOLD,
            tree.folded,
            tree.n_children,
            tree.first_child,
            game.ends,
            *odds,
        )
        shape = (self.native.rows, CLASS_STRIDE)
        self._regrets, self._averages = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
        self._leaf_rows = np.zeros((self.native.leaf_rows, CLASS_STRIDE), np.float32)
        self._evaluated = np.zeros(len(game.leaves))  # the iteration of each leaf's values, from 1
        self._weights = np.zeros(len(game.leaves))  # how much each leaf matters
        self._counts = np.zeros(len(game.leaves))  # evaluations of leaves of many seats
        self._discounts = self.schedule.discounts(self._first_check).single()
        self._nodes = np.array([leaf.node for leaf in game.leaves], np.int32)
        self._pots = np.array([leaf.chips for leaf in game.leaves])
        self._starts = np.array([leaf.start for leaf in game.leaves], np.intp)
        counts = np.array([len(leaf.seats) for leaf in game.leaves])
        self._is_two, self._seats = counts == 2, range(game.seats)
        # Leaves by their number of seats.
        self._groups = [np.flatnonzero(counts == count) for count in np.unique(counts)]
        self._ratios = np.ones_like(self._leaf_rows)
        self._bases, self._slopes = leaf_scales(game)
        self._payoffs = ring_payoffs(game)
        many = [leaf for leaf in game.leaves if len(leaf.seats) > 2] if game.payouts else []
        self._outcomes = {leaf.node: leaf_outcomes(game, leaf) for leaf in many}
        self._survey()

    @property
    def game_name(self) -> str:
        """The table in one line."""
        return f"{self.game.seats} seats, {self.game.rules!r}"

    def _places(self, chosen: NDArray[np.intp]) -> tuple[NDArray[np.intp], slice]:
        """Return where the rows of leaves with the same number of seats are.  [L, S]"""
        count = len(self.game.leaves[chosen[0]].seats)
        return self._starts[chosen][:, None] + np.arange(count), slice(CLASS_COUNT)

    def _reach(self, chosen: NDArray[np.intp]) -> NDArray[np.float32]:
        """Return the reach of all seats at leaves by the averages.  [L, P, 169]"""
        return self._reach_at(self._nodes[chosen])

    def _reach_at(self, nodes: NDArray[np.int32]) -> NDArray[np.float32]:
        out = np.empty((len(nodes), self.game.seats, CLASS_STRIDE), np.float32)
        self.native.reach(self._averages, nodes, out)
        return out[:, :, :CLASS_COUNT]

    def _survey(self) -> None:
        """Compute how much leaves matter, and estimate leaves of many seats anew.

        A leaf matters as much as its pot, times how often others get there.
        """
        for group in self._groups:
            for first in range(0, len(group), _CHUNK):
                chosen = group[first : first + _CHUNK]
                leaves, reach = self._leaves(chosen), self._reach(chosen)
                mass = reach @ DEALT  # [L, P]
                others = [np.delete(mass, seat, axis=1).prod(axis=1) for seat in self._seats]
                self._weights[chosen] = np.max(others, axis=0) * self._pots[chosen]
                if self._is_two[chosen[0]]:
                    continue
                rough, paid = self._rough(leaves, reach)
                places = self._places(chosen)
                # Corrected as when the leaves were last evaluated.
                self._put(places, (rough + paid) * self._ratios[places])
        if self.game.payouts:
            self._payoffs[:, 0] = self._folding_values()

    def _put(self, places: tuple[NDArray[np.intp], slice], won: NDArray[np.float64]) -> None:
        """Store the values of won chips, not counting what was paid."""
        bases, slopes = (each[places[0]][:, :, None] for each in (self._bases, self._slopes))
        self._leaf_rows[places] = bases + slopes * won

    def _folding_values(self) -> NDArray[np.float32]:
        """Return what seats that have folded win in prizes.  [N]"""
        game, nodes = self.game, len(self.game.tree)
        probabilities = np.empty(nodes)
        self.native.probabilities(self._averages, DEALT.astype(np.float32), probabilities)
        ends = np.zeros((nodes, game.seats))
        over = np.flatnonzero(game.ends == FOLDED)
        ends[over] = end_values(game, over, game.tree.player[over].astype(np.int64))
        two = np.flatnonzero((game.ends == SHOWDOWN) | (game.ends == FLOP))
        first, second = np.array([live_seats(game.tree, int(at)) for at in two]).reshape(-1, 2).T
        reach = self._reach_at(two.astype(np.int32))
        rows = np.arange(len(two))
        held = np.stack([reach[rows, first], reach[rows, second]], axis=1).astype(np.float64)
        often = held[:, 0] * DEALT * (held[:, 1] @ class_odds().met.T)
        total = np.maximum(often.sum(axis=1), _TINY)
        chance = ((often * equities(held)[:, 0]).sum(axis=1) / total)[:, None]
        ends[two] = chance * end_values(game, two, first) + (1 - chance) * end_values(
            game, two, second
        )
        for leaf in game.leaves:
            if len(leaf.seats) > 2:  # each of them is as likely to win
                ends[leaf.node] = self._outcomes[leaf.node].mean(axis=0)
        return folding_values(game, probabilities, ends)

    def _leaves(self, chosen: NDArray[np.intp]) -> list[Leaf]:
        return [self.game.leaves[at] for at in chosen]

    def _rough(
        self, leaves: list[Leaf], reach: NDArray[np.float32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return estimated values of many seats, and what they have paid.  [L, S, C], [L, S, 1]"""
        paid = np.array([leaf.paid for leaf in leaves])[:, :, None] * self.game.rules.chip
        return self.leaf_source.values(leaves, reach, is_rough=True), paid

    def _refresh(self) -> None:
        """Evaluate the leaves that matter and have changed most."""
        if self.iteration % max(_SURVEYED_EVERY, self.iteration // 100 * 10) == 1:
            self._survey()
        self.leaf_source.use_boards(self.iteration)
        if self.iteration >= _SWEPT_FROM and self.iteration % _SWEPT_EVERY == 0:
            self._survey()
            self._sweep(self._matters() | self._is_two)
            return
        score = self._weights * np.log((self.iteration + 1) / (self._evaluated + 1))
        for is_group, count in ((self._is_two, _TWO), (~self._is_two, _MANY)):
            places = np.flatnonzero(is_group & (score > 0))
            top = places[np.argsort(-score[places], kind="stable")[:count]]
            for group in self._groups:
                if len(chosen := np.intersect1d(top, group, assume_unique=True)):
                    self._evaluate(chosen)

    def _matters(self) -> NDArray[np.bool_]:
        """Return which ends of many seats have nearly all pots together.  [L]"""
        weights = np.where(self._is_two, 0.0, self._weights)
        order = np.argsort(-weights, kind="stable")
        left = weights.sum() - np.cumsum(weights[order]) + weights[order]
        matters = np.zeros(len(order), bool)
        matters[order] = left > _NEGLIGIBLE * weights.sum()
        return matters

    def _sweep(
        self, chosen: NDArray[np.bool_], progress: Callable[[float], object] | None = None
    ) -> None:
        """Evaluate all chosen leaves."""
        done, total = 0, int(chosen.sum())
        for group in self._groups:
            places = group[chosen[group]]
            for first in range(0, len(places), _EVALUATED):
                part = places[first : first + _EVALUATED]
                self._evaluate(part)
                done += len(part)
                if progress is not None:
                    progress(done / total)

    def _evaluate(self, chosen: NDArray[np.intp]) -> None:
        """Evaluate leaves with the same number of seats, with the ranges of the averages."""
        leaves, reach, places = self._leaves(chosen), self._reach(chosen), self._places(chosen)
        self._evaluated[chosen] = self.iteration
        if self._is_two[chosen[0]]:
            beside = self.leaf_source.beside_equity(leaves, reach)
            self._leaf_rows[places] = beside * self._slopes[places[0]][:, :, None]
            return
        exact = self.leaf_source.values(leaves, reach)
        rough, paid = self._rough(leaves, reach)
        ratios = np.clip((exact + paid) / np.maximum(rough + paid, _TINY), 1 / _MOST, _MOST)
        # The mean over the sets of boards so far, later ones weighted more.
        kept = (self._counts[chosen] / (self._counts[chosen] + 2))[:, None, None]
        ratios = kept * self._ratios[places] + (1 - kept) * ratios
        self._counts[chosen] += 1
        self._ratios[places] = ratios
        self._put(places, (rough + paid) * ratios)

    def _iterate(self, count: int) -> None:
        for _ in range(count):
            last = self.iteration + 1
            if len(self._discounts.keep) <= last:
                self._discounts = self.schedule.discounts(2 * last).single()
            part, discounts = slice(last, last + 1), self._discounts
            self.native.iterate(
                self._regrets,
                self._averages,
                self._payoffs,
                self._leaf_rows,
                discounts.positive[part],
                discounts.negative[part],
                discounts.keep[part],
                self.threads,
            )
            self.iteration = last
            self._refresh()

    def _values(
        self, *, is_best: bool = False, found: NDArray[np.float32] | None = None
    ) -> NDArray[np.float64]:
        """Return what each class of each seat wins, also with each action.  [P, 169]"""
        out = np.empty((self.game.seats, CLASS_STRIDE), np.float32)
        self.native.evaluate(
            self._averages, self._payoffs, self._leaf_rows, is_best, self.threads, out, found
        )
        return out[:, :CLASS_COUNT].astype(np.float64)

    def _measure(self) -> Exploitability:
        best, mean = (self._values(is_best=is_best) @ DEALT for is_best in (True, False))
        return Exploitability(tuple(best.tolist()), tuple(mean.tolist()), self.game.pot)

    def average(self) -> RingStrategy:
        """Return the current average strategy; the same as `strategy`."""
        return self.strategy()

    @in_turn
    def settle(self, shares: NDArray[Any], ratios: NDArray[np.float32] | None = None) -> None:
        """Replace the strategy by another one, and evaluate all ends that matter with it.

        Args:
            shares: How often each class takes each action of each decision, in any unit.
                [rows, 169]
            ratios: Corrections of estimates at the other ends; by default none.
        """
        self._averages[:, :CLASS_COUNT] = shares
        self._ratios[:] = 1.0 if ratios is None else ratios
        self._counts[:] = 0
        self._checked = None
        self._survey()
        self._sweep(self._matters() | self._is_two)

    @in_turn
    def settle_like(self, solved: RingSolver) -> None:
        """Take the strategy of another solver of the same table, and its estimates at ends.

        Args:
            solved: The solver. Its strategy counts as it is, not in 8 bits: at ends that hardly any
                hand gets to, values need the few that do.
        """
        self.settle(solved._averages[:, :CLASS_COUNT], solved._ratios)

    @in_turn
    def many_rows(self, progress: Callable[[float], object] | None = None) -> NDArray[np.float32]:
        """Return the values of all ends, with ends of many seats that matter evaluated anew.

        Ends keep their estimates if the others hardly get there: together they have less than a
        twentieth of all pots.

        Args:
            progress: Called with the share of the work that is done.
        """
        self._counts[:] = 0  # nothing is averaged
        self._sweep(self._matters(), progress)
        return self._leaf_rows.copy()

    @in_turn
    def measure_with(self, rows: NDArray[np.float32]) -> Exploitability:
        """Return what each seat gains from a best response with other values of ends.

        Args:
            rows: Values of all ends.
        """
        self._leaf_rows[:] = rows
        return self._measure()

    @in_turn
    def strategy(self) -> RingStrategy:
        """Return the average strategy with EVs and what each seat could gain."""
        found = np.full((self.native.rows, CLASS_STRIDE), np.nan, np.float32)
        self._values(found=found)
        shares = self._averages[:, :CLASS_COUNT].copy()
        values = found[:, :CLASS_COUNT] / self._met()
        return RingStrategy(self.game, shares, values, self._record())

    def _met(self) -> NDArray[np.float32]:
        """Return how often others get to decisions, by class; NaN if hardly ever.  [rows, 169]"""
        tree, rows = self.game.tree, np.empty((self.native.rows, CLASS_COUNT), np.float32)
        decisions = np.flatnonzero(tree.kind == Kind.ACTION).astype(np.int32)
        starts = np.cumsum(tree.n_children[decisions], dtype=np.int64)
        met = class_odds().met.T
        for first in range(0, len(decisions), _CHUNK):
            chosen = decisions[first : first + _CHUNK]
            reach = self._reach_at(chosen) @ met
            for at, (node, often) in enumerate(zip(chosen, reach, strict=True), first):
                product = np.delete(often, int(tree.player[node]), axis=0).prod(axis=0)
                rows[starts[at] - tree.n_children[node] : starts[at]] = product
        rows[rows < _MIN_MET] = np.nan
        return rows

    def _record(self) -> RingRecord:
        source = self.leaf_source
        return RingRecord(
            iteration=self.iteration,
            seconds=self.earlier_seconds + self.iterating_seconds,
            exploitability=self.exploitability(),
            curve=list(self.curve),
            after=source.name,
            leaf_error_pot_percent=source.error_pot_percent,
            boards=source.boards,
            seed=source.seed,
        )

    def save(
        self, path: str | os.PathLike[str], certificate: RingCertificate | None = None
    ) -> None:
        """Write the strategy to a file, with everything needed to resume.

        Args:
            path: The file.
            certificate: What seats gain on other boards, if it was measured.
        """
        with self.turns:
            seconds = {"seconds": self.earlier_seconds + self.iterating_seconds}
            strategy = self.strategy()
            if certificate is not None:
                strategy = strategy.with_certificate(certificate)
            strategy.save(path, self.live_state() | seconds)

    def _facts(self) -> dict[str, Any]:
        rake = self.game.rake
        return {
            "rules": self.game.rules.to_dict(),
            "rake": [rake.rate, None if rake.cap == inf else rake.cap],
            "payouts": list(self.game.payouts),
            "schedule": schedule_to_dict(self.schedule),
            "after": self.leaf_source.name,
            "boards": self.leaf_source.boards,
            "seed": self.leaf_source.seed,
        }

    def _arrays(self) -> dict[str, NDArray[Any]]:
        return {
            "regrets": self._regrets,
            "averages": self._averages,
            "leaf rows": self._leaf_rows,
            "ratios": self._ratios,
            "evaluated": self._evaluated,
            "weights": self._weights,
            "counts": self._counts,
            "payoffs": self._payoffs,
        }


def resume_ring(path: str | os.PathLike[str], make: Callable[..., RingSolver]) -> RingSolver:
    """Return the solver of a file of `RingSolver.save`, where it stopped.

    Args:
        path: The file.
        make: Returns a solver for a table, given `after`, `boards`, `seed` and `schedule`.

    Raises:
        InputError: If the file cannot be read, or has no tables of a solve.
        DamagedFileError: If the file is damaged or of another kind.
    """
    game, state = read_ring_state(path)
    with reading(path):
        after = "checked-down" if state["after"] == CHECKED_DOWN else "network"
        kept = {name: state[name] for name in ("boards", "seed")}
        schedule = schedule_from_dict(state["schedule"])
    solver = make(game, after=after, schedule=schedule, **kept)
    with reading(path):
        solver.restore(state)
        solver.earlier_seconds = float(state["seconds"])
    return solver
