"""Amounts of chips as players type them: chips, big blinds, or a share of the pot."""

from __future__ import annotations

import re

from fifthstreet.errors import InputError

_WITH_UNIT = re.compile(r"(\d+\.?\d*|\.\d+)\s*(bb|%)", re.IGNORECASE)


def is_in_big_blinds(value: object) -> bool:
    """Return whether an amount is text in big blinds, like `2.5bb`.

    Args:
        value: A number or text.
    """
    match = _WITH_UNIT.fullmatch(value.strip()) if isinstance(value, str) else None
    return match is not None and match[2].lower() == "bb"


def parse_amount(
    name: str, value: object, *, big_blind: float = 1.0, pot: float | None = None
) -> float:
    """Return an amount in chips.

    Args:
        name: Name of the field or option, in errors.
        value: A number of chips, or text: `180`, `5.5bb`, or `450%` of the pot.
        big_blind: Chips of a big blind.
        pot: Chips of the pot; None if a share of it has no meaning here.

    Raises:
        InputError: If the value is not an amount.

    >>> parse_amount("stack", "97.5bb", big_blind=10), parse_amount("stack", "450%", pot=60)
    (975.0, 270.0)
    """
    if isinstance(value, str):
        if match := _WITH_UNIT.fullmatch(value.strip()):
            if match[2] != "%":
                return float(match[1]) * big_blind
            if pot is not None:
                return float(match[1]) / 100 * pot
        try:
            return float(value)
        except ValueError:
            share = "" if pot is None else ", '450%' of the pot"
            raise InputError(
                f"{name} must be a number of chips, or like '5.5bb'{share}, got {value!r}"
            ) from None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InputError(f"{name} must be a number, got {value!r}")
    try:
        return float(value)
    except OverflowError:
        raise InputError(f"{name}: the number is too large") from None
