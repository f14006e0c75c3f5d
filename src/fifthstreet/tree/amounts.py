"""Amounts as players type and read them: chips, big blinds, or a share of the pot."""

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


def big_blinds_text(chips: float, big_blind: float) -> str:
    """Return an amount in big blinds as tables and titles show it, without a unit.

    Args:
        chips: The amount in chips.
        big_blind: Chips of a big blind.

    >>> big_blinds_text(180, 20), big_blinds_text(25_000, 20)
    ('9.0', '1,250.0')
    """
    return f"{chips / big_blind:,.1f}"


def amount_text(chips: float, big_blind: float | None) -> str:
    """Return an amount in chips, with its big blinds if these are known.

    Args:
        chips: The amount in chips.
        big_blind: Chips of a big blind; None if they are unknown.

    >>> amount_text(180, 20), amount_text(180, None)
    ('180 (9.0 bb)', '180')
    """
    text = f"{chips:.15g}"
    return text if big_blind is None else f"{text} ({big_blinds_text(chips, big_blind)} bb)"


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
