"""Exports of HoldemResources Calculator (HRC): a JSON file for each decision before the flop.

An export is a folder with `settings.json` and `nodes/0.json`, `nodes/1.json` and so on. A node has
the player, the `sequence` of actions that led to it, its `actions`, and for each hand class how
much of it gets there (`weight`), how often it takes each action (`played`), and the EVs (`evs`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, Range, class_index
from fifthstreet.interop.text_lines import read_text

_LETTERS = {"F": "f", "C": "c", "X": "k", "R": "b"}


@dataclass(frozen=True)
class HrcAction:
    """An action of a decision."""

    type: str  # F, C, X or R
    amount: float  # chips that a raise is to
    node: int | None = None  # the decision after it

    @property
    def label(self) -> str:
        """The action as in a path: `f`, `c`, `k`, or `b` and the amount."""
        return f"b{self.amount:.15g}" if self.type == "R" else _LETTERS[self.type]


@dataclass(frozen=True, eq=False, repr=False)
class HrcNode:
    """A decision before the flop."""

    player: int  # in the order of the export's stacks
    sequence: tuple[tuple[int, HrcAction], ...]  # players and their actions before
    actions: tuple[HrcAction, ...]  # [A]
    weights: NDArray[np.float64]  # [169] how much of each hand class gets here
    played: NDArray[np.float64]  # [A, 169]
    evs: NDArray[np.float64]  # [A, 169] in the unit of the export's equity model

    def __repr__(self) -> str:
        """Return the player and the actions."""
        labels = ", ".join(action.label for action in self.actions)
        return f"<HrcNode of player {self.player}: {labels}>"

    def range(self, action: str | None = None) -> Range:
        """Return the range that gets here, or that takes an action, named as in a path."""
        if action is None:
            return Range(self.weights[HOLE_CLASS])
        labels = [each.label for each in self.actions]
        if action not in labels:
            raise ValueError(f"no action {action!r}; want {', '.join(labels)}")
        shares = self.weights * self.played[labels.index(action)]
        return Range(np.clip(shares, 0, 1)[HOLE_CLASS])


def parse_hrc_node(text: str) -> HrcNode:
    """Read a decision of an export; ValueError says what is wrong.

    >>> node = parse_hrc_node('''{"player": 1, "street": 0, "children": 2, "sequence": [],
    ...   "actions": [{"type": "F", "amount": 0.0}, {"type": "R", "amount": 2.5, "node": 1}],
    ...   "hands": {"AA": {"weight": 1.0, "played": [0.0, 1.0], "evs": [0.0, 1.4]},
    ...             "72o": {"weight": 1.0, "played": [0.9, 0.1], "evs": [0.0, -0.2]}}}''')
    >>> node, node.range("b2.5")
    (<HrcNode of player 1: f, b2.5>, Range('AA,72o:0.1'))
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"line {error.lineno}: not JSON: {error.msg}") from None
    try:
        return _node(data)
    except (AttributeError, KeyError, TypeError) as error:
        raise ValueError(f"not a decision of HRC: {error} is missing or wrong") from None


def read_hrc_node(path: str | Path) -> HrcNode:
    """Read the file of a decision."""
    return parse_hrc_node(read_text(path))


def read_hrc_export(folder: str | Path) -> dict[int, HrcNode]:
    """Read all decisions of an export before the flop, by their numbers."""
    files = sorted(Path(folder).glob("nodes/*.json"))
    if not files:
        raise ValueError(f"{folder} has no nodes; want a folder with nodes/0.json and so on")
    nodes = {}
    for file in files:
        text = read_text(file)
        try:
            if json.loads(text).get("street", 0) == 0:
                nodes[int(file.stem)] = parse_hrc_node(text)
        except ValueError as error:
            raise ValueError(f"{file.name}: {error}") from None
    return nodes


def _node(data: Mapping[str, Any]) -> HrcNode:
    if data["street"] != 0:
        raise ValueError(f"street is {data['street']}; want 0, a decision before the flop")
    actions = tuple(map(_action, data["actions"]))
    weights = np.zeros(CLASS_COUNT)
    played, evs = (np.full((len(actions), CLASS_COUNT), np.nan) for _ in range(2))
    for name, hand in data["hands"].items():
        place = class_index(name)
        weights[place] = hand["weight"]
        for rows, field in ((played, "played"), (evs, "evs")):
            if len(hand[field]) != len(actions):
                raise ValueError(
                    f"{field} of {name} has {len(hand[field])} numbers; want {len(actions)}"
                )
            rows[:, place] = hand[field]
    if not ((weights >= 0) & (weights <= 1)).all():
        raise ValueError("a weight is not from 0 to 1")
    sequence = tuple((int(step["player"]), _action(step)) for step in data["sequence"])
    return HrcNode(int(data["player"]), sequence, actions, weights, np.nan_to_num(played), evs)


def _action(data: Mapping[str, Any]) -> HrcAction:
    if data["type"] not in _LETTERS:
        raise ValueError(f"no action {data['type']!r}; want {', '.join(_LETTERS)}")
    return HrcAction(data["type"], float(data["amount"]), data.get("node"))
