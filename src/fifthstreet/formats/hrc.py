"""Exports of HoldemResources Calculator (HRC): a JSON file for each decision before the flop.

An export is a folder with `settings.json` and `nodes/0.json`, `nodes/1.json` and so on. A node has
the player, the `sequence` of actions that led to it, its `actions`, and for each hand class how
much of it gets there (`weight`), how often it takes each action (`played`), and the EVs (`evs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from fifthstreet.cards import CLASS_COUNT, HOLE_CLASS, Range, class_index
from fifthstreet.errors import InputError
from fifthstreet.formats.text_lines import parse_json_object, read_file

_LETTERS = {"F": "f", "C": "c", "X": "k", "R": "b"}
_Kind = TypeVar("_Kind")
_KINDS: dict[type, str] = {list: "a list", dict: "an object", int: "a whole number"}


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
        labels = ", ".join(action.label for action in self.actions)
        return f"<HrcNode of player {self.player}: {labels}>"

    def range(self, action: str | None = None) -> Range:
        """Return the range that gets here, or that takes an action, named as in a path."""
        if action is None:
            return Range(self.weights[HOLE_CLASS])
        labels = [each.label for each in self.actions]
        if action not in labels:
            raise InputError(f"action must be one of {', '.join(labels)}, got {action!r}")
        shares = self.weights * self.played[labels.index(action)]
        return Range(np.clip(shares, 0, 1)[HOLE_CLASS])


def parse_hrc_node(text: str) -> HrcNode:
    """Read a decision of an export.

    Args:
        text: JSON of a decision before the flop, like `nodes/0.json`.

    Returns:
        The decision, with an entry for each hand class.

    Raises:
        InputError: If the text is not such a decision.

    >>> node = parse_hrc_node('''{"player": 1, "street": 0, "children": 2, "sequence": [],
    ...   "actions": [{"type": "F", "amount": 0.0}, {"type": "R", "amount": 2.5, "node": 1}],
    ...   "hands": {"AA": {"weight": 1.0, "played": [0.0, 1.0], "evs": [0.0, 1.4]},
    ...             "72o": {"weight": 1.0, "played": [0.9, 0.1], "evs": [0.0, -0.2]}}}''')
    >>> node, node.range("b2.5")
    (<HrcNode of player 1: f, b2.5>, Range('AA,72o:0.1'))
    """
    return _node(parse_json_object(text))


def read_hrc_node(path: str | Path) -> HrcNode:
    """Read the file of a decision.

    Args:
        path: A file like `nodes/0.json` of an export.

    Returns:
        The decision, as from `parse_hrc_node`.

    Raises:
        InputError: If the file cannot be read or is not a decision before the flop.
    """
    return read_file(path, parse_hrc_node)


def read_hrc_export(folder: str | Path) -> dict[int, HrcNode]:
    """Read all decisions of an export before the flop.

    Args:
        folder: The folder of the export, which contains `nodes`.

    Returns:
        The decisions by their numbers, which are the names of their files.

    Raises:
        InputError: If there are no such files, or one of them cannot be read.
    """
    files = [file for file in Path(folder).glob("nodes/*.json") if file.stem.isdecimal()]
    if not files:
        raise InputError(f"{folder} must be a folder with nodes/0.json and so on")
    nodes = {}
    for file in sorted(files, key=lambda file: int(file.stem)):
        node = read_file(file, _preflop_node)
        if node is not None:
            nodes[int(file.stem)] = node
    return nodes


def _preflop_node(text: str) -> HrcNode | None:
    data = parse_json_object(text)
    return None if data.get("street", 0) != 0 else _node(data)


def _node(data: Mapping[str, Any]) -> HrcNode:
    if data.get("street") != 0:
        raise InputError(f"street must be 0, before the flop, got {data.get('street')!r}")
    actions = tuple(map(_action, _field(data, "actions", list)))
    weights = np.zeros(CLASS_COUNT)
    played, evs = (np.full((len(actions), CLASS_COUNT), np.nan) for _ in range(2))
    hands = _field(data, "hands", dict)
    for name in hands:
        hand, place = _field(hands, name, dict), class_index(name)
        weights[place] = _number(hand, "weight")
        for rows, field in ((played, "played"), (evs, "evs")):
            rows[:, place] = _numbers(hand, field, name, len(actions))
    if not ((weights >= 0) & (weights <= 1)).all():
        raise InputError("every weight must be from 0 to 1")
    steps = _field(data, "sequence", list)
    sequence = tuple((_field(_object(step), "player", int), _action(step)) for step in steps)
    player = _field(data, "player", int)
    return HrcNode(player, sequence, actions, weights, np.nan_to_num(played), evs)


def _action(data: object) -> HrcAction:
    fields = _object(data)
    if fields.get("type") not in tuple(_LETTERS):
        letters = ", ".join(_LETTERS)
        raise InputError(f"type of an action must be {letters}, got {fields.get('type')!r}")
    node = None if fields.get("node") is None else _field(fields, "node", int)
    return HrcAction(fields["type"], _number(fields, "amount"), node)


# Fields of the JSON, checked.


def _object(data: object) -> Mapping[str, Any]:
    if not isinstance(data, dict):
        raise InputError(f"not a decision of HRC: an action must be an object, got {data!r:.40}")
    return data


def _field(data: Mapping[str, Any], name: str, kind: type[_Kind]) -> _Kind:
    if not isinstance(data.get(name), kind):
        raise InputError(f"not a decision of HRC: {name!r} is missing or not {_KINDS[kind]}")
    value: _Kind = data[name]
    return value


def _number(data: Mapping[str, Any], name: str) -> float:
    if not isinstance(data.get(name), int | float):
        raise InputError(f"not a decision of HRC: {name!r} is missing or not a number")
    return _float(data[name])


def _numbers(hand: Mapping[str, Any], name: str, owner: str, count: int) -> list[float]:
    """Return a number for each action; an EV that is null is not known."""
    values = _field(hand, name, list)
    if len(values) != count:
        raise InputError(f"{name} of {owner} must have {count} numbers, got {len(values)}")
    if not all(value is None or isinstance(value, int | float) for value in values):
        raise InputError(f"{name} of {owner} must have only numbers")
    return [nan if value is None else _float(value) for value in values]


def _float(value: int | float) -> float:
    try:
        return float(value)
    except OverflowError:
        raise InputError("not a decision of HRC: a number is too large") from None
