"""The interface of backends, and the choice of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import SingleDiscounts
from fifthstreet.solvers.postflop.backends.exploitability import ValueMode
from fifthstreet.solvers.postflop.backends.names import BACKEND_NAMES
from fifthstreet.solvers.postflop.backends.native import NativeBackend
from fifthstreet.solvers.postflop.backends.reference import ReferenceBackend
from fifthstreet.solvers.postflop.backends.tables import Tables
from fifthstreet.solvers.postflop.spot import Plan


class Backend(Protocol):
    """The interface of a backend, which works on tables that the solver owns."""

    plan: Plan
    threads: int

    @property
    def scratch_bytes(self) -> int:
        """Memory for intermediate rows, besides the tables."""

    def iterate(self, first: int, count: int, discounts: SingleDiscounts) -> None:
        """Run iterations `first` to `first + count - 1`, counted from 1."""

    def update_through(
        self, player: int, iteration: int, discounts: SingleDiscounts, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Run a player's pass of an iteration, as part of a larger game.

        `reach` is the reach of each of the opponent's hands at the root, from 0 to 1. Return the
        counterfactual values of the player's hands there.
        """

    def values_through(
        self, player: int, mode: ValueMode, reach: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return the values at the root, if the opponent's hands have this reach there."""

    def root_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the counterfactual value of each hand of the root's row."""

    def entered_values(self, player: int, mode: ValueMode) -> NDArray[np.float32]:
        """Return the values where the second street begins.  [runouts, entries, row]"""

    def node_values(self, player: int, mode: ValueMode) -> list[NDArray[np.float32]]:
        """Return counterfactual values at all nodes before the river."""

    def river_values(self, player: int, mode: ValueMode, runout: int) -> NDArray[np.float32]:
        """Return counterfactual values at all nodes of one river runout."""

    def read(self, player: int, name: str, part: slice) -> NDArray[Any]:
        """Return the current content of a part of a player's table."""

    def fetch(self, names: tuple[str, ...] | None = None) -> None:
        """Update the solver's tables, all or some, if the backend works on copies."""

    def push(self) -> None:
        """Update the backend's copies, if it has any, from the solver's tables."""

    def leave_averages(self) -> None:
        """Replace the averages by copies, because a solution uses the present arrays."""


BackendMaker = Callable[[Plan, tuple[Tables, Tables], int], Backend]


def _cuda(plan: Plan, tables: tuple[Tables, Tables], threads: int) -> Backend:
    # Imported only when requested, so that the GPU is not touched otherwise.
    from fifthstreet.solvers.postflop.backends.cuda import CudaBackend

    return CudaBackend(plan, tables, threads)


BACKENDS: dict[str, BackendMaker] = dict(
    zip(BACKEND_NAMES, (NativeBackend, ReferenceBackend, _cuda), strict=True)
)


def prepare_backend(name: str, plan: Plan) -> None:
    """Prepare in advance what a backend computes on the CPU when it is created.

    Args:
        name: Name of the backend, or `auto`; only `cuda` has something to prepare.
        plan: The plan that the backend will receive.
    """
    if name in ("auto", "cuda"):
        from fifthstreet.solvers.postflop.backends.cuda import is_available, layout_of

        if is_available():
            layout_of(plan)


def bytes_for_group() -> int:
    """Return the maximum bytes of tables of spots that a GPU solves side by side."""
    from fifthstreet.solvers.postflop.backends.cuda import free_bytes

    return free_bytes() // 4


def pick_backend(name: str, table_bytes: int) -> str:
    """Return the name of a backend.

    Args:
        name: `native`, `cuda`, `reference`, or `auto`, which picks a GPU if the tables fit on one.
        table_bytes: Memory of the tables.

    Raises:
        InputError: If the name is unknown; the message lists the names.
    """
    if name == "auto":
        from fifthstreet.solvers.postflop.backends.cuda import free_bytes, is_available

        return "cuda" if is_available() and table_bytes < free_bytes() else "native"
    if name not in BACKENDS:
        raise InputError(f"backend must be one of auto, {', '.join(BACKENDS)}, got {name!r}")
    return name
