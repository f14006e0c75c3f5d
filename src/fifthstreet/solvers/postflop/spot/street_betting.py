"""The betting of a spot, split by street.

The betting tree is cut at its deals. Each street is a list of small trees, its entries, one for
each betting line that leads to the street; exit i of a street leads to entry i of the next. A
showdown before the river is also an exit: its remaining cards are dealt without betting.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.tree import BettingTree, Kind

ACTION, EXIT, FOLD, SHOWDOWN = range(4)  # kinds of nodes as the native core numbers them

RIVER = 3


@dataclass(frozen=True, eq=False)
class StreetBetting:
    """Betting of one street: its entries one after another, each in breadth-first order."""

    tree_node: NDArray[np.int32]  # [N] node of the betting tree
    kind: NDArray[np.uint8]  # [N]
    player: NDArray[np.int8]  # [N]
    first_child: NDArray[np.int32]  # [N]
    n_children: NDArray[np.uint8]  # [N]
    row: NDArray[np.int32]  # [N] first row in the tables of the node's player
    block: NDArray[np.int32]  # [N] index among the nodes of the node's player
    entry_start: NDArray[np.int32]  # [E + 1]
    exit_node: NDArray[np.int32]  # [X]
    rows: tuple[int, int]  # number of actions of all nodes of each player
    blocks: tuple[int, int]  # number of nodes of each player


def cut_tree(tree: BettingTree, streets: int) -> tuple[StreetBetting, ...]:
    """Return the betting of each of the `streets` streets up to the river."""
    kinds = tree.kind.tolist()
    first_children = tree.first_child.tolist()
    child_counts = tree.n_children.tolist()
    roots = [0]
    result = []
    for street in range(streets):
        is_river = street == streets - 1
        nodes: list[int] = []
        kind: list[int] = []
        first_child: list[int] = []
        exits: list[int] = []
        next_roots: list[int] = []
        entry_start = [0]
        for entry in roots:
            nodes.append(entry)
            at = entry_start[-1]
            while at < len(nodes):
                node = nodes[at]
                first_child.append(len(nodes))
                if kinds[node] == Kind.ACTION:
                    kind.append(ACTION)
                    first = first_children[node]
                    nodes.extend(range(first, first + child_counts[node]))
                elif kinds[node] == Kind.FOLD:
                    kind.append(FOLD)
                elif is_river:
                    kind.append(SHOWDOWN)
                else:
                    kind.append(EXIT)
                    exits.append(at)
                    # A deal leads to its only child; a showdown enters the next street itself.
                    is_deal = kinds[node] == Kind.DEAL
                    next_roots.append(first_children[node] if is_deal else node)
                at += 1
            entry_start.append(len(nodes))
        result.append(_street(tree, nodes, kind, first_child, entry_start, exits))
        roots = next_roots
    return tuple(result)


def _street(
    tree: BettingTree,
    nodes: list[int],
    kinds: list[int],
    first_child: list[int],
    entry_start: list[int],
    exits: list[int],
) -> StreetBetting:
    tree_node, kind = np.array(nodes, np.int32), np.array(kinds, np.uint8)
    player = np.where(kind == ACTION, tree.player[tree_node], -1).astype(np.int8)
    n_children = np.where(kind == ACTION, tree.n_children[tree_node], 0).astype(np.uint8)
    row, block = np.zeros((2, len(nodes)), np.int32)
    rows, blocks = [0, 0], [0, 0]
    for who in (0, 1):
        own = np.flatnonzero(player == who)
        counts = n_children[own].astype(np.int64)
        row[own], block[own] = np.cumsum(counts) - counts, np.arange(len(own))
        rows[who], blocks[who] = int(counts.sum()), len(own)
    return StreetBetting(
        tree_node=tree_node,
        kind=kind,
        player=player,
        first_child=np.array(first_child, np.int32),
        n_children=n_children,
        row=row,
        block=block,
        entry_start=np.array(entry_start, np.int32),
        exit_node=np.array(exits, np.int32),
        rows=(rows[0], rows[1]),
        blocks=(blocks[0], blocks[1]),
    )
