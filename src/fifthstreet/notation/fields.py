"""Fields of a PHH hand: which a variant needs, which may be there, and what they hold."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from itertools import chain
from numbers import Number
from typing import Any, TypeAlias

from fifthstreet.game.variants import VARIANTS, Poker, term_names

GAME_TYPES: dict[str, type[Poker]] = dict(VARIANTS)

_FIELDS_OF_TERMS = {
    "raw_antes": "antes",
    "raw_blinds_or_straddles": "blinds_or_straddles",
    "bet": "min_bet",
}
# Terms of a game that are no required fields: one is how a hand is played, one has a default.
_OTHER_TERMS = ("automations", "ante_trimming_status")


@cache
def fields_of_terms(game_type: type[Poker]) -> dict[str, str]:
    """The terms that a game is made with, and the field that each is in."""
    return {
        term: _FIELDS_OF_TERMS.get(term, term)
        for term in term_names(game_type)
        if term not in _OTHER_TERMS
    }


REQUIRED_FIELDS: dict[str, tuple[str, ...]] = {
    code: ("variant", *fields_of_terms(game_type).values(), "starting_stacks", "actions")
    for code, game_type in GAME_TYPES.items()
}

_PLACE = ("venue", "address", "city", "region", "postal_code", "country")
_MOMENT = ("time", "time_zone", "day", "month", "year")
_SEATING = ("hand", "level", "seats", "seat_count", "table", "players")
_RESULT = ("finishing_stacks", "winnings", "currency", "currency_symbol")
_HOUSE_RULES = ("ante_trimming_status", "time_limit", "time_banks")
OPTIONAL_FIELDS = (
    *("author", "event", "url"),
    *_PLACE,
    *_MOMENT,
    *_SEATING,
    *_RESULT,
    *_HOUSE_RULES,
)

Check: TypeAlias = Callable[[str, Any], None]

_INT = frozenset({int})


def _text(name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise ValueError(f"{name} is {value!r}; want text")


def _texts(name: str, value: Any) -> None:
    is_good = type(value) is list
    try:
        "".join(value)  # the fastest way to look at all of them
    except TypeError:
        is_good = False
    if not is_good:
        raise ValueError(f"{name} is {value!r}; want an array of texts")


def _number(name: str, value: Any) -> None:
    # A number that differs from itself is not a number.
    if type(value) is not int and (
        not isinstance(value, Number) or isinstance(value, bool) or value != value
    ):
        raise ValueError(f"{name} is {value!r}; want a number")


def _numbers(name: str, value: Any) -> None:
    if type(value) is not list:
        raise ValueError(f"{name} is {value!r}; want an array of numbers")
    if not _INT.issuperset(map(type, value)):
        for item in value:
            if type(item) is not Decimal or item != item:
                _number(f"{name}: an item", item)


def _amounts(name: str, value: Any) -> None:
    """One number for all players, or one each."""
    if type(value) is not list:
        _number(name, value)
    elif not _INT.issuperset(map(type, value)):
        _numbers(name, value)


def _anything(name: str, value: Any) -> None:
    pass


_CHECKS: dict[str, Check] = {
    **dict.fromkeys((*OPTIONAL_FIELDS, *chain(*REQUIRED_FIELDS.values())), _anything),
    "variant": _text,
    "antes": _amounts,
    "blinds_or_straddles": _amounts,
    "bring_in": _number,
    "small_bet": _number,
    "big_bet": _number,
    "min_bet": _number,
    "starting_stacks": _numbers,
    "actions": _texts,
    "seats": _numbers,
    "players": _texts,
    "finishing_stacks": _numbers,
    "winnings": _numbers,
}
_ALWAYS = frozenset(("variant", "antes", "starting_stacks", "actions"))


def take_own_fields(table: dict[str, Any]) -> dict[str, Any]:
    """Check a table's fields of the standard, and take the user's own out of it."""
    own = []
    for name, value in table.items():
        check = _CHECKS.get(name)
        if check is None:
            own.append(name)
        elif check is not _anything:
            check(name, value)
    return {name: table.pop(name) for name in own} if own else {}


def check_complete(table: dict[str, Any]) -> None:
    """Refuse a hand without the fields that every hand has."""
    if not table.keys() >= _ALWAYS:
        missing = ", ".join(sorted(name for name in _ALWAYS if name not in table))
        raise ValueError(f"the hand has no {missing}")
