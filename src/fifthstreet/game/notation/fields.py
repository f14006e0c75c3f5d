"""Fields of a hand in the PHH format: which ones a variant requires, and what they may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import time
from decimal import Decimal
from functools import cache
from itertools import chain
from math import isinf
from numbers import Number
from typing import Any, TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.game.variants import VARIANTS, Poker, term_names

# Variant codes and the games that they stand for. Logs of fixed-limit Omaha hi-lo become `LO/8`,
# because PokerKit plays `FO/8` pot-limit.
GAME_TYPES: dict[str, type[Poker]] = {**VARIANTS, "LO/8": VARIANTS["FO/8"]}
VARIANT_CODES: dict[type[Poker], str] = {game: code for code, game in VARIANTS.items()}

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
_MAX_DIGITS = 100  # of a number; arithmetic with millions of them would take all memory
_MAX_NUMBER = 10**_MAX_DIGITS
MAX_BOARDS = 52  # and runouts: each has a card of its own
MAX_PLAYERS = 52  # each has a card of their own, too
_DATE_LIMITS = {"day": 31, "month": 12, "year": 9999}


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
    if type(value) is int:
        is_valid = -_MAX_NUMBER < value < _MAX_NUMBER
    elif type(value) is Decimal:
        is_valid = value == value and abs(value.adjusted()) <= _MAX_DIGITS
    else:
        # NaN is the number that differs from itself.
        is_valid = isinstance(value, Number) and not isinstance(value, bool) and value == value
    if not is_valid:
        raise InputError(f"{name} must be a number, got {value!r}")


def _check_numbers(name: str, value: Any) -> None:
    if type(value) is not list:
        raise InputError(f"{name} must be an array of numbers, got {value!r}")
    for item in value:
        _check_number(f"an item of {name}", item)


def _check_amounts(name: str, value: Any) -> None:
    """Check a value that is one number for all players or an array with one number each."""
    if type(value) is not list:
        _check_number(name, value)
    else:
        _check_numbers(name, value)


def _check_label(name: str, value: Any) -> None:
    if type(value) is not int and not isinstance(value, str):
        raise InputError(f"{name} must be a string or a whole number, got {value!r}")


def _check_count(name: str, value: Any) -> None:
    if type(value) is not int or not 0 <= value < _MAX_NUMBER:
        raise InputError(f"{name} must be a whole number from 0 up, got {value!r}")


def _check_boards(name: str, value: Any) -> None:
    if type(value) is not int or not 1 <= value <= MAX_BOARDS:
        raise InputError(f"{name} must be a whole number from 1 to {MAX_BOARDS}, got {value!r}")


def _check_date(name: str, value: Any) -> None:
    limit = _DATE_LIMITS[name]
    if type(value) is not int or not 1 <= value <= limit:
        raise InputError(f"{name} must be a whole number from 1 to {limit}, got {value!r}")


def _check_time(name: str, value: Any) -> None:
    if not isinstance(value, time):
        raise InputError(f"{name} must be a time like 13:15:01, got {value!r}")


def _check_flag(name: str, value: Any) -> None:
    if type(value) is not bool:
        raise InputError(f"{name} must be true or false, got {value!r}")


_CHECKS: dict[str, _Check] = {
    **dict.fromkeys((*OPTIONAL_FIELDS, *chain(*REQUIRED_FIELDS.values())), _check_string),
    "antes": _check_amounts,
    "blinds_or_straddles": _check_amounts,
    "bring_in": _check_number,
    "small_bet": _check_number,
    "big_bet": _check_number,
    "min_bet": _check_number,
    "starting_stacks": _check_numbers,
    "actions": _check_strings,
    "time": _check_time,
    **dict.fromkeys(_DATE_LIMITS, _check_date),
    "hand": _check_label,
    "table": _check_label,
    "level": _check_count,
    "seats": _check_numbers,
    "seat_count": _check_count,
    "players": _check_strings,
    "finishing_stacks": _check_numbers,
    "winnings": _check_numbers,
    "ante_trimming_status": _check_flag,
    "time_limit": _check_number,
    "time_banks": _check_numbers,
}
# User-defined fields that the replay and the sums of chips depend on.
_USER_DEFINED_CHECKS: dict[str, _Check] = {
    "_starting_board_count": _check_boards,
    "_runout_count": _check_boards,
    "_rake": _check_number,
    "_fees": _check_number,
    "_house_added": _check_number,
    "_not_awarded": _check_number,
    "_cash_outs": _check_numbers,
}
_BY_PLAYER = ("players", "seats", "finishing_stacks", "winnings")
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
            check = _USER_DEFINED_CHECKS.get(name)
        if check is not None:
            check(name, value)
    if not user_defined:
        return table, user_defined
    return {name: table[name] for name in table if name not in user_defined}, user_defined


def check_complete(table: dict[str, Any]) -> None:
    """Raise an InputError if a field that every variant requires is missing."""
    if not table.keys() >= _ALWAYS_REQUIRED:
        missing = ", ".join(sorted(name for name in _ALWAYS_REQUIRED if name not in table))
        raise InputError(f"required fields are missing: {missing}")


def check_lengths(table: Mapping[str, Any]) -> None:
    """Raise an InputError for too many players, or a field without an item for each of them."""
    count = len(table["starting_stacks"])
    if count > MAX_PLAYERS:
        raise InputError(f"a hand must have at most {MAX_PLAYERS} players, got {count}")
    for name in _BY_PLAYER:
        values = table.get(name)
        if values is not None and len(values) != count:
            raise InputError(
                f"{name} must have {count} items, one for each player, got {len(values)}"
            )


def check_chips(table: dict[str, Any], user_defined: dict[str, Any]) -> None:
    """Raise an InputError if the stacks at the end do not add up to those at the start.

    The house takes the rake, fees and the pots of winners who have cashed out, and may add to the
    pot or pay cash-outs. Without `_rake`, chips that are missing at the end may be rake that the
    record does not state. Infinite stacks are not added up.
    """
    finishing = table.get("finishing_stacks")
    if finishing is None:
        return
    starting = table["starting_stacks"]
    if any(map(isinf, chain(starting, finishing))):
        return
    cash_outs = user_defined.get("_cash_outs")
    rake = user_defined.get("_rake")
    try:
        start, end = sum(starting), sum(finishing)
        due = start + user_defined.get("_house_added", 0) + sum(cash_outs or ())
        for name in ("_rake", "_fees", "_not_awarded"):
            due -= user_defined.get(name, 0)
        is_exact = not isinstance(due - end, float)  # sums of floats are not
        slack = 0 if is_exact else 1e-9 * max(start, end)
        may_miss = rake is None or (cash_outs is not None and "_not_awarded" not in user_defined)
        is_sound = end <= due + slack and (may_miss or end >= due - slack)
    except TypeError as error:
        raise InputError(f"finishing_stacks cannot be added up: {error}") from error
    if not is_sound:
        raise InputError(
            f"finishing_stacks must add up to {'at most ' if may_miss else ''}{due}, got {end}: "
            f"starting_stacks add up to {start}"
            + (", and the house takes or adds the rest" if due != start else "")
        )
