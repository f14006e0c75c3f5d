"""The public betting tree as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import floor
from typing import Any, NamedTuple, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CARD_COUNT, cards_text
from fifthstreet.errors import InputError
from fifthstreet.support.pictured import Pictured
from fifthstreet.tree.kinds import Kind
from fifthstreet.tree.menus import STREET_NAMES
from fifthstreet.tree.paths import LETTERS, Move, Step, chips_text, parse_path, whole_chips
from fifthstreet.tree.rules import TreeRules

UInt8Array: TypeAlias = NDArray[np.uint8]
Int8Array: TypeAlias = NDArray[np.int8]
UInt16Array: TypeAlias = NDArray[np.uint16]
Int32Array: TypeAlias = NDArray[np.int32]


# Plain ints, because they compare faster with the arrays' values than enum members do.
_DEAL = int(Kind.DEAL)
_DEAL_MOVE = int(Move.DEAL)
_BET_MOVES = (int(Move.BET), int(Move.ALL_IN))
_LETTERS = [LETTERS[move] for move in sorted(LETTERS)]


class TreePlace(NamedTuple):
    """A node and how it was reached: what a step of a path depends on."""

    node: int = 0
    cards: tuple[int, ...] = ()  # dealt since the root
    has_unnamed: bool = False  # there was a deal without cards
    street_start: int = 0  # the last deal before the node, or the root
    last_raise: int = 0  # the last full bet or raise on the street, in whole chips


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class BettingTree(Pictured):
    """Betting without cards: N nodes in breadth-first order, siblings side by side; P players.

    Amounts are counted in `rules.chip`. A street that ends is a DEAL node, whose one child is the
    first node of the next street.
    """

    rules: TreeRules
    kind: UInt8Array  # [N]  a `Kind`
    player: Int8Array  # [N]  who acts, or at a FOLD end the only one left; else -1
    street: UInt8Array  # [N]  0 preflop to 3 river; of a DEAL node the one that ended
    parent: Int32Array  # [N]  root is its own parent
    first_child: Int32Array  # [N]  siblings are contiguous; 0 where there is none
    n_children: UInt8Array  # [N]
    move: UInt8Array  # [N]  the `Move` that led here
    amount: Int32Array  # [N]  the mover's total on this street after the move; 0 for k, f and n
    committed: Int32Array  # [N, P]  put in since the start of the tree, less uncalled bets
    folded: UInt16Array  # [N]  bit p: player p has folded

    def __post_init__(self) -> None:
        """Validate the arrays and make them read-only: trees are shared."""
        self._check_types()
        for name in ARRAY_TYPES:
            array = np.ascontiguousarray(getattr(self, name)).view()
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        self._check_order()
        self._check_kinds()

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.kind)

    def __repr__(self) -> str:
        return f"<BettingTree: {len(self):,} nodes, {self.rules.players} players>"

    @property
    def players(self) -> int:
        """Number of players."""
        return self.rules.players

    @property
    def pots(self) -> Int32Array:
        """[N]  pots in whole chips, including the bets of the street."""
        pots: Int32Array = self.committed.sum(axis=1, dtype=np.int32)
        pots += self.rules.pot_chips
        return pots

    def pot(self, node: int) -> float:
        """Return the pot at a node, including the bets of the street."""
        self._check_node(node)
        chips = self.rules.pot_chips + int(self.committed[node].sum())
        return chips * self.rules.chip

    def stacks(self, node: int) -> tuple[float, ...]:
        """Return what each player has behind at a node."""
        self._check_node(node)
        left = zip(self.rules.stack_chips, self.committed[node].tolist(), strict=True)
        return tuple((stack - put_in) * self.rules.chip for stack, put_in in left)

    def children(self, node: int) -> range:
        """Return the children of a node."""
        self._check_node(node)
        first = int(self.first_child[node])
        return range(first, first + int(self.n_children[node]))

    def label(self, node: int) -> str:
        """Return the step that leads to a node, as in a path."""
        self._check_node(node)
        return self._label(node)

    def _label(self, node: int) -> str:
        letter = _LETTERS[int(self.move[node])]
        if letter == LETTERS[Move.BET]:
            letter += chips_text(int(self.amount[node]), self.rules.chip)
        return letter

    def actions(self, node: int) -> tuple[str, ...]:
        """Return the steps from a node to its children, as in a path."""
        return tuple(self.label(child) for child in self.children(node))

    def line(self, node: int) -> list[int]:
        """Return the nodes from the root to a node, both included."""
        self._check_node(node)
        nodes = [node]
        while node:
            node = int(self.parent[node])
            nodes.append(node)
        nodes.reverse()
        return nodes

    def path(self, node: int, cards: Sequence[int] = ()) -> str:
        """Return the steps from the root to a node, like `r:k:b94:c:n`.

        `cards` are the board cards dealt since the root, in order, and are written into the deals,
        like `n8c`. Deals without given cards stay `n`; surplus cards are ignored.
        """
        steps = []
        dealt = 0
        for at in self.line(node):
            step = self._label(at)
            if dealt < len(cards) and int(self.move[at]) == _DEAL_MOVE:
                count = _cards_dealt(int(self.street[at]))
                named = cards[dealt : dealt + count]
                if len(named) < count:
                    raise InputError(f"a flop must be 3 cards, got {cards_text(named)}")
                step += cards_text(named)
                dealt += count
            steps.append(step)
        return ":".join(steps)

    def find(self, path: str) -> tuple[int, tuple[int, ...]]:
        """Find the node at the end of a path; return it and the cards that the path deals.

        A bet in percent of the pot, like `b50%`, is the bet that this size in a menu gives here:
        rounded to whole chips, at least the smallest legal bet, and all-in if the rules force it.
        """
        at = TreePlace()
        for step in parse_path(path):
            at = self.step(at, step, path)
        return at.node, at.cards

    def step(self, at: TreePlace, step: Step, path: str) -> TreePlace:
        """Take one step of a path; errors quote `path`."""
        cards, has_unnamed = at.cards, at.has_unnamed
        if step.cards:
            self._check_deal(at.node, step, path, cards, has_unnamed)
            cards = (*cards, *step.cards)
        elif step.move == Move.DEAL:
            has_unnamed = True
        return self._entered(at, self._follow(at, step, path))._replace(
            cards=cards, has_unnamed=has_unnamed
        )

    def place(self, node: int) -> TreePlace:
        """Return the place of a node that is reached without naming cards."""
        at = TreePlace()
        for following in self.line(node)[1:]:
            at = self._entered(at, following)
        return at

    def _entered(self, at: TreePlace, child: int) -> TreePlace:
        move = int(self.move[child])
        if move == _DEAL_MOVE:
            return at._replace(node=child, street_start=at.node, last_raise=0)
        last = at.last_raise
        if move in _BET_MOVES:
            raised_by = int(self.amount[child]) - self.bet_to_match(at.node, at.street_start)
            if raised_by >= max(last, self.rules.min_bet_chips):
                last = raised_by
        return at._replace(node=child, last_raise=last)

    def street_bets(self, node: int, street_start: int | None = None) -> list[int]:
        """Return what each player has in on the street of a decision, in whole chips.

        `street_start` is the last deal before the node, or else the root; if it is not given, the
        nodes before this one are searched for it.
        """
        self._check_node(node)
        at = node if street_start is None else street_start
        if street_start is None:
            while at:
                at = int(self.parent[at])
                if int(self.kind[at]) == _DEAL:
                    break
        is_dealt = at != node and int(self.kind[at]) == _DEAL
        before = self.committed[at].tolist() if is_dealt else self.rules.posted_antes
        rows = zip(self.committed[node].tolist(), before, strict=True)
        return [put_in - earlier for put_in, earlier in rows]

    def bet_to_match(self, node: int, street_start: int | None = None) -> int:
        """Return the bet that a decision has to match, in whole chips.

        It is the largest bet. A blind that was posted short counts in full, as far as two players
        can contest it. `street_start` is as in `street_bets`.
        """
        largest = max(self.street_bets(node, street_start))
        blind = self.rules.largest_blind
        if blind <= largest or self.street[node] > 0:
            return largest
        chips = zip(self.rules.stack_chips, self.rules.posted_antes, strict=True)
        folded = int(self.folded[node])
        live = sorted(stack - ante for p, (stack, ante) in enumerate(chips) if not folded >> p & 1)
        return max(largest, min(blind, live[-2]))

    def _follow(self, at: TreePlace, step: Step, path: str) -> int:
        node, meant = at.node, ""
        if step.move != Move.BET:
            matching = [child for child in self.children(node) if self.move[child] == step.move]
        elif step.percent is None or self.kind[node] != Kind.ACTION:
            matching = self._bets_to(node, whole_chips(float(step.amount), self.rules.chip))
        else:
            rounded, limited = self.percent_amounts(at, float(step.percent) / 100)
            matching = self._bets_to(node, rounded) or self._bets_to(node, limited)
            meant = f" (b{chips_text(limited, self.rules.chip)})"
        if matching:
            return matching[0]
        here = self.path(node)
        if not self.n_children[node]:
            raise InputError(f"no {step.text!r} in {path!r}: the hand is over at {here!r}")
        actions = ", ".join(self.actions(node))
        raise InputError(
            f"{path!r}: the step after {here!r} must be one of {actions}, got {step.text!r}{meant}"
        )

    def _bets_to(self, node: int, amount: int | None) -> list[int]:
        """Return the children of a node that are a bet, raise or all-in to an amount."""
        return [
            child
            for child in self.children(node)
            if self.move[child] in (Move.BET, Move.ALL_IN) and self.amount[child] == amount
        ]

    def percent_amounts(self, at: TreePlace, share: float) -> tuple[int, int]:
        """Return the bet for a share of the pot: rounded, and also clamped to the limits.

        Both are computed as by the builder, see native/tree/betting_rules.hpp.
        """
        node = at.node
        bets = self.street_bets(node, at.street_start)
        previous = self.bet_to_match(node, at.street_start)
        pot = self.rules.pot_chips + int(self.committed[node].sum())
        pot += previous - bets[int(self.player[node])]
        rounded = _round_chips(previous + share * pot)
        limited = max(rounded, previous + max(at.last_raise, self.rules.min_bet_chips))
        for child in self.children(node):
            if self.move[child] == Move.ALL_IN:
                most = int(self.amount[child])
                called = pot + 2 * (limited - previous)
                if most - limited <= _round_chips(self.rules.force_allin * called):
                    limited = most
        return rounded, limited

    def _check_deal(
        self, node: int, step: Step, path: str, dealt: tuple[int, ...], unnamed: bool
    ) -> None:
        wanted = _cards_dealt(int(self.street[node]) + 1)
        if len(step.cards) != wanted or max(step.cards) >= CARD_COUNT:
            raise InputError(
                f"the deal in {path!r} must be {wanted} known card{'s' * (wanted > 1)}, got "
                f"{step.text!r}"
            )
        if repeated := set(step.cards) & set(dealt):
            raise InputError(f"{cards_text(sorted(repeated))} is dealt twice in {path!r}")
        if unnamed:
            raise InputError(
                f"{step.text!r} in {path!r} follows a deal without cards: name cards in each deal"
            )

    def _check_node(self, node: int) -> None:
        if not 0 <= node < len(self):
            raise InputError(f"node must be 0 to {len(self) - 1}, got {node}")

    def same_as(self, other: BettingTree) -> bool:
        """Return whether another tree has the same rules and the same nodes."""
        return self.rules == other.rules and all(
            np.array_equal(getattr(self, name), getattr(other, name)) for name in ARRAY_TYPES
        )

    def as_arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by name, for storage."""
        return {name: getattr(self, name) for name in ARRAY_TYPES}

    def _check_types(self) -> None:
        nodes = np.size(self.kind)
        for name, dtype in ARRAY_TYPES.items():
            array = np.asarray(getattr(self, name))
            shape = (nodes, self.rules.players) if name == "committed" else (nodes,)
            if array.dtype != dtype or array.shape != shape or not nodes:
                raise InputError(
                    f"{name} must be {np.dtype(dtype)} of shape {shape} with at least one node, "
                    f"got {array.dtype} of shape {array.shape}"
                )

    def _check_order(self) -> None:
        """Check that every node except the root is the child of an earlier one."""
        nodes = len(self)
        parents = np.repeat(np.arange(nodes, dtype=np.int32), self.n_children)
        if (
            not np.array_equal(self.parent[1:], parents)
            or self.parent[0]
            or (parents > np.arange(nodes - 1)).any()
        ):
            raise InputError("parent and n_children must describe a tree in breadth-first order")
        # After the root, children come in the order of their parents.
        inner = np.flatnonzero(self.n_children)
        firsts = np.searchsorted(parents, inner) + 1
        if not np.array_equal(self.first_child[inner], firsts):
            raise InputError("first_child must agree with parent, siblings side by side")

    def _check_kinds(self) -> None:
        """Check that players, streets and children fit the kinds of the nodes."""
        is_deal, is_action = self.kind == Kind.DEAL, self.kind == Kind.ACTION
        is_end = ~(is_deal | is_action)
        children = self.n_children
        if (
            self.kind.max() > Kind.SHOWDOWN
            or (children[is_deal] != 1).any()
            or not children[is_action].all()
            or children[is_end].any()
        ):
            raise InputError("n_children must fit kind: one child after a deal, none at an end")
        actors = self.player[is_action | (self.kind == Kind.FOLD)]
        if actors.size and not (actors.min() >= 0 and actors.max() < self.players):
            raise InputError(f"player must be 0 to {self.players - 1} at decisions and folds")
        after = self.street[self.parent] + is_deal[self.parent]
        if self.street.max() >= len(STREET_NAMES) or (self.street[1:] != after[1:]).any():
            raise InputError("street must be 0 to 3, one more after each deal")
        if self.move.max() > max(Move) or self.folded.max() >> self.players:
            raise InputError("move must be a known move, and folded may have only known players")

    @classmethod
    def from_arrays(cls, rules: TreeRules, arrays: Mapping[str, NDArray[Any]]) -> BettingTree:
        """Build a tree from rules and stored arrays; raise InputError if they are not a tree."""
        if set(arrays) != set(ARRAY_TYPES):
            raise InputError(f"arrays must be {', '.join(ARRAY_TYPES)}, got {', '.join(arrays)}")
        return cls(rules, **arrays)


_DTYPES: dict[Any, type[np.generic]] = {
    UInt8Array: np.uint8,
    Int8Array: np.int8,
    UInt16Array: np.uint16,
    Int32Array: np.int32,
}
# Arrays of a tree and their types; `committed` has one column per player.
ARRAY_TYPES = {
    name: _DTYPES[hint] for name, hint in get_type_hints(BettingTree).items() if hint in _DTYPES
}


def _cards_dealt(street: int) -> int:
    """Return how many cards a street deals: 3 on the flop, 1 on the turn or river."""
    return 3 if street == 1 else 1


def _round_chips(value: float) -> int:
    """Round halves up, with a tolerance for halves that floats fall short of."""
    return floor(value + 0.5 + 1e-6)


def nodes_below(tree: BettingTree, root: int) -> list[int]:
    """Return a node and all nodes below it, in the order that they have in `subtree`.

    Args:
        tree: The tree of the node.
        root: The node to start from, which comes first.
    """
    nodes = [root]
    for node in nodes:  # the list grows during the loop
        nodes.extend(tree.children(node))
    return nodes


def street_nodes(tree: BettingTree) -> list[int]:
    """Return the nodes up to the first deal, parents first.

    Args:
        tree: A tree from any street on.

    Returns:
        The decisions and ends of its first street, and the deals that end it.
    """
    nodes = [0]
    for node in nodes:  # the list grows during the loop
        if tree.kind[node] == Kind.ACTION:
            nodes.extend(tree.children(node))
    return nodes


def subtree(tree: BettingTree, root: int) -> BettingTree:
    """Return the part of a tree below a node, as a tree that starts there.

    Within a street, bets that are not called yet stay bets: the tree starts with the chips that
    both players have matched in its pot.

    Args:
        tree: The whole tree, which stays as it is.
        root: The node to start from. With more than two players it must be the first of a street.

    Raises:
        InputError: If there are more than two players and the node is within a street.
    """
    before = tree.committed[root]
    if root and tree.move[root] != Move.DEAL:
        if tree.players != 2:
            raise InputError(
                f"a subtree of {tree.players} players must start with a street, got node {root}"
            )
        before = np.full_like(before, before.min())
    nodes = nodes_below(tree, root)
    new_index = np.zeros(len(tree), np.int32)
    new_index[nodes] = np.arange(len(nodes))
    arrays = {name: array[nodes] for name, array in tree.as_arrays().items()}
    arrays["parent"] = new_index[arrays["parent"]]
    arrays["first_child"] = np.where(arrays["n_children"] > 0, new_index[arrays["first_child"]], 0)
    arrays["committed"] = arrays["committed"] - before
    arrays["move"][0] = Move.ROOT
    rules = replace(
        tree.rules,
        stacks=tuple(
            (stack - put_in) * tree.rules.chip
            for stack, put_in in zip(tree.rules.stack_chips, before.tolist(), strict=True)
        ),
        pot=(tree.rules.pot_chips + int(before.sum())) * tree.rules.chip,
        first_street=int(tree.street[root]),
        # Blinds and antes are already in the pot, so the smallest bet has to be given.
        blinds=(),
        antes=(),
        min_bet=tree.rules.min_bet_chips * tree.rules.chip,
        # Added and removed paths are already applied, and they start at the old root.
        added=(),
        removed=(),
    )
    return BettingTree.from_arrays(rules, arrays)
