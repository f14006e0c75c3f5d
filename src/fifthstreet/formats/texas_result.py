"""TexasSolver's results: JSON with the strategy of every hand at every decision.

An action node has `player` (0 is IP, 1 is OOP), `actions`, `childrens` by action, and `strategy`,
in which `strategy` has a share for each action, by hand. A chance node has `dealcards`, a node for
each card. A BET or RAISE has the chips that are added to the pot. Streets after `set_dump_rounds`
are left out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from fifthstreet.cards import (
    CARD_COUNT,
    HOLE_COUNT,
    HOLE_MASKS,
    cards_text,
    hole_text,
    parse_hole,
)
from fifthstreet.errors import InputError
from fifthstreet.formats.fitting import FittedDecision, fit_rules, named_bets
from fifthstreet.formats.text_lines import parse_json_object, read_file
from fifthstreet.solvers.postflop import Spot
from fifthstreet.tree import BettingTree, Kind, Menu, Move, Sizes, whole_chips
from fifthstreet.tree.strategy import HoleArray, PlainStrategy, TreeStrategy, board_cards

JsonNode: TypeAlias = Mapping[str, Any]
_WORDS = {Move.CHECK: "CHECK", Move.CALL: "CALL", Move.FOLD: "FOLD"}
_ACTIVE = ("BET", "RAISE")
_PLAYERS = (1, 0)  # TexasSolver's number of OOP and IP
_TOLERANCE = 1e-3  # of the sum of the shares of a hand


class TexasStrategy(PlainStrategy):
    """The strategy of a TexasSolver result, on a tree with its bets."""

    kind = "texassolver"

    def __init__(self, spot: Spot, root: JsonNode) -> None:
        """Build the tree of a result; InputError if the result is not of this spot.

        The result does not contain the board, the pot, the stacks and the ranges; they come from
        the spot, which `read_texas_parameters` reads. Streets that are not in the result have
        the sizes of the spot, and no strategy.
        """
        self.rounds = 1 + _depth(root)  # streets that have a strategy
        self._root = root
        if "actions" not in root or root.get("node_type") != "action_node":
            raise InputError("not a result of TexasSolver: its root is not an action node")
        sizes = Sizes(
            tuple(_later(row, spot.street + self.rounds - 1) for row in spot.rules.sizes.rows)
        )
        plain = replace(spot.rules, sizes=sizes, added=(), removed=())
        rules, illegal = fit_rules(plain, self._bets)
        if illegal:
            raise InputError(f"bets that are not legal in this spot: {named_bets(illegal)}")
        self.solved_spot = replace(spot, rules=rules)  # with the bets of the result
        super().__init__(self.solved_spot.tree, spot.ranges, spot.board, rake=spot.rake)

    def __repr__(self) -> str:
        return f"<TexasStrategy on {cards_text(self.board)}: {len(self.tree):,} nodes>"

    def probabilities(self, node: int, board: tuple[int, ...]) -> HoleArray:
        """Return how often each hand takes each action at a decision.  [A, 1326]"""
        tree = self.tree
        found = self._find(tree, node, board)
        name = f"{tree.path(node, board[len(self.board) :])!r} in the result"
        dumped = {} if found is None else _inner(found, "strategy")
        if found is None or "strategy" not in dumped:
            raise InputError(f"{name}: no strategy: dump it with 'set_dump_rounds'")
        keys = _keys(tree, found)
        wanted = [_key(tree, node, child) for child in tree.children(node)]
        if found.get("player") != _PLAYERS[int(tree.player[node])] or set(keys) != set(wanted):
            actions = ", ".join(tree.actions(node))
            raise InputError(f"{name}: the decision must be {actions} by the same player")
        order = [keys.index(key) for key in wanted]
        rows = np.full((len(order), HOLE_COUNT), np.nan)
        for hand, values in _inner(dumped, "strategy").items():
            try:
                rows[:, parse_hole(hand)] = np.asarray(values, np.float64)[order]
            except (ValueError, IndexError, TypeError, OverflowError):
                raise InputError(f"{name}: bad frequencies of {hand[:40]!r}") from None
        self._check(rows, int(tree.player[node]), board, name)
        with np.errstate(invalid="ignore"):  # hands that are not in the range may have no shares
            return np.asarray(rows / rows.sum(axis=0))

    def _check(self, rows: HoleArray, player: int, board: tuple[int, ...], name: str) -> None:
        mask = np.uint64(sum(1 << card for card in board))
        held = (self.ranges[player].weights > 0) & (HOLE_MASKS & mask == 0)
        totals = rows.sum(axis=0)
        is_right = (np.abs(totals - 1) <= _TOLERANCE) & (rows.min(axis=0) >= -_TOLERANCE)
        wrong = np.flatnonzero(held & ~is_right)
        if wrong.size:
            hand = int(wrong[0])
            problem = "is missing" if np.isnan(totals[hand]) else f"adds up to {totals[hand]:g}"
            raise InputError(f"{name}: the strategy of {hole_text(hand)} {problem}")

    def _bets(self, decision: FittedDecision) -> list[int] | None:
        """Return the bets of a decision; None if its street is not in the result."""
        found = self._find(decision.tree, decision.node, None)
        if found is None:
            return None
        mine = decision.put_in[decision.player] - decision.before
        keys = _keys(decision.tree, found)
        return [mine + key for key in keys if not isinstance(key, str)]

    def _find(self, tree: BettingTree, node: int, board: tuple[int, ...] | None) -> JsonNode | None:
        """Return the JSON of a node on a board, or on any; None if it is left out."""
        found = self._root
        for before, after in pairwise(tree.line(node)):
            if tree.kind[before] == Kind.DEAL:
                dealt = _inner(found, "dealcards")
                if board is None:
                    name = next(iter(dealt), "")
                else:
                    name = cards_text([board[board_cards(tree, before)]])
                found = _inner(dealt, name)
            else:
                keys, key = _keys(tree, found), _key(tree, before, after)
                name = found["actions"][keys.index(key)] if key in keys else ""
                found = _inner(_inner(found, "childrens"), name)
            if not found:
                return None
        return found


def read_texas_result(path: str | Path, spot: Spot) -> TexasStrategy:
    """Read the result of a spot.

    Args:
        path: A JSON file that TexasSolver wrote.
        spot: Board, pot, stacks and ranges, which a result does not contain.

    Returns:
        The strategy, on a tree with the bets of the result.

    Raises:
        InputError: If the file cannot be read, or is not a result of this spot.
    """
    return read_file(path, lambda text: TexasStrategy(spot, parse_texas_result(text)))


def parse_texas_result(text: str) -> JsonNode:
    """Return the root of a result, as plain data for `TexasStrategy`.

    Args:
        text: JSON that TexasSolver wrote.

    Raises:
        InputError: If the text is not a JSON object.
    """
    return parse_json_object(text)


def texas_result_text(strategy: TreeStrategy, *, rounds: int | None = None) -> str:
    """Return a two-player strategy on a board in the form of TexasSolver's results.

    Hands that conflict with the board are left out.

    Args:
        strategy: Its board must have at least three cards.
        rounds: Number of streets to write; None for all.

    Raises:
        InputError: If the strategy has more players or a shorter board.

    >>> from fifthstreet.tree.strategy import UniformStrategy
    >>> spot = Spot.of("QsJh2h7c4d", 100, 200, oop="AA", ip="QQ", bets="50%", raises="a")
    >>> uniform = UniformStrategy(spot.tree, spot.ranges, spot.board)
    >>> root = parse_texas_result(texas_result_text(uniform))
    >>> root["actions"], list(root["childrens"]["BET 50.000000"]["childrens"])
    (['CHECK', 'BET 50.000000'], ['RAISE 200.000000'])
    >>> TexasStrategy(spot, root).probabilities(0, spot.board)[:, 1325].tolist()
    [0.5, 0.5]
    """
    if len(strategy.ranges) != 2 or len(strategy.board) < 3:
        raise InputError("a result of TexasSolver has two players and three or more board cards")
    streets = 6 - len(strategy.board) if rounds is None else rounds
    return json.dumps(_action_data(strategy, 0, strategy.board, streets))


def _action_data(
    strategy: TreeStrategy, node: int, board: tuple[int, ...], rounds: int
) -> dict[str, Any]:
    """Return an action node and everything after it."""
    tree = strategy.tree
    player = int(tree.player[node])
    children = tree.children(node)
    names = [_action_name(tree, node, child) for child in children]
    inner: dict[str, Any] = {}
    for name, child in zip(names, children, strict=True):
        if tree.kind[child] == Kind.ACTION:
            inner[name] = _action_data(strategy, child, board, rounds)
        elif tree.kind[child] == Kind.DEAL:
            inner[name] = _chance_data(strategy, child, board, rounds - 1)
    blocked = HOLE_MASKS & np.uint64(sum(1 << card for card in board)) != 0
    hands = np.flatnonzero((strategy.ranges[player].weights > 0) & ~blocked)
    shares = strategy.probabilities(node, board)[:, hands].T.tolist()
    named = {hole_text(hand): row for hand, row in zip(hands.tolist(), shares, strict=True)}
    return {
        "actions": names,
        **({"childrens": inner} if inner else {}),
        "node_type": "action_node",
        "player": _PLAYERS[player],
        "strategy": {"actions": names, "strategy": named},
    }


def _chance_data(
    strategy: TreeStrategy, node: int, board: tuple[int, ...], rounds: int
) -> dict[str, Any]:
    """Return a chance node and everything after it."""
    child = strategy.tree.children(node)[0]
    dealt = {
        cards_text([card]): _action_data(strategy, child, (*board, card), rounds)
        for card in (range(CARD_COUNT) if rounds > 0 else ())
        if card not in board
    }
    cards = {"dealcards": dealt} if dealt else {}
    return {**cards, "deal_number": len(dealt), "node_type": "chance_node"}


def _action_name(tree: BettingTree, node: int, child: int) -> str:
    key = _key(tree, node, child)
    if isinstance(key, str):
        return key
    word = "RAISE" if len(set(tree.committed[node].tolist())) > 1 else "BET"
    return f"{word} {key * tree.rules.chip:.6f}"


def _key(tree: BettingTree, node: int, child: int) -> str | int:
    """Return the word of a passive move, or the chips that a bet or raise adds to the pot."""
    move = Move(int(tree.move[child]))
    if move in _WORDS:
        return _WORDS[move]
    player = int(tree.player[node])
    return int(tree.committed[child][player]) - int(tree.committed[node][player])


def _keys(tree: BettingTree, found: JsonNode) -> list[str | int]:
    """Return the actions of a node of a result, as `_key` has them."""
    names = found.get("actions")
    if not isinstance(names, list):
        raise InputError("not a result of TexasSolver: a node has no list of actions")
    return [_named_key(str(name), tree.rules.chip) for name in names]


def _named_key(name: str, chip: float) -> str | int:
    if name in _WORDS.values():
        return name
    word, _, amount = name.partition(" ")
    try:
        chips = whole_chips(float(amount), chip) if word in _ACTIVE else None
    except ValueError:
        chips = None
    if chips is None:
        raise InputError(
            "an action must be CHECK, CALL, FOLD, or BET or RAISE and a multiple of "
            f"{chip:g} chips, got {name[:40]!r}"
        )
    return chips


def _depth(node: JsonNode) -> int:
    """Return the number of streets of a result, counted along any line."""
    if dealt := _inner(node, "dealcards"):
        return 1 + _depth(_inner(dealt, next(iter(dealt))))
    inner = _inner(node, "childrens")
    return max((_depth(_inner(inner, name)) for name in inner), default=0)


def _inner(node: JsonNode, name: str) -> JsonNode:
    """Return an object inside another one; an empty one if it is missing."""
    inner = node.get(name)
    if inner is None:
        return {}
    if not isinstance(inner, dict):
        raise InputError(f"not a result of TexasSolver: {name[:40]!r} is not a JSON object")
    return inner


def _later(row: tuple[Menu, ...], after: int) -> tuple[Menu, Menu, Menu, Menu]:
    """Return menus that are empty on streets up to one."""
    preflop, flop, turn, river = (
        Menu() if street <= after else menu for street, menu in enumerate(row)
    )
    return preflop, flop, turn, river
