"""Groups of decisions: by street, position, pot, action and hand class."""

from __future__ import annotations

from collections.abc import Callable

from fifthstreet.cards import CLASS_NAMES, HOLE_CLASS
from fifthstreet.cards.hands import MADE_HANDS, classify
from fifthstreet.game import Bet, BoardDealt, Called, Checked, Raised
from fifthstreet.review.hands import Decision
from fifthstreet.tree import STREET_NAMES, position_names

_POT_TYPES = ("limped", "raised", "3-bet", "4-bet")  # by the number of raises before the flop
_UNOPENED = "unopened"
_MORE_RAISES = "5-bet or more"
_UNKNOWN = "unknown"


def street_of(decision: Decision) -> str:
    """Return the name of the street, like `flop`.

    Args:
        decision: A turn on the street.
    """
    return STREET_NAMES[decision.street]


def position_of(decision: Decision) -> str:
    """Return the position of the player, like `BTN`.

    Args:
        decision: The player's turn.
    """
    return position_names(decision.state.player_count)[decision.seat]


def pot_type_of(decision: Decision) -> str:
    """Return how often the pot was raised before the flop, or so far: `limped`, `3-bet`...

    Before a player has called or raised, it is `unopened`.
    """
    raises = calls = 0
    for event in decision.state.events:
        if isinstance(event, BoardDealt):
            break
        raises += isinstance(event, Bet | Raised)
        calls += isinstance(event, Checked | Called)
    if not raises and not calls and not decision.street:
        return _UNOPENED
    return _POT_TYPES[raises] if raises < len(_POT_TYPES) else _MORE_RAISES


def action_of(decision: Decision) -> str:
    """Return what was done: `fold`, `check`, `call`, `bet` or `raise`."""
    return decision.event.kind.name.lower()


def hand_class_of(decision: Decision) -> str:
    """Return the made hand, like `top pair`; before the flop the hand class, like `AQs`."""
    if decision.hole is None:
        return _UNKNOWN
    if not decision.board:
        return str(CLASS_NAMES[HOLE_CLASS[decision.hole]])
    return MADE_HANDS[classify(decision.board).made[decision.hole]]


# By name, in the order in which reports show them.
BREAKDOWNS: dict[str, Callable[[Decision], str]] = {
    "street": street_of,
    "position": position_of,
    "pot type": pot_type_of,
    "action": action_of,
    "hand class": hand_class_of,
}
