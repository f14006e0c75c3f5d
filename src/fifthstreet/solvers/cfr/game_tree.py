"""A game's whole tree as arrays, built once and walked by the native passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fifthstreet.errors import InputError
from fifthstreet.solvers.games import CHANCE, TERMINAL

Int8Array: TypeAlias = NDArray[np.int8]
Int32Array: TypeAlias = NDArray[np.int32]
Float64Array: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False, repr=False)
class GameTree:
    """The tree of a game as arrays: N nodes in breadth-first order, siblings contiguous.

    P players, I information sets, T terminal nodes, G public chance events (deals whose outcome all
    players see; histories that differ only in hidden cards share an event), and A actions of all
    information sets together. Tables of regrets and strategies have A numbers; the numbers of
    information set i are at `first_action[i]:first_action[i + 1]`.
    """

    name: str  # of the game
    players: int
    player: Int8Array  # [N]  who acts, or CHANCE or TERMINAL
    first_child: Int32Array  # [N]  0 at terminal nodes
    n_children: Int32Array  # [N]
    parent: Int32Array  # [N]  root is its own parent
    # [N]  decision nodes: their information set; terminal nodes: their row of payoffs; public
    # chance nodes: their event; other chance nodes: -1
    row: Int32Array
    probability: Float64Array  # [N]  of a chance node's child, given the chance node; else 1
    outcome: Int32Array  # [N]  of a public chance node's child, among the event's; else -1
    payoffs: Float64Array  # [T, P]
    event_outcomes: Int32Array  # [G]  number of different outcomes of the event
    info_player: Int8Array  # [I]
    first_action: Int32Array  # [I + 1]
    keys: tuple[str, ...]  # [I]  information sets as the game names them
    actions: tuple[tuple[str, ...], ...]  # [I]

    def __post_init__(self) -> None:
        """Validate the arrays and make them read-only."""
        _check_types(self)
        for name in _TYPES:
            array = getattr(self, name).view()
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        _check_nodes(self)
        _check_rows(self)

    def __repr__(self) -> str:
        return (
            f"<GameTree of {self.name}: {len(self):,} nodes, {len(self.keys):,} information sets>"
        )

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.player)


_DTYPES: dict[Any, type[np.generic]] = {
    Int8Array: np.int8,
    Int32Array: np.int32,
    Float64Array: np.float64,
}
_TYPES = {name: _DTYPES[hint] for name, hint in get_type_hints(GameTree).items() if hint in _DTYPES}
_BY_NODE = ("player", "first_child", "n_children", "parent", "row", "probability", "outcome")
_TOLERANCE = 1e-8  # how far the sum of a chance node's probabilities may be from 1


def _check_types(tree: GameTree) -> None:
    _require(isinstance(tree.name, str), f"name must be text, got {tree.name!r}")
    is_number = isinstance(tree.players, int) and tree.players >= 2
    _require(is_number, f"players must be at least 2, got {tree.players!r}")
    for name, dtype in _TYPES.items():
        array, dimensions = getattr(tree, name), 2 if name == "payoffs" else 1
        _require(
            isinstance(array, np.ndarray)
            and array.dtype == dtype
            and array.ndim == dimensions
            and array.flags.c_contiguous,
            f"{name} of a game tree must be a contiguous array of {np.dtype(dtype)} with "
            f"{dimensions} dimension{'s' * (dimensions > 1)}",
        )
    nodes, infos = len(tree.player), len(tree.info_player)
    _require(nodes >= 1, "a game tree must have at least one node, the root")
    for name in _BY_NODE:
        count = len(getattr(tree, name))
        _require(count == nodes, f"{name} of a game tree must have {nodes} entries, got {count}")
    _require(
        tree.payoffs.shape[1] == tree.players,
        f"payoffs must be for {tree.players} players, got {tree.payoffs.shape[1]}",
    )
    _require(
        isinstance(tree.keys, tuple)
        and isinstance(tree.actions, tuple)
        and len(tree.keys) == len(tree.actions) == infos == len(tree.first_action) - 1,
        f"keys, actions and first_action must fit {infos} information sets",
    )


def _check_nodes(tree: GameTree) -> None:
    """Check that the nodes are a tree in breadth-first order, in 64 bits to avoid overflow."""
    nodes = len(tree.player)
    counts = tree.n_children.astype(np.int64)
    _require(
        int(counts.min()) >= 0 and 1 + int(counts.sum()) == nodes,
        f"n_children must add up to {nodes - 1} for {nodes} nodes, got {int(counts.sum())}",
    )
    first = 1 + np.cumsum(counts) - counts
    inner = counts > 0
    _require(
        bool((tree.first_child[inner] == first[inner]).all())
        and bool((first[inner] > np.flatnonzero(inner)).all()),
        "first_child must number the nodes in breadth-first order",
    )
    _require(
        tree.parent[0] == 0
        and bool((tree.parent[1:] == np.repeat(np.arange(nodes), counts)).all()),
        "parent must fit first_child and n_children",
    )
    _require(
        bool(((tree.player == TERMINAL) != inner).all())
        and _within(tree.player, TERMINAL, tree.players),
        "player of a node must be a player, chance, or terminal if it has no children",
    )


def _check_rows(tree: GameTree) -> None:
    infos, ends, events = len(tree.info_player), len(tree.payoffs), len(tree.event_outcomes)
    sizes = np.diff(tree.first_action.astype(np.int64))
    _require(
        tree.first_action[0] == 0 and bool((sizes > 0).all()),
        "first_action must ascend from 0, with at least one action at each information set",
    )
    is_decision, is_end = tree.player >= 0, tree.player == TERMINAL
    rows = tree.row[is_decision]
    _require(_within(rows, 0, infos), "row of a decision must be an information set")
    _require(
        bool((tree.info_player[rows] == tree.player[is_decision]).all())
        and bool((sizes[rows] == tree.n_children[is_decision]).all())
        and set(rows.tolist()) == set(range(infos)),
        "nodes of an information set must have its player and its number of actions",
    )
    lengths = np.fromiter((len(actions) for actions in tree.actions), np.int64, infos)
    _require(bool((lengths == sizes).all()), "actions must fit first_action")
    _require(_within(tree.row[is_end], 0, ends), "row of a terminal node must be a row of payoffs")
    _require(bool(np.isfinite(tree.payoffs).all()), "payoffs must be finite numbers")
    chances = np.flatnonzero(tree.player == CHANCE)
    _require(_within(tree.row[chances], -1, events), "row of a chance node must be an event or -1")
    is_dealt = np.zeros(len(tree), np.bool_)
    is_dealt[1:] = tree.player[tree.parent[1:]] == CHANCE
    _require(
        bool((tree.probability >= 0).all()) and bool((tree.probability[~is_dealt] == 1).all()),
        "probability must be non-negative, and 1 where nothing is dealt",
    )
    dealt = np.bincount(tree.parent[is_dealt], tree.probability[is_dealt], len(tree))[chances]
    _require(
        bool((np.abs(dealt - 1) < _TOLERANCE).all()),
        "probabilities of a chance node must add up to 1",
    )
    event = np.where(is_dealt, tree.row[tree.parent], -1)
    seen = event >= 0
    _require(
        bool((tree.outcome[seen] >= 0).all())
        and bool((tree.outcome[seen] < tree.event_outcomes[event[seen]]).all()),
        "outcome of a public chance node's child must be an outcome of its event",
    )


def _within(numbers: NDArray[Any], least: int, end: int) -> bool:
    return not numbers.size or (int(numbers.min()) >= least and int(numbers.max()) < end)


def _require(is_right: bool | np.bool_, message: str) -> None:
    if not is_right:
        raise InputError(message)
