"""A real hand in a betting tree: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.tree import STREET_NAMES, BettingTree, amount_text, big_blinds_text, parse_step
from fifthstreet.tree.translate import Match, action_text
from fifthstreet.views.advice import blinds_cell
from fifthstreet.views.terminal import print_line, print_notes, print_table

_NO_NODE = "none"


def hand_match_data(
    tree: BettingTree, found: Match, big_blind: float | None = None
) -> dict[str, Any]:
    """Return a match as plain data: its node, how it was found, and how far to trust it.

    `big_blind` is the chips of the hand's big blind, None if it is unknown.
    """
    subgame = found.subgame
    return {
        "big_blind": big_blind,
        "match": found.quality.value,
        "node": found.path if found.found is not None else None,
        "last_node": found.path,
        "lost_at": found.lost_at,
        "reason": found.reason,
        "unrepresented": list(found.unrepresented),
        "candidates": [
            {"node": tree.path(each.node), "probability": each.probability}
            for each in found.candidates
        ],
        "actions": [
            {
                "number": each.number,
                "player": each.player,
                "street": STREET_NAMES[each.street],
                "action": each.action,
                "size": _number(each.x),
                "lower": _number(each.lower),
                "upper": _number(each.upper),
                "share_of_lower": _number(each.share_of_lower),
                "chosen": _number(each.chosen),
                "status": each.status.value,
                "node": None if each.node < 0 else tree.path(each.node),
            }
            for each in found.actions
        ],
        "divergences": [
            {
                "street": STREET_NAMES[each.street],
                "pot": _number(each.pot),
                "stack": _number(each.stack),
                "spr": _number(each.spr),
            }
            for each in found.divergences
        ],
        "legal": [{"tree": each.label, "real": action_text(*each.real)} for each in found.legal],
        "subgame": None
        if subgame is None
        else {
            "street": STREET_NAMES[subgame.street],
            "pot": subgame.pot,
            "stacks": list(subgame.stacks),
            "path": subgame.path,
        },
    }


def _number(value: Any) -> float | None:
    """Return a number as a float, None if there is none or it is infinite."""
    number = None if value is None else float(value)
    return None if number is None or number in (float("inf"), float("-inf")) else number


def print_hand_match(
    console: Console, tree: BettingTree, found: Match, big_blind: float | None = None
) -> None:
    """Print the actions of a hand, the node they lead to, and how far to trust it.

    Amounts are shown in big blinds as well if `big_blind`, the chips of one, is known.
    """
    data = hand_match_data(tree, found, big_blind)
    rows = [
        (
            str(each["number"]),
            each["street"],
            each["action"],
            *([] if big_blind is None else [blinds_cell(_amount(each["action"]), big_blind)]),
            _percent(each["size"]),
            _sizes(each),
            each["status"],
            each["node"] or "-",
        )
        for each in data["actions"]
    ]
    columns = (
        *number_columns("number"),
        *text_columns("street", "action"),
        *number_columns(*(["bb"] if big_blind is not None else []), "size"),
        *text_columns("in the tree", "status", "node"),
    )
    print_table(console, Table(columns, tuple(rows)), is_framed=False)
    quality = f"{data['match']} match"
    place = f" at {data['node']}" if data["node"] is not None else f": {data['reason']}"
    print_line(console, Text(f"{quality}{place}", style="bold"))
    print_notes(console, _notes(data))


def _notes(data: Mapping[str, Any]) -> list[str]:
    lines = []
    big_blind = data["big_blind"]
    for each in data["divergences"]:
        parts = ", ".join(f"{name} {_percent(each[name])}" for name in ("pot", "stack", "spr"))
        lines.append(f"{each['street']}: {parts.replace('spr', 'SPR')} apart")
    if len(data["candidates"]) > 1:
        mixed = ", ".join(
            f"{each['probability']:.0%} {each['node']}" for each in data["candidates"]
        )
        lines.append(f"candidates: {mixed}")
    if data["unrepresented"]:
        lines.append(f"the node has no {' or '.join(data['unrepresented'])}, which the hand allows")
    if data["legal"]:
        legal = ", ".join(
            f"{each['tree']} as {_with_blinds(each['real'], big_blind)}" for each in data["legal"]
        )
        lines.append(f"actions: {legal}")
    if (subgame := data["subgame"]) is not None:
        stacks = ", ".join(amount_text(stack, big_blind) for stack in subgame["stacks"])
        lines.append(
            f"to solve instead: {subgame['street']}, pot {amount_text(subgame['pot'], big_blind)}, "
            f"stacks {stacks}, {subgame['path']}"
        )
    return lines


def _amount(action: str) -> float:
    """Return the chips of an action as in a path, 0 if it names none."""
    return float(parse_step(action).amount)


def _with_blinds(action: str, big_blind: float | None) -> str:
    """Return an action of a path with its amount in big blinds, if these are known."""
    chips = _amount(action)
    if big_blind is None or not chips:
        return action
    return f"{action} ({big_blinds_text(chips, big_blind)} bb)"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{share:.0%}"


def _sizes(action: Mapping[str, Any]) -> str:
    """Return the neighbouring sizes of a bet, with the share of the lower one."""
    if action["chosen"] is None:
        return "-"
    if action["lower"] == action["upper"]:
        return _percent(action["chosen"])
    share = action["share_of_lower"]
    return f"{_percent(action['lower'])} ({share:.0%}) or {_percent(action['upper'])}"


def print_mappings(console: Console, tree: BettingTree, matches: Mapping[str, Match]) -> None:
    """Print the node that each mapping leads to."""
    rows = [
        (
            name,
            found.quality.value,
            tree.path(found.node) if found.found is not None else _NO_NODE,
            f"{found.probability:.0%}",
            _candidates(tree, found),
        )
        for name, found in matches.items()
    ]
    columns = (*text_columns("mapping", "match", "node"), *number_columns("probability"))
    print_table(
        console, Table((*columns, *text_columns("candidates")), tuple(rows)), is_framed=False
    )


def _candidates(tree: BettingTree, found: Match) -> str:
    shown: Sequence[str] = [
        f"{each.probability:.0%} {tree.path(each.node)}" for each in found.candidates
    ]
    return ", ".join(shown)
