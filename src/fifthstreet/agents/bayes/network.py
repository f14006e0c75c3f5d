"""Bayesian networks: nodes with states, parents and tables of conditional probabilities."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from itertools import product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from fifthstreet.agents.bayes.factors import Factor, FloatArray, sum_of_products
from fifthstreet.errors import InputError

Evidence: TypeAlias = Mapping[str, "str | Sequence[float] | FloatArray"]
"""By node: the state that was observed, or P(observation | state) for each of its states."""

_SUM_ERROR = 1e-6
_BETWEEN = ", "  # between the states of several parents, in the keys of a table
_FIELDS = ("states", "parents", "table")


@dataclass(frozen=True, eq=False, repr=False)
class NetworkNode:
    """A variable with its table: P(state | states of the parents)."""

    name: str
    states: tuple[str, ...]
    table: FloatArray  # an axis for each parent, then one for the states
    parents: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Copy and check the table; InputError if it is not one of probabilities."""
        for field in ("states", "parents"):
            object.__setattr__(self, field, _texts(self.name, field, getattr(self, field)))
        if not self.states:
            raise InputError(f"{self.name} must have states, got none")
        table = _numbers(self.name, self.table)
        if table.ndim != len(self.parents) + 1 or table.shape[-1] != len(self.states):
            raise InputError(
                f"{self.name}: table must have {len(self.parents) + 1} dimensions, the last one "
                f"for {len(self.states)} states, got the shape {table.shape}"
            )
        if not np.all((table >= 0) & (table <= 1)):
            raise InputError(f"{self.name}: probabilities must be from 0 to 1")
        table.flags.writeable = False
        object.__setattr__(self, "table", table)

    def __repr__(self) -> str:
        given = f" given {', '.join(self.parents)}" if self.parents else ""
        return f"<NetworkNode {self.name}{given}: {len(self.states)} states>"

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        data = {"states": list(self.states), "parents": list(self.parents)}
        return data | {"table": self.table.tolist()}


class BayesianNetwork:
    """Nodes and their tables, for exact inference from any evidence.

    >>> network = BayesianNetwork.from_dict({
    ...     "hand": {"states": ["weak", "strong"], "table": [0.75, 0.25]},
    ...     "bet": {
    ...         "states": ["check", "raise"],
    ...         "parents": ["hand"],
    ...         "table": {"weak": [0.9, 0.1], "strong": [0.3, 0.7]},
    ...     },
    ... })
    >>> network.distribution("hand", given={"bet": "raise"})
    {'weak': 0.3..., 'strong': 0.7...}
    """

    def __init__(self, nodes: Iterable[NetworkNode]) -> None:
        """Set the nodes, in any order; InputError if they do not fit together."""
        self.nodes: dict[str, NetworkNode] = {}
        """Nodes by name, as given."""
        for node in nodes:
            if node.name in self.nodes:
                raise InputError(f"names of nodes must differ, got {node.name} twice")
            self.nodes[node.name] = node
        if not self.nodes:
            raise InputError("nodes must have at least one node, got none")
        for node in self.nodes.values():
            self._check(node)
        order = TopologicalSorter({node.name: node.parents for node in self.nodes.values()})
        try:
            order.prepare()
        except CycleError as error:
            path = " -> ".join(error.args[1])
            raise InputError(f"no node must be its own ancestor, got {path}") from None

    def __repr__(self) -> str:
        return f"<BayesianNetwork of {len(self.nodes)} nodes>"

    def _check(self, node: NetworkNode) -> None:
        """Check that the parents of a node exist, and that each row of its table sums to 1."""
        parents = [self._node(name, f"{node.name}: parent") for name in node.parents]
        sizes = tuple(len(parent.states) for parent in parents)
        if node.table.shape[:-1] != sizes:
            raise InputError(
                f"{node.name}: table must have a row for each combination of the parents' states, "
                f"shape {(*sizes, len(node.states))}, got {node.table.shape}"
            )
        sums = node.table.sum(axis=-1)
        for at in np.argwhere(np.abs(sums - 1) > _SUM_ERROR)[:1].tolist():
            row = [parent.states[place] for parent, place in zip(parents, at, strict=True)]
            given = f" given {_BETWEEN.join(row)}" if row else ""
            raise InputError(
                f"{node.name}: probabilities{given} must sum to 1, got {sums[tuple(at)]:g}"
            )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> BayesianNetwork:
        """Create a network from plain data, such as the contents of a TOML or JSON file.

        Args:
            data: Nodes by name. A node has `states`, `parents` if it has any, and a `table`: nested
                lists with an axis for each parent, or a row for each combination of the parents'
                states, like `"weak, early"`.

        Raises:
            InputError: If the data does not describe a network.
        """
        for name, fields in data.items():
            if not isinstance(fields, Mapping) or not {"states", "table"} <= fields.keys():
                raise InputError(f"{name} must have the fields states and table, got {fields!r}")
            if unknown := [each for each in fields if each not in _FIELDS]:
                raise InputError(f"{name}: fields must be {', '.join(_FIELDS)}, got {unknown[0]}")
        states = {name: _texts(name, "states", fields["states"]) for name, fields in data.items()}
        nodes = []
        for name, fields in data.items():
            parents = _texts(name, "parents", fields.get("parents", ()))
            if unknown := [parent for parent in parents if parent not in data]:
                raise InputError(f"{name}: parents must be nodes of the network, got {unknown[0]}")
            table = fields["table"]
            if isinstance(table, Mapping):
                table = _rows_array(name, table, [states[parent] for parent in parents])
            nodes.append(NetworkNode(name, states[name], table, parents))
        return cls(nodes)

    def to_dict(self) -> dict[str, Any]:
        """Return plain data that `from_dict` reads."""
        return {name: node.to_dict() for name, node in self.nodes.items()}

    def distribution(self, name: str, *, given: Evidence | None = None) -> dict[str, float]:
        """Return the probability of each state of a node.

        Args:
            name: The node.
            given: Evidence by node: a state, or P(observation | state) for each state.

        Raises:
            InputError: If a node or a state does not exist, or the evidence is impossible.
        """
        odds = self.joint([name], given=given)
        return dict(zip(self.nodes[name].states, odds.tolist(), strict=True))

    def probability(self, states: Mapping[str, str], *, given: Evidence | None = None) -> float:
        """Return the probability that some nodes have certain states, all at the same time.

        Args:
            states: A state for each of the nodes.
            given: Evidence by node, as for `distribution`.

        Raises:
            InputError: If a node or a state does not exist, or the evidence is impossible.
        """
        places = tuple(self._place(name, state) for name, state in states.items())
        return float(self.joint(tuple(states), given=given)[places])

    def joint(self, names: Sequence[str], *, given: Evidence | None = None) -> FloatArray:
        """Return the joint probabilities of some nodes.

        Args:
            names: The nodes.
            given: Evidence by node, as for `distribution`.

        Returns:
            An array with an axis for each node, in the order of `names`.

        Raises:
            InputError: If a node or a state does not exist, the evidence is impossible, or the
                tables of the query would be too large.
        """
        given = given or {}
        if isinstance(names, str) or not names or len(set(names)) != len(names):
            raise InputError(f"names must be different nodes, got {names!r}")
        factors = [
            Factor((*node.parents, node.name), node.table)
            for node in self._ancestors([*names, *given])
        ]
        for name, observed in given.items():
            if isinstance(observed, str):
                place = self._place(name, observed)
                if name not in names:
                    factors = [_observed(factor, name, place) for factor in factors]
                    continue
                observed = np.eye(len(self.nodes[name].states))[place]
            factors.append(Factor((name,), self._likelihood(name, observed)))
        odds = sum_of_products(factors, names)
        total = odds.sum()
        if not total > 0:
            raise InputError("the evidence is impossible under this network")
        normal: FloatArray = odds / total
        return normal

    def _ancestors(self, names: Iterable[str]) -> list[NetworkNode]:
        """Return nodes and all nodes above them; no others change a query."""
        found: dict[str, NetworkNode] = {}
        left = [self._node(name, "node") for name in names]
        while left:
            node = left.pop()
            if node.name not in found:
                found[node.name] = node
                left += [self.nodes[parent] for parent in node.parents]
        return list(found.values())

    def _node(self, name: str, what: str) -> NetworkNode:
        if name not in self.nodes:
            raise InputError(f"{what} must be one of {', '.join(self.nodes)}, got {name!r}")
        return self.nodes[name]

    def _place(self, name: str, state: str) -> int:
        states = self._node(name, "node").states
        if state not in states:
            raise InputError(f"state of {name} must be one of {', '.join(states)}, got {state!r}")
        return states.index(state)

    def _likelihood(self, name: str, observed: ArrayLike) -> FloatArray:
        count = len(self.nodes[name].states)
        try:
            likelihood = np.asarray(observed, np.float64)
        except (TypeError, ValueError):
            likelihood = np.zeros(0)
        is_possible = likelihood.shape == (count,) and np.all(np.isfinite(likelihood))
        if not is_possible or np.any(likelihood < 0):
            raise InputError(
                f"evidence of {name} must be a state or {count} numbers from 0, got {observed!r}"
            )
        return likelihood


def _observed(factor: Factor, name: str, place: int) -> Factor:
    """Return a factor with one of its variables in a known state."""
    if name not in factor.names:
        return factor
    axis = factor.names.index(name)
    left = factor.names[:axis] + factor.names[axis + 1 :]
    return Factor(left, np.asarray(factor.table.take(place, axis)))


def _texts(name: str, field: str, values: Any) -> tuple[str, ...]:
    """Return the states or parents of a node; whole numbers are accepted, too."""
    listed: list[Any] = [*values] if isinstance(values, list | tuple) else [None]
    texts = [str(each) if type(each) is int else each for each in listed]
    if not all(isinstance(each, str) for each in texts) or len(set(texts)) != len(texts):
        raise InputError(f"{name}: {field} must be a list of different texts, got {values!r}")
    return tuple(texts)


def _rows_array(name: str, table: Mapping[str, Any], parents: list[tuple[str, ...]]) -> FloatArray:
    """Return a table with a row for each combination of the parents' states as an array."""
    keys = [_BETWEEN.join(states) for states in product(*parents)]
    if set(keys) != set(table):
        missing = [key for key in keys if key not in table] or ["no others"]
        raise InputError(
            f"{name}: table must have a row for each combination of the parents' states, like "
            f"{missing[0]!r}, got {', '.join(map(repr, table))}"
        )
    rows = _numbers(name, [table[key] for key in keys])
    return rows.reshape(*map(len, parents), -1)


def _numbers(name: str, values: Any) -> FloatArray:
    """Return the numbers of a table as a new array."""
    try:
        return np.array(values, np.float64)
    except (TypeError, ValueError):
        raise InputError(f"{name}: table must be numbers, in rows of the same length") from None
