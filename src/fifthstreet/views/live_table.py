"""A live table as plain data for a page. Amounts are whole chips: cents if `decimals` is 2."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from fifthstreet.arena import live, mistake_data
from fifthstreet.arena.live import PERSON, Opponent
from fifthstreet.cards import Card

_MAX_MISTAKES = 20  # that are shown, the last ones


def live_options_data(opponents: Iterable[Opponent]) -> dict[str, Any]:
    """Return the options of a table: variants, opponents and rules for stacks."""
    return {
        "variants": [asdict(info) for info in live.variant_infos()],
        "opponents": [
            {
                "name": each.name,
                "description": each.description,
                "max_seats": each.max_seats,
                "variants": sorted(each.variants),
            }
            for each in opponents
        ],
        "stack_rules": dict(live.STACK_RULES),
    }


def live_table_data(
    table: live.LiveTable, since: int = 0, *, reveals: bool = False
) -> dict[str, Any]:
    """Return the table as the person sees it, with the events of the hand from a number on.

    `reveals` adds the cards of all players, once the hand is over.
    """
    # The order matters: once agents have stopped, there is a decision or a result.
    is_playing, decision, result = table.is_playing, table.decision, table.result
    frames = table.frames(since)
    scene = frames[-1].scene if frames else table.scene
    stakes = table.stakes
    return {
        "variant": stakes.game.code,
        "variant_name": stakes.game.name,
        "stakes": stakes.amounts,
        "stack": stakes.stack,
        "stacks": table.settings.stacks,
        "seed": table.settings.seed,
        "decimals": stakes.decimals,
        "unit": stakes.unit,
        "unit_name": stakes.unit_name,
        "seats": [{"name": name} for name in table.names],
        "person": PERSON,
        "hand": table.hand_number,
        "button": table.button,
        "is_playing": is_playing,
        "is_over": table.is_over,
        "between_stacks": list(table.stacks),
        "frames": [_frame_data(frame) for frame in frames],
        "scene": None if scene is None else _scene_data(scene),
        "hand_texts": [] if scene is None else list(live.hand_texts(stakes, scene, PERSON)),
        "decision": None if decision is None else asdict(decision),
        "result": None if result is None else _result_data(result, reveals=reveals),
        "statistics": [each.to_dict() for each in table.statistics],
        "results": list(table.results),
        "mistakes": [mistake_data(each) for each in table.mistakes[-_MAX_MISTAKES:]],
    }


def _frame_data(frame: live.Frame) -> dict[str, Any]:
    return vars(frame) | {"cards": _texts(frame.cards), "scene": _scene_data(frame.scene)}


def _scene_data(scene: live.Scene) -> dict[str, Any]:
    return vars(scene) | {
        "cards": [_texts(cards) for cards in scene.cards],
        "boards": [_texts(cards) for cards in scene.boards],
    }


def _result_data(result: live.LiveResult, *, reveals: bool) -> dict[str, Any]:
    return {
        "number": result.number,
        "payoffs": result.payoffs,
        "is_showdown": result.is_showdown,
        "texts": result.texts,
        "all_cards": [_texts(cards) for cards in result.all_cards] if reveals else None,
    }


def _texts(cards: Iterable[Card]) -> list[str]:
    return [repr(card) for card in cards]
