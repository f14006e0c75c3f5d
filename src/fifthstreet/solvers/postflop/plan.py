"""A spot laid out for the solvers: betting by street, runouts, and where table rows lie.

The betting tree is cut at its deals. What is left of a street is a list of small trees, its
entries, one for each way to get there; exit i of a street leads to entry i of the next. A showdown
before the river is an exit too: its cards are dealt without betting.

A player's tables are one long array: street by street, runout by runout, the rows of the player's
nodes one behind the other, each as long as the runout's row of hands. So a runout is a contiguous
piece, a node on it a block of [actions, stride], and an entry of the table has the address

    table[runout] + (row[node] + action) * stride[runout] + place of the hand
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import SuitPermutation
from fifthstreet.solvers.postflop.runouts import StreetRunouts, deal_runouts, row_cards, row_stride
from fifthstreet.solvers.postflop.spot import Rake
from fifthstreet.tree import BettingTree, Kind

ACTION, EXIT, FOLD, SHOWDOWN = range(4)  # kinds of nodes as the native core numbers them

RIVER = 3


@dataclass(frozen=True, eq=False)
class StreetBetting:
    """Betting of one street: its entries one behind the other, each breadth first."""

    tree_node: NDArray[np.int32]  # [N] node of the betting tree
    kind: NDArray[np.uint8]  # [N]
    player: NDArray[np.int8]  # [N]
    first_child: NDArray[np.int32]  # [N]
    n_children: NDArray[np.uint8]  # [N]
    row: NDArray[np.int32]  # [N] first row in the tables of the node's player
    block: NDArray[np.int32]  # [N] which of its player's nodes it is
    entry_start: NDArray[np.int32]  # [E + 1]
    exit_node: NDArray[np.int32]  # [X]
    rows: tuple[int, int]  # actions of each player's nodes, all together
    blocks: tuple[int, int]  # nodes of each player


@dataclass(frozen=True, eq=False)
class Layout:
    """Where the rows of one player's tables lie."""

    table: tuple[NDArray[np.int64], ...]  # by street: [R] first entry of a runout
    stride: tuple[NDArray[np.int64], ...]  # by street: [R]
    first_block: tuple[int, ...]  # by street
    entries: int
    blocks: int

    def block(self, street: int, runout: int, betting: StreetBetting, at: int) -> int:
        """Number of the block that a node of a street has on a runout."""
        player = int(betting.player[at])
        return self.first_block[street] + runout * betting.blocks[player] + int(betting.block[at])

    def rows(self, street: int, runout: int, betting: StreetBetting, at: int) -> slice:
        """Entries of a node on a runout: [actions * stride]."""
        stride = int(self.stride[street][runout])
        first = int(self.table[street][runout]) + int(betting.row[at]) * stride
        return slice(first, first + int(betting.n_children[at]) * stride)


@dataclass(frozen=True, eq=False)
class Plan:
    """Everything about a spot that does not change while it is solved."""

    tree: BettingTree
    weights: tuple[NDArray[np.float32], NDArray[np.float32]]  # [1326] without blocked hands
    betting: tuple[StreetBetting, ...]
    runouts: tuple[StreetRunouts, ...]
    layouts: tuple[Layout, Layout]
    payoffs: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]  # see `end_payoffs`

    def place(self, node: int) -> tuple[int, int]:
        """Street (0 is the board's own) and place there of a node of the betting tree."""
        street = int(self.tree.street[node]) - int(self.tree.street[self.betting[0].tree_node[0]])
        found = np.flatnonzero(self.betting[street].tree_node == node)
        return street, int(found[0])

    def dealt(self, street: int, runout: int) -> tuple[int, ...]:
        """Cards dealt on the way to a runout, in order."""
        cards: list[int] = []
        for index in range(street, 0, -1):
            cards.append(int(self.runouts[index].card[runout]))
            runout = int(self.runouts[index].parent[runout])
        return tuple(reversed(cards))


def make_plan(
    tree: BettingTree,
    board: int,
    weights: Sequence[NDArray[np.float32]],
    symmetry: Sequence[SuitPermutation],
    pot: float,
    rake: Rake,
    root: int = 0,
) -> Plan:
    """Lay out a spot: the part of a tree below `root`, where `pot` is in the middle."""
    betting = cut_tree(tree, RIVER + 1 - (board.bit_count() - 2), root)
    runouts = tuple(deal_runouts(board, weights, symmetry))
    return Plan(
        tree=tree,
        weights=(weights[0], weights[1]),
        betting=betting,
        runouts=runouts,
        layouts=(make_layout(betting, runouts, 0), make_layout(betting, runouts, 1)),
        payoffs=tuple(_payoffs(tree, street, pot, rake, root) for street in betting),
    )


def cut_tree(tree: BettingTree, streets: int, root: int = 0) -> tuple[StreetBetting, ...]:
    """The betting of each street below a node, `streets` of them up to the river."""
    kinds = tree.kind.tolist()
    players = tree.player.tolist()
    first_children = tree.first_child.tolist()
    child_counts = tree.n_children.tolist()
    roots = [root]
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
                    # A deal leads to its only child; a showdown is dealt out as it stands.
                    is_deal = kinds[node] == Kind.DEAL
                    next_roots.append(first_children[node] if is_deal else node)
                at += 1
            entry_start.append(len(nodes))
        result.append(_street(nodes, kind, first_child, entry_start, exits, players, child_counts))
        roots = next_roots
    return tuple(result)


def _street(
    nodes: list[int],
    kind: list[int],
    first_child: list[int],
    entry_start: list[int],
    exits: list[int],
    players: list[int],
    child_counts: list[int],
) -> StreetBetting:
    rows, blocks = [0, 0], [0, 0]
    row, block, player, n_children = [], [], [], []
    for node, what in zip(nodes, kind, strict=True):
        is_action = what == ACTION
        who = players[node] if is_action else -1
        player.append(who)
        n_children.append(child_counts[node] if is_action else 0)
        row.append(rows[who] if is_action else 0)
        block.append(blocks[who] if is_action else 0)
        if is_action:
            rows[who] += child_counts[node]
            blocks[who] += 1
    return StreetBetting(
        tree_node=np.array(nodes, np.int32),
        kind=np.array(kind, np.uint8),
        player=np.array(player, np.int8),
        first_child=np.array(first_child, np.int32),
        n_children=np.array(n_children, np.uint8),
        row=np.array(row, np.int32),
        block=np.array(block, np.int32),
        entry_start=np.array(entry_start, np.int32),
        exit_node=np.array(exits, np.int32),
        rows=(rows[0], rows[1]),
        blocks=(blocks[0], blocks[1]),
    )


def make_layout(
    betting: Sequence[StreetBetting], runouts: Sequence[StreetRunouts], player: int
) -> Layout:
    """Addresses of a player's rows."""
    tables, strides, first_blocks = [], [], []
    entries = blocks = 0
    for street, deals in zip(betting, runouts, strict=True):
        stride = row_stride(deals.seats[player].count)
        ends = entries + np.cumsum(stride * street.rows[player])
        tables.append(np.concatenate([[entries], ends[:-1]]).astype(np.int64))
        strides.append(stride)
        first_blocks.append(blocks)
        entries = int(ends[-1])
        blocks += street.blocks[player] * deals.count
    return Layout(tuple(tables), tuple(strides), tuple(first_blocks), entries, blocks)


def end_payoffs(
    tree: BettingTree,
    nodes: NDArray[np.int32],
    showdown: NDArray[np.bool_],
    pot: float,
    rake: Rake,
    root: int = 0,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What ends are worth: `lead * (weaker - stronger) + total * all` of the opponent's reach.

    Both are [2, N], for each player. Chips count from the start of the spot, half of its pot being
    each player's own: the winner has the other's half less the rake, which is taken from what was
    matched; at a showdown the loser's whole half is lost and a tie costs each half of the rake.
    """
    matched = tree.committed[nodes].min(axis=1) - tree.committed[root].min()
    half = pot / 2 + matched * tree.rules.chip
    taken = np.minimum(2 * half * rake.rate, rake.cap) if rake.rate else np.zeros(len(half))
    lead = np.zeros((2, len(half)))
    total = np.zeros((2, len(half)))
    lead[:, showdown] = (half - taken / 2)[showdown]
    total[:, showdown] = -taken[showdown] / 2
    fold = tree.kind[nodes] == Kind.FOLD
    winner = tree.player[nodes]
    for player in (0, 1):
        total[player, fold] = np.where(winner == player, half - taken, -half)[fold]
    return lead, total


def _payoffs(
    tree: BettingTree, street: StreetBetting, pot: float, rake: Rake, root: int
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """What a street's ends are worth, see `end_payoffs`; earlier showdowns are dealt on."""
    showdown = street.kind == SHOWDOWN
    lead, total = end_payoffs(tree, street.tree_node, showdown, pot, rake, root)
    return lead.astype(np.float32), total.astype(np.float32)


def deal_chance(plan: Plan, street: int) -> float:
    """Probability of each card that neither hand holds, of the deal that opens a street."""
    if street == 0:
        return 1.0
    # Two hands and the board before the deal are out of the deck.
    return 1 / (52 - 4 - int(plan.runouts[street - 1].boards[0]).bit_count())


def native_streets(plan: Plan) -> list[dict[str, object]]:
    """The plan as the native core takes it."""
    streets = []
    for index, (betting, runouts) in enumerate(zip(plan.betting, plan.runouts, strict=True)):
        parents = plan.runouts[index - 1].count if index else 1
        lead, total = plan.payoffs[index]
        streets.append(
            {
                "kind": betting.kind,
                "player": betting.player,
                "first_child": betting.first_child,
                "n_children": betting.n_children,
                "row": betting.row,
                "block": betting.block,
                "lead_0": lead[0],
                "lead_1": lead[1],
                "total_0": total[0],
                "total_1": total[1],
                "entry_start": betting.entry_start,
                "exit_node": betting.exit_node,
                "parent": runouts.parent,
                "member_start": runouts.member_start,
                "first_of_parent": np.searchsorted(runouts.parent, np.arange(parents + 1)).astype(
                    np.int32
                ),
                "chance": deal_chance(plan, index),
                "seat_0": _native_seat(plan, index, 0),
                "seat_1": _native_seat(plan, index, 1),
            }
        )
    return streets


def _native_seat(plan: Plan, street: int, player: int) -> dict[str, object]:
    seat = plan.runouts[street].seats[player]
    width = seat.holes.shape[1]
    runouts = np.arange(plan.runouts[street].count, dtype=np.int64)
    return {
        "count": seat.count,
        "start": runouts * width,
        "table": plan.layouts[player].table[street],
        "order": seat.order,
        "cards": row_cards(seat.holes),
        "same": seat.same,
        "weaker": seat.weaker,
        "not_better": seat.not_better,
        "inverse": seat.inverse,
        "inverse_start": np.arange(len(seat.inverse), dtype=np.int64) * seat.inverse.shape[-1],
        "rows": plan.betting[street].rows[player],
        "blocks": plan.betting[street].blocks[player],
    }
