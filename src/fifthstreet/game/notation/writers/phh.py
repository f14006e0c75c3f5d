"""Writing the Poker Hand History format (PHH; Kim 2024, arXiv:2312.11753)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields

from fifthstreet.game.notation.fields import OPTIONAL_FIELDS, REQUIRED_FIELDS, check_variant
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.writers.toml import field_line


def phh_text(hand: HandHistory) -> str:
    """Write a hand as PHH: one line per field.

    Args:
        hand: Its fields are written as they are, without replaying it.

    Returns:
        The text, which reads back as an equal hand.

    Raises:
        InputError: If a field has a value for which TOML has no type.
    """
    names = {*REQUIRED_FIELDS[check_variant(hand.variant)], *OPTIONAL_FIELDS}
    written = [(each.name, getattr(hand, each.name)) for each in fields(hand) if each.name in names]
    return "\n".join(
        field_line(name, value)
        for name, value in (*written, *hand.user_defined_fields.items())
        if value is not None
    )


def phhs_text(hands: Iterable[HandHistory]) -> str:
    """Write hands as one PHH text with a table per hand.

    Args:
        hands: Numbered from 1 in this order.

    Returns:
        The tables `[1]`, `[2]` and so on.

    Raises:
        InputError: If a field has a value for which TOML has no type.
    """
    return "\n\n".join(f"[{number}]\n{phh_text(hand)}" for number, hand in enumerate(hands, 1))
