"""Solutions that live in files."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.solvers.postflop import Exploitability, Node, Solution, SolveRecord, Spot
from fifthstreet.solvers.postflop.backends.native import NativeBackend
from fifthstreet.solvers.postflop.node import HoleArray
from fifthstreet.solvers.postflop.plan import RIVER, Plan
from fifthstreet.solvers.postflop.problem import Problem, prepare
from fifthstreet.solvers.postflop.rounding import ByteError
from fifthstreet.solvers.postflop.spot import SEATS
from fifthstreet.solvers.postflop.subgames import Subgames
from fifthstreet.solvers.postflop.tables import Tables
from fifthstreet.storage.container import Container
from fifthstreet.tree import STREET_NAMES


class StoredSolution(Solution):
    """A solution whose tables are read from a file as they are needed.

    Streets that the file leaves out are solved again when a node of theirs is asked for.
    """

    def __init__(self, container: Container, *, threads: int | None = None) -> None:
        """Use an open file."""
        facts = container.facts
        spot = Spot.from_dict(facts["spot"])
        record = facts["record"]
        known = Exploitability(**record["exploitability"])
        self.path = container.path
        self.last_street: int = facts["last_street"]  # whose tables are there; 3 is the river
        self.byte_error = _byte_error(facts["byte_error"])  # of strategies rounded to bytes
        # Values are there for the streets before the river.
        values = (_values(container, spot, 0), _values(container, spot, 1))
        super().__init__(
            spot,
            # Not before it is needed: this takes longer than everything else here.
            lambda: _laid_out(container, spot),
            (_tables(container, 0), _tables(container, 1)),
            SolveRecord(**{**record, "exploitability": known}),
            threads=threads,
            values=values if spot.street < RIVER else None,
        )
        self._subgames = Subgames(self, self.last_street)

    @cached_property
    def backend(self) -> NativeBackend:
        """Passes over the averages; ValueError if some are not there."""
        if self.last_street < RIVER:
            raise ValueError(
                f"{self.path} ends with the {STREET_NAMES[self.last_street]}; "
                "want a solution that was saved with all streets"
            )
        return super().backend

    def node(self, path: str) -> Node:
        """As of any solution; a street that is missing is solved first."""
        node, cards = self.spot.tree.find(path)
        if self._is_stored(node):
            return super().node(path)
        self._place(path, node, cards)  # refuses cards that cannot come
        return self._subgames.node(path)

    def _reach(self, node: int, cards: tuple[int, ...]) -> tuple[HoleArray, HoleArray]:
        if self._is_stored(node):
            return super()._reach(node, cards)
        return self._subgames.node(self.spot.tree.path(node, cards)).reach

    def _is_stored(self, node: int) -> bool:
        return int(self.spot.tree.street[node]) <= self.last_street


def last_stored_street(solution: Solution) -> int:
    """The last street that a solution has tables for."""
    return solution.last_street if isinstance(solution, StoredSolution) else RIVER


def section_arrays(solution: Solution, last_street: int) -> dict[str, NDArray[Any]]:
    """What is stored of a solution, by section: its streets up to one of them."""
    spot, plan = solution.spot, solution.problem.plan
    arrays: dict[str, NDArray[Any]] = {}
    for player, seat in enumerate(SEATS):
        entries, blocks = _sizes(plan, player, last_street - spot.street)
        tables = solution.tables[player].arrays
        arrays[f"{seat}/averages"] = tables["averages"][:entries]
        if "average_scales" in tables:
            arrays[f"{seat}/average_scales"] = tables["average_scales"][:blocks]
        for street in _valued_streets(spot, last_street):
            values = solution.values[player][street - spot.street]
            arrays[_values_name(player, street)] = np.asarray(values)
    return arrays


def _valued_streets(spot: Spot, last_street: int) -> range:
    return range(spot.street, min(last_street, RIVER - 1) + 1)


def _values_name(player: int, street: int) -> str:
    return f"{SEATS[player]}/values/{STREET_NAMES[street]}"


def _sizes(plan: Plan, player: int, last: int) -> tuple[int, int]:
    """Entries and blocks of the streets up to the one with number `last`."""
    layout = plan.layouts[player]
    if last + 1 == len(layout.table):
        return layout.entries, layout.blocks
    return int(layout.table[last + 1][0]), layout.first_block[last + 1]


def _laid_out(container: Container, spot: Spot) -> Problem:
    """The spot of a file; ValueError if it was laid out in another way when it was saved."""
    problem = prepare(spot, isomorphism=container.facts["record"]["isomorphism"])
    plan, last_street = problem.plan, container.facts["last_street"]
    for player, seat in enumerate(SEATS):
        entries, blocks = _sizes(plan, player, last_street - spot.street)
        wanted = {f"{seat}/averages": entries, f"{seat}/average_scales": blocks}
        for street in _valued_streets(spot, last_street):
            nodes = len(plan.betting[street - spot.street].kind)
            strides = plan.layouts[player].stride[street - spot.street]
            wanted[_values_name(player, street)] = nodes * int(strides.sum())
        for name, size in wanted.items():
            if name in container.sections and container.sections[name].shape != (size,):
                raise ValueError(
                    f"{container.path} was saved by fifthstreet {container.package}, which laid "
                    f"spots out in another way; want a solution saved by this version"
                )
    return problem


def _tables(container: Container, player: int) -> Tables:
    names = ("averages", "average_scales")
    sections = {name: f"{SEATS[player]}/{name}" for name in names}
    return Tables(
        {
            name: container.array(section)
            for name, section in sections.items()
            if section in container.sections
        }
    )


def _values(container: Container, spot: Spot, player: int) -> list[NDArray[np.float32]]:
    streets = range(spot.street, RIVER)
    names = [_values_name(player, street) for street in streets]
    return [container.array(name) for name in names if name in container.sections]


def _byte_error(data: dict[str, Any] | None) -> ByteError | None:
    if data is None:
        return None
    first, second = data["ev"]
    return ByteError(data["exploitability"], (first, second))
