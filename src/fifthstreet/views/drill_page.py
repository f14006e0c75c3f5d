"""Drills for a page: what solutions can train, the table of a hand, and weak spots."""

from __future__ import annotations

from typing import Any

from fifthstreet.arena import drill
from fifthstreet.review import line_of_spot
from fifthstreet.solvers.postflop import SEATS, Solution, Spot
from fifthstreet.tree import SEAT_NAMES, choice_words
from fifthstreet.views.review_page import coloured_actions

_BUTTON = "BTN"


def trainable_data(solution: Solution) -> dict[str, Any]:
    """Return the positions, the pot, the decisions and the accuracy of a solution.

    `positions` and `pot_type` are None if the ranges come from no bundled preflop line.
    """
    found = line_of_spot(solution.spot)
    accuracy = drill.grading_accuracy(solution.exploitability.pot_percent)
    return {
        "positions": None if found is None else list(found.positions),
        "pot_type": None if found is None else found.pot,
        "preflop": None if found is None else found.title,
        "decisions": {
            street: list(seats) for street, seats in drill.decision_places(solution).items()
        },
        "accuracy": accuracy.to_dict(),
    }


def table_data(spot: Spot) -> dict[str, Any]:
    """Return the seats of a spot's table clockwise: the places of OOP, IP and the button.

    If the positions are unknown, there are two seats, and IP has the button: the last to act.
    """
    found = line_of_spot(spot)
    chips = {"starting_pot": spot.pot, "big_blind": spot.rules.known_big_blind}
    if found is None:
        seats = list(SEAT_NAMES)
        return {"seats": seats, "players": [0, 1], "button": 1, "words": None, **chips}
    seats = list(found.table)
    return {
        **chips,
        "seats": seats,
        "players": [seats.index(position) for position in found.positions],
        "button": seats.index(_BUTTON) if _BUTTON in seats else None,
        "words": found.pot if found.title is None else f"{found.pot}: {found.title}",
    }


def drill_hand_data(hand: drill.DrillHand, solution: str) -> dict[str, Any]:
    """Return a hand of a drill: its table, the open question, answers, and how it ended.

    `solution` is the name of its solution.
    """
    return {
        "number": hand.number,
        "solution": solution,
        "exploitability_pot_percent": hand.drill.solution.exploitability.pot_percent,
        "table": table_data(hand.drill.solution.spot),
        "question": None if hand.question is None else hand.question.to_dict(),
        "answers": [drill_answer_data(answer) for answer in hand.answers],
        "end": None if hand.end is None else hand.end.to_dict(),
    }


def drill_answer_data(answer: drill.GradedAnswer) -> dict[str, Any]:
    """Return a graded answer, with the colours of its actions."""
    data = answer.to_dict()
    return data | {"actions": coloured_actions(data["actions"])}


def weak_spot_data(spot: drill.WeakSpot, solution: Solution, repeated: int) -> dict[str, Any]:
    """Return a weak spot in words, and up to `repeated` of its decisions as parts of a drill.

    InputError if the solution has no such line.
    """
    tree = solution.tree
    node, _ = tree.find(spot.line)
    words = dict(zip(tree.actions(node), choice_words(tree, node), strict=True))
    first = spot.answers[0]
    return {
        "solution": spot.solution,
        "title": drill.line_words(tree, spot.line),
        "seat": SEATS[int(tree.player[node])],
        "street": first.street,
        "hand_class": spot.hand_class,
        "action": words[spot.action],
        "best": sorted({words[each.best] for each in spot.answers if each.best is not None}),
        "decisions": len(spot.answers),
        "loss_pot_percent": spot.loss / len(spot.answers),
        "error_pot_percent": spot.error / len(spot.answers),
        "parts": [
            {"solution": spot.solution, "mode": "spot", "path": each.path, "hole": each.hole}
            for each in spot.answers[:repeated]
        ],
    }
