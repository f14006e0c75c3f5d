"""The baseline of the range solver: plain_solver.cpp, compiled at first use.

It uses the same plan as the package's own solver, so both solve the same game.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import tempfile
from ctypes import POINTER, c_float, c_int, c_int32, c_void_p
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, HOLE_CARDS, HOLE_MASKS, SuitPermutation, hole_permutation
from fifthstreet.cards.hands import evaluate_masks
from fifthstreet.solvers.common.schedules import Discounts
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode, measure
from fifthstreet.solvers.postflop.spot.plan import IDENTITY, Plan
from fifthstreet.solvers.postflop.spot.street_betting import FOLD
from fifthstreet.tree.strategy import Exploitability

SOURCE = Path(__file__).with_suffix(".cpp")
FLAGS = ("-std=c++20", "-O3", "-march=native", "-shared", "-fPIC")
STEP = 10  # iterations between two exploitability checks


@dataclass(frozen=True)
class PlainSchedule:
    """DCFR as in the fastest open solver; it needs the same number of iterations to the targets.

    Positive regrets are multiplied by s^1.5 / (s^1.5 + 1) with s = t - 2, negative ones by 1/2, and
    averages by (k / (k + 1))^3, where k restarts from 0 at every power of 4.
    """

    is_predictive: ClassVar[bool] = False

    def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
        """Return the factors of iterations `first` to `iterations`."""
        updates = np.arange(first, iterations + 1)
        power = np.maximum(updates - 2.0, 0.0) ** 1.5
        restarts = 4 ** np.arange(16)
        last = restarts[np.searchsorted(restarts, np.maximum(updates, 1), "right") - 1]
        since = np.maximum(updates - last, 0.0)
        return Discounts(
            positive=power / (power + 1),
            negative=np.full(len(updates), 0.5),
            keep=(since / (since + 1)) ** 3,
        )


class PlainSolver:
    """A solver for plans without rake and locks, on one thread."""

    def __init__(self, plan: Plan) -> None:
        """Pass the plan's arrays to the core, which allocates the tables."""
        if plan.rake.rate or any(plan.locks):
            raise ValueError("the plain solver supports neither rake nor locks")
        self.plan = plan
        self.iteration = 0
        self._library = _library()
        self._arrays: list[NDArray[Any]] = []  # kept alive for the core's pointers
        perms = [IDENTITY]
        for runouts in plan.runouts:
            perms += sorted(set(runouts.member_perm) - set(perms))
        streets = [self._street(plan, index, perms) for index in range(len(plan.runouts))]
        seats = [self._seat(plan, player, perms) for player in (0, 1)]
        self._core = c_void_p(
            self._library.plain_new(
                (_Street * len(streets))(*streets), len(streets), (_Seat * 2)(*seats)
            )
        )

    def __del__(self) -> None:
        """Free the core's memory."""
        if hasattr(self, "_core"):
            self._library.plain_delete(self._core)

    def iterate(self, count: int) -> None:
        """Run `count` more iterations."""
        factors = PlainSchedule().discounts(self.iteration + count).single()
        self._library.plain_iterate(
            self._core,
            self.iteration + 1,
            count,
            factors.positive.ctypes.data,
            factors.negative.ctypes.data,
            factors.keep.ctypes.data,
        )
        self.iteration += count

    def run(self, *, target_pot_percent: float, max_iterations: int) -> None:
        """Iterate until the target or the maximum number of iterations; check every `STEP`."""
        while self.iteration < max_iterations:
            self.iterate(STEP)
            if self.exploitability().pot_percent <= target_pot_percent:
                return

    def exploitability(self) -> Exploitability:
        """Measure the exploitability of the average strategies."""
        return measure(self)

    def root_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the counterfactual value of each hand of the root's row, in chips times reach."""
        out = np.zeros(self._hands(player), np.float32)
        self._library.plain_evaluate(self._core, player, int(mode), out.ctypes.data)
        return out

    def root_regrets(self) -> NDArray[np.float32]:
        """Return the regrets of OOP's first decision.  [actions, hands]"""
        shape = (int(self.plan.betting[0].n_children[0]), self._hands(0))
        return np.ctypeslib.as_array(self._library.plain_regrets(self._core, 0), shape).copy()

    def _hands(self, player: int) -> int:
        return int(self.plan.runouts[0].seats[player].count[0])

    def _pointer(self, array: NDArray[Any], dtype: type[np.generic]) -> int:
        kept = np.ascontiguousarray(array, dtype)
        self._arrays.append(kept)
        return int(kept.ctypes.data)

    def _street(self, plan: Plan, index: int, perms: list[SuitPermutation]) -> _Street:
        betting, runouts = plan.betting[index], plan.runouts[index]
        lead, total = plan.payoffs[index]
        amounts = np.where(betting.kind == FOLD, total, lead)
        next_root = np.full(len(betting.kind), -1)
        if index + 1 < len(plan.betting):
            next_root[betting.exit_node] = plan.betting[index + 1].entry_start[:-1]
        parents = plan.runouts[index - 1].count if index else 1
        board_cards = int(runouts.boards[0]).bit_count()
        street = _Street(
            nodes=len(betting.kind),
            runouts=runouts.count,
            rows=betting.rows,
            kind=self._pointer(betting.kind, np.uint8),
            player=self._pointer(betting.player, np.int8),
            first_child=self._pointer(betting.first_child, np.int32),
            n_children=self._pointer(betting.n_children, np.uint8),
            row=self._pointer(betting.row, np.int32),
            next_root=self._pointer(next_root, np.int32),
            amount=tuple(self._pointer(amount, np.float32) for amount in amounts),
            first_runout=self._pointer(
                np.searchsorted(runouts.parent, np.arange(parents + 1)), np.int32
            ),
            card=self._pointer(runouts.card, np.int8),
            member_start=self._pointer(runouts.member_start, np.int32),
            member_perm=self._pointer(
                np.array([perms.index(perm) for perm in runouts.member_perm]), np.int32
            ),
            # Both hands and the board before the deal are out of the deck.
            chance=1 / (CARD_COUNT - 4 - (board_cards - 1)),
        )
        if index + 1 == len(plan.runouts):
            ranked = [_ranked(plan, player) for player in (0, 1)]
            street.width = ranked[0].shape[1]
            counts = [seat.count for seat in runouts.seats]
            street.count = tuple(self._pointer(count, np.int32) for count in counts)
            street.ranked = tuple(self._pointer(lists, np.uint16) for lists in ranked)
        return street

    def _seat(self, plan: Plan, player: int, perms: list[SuitPermutation]) -> _Seat:
        seat = plan.runouts[0].seats[player]
        hands = self._hands(player)
        holes = seat.holes[0, :hands]
        same = seat.same[0, :hands].astype(np.int32)
        same[same == self._hands(1 - player)] = -1
        bits = np.uint64(1) << np.arange(CARD_COUNT, dtype=np.uint64)
        inverses = [np.argsort(perm).tolist() for perm in perms]
        return _Seat(
            hands=hands,
            cards=self._pointer(HOLE_CARDS[holes], np.uint8),
            same=self._pointer(same, np.int32),
            weights=self._pointer(plan.weights[player][holes], np.float32),
            free_of=self._pointer(HOLE_MASKS[holes] & bits[:, None] == 0, np.float32),
            perms=self._pointer(
                np.stack(
                    [
                        seat.place[0][hole_permutation((a, b, c, d))[holes]]
                        for a, b, c, d in inverses
                    ]
                ),
                np.uint16,
            ),
        )


def _ranked(plan: Plan, player: int) -> NDArray[np.uint16]:
    """Return the strength and the place in the root's row of each river's hands.  [R, W, 2]"""
    river = plan.runouts[-1]
    holes = [seat.holes for seat in river.seats]
    mine = np.maximum(holes[player], 0)
    width = max(rows.shape[1] for rows in holes)
    ranked = np.zeros((river.count, width, 2), np.uint16)
    boards = np.broadcast_to(river.boards[:, None], mine.shape)
    free = HOLE_MASKS[mine] & boards == 0
    strengths = np.zeros(mine.shape, np.uint16)
    strengths[free] = evaluate_masks(HOLE_MASKS[mine][free], boards[free])
    ranked[:, : mine.shape[1], 0] = strengths
    ranked[:, : mine.shape[1], 1] = plan.runouts[0].seats[player].place[0][mine]
    return ranked


# The structures of plain_solver.cpp; pointers are addresses of arrays that the solver keeps.


class _Street(ctypes.Structure):
    _fields_: ClassVar = [
        ("nodes", c_int32),
        ("runouts", c_int32),
        ("rows", c_int32 * 2),
        ("kind", c_void_p),
        ("player", c_void_p),
        ("first_child", c_void_p),
        ("n_children", c_void_p),
        ("row", c_void_p),
        ("next_root", c_void_p),
        ("amount", c_void_p * 2),
        ("first_runout", c_void_p),
        ("card", c_void_p),
        ("member_start", c_void_p),
        ("member_perm", c_void_p),
        ("chance", c_float),
        ("width", c_int32),
        ("count", c_void_p * 2),
        ("ranked", c_void_p * 2),
    ]


class _Seat(ctypes.Structure):
    _fields_: ClassVar = [
        ("hands", c_int32),
        ("cards", c_void_p),
        ("same", c_void_p),
        ("weights", c_void_p),
        ("free_of", c_void_p),
        ("perms", c_void_p),
    ]


@cache
def _library() -> ctypes.CDLL:
    """Compile the core and load it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "plain_solver.so"
        command = [compiler(), *FLAGS, str(SOURCE), "-o", str(path)]
        subprocess.run(command, check=True)
        library = ctypes.CDLL(str(path))  # stays loaded after its file is deleted
    library.plain_new.restype = c_void_p
    library.plain_new.argtypes = [POINTER(_Street), c_int, POINTER(_Seat)]
    library.plain_delete.restype = None
    library.plain_delete.argtypes = [c_void_p]
    library.plain_iterate.restype = None
    library.plain_iterate.argtypes = [c_void_p, c_int, c_int, *[c_void_p] * 3]
    library.plain_evaluate.restype = None
    library.plain_evaluate.argtypes = [c_void_p, c_int, c_int, c_void_p]
    library.plain_regrets.restype = POINTER(c_float)
    library.plain_regrets.argtypes = [c_void_p, c_int]
    return library


def compiler() -> str:
    """Return the path of a C++ compiler."""
    for name in (os.environ.get("CXX"), "g++", "clang++", "c++"):
        if name and (path := shutil.which(name)):
            return path
    raise ValueError("no C++ compiler found: install g++ or clang++, or set CXX")
