"""A review as plain data for a page: each strategy once, and the lines of the hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from fifthstreet.cards import cards_text, hole_text
from fifthstreet.review import PlayedHand, Session, SessionReport, position_of, street_of
from fifthstreet.support.drawing import action_colours, css
from fifthstreet.views.review import review_data
from fifthstreet.views.session import decisions_csv


def review_page_data(report: SessionReport, session: Session) -> dict[str, Any]:
    """Return a review of a session with its strategies in a list and its hands by number.

    The `basis` of a decision is an index into `bases`, where `solution` is the name of the file
    without its folder. Actions have colours. Decisions are worst first, as in `review_data`.
    """
    data = review_data(report)
    bases: list[dict[str, Any]] = []
    decisions = []
    for decision in data["decisions"]:
        basis = decision["basis"]
        if basis is not None:
            plain = {name: value for name, value in basis.items() if name != "file"}
            plain["solution"] = None if basis["file"] is None else Path(basis["file"]).stem
            if plain not in bases:
                bases.append(plain)
            basis = bases.index(plain)
        actions = coloured_actions(decision["actions"])
        decisions.append({**decision, "basis": basis, "actions": actions})
    source = {name: value for name, value in data["source"].items() if name != "file"}
    reviewed = {decision["hand"] for decision in decisions}
    hands = {hand.number: _hand_data(hand) for hand in session.hands if hand.number in reviewed}
    return {
        **data,
        "source": source,
        "hand_count": data["hands"],
        "hands": hands,
        "bases": bases,
        "decisions": decisions,
    }


def page_csv(data: Mapping[str, Any]) -> str:
    """Return the decisions of a review's page data as CSV, with the columns of `review_csv`."""
    bases = [{**basis, "file": basis["solution"]} for basis in data["bases"]]
    return decisions_csv(
        {**decision, "basis": None if decision["basis"] is None else bases[decision["basis"]]}
        for decision in data["decisions"]
    )


def coloured_actions(actions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return the actions of a decision, each with its `colour` in pictures."""
    colours = action_colours([each["action"] for each in actions])
    return [{**each, "colour": css(colour)} for each, colour in zip(actions, colours, strict=True)]


def _hand_data(hand: PlayedHand) -> dict[str, Any]:
    """Return a hand's players, cards and decisions."""
    holes = {each.seat: each.hole for each in hand.decisions if each.hole is not None}
    return {
        "label": hand.label,
        "players": [
            {"name": name, "hole": hole_text(holes[seat]) if seat in holes else None}
            for seat, name in enumerate(hand.names)
        ],
        "board": cards_text(hand.board),
        "big_blind": hand.big_blind,
        "steps": [
            {
                "decision": each.number,
                "street": street_of(each),
                "board": cards_text(each.board),
                "player": each.name,
                "position": position_of(each),
                "words": each.words,
                "pot": each.pot,
            }
            for each in hand.decisions
        ],
    }
