"""A TOML writer: one line per field, in the style of the published hand histories."""

from __future__ import annotations

import re
from datetime import date, time
from decimal import Decimal
from numbers import Integral
from typing import Any

from fifthstreet.errors import InputError

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+").fullmatch
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]").search
_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def field_line(key: str, value: Any) -> str:
    """Write a field as one line.

    Args:
        key: Quoted if it has characters other than letters, digits, `_` and `-`.
        value: A text, number, bool, date or time, or lists and dicts of them.

    Returns:
        The line, without a line break.

    Raises:
        InputError: If TOML has no type for the value.

    >>> print(field_line("players", ["Ann", "O'Hara"]))
    players = ['Ann', '''O'Hara''']
    """
    return f"{_key_text(key)} = {value_text(value)}"


def value_text(value: Any) -> str:
    """Write a value so that it reads back unchanged."""
    if isinstance(value, str):
        return _string_text(value)
    if isinstance(value, list | tuple):
        return "[" + ", ".join([value_text(item) for item in value]) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _whole_text(value)
    if isinstance(value, Decimal | float):
        return _number_text(value)
    if isinstance(value, dict):
        return "{" + ", ".join(field_line(key, item) for key, item in value.items()) + "}"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Integral):
        return _whole_text(int(value))
    raise InputError(f"cannot write {value!r}: TOML has no type for {type(value).__name__}")


def _key_text(key: str) -> str:
    if not isinstance(key, str):
        raise InputError(f"a key must be a string, got {key!r}")
    if _BARE_KEY(key):
        return key
    if "'" in key or _CONTROL(key):
        return _escaped(key)
    return f"'{key}'"


def _string_text(text: str) -> str:
    if (not text.isprintable() and _CONTROL(text)) or "'''" in text:
        return _escaped(text)
    return f"'''{text}'''" if "'" in text else f"'{text}'"


def _escaped(text: str) -> str:
    return '"' + _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", text) + '"'


def _whole_text(number: int) -> str:
    try:
        return str(int(number))
    except ValueError as error:  # thousands of digits
        raise InputError(f"cannot write a number of {number.bit_length()} bits: {error}") from error


def _number_text(number: Decimal | float) -> str:
    if number != number:
        return "nan"
    if number in (Decimal("Infinity"), Decimal("-Infinity")):
        return "inf" if number > 0 else "-inf"
    return str(number)
