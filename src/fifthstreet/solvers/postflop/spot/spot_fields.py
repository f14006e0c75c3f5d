"""Fields of spot files: their types, and errors that name them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from fifthstreet.cards import Range
from fifthstreet.cards.hands import matching_hands
from fifthstreet.errors import InputError
from fifthstreet.solvers.postflop.spot.spot import parse_board
from fifthstreet.tree import (
    DEFAULT_BETS,
    DEFAULT_RAISES,
    Menu,
    Move,
    Rake,
    is_in_big_blinds,
    parse_amount,
    parse_path,
)
from fifthstreet.tree.strategy import Lock

MENU_FIELDS = ("bet", "raise", "donk")
DEFAULT_MENU = Menu.of(DEFAULT_BETS, raises=DEFAULT_RAISES)  # of a street without sizes
TREE_NUMBERS = ("add_allin", "force_allin", "merge", "min_bet", "chip")
TREE_PATHS = ("added", "removed")

_EXAMPLES = {
    "board": "three to five cards, like 'QsJh2h'",
    "pot": "the chips in the pot, like 180",
    "stack": "the chips that each player has behind, like 910",
    "ranges": "the hands of oop and ip",
    "oop": "hands, like '88+,A8s+'",
    "ip": "hands, like '88+,A8s+'",
    "rate": "a share of the pot, like 0.05",
    "path": "a path to a decision, like 'r:k'",
    "strategy": "a share for each action, like { k = 0.8, b90 = 0.2 }",
}
_Value = TypeVar("_Value")
_Result = TypeVar("_Result")


def parse_fields(text: str) -> dict[str, Any]:
    """Return the fields of a spot file's text, not yet validated.

    Args:
        text: The contents of the file.

    Raises:
        InputError: If the text is not TOML.
    """
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"not TOML: {error}") from None


def read_fields(path: str | Path) -> dict[str, Any]:
    """Return the fields of a file, not yet validated.

    Args:
        path: A file in TOML.

    Raises:
        InputError: If the file cannot be read or is not TOML.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot read {str(path)!r}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"cannot read {str(path)!r}: not UTF-8 text") from None
    return named(str(path), parse_fields, text)


def chip_fields(
    amounts: Mapping[str, Any], min_bet: float | None
) -> tuple[dict[str, float], float]:
    """Return the pot and stacks in chips, and the chips of a big blind.

    A big blind is `min_bet`, else 1.

    Args:
        amounts: Amounts by name, of which `pot` is one: chips, or text like `5.5bb`. A stack may
            also be a share of the pot, like `450%`.
        min_bet: The smallest bet, if one is given.

    Raises:
        InputError: If an amount is wrong, or if only some are in big blinds and these are unknown.
    """
    in_chips = [name for name, value in amounts.items() if not is_in_big_blinds(value)]
    in_chips = [name for name in in_chips if not str(amounts[name]).strip().endswith("%")]
    if min_bet is None and in_chips and any(map(is_in_big_blinds, amounts.values())):
        raise InputError(
            f"{in_chips[0]} must be in big blinds too, or specify tree.min_bet, the chips of a big "
            f"blind, got {amounts[in_chips[0]]!r}"
        )
    big_blind = 1.0 if min_bet is None else min_bet
    pot = parse_amount("pot", amounts["pot"], big_blind=big_blind)
    chips = {
        name: parse_amount(name, value, big_blind=big_blind, pot=pot)
        for name, value in amounts.items()
        if name != "pot"
    }
    return {"pot": pot, **chips}, big_blind


def tree_fields(fields: object) -> dict[str, Any]:
    """Return options for the rules of a tree.

    Args:
        fields: Value of the field `tree`.

    Raises:
        InputError: If it is not a table, or a field in it is unknown or wrong.
    """
    table = table_field("tree", fields, (*TREE_NUMBERS, "max_raises", *TREE_PATHS))
    options: dict[str, Any] = {}
    for name, value in table.items():
        field = f"tree.{name}"
        if name in TREE_NUMBERS:
            options[name] = number_field(field, value)
        elif name in TREE_PATHS:
            options[name] = tuple(text_field(field, path) for path in list_field(field, value))
        else:
            for most in value if isinstance(value, list) else [value]:
                if isinstance(most, bool) or not isinstance(most, int):
                    raise InputError(f"{field} must be an integer, or one per street, got {most!r}")
            options[name] = value
    return options


def menu_field(name: str, table: Mapping[str, Any]) -> Menu:
    """Return the menu of a table with `bet`, `raise` and `donk`.

    Args:
        name: Name of the table in errors.
        table: Sizes as text; those left out have their defaults.

    Raises:
        InputError: If sizes are wrong.
    """
    parts = {"bet": DEFAULT_MENU.bet, "raise": DEFAULT_MENU.raise_, "donk": None}
    for field, text in table.items():
        sizes = text_field(f"{name}.{field}", text)
        menu = named(f"{name}.{field}", Menu.from_dict, {field: sizes})
        parts[field] = menu.raise_ if field == "raise" else getattr(menu, field)
    return Menu(parts["bet"] or (), parts["raise"] or (), parts["donk"])


def rake_field(fields: object, big_blind: float) -> Rake:
    """Return the rake.

    Args:
        fields: Value of the field `rake`.
        big_blind: Chips of a big blind, for a cap like `3bb`.

    Raises:
        InputError: If it is not a table, or a field in it is unknown, missing or wrong.
    """
    table = table_field("rake", fields, ("rate", "cap"))
    if "cap" in table:
        needed_field("rake.", table, "rate")
    numbers = {
        name: number_field("rake.rate", value) for name, value in table.items() if name == "rate"
    }
    if "cap" in table:
        numbers["cap"] = parse_amount("rake.cap", table["cap"], big_blind=big_blind)
    return Rake(**numbers)


def lock_field(name: str, fields: object, board: str) -> Lock:
    """Return a lock.

    Args:
        name: Name of the lock in errors.
        fields: A table of the field `lock`.
        board: Cards of the spot's board.

    Raises:
        InputError: If it is not a table, or a field in it is unknown, missing or wrong.
    """
    table = table_field(name, fields, ("path", "hands", "strategy"))
    for needed in ("path", "strategy"):
        needed_field(f"{name}.", table, needed)
    path = text_field(f"{name}.path", table["path"])
    strategy = {
        action: _lock_share(f"{name}.strategy.{action}", share)
        for action, share in table_field(f"{name}.strategy", table["strategy"]).items()
    }
    hands = None
    if "hands" in table:
        text = text_field(f"{name}.hands", table["hands"])
        hands = named(f"{name}.hands", lambda text: locked_hands(text, path, board), text)
    return named(name, lambda shares: Lock(path, shares, hands), strategy)


def _lock_share(name: str, share: object) -> float | Range:
    """Return the probability of an action, or a range with a probability for each hand."""
    if isinstance(share, str):
        return named(name, Range.parse, share)
    return number_field(name, share)


def locked_hands(text: str, path: str, board: str) -> Range:
    """Return the hands of a lock, by name or by class like `top pair` on the board of its path.

    Args:
        text: Hands like `AQs, KK`, or classes of hands.
        path: Path of the locked decision. A class depends on the cards, so a path that deals must
            then name them.
        board: Cards of the spot's board.

    Raises:
        InputError: If the text describes no hands, or a class without all cards of the path.
    """
    dealt = [step for step in parse_path(path) if step.move == Move.DEAL]
    if all(step.cards for step in dealt):
        cards = [card for step in dealt for card in step.cards]
        return matching_hands(text, (*parse_board(board), *cards))
    try:
        return matching_hands(text)
    except InputError as error:
        raise InputError(f"{error} (name the cards that {path!r} deals)") from None


def table_field(
    name: str, value: object, allowed: tuple[str, ...] | None = None
) -> Mapping[str, Any]:
    """Return a table.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.
        allowed: Names that the table may have; by default any.

    Raises:
        InputError: If the value is not a table, or has other names.
    """
    if not isinstance(value, Mapping):
        wanted = "a table" if allowed is None else f"a table with {', '.join(allowed)}"
        raise InputError(f"{name} must be {wanted}, got {value!r}")
    if allowed is not None:
        check_names(f"{name}.", value, allowed)
    return value


def list_field(name: str, value: object) -> list[Any]:
    """Return a list.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.

    Raises:
        InputError: If the value is not a list.
    """
    if not isinstance(value, list):
        raise InputError(f"{name} must be a list, got {value!r}")
    return value


def text_field(name: str, value: object) -> str:
    """Return a text.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.

    Raises:
        InputError: If the value is not a string.
    """
    if not isinstance(value, str):
        raise InputError(f"{name} must be a string, got {value!r}")
    return value


def number_field(name: str, value: object) -> float:
    """Return a number.

    Args:
        name: Name of the field in errors.
        value: Value of the field in a file.

    Raises:
        InputError: If the value is not a number, or too large for a float.
    """
    if isinstance(value, str):
        raise InputError(f"{name} must be a number, got {value!r}")
    return parse_amount(name, value)


def needed_field(prefix: str, table: Mapping[str, Any], name: str) -> Any:
    """Return a field that must be given.

    Args:
        prefix: What errors put before the name, like `rake.`.
        table: The table of the field.
        name: Name of the field.

    Raises:
        InputError: If the field is missing.
    """
    if name not in table:
        raise InputError(f"{prefix}{name} is missing: specify {_EXAMPLES[name]}")
    return table[name]


def check_names(prefix: str, table: Mapping[str, Any], allowed: tuple[str, ...]) -> None:
    """Check the names of fields.

    Args:
        prefix: What errors put before the names, like `rake.`.
        table: The fields.
        allowed: Names that they may have.

    Raises:
        InputError: If there is a field with another name.
    """
    for name in table:
        if name not in allowed:
            raise InputError(f"{prefix}{name}: no such field (fields: {', '.join(allowed)})")


def named(name: str, make: Callable[[_Value], _Result], value: _Value) -> _Result:
    """Return `make(value)`; an InputError starts with the name.

    Args:
        name: Name of what is made.
        make: A function that may raise InputError.
        value: Its argument.
    """
    try:
        return make(value)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
