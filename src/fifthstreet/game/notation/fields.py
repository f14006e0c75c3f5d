"""Fields of a hand in the PHH format: which ones a variant requires, and what they may hold."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from itertools import chain
from numbers import Number
from typing import Any, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.game.variants import VARIANTS, Poker, term_names

# Variant codes and the games that they stand for.
GAME_TYPES: dict[str, type[Poker]] = dict(VARIANTS)
VARIANT_CODES: dict[type[Poker], str] = {game: code for code, game in GAME_TYPES.items()}

_RENAMED_TERMS = {
    "raw_antes": "antes",
    "raw_blinds_or_straddles": "blinds_or_straddles",
    "bet": "min_bet",
}
# Terms that are not required fields: the first is not part of the format, the second is optional.
_OTHER_TERMS = ("automations", "ante_trimming_status")


@cache
def fields_of_terms(game_type: type[Poker]) -> dict[str, str]:
    """Map each term that a game is created with to the field that holds it."""
    return {
        term: _RENAMED_TERMS.get(term, term)
        for term in term_names(game_type)
        if term not in _OTHER_TERMS
    }


REQUIRED_FIELDS: dict[str, tuple[str, ...]] = {
    code: ("variant", *fields_of_terms(game_type).values(), "starting_stacks", "actions")
    for code, game_type in GAME_TYPES.items()
}

_PLACE = ("venue", "address", "city", "region", "postal_code", "country")
_DATE = ("time", "time_zone", "day", "month", "year")
_SEATING = ("hand", "level", "seats", "seat_count", "table", "players")
_RESULT = ("finishing_stacks", "winnings", "currency", "currency_symbol")
_HOUSE_RULES = ("ante_trimming_status", "time_limit", "time_banks")
OPTIONAL_FIELDS = (
    *("author", "event", "url"),
    *_PLACE,
    *_DATE,
    *_SEATING,
    *_RESULT,
    *_HOUSE_RULES,
)


def check_variant(variant: str) -> str:
    """Return a variant code if it is known.

    Args:
        variant: Code of the PHH format, like `NT`.

    Raises:
        InputError: If no game has the code.
    """
    if variant not in GAME_TYPES:
        raise InputError(f"variant must be one of {', '.join(GAME_TYPES)}, got {variant!r}")
    return variant


_Check: TypeAlias = Callable[[str, Any], None]

_INT = frozenset({int})


def _check_string(name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise InputError(f"{name} must be a string, got {value!r}")


def _check_strings(name: str, value: Any) -> None:
    is_valid = type(value) is list
    try:
        "".join(value)  # the fastest way to check all items
    except TypeError:
        is_valid = False
    if not is_valid:
        raise InputError(f"{name} must be an array of strings, got {value!r}")


def _check_number(name: str, value: Any) -> None:
    # NaN is the number that differs from itself.
    if type(value) is not int and (
        not isinstance(value, Number) or isinstance(value, bool) or value != value
    ):
        raise InputError(f"{name} must be a number, got {value!r}")


def _check_numbers(name: str, value: Any) -> None:
    if type(value) is not list:
        raise InputError(f"{name} must be an array of numbers, got {value!r}")
    if not _INT.issuperset(map(type, value)):
        for item in value:
            if type(item) is not Decimal or item != item:
                _check_number(f"an item of {name}", item)


def _check_amounts(name: str, value: Any) -> None:
    """Check a value that is one number for all players or an array with one number each."""
    if type(value) is not list:
        _check_number(name, value)
    elif not _INT.issuperset(map(type, value)):
        _check_numbers(name, value)


def _accept(name: str, value: Any) -> None:
    pass


_CHECKS: dict[str, _Check] = {
    **dict.fromkeys((*OPTIONAL_FIELDS, *chain(*REQUIRED_FIELDS.values())), _accept),
    "variant": _check_string,
    "antes": _check_amounts,
    "blinds_or_straddles": _check_amounts,
    "bring_in": _check_number,
    "small_bet": _check_number,
    "big_bet": _check_number,
    "min_bet": _check_number,
    "starting_stacks": _check_numbers,
    "actions": _check_strings,
    "seats": _check_numbers,
    "players": _check_strings,
    "finishing_stacks": _check_numbers,
    "winnings": _check_numbers,
}
_ALWAYS_REQUIRED = frozenset(("variant", "antes", "starting_stacks", "actions"))


def split_fields(table: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split a table into checked fields of the format and user-defined fields.

    Raises an InputError for a field of the format that holds a value of the wrong type.
    """
    user_defined: dict[str, Any] = {}
    for name, value in table.items():
        check = _CHECKS.get(name)
        if check is None:
            user_defined[name] = value
        elif check is not _accept:
            check(name, value)
    if not user_defined:
        return table, user_defined
    return {name: table[name] for name in table if name not in user_defined}, user_defined


def check_complete(table: dict[str, Any]) -> None:
    """Raise an InputError if a field that every variant requires is missing."""
    if not table.keys() >= _ALWAYS_REQUIRED:
        missing = ", ".join(sorted(name for name in _ALWAYS_REQUIRED if name not in table))
        raise InputError(f"required fields are missing: {missing}")
