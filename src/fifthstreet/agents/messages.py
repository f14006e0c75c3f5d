"""Messages between a match and an agent in another process.

The match sends pickled objects, because it is trusted. The agent's answers are JSON: unpickling
them could run any code in the process of the match.
"""

from __future__ import annotations

import io
import json
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import ActionAmount, ActionKind, Discard, Terms, plain_number, safe_text

MAX_ANSWER_BYTES = 100_000
_NUMBERS: dict[str, Any] = {
    kind.__name__: kind
    for kind in (int, float, Fraction, Decimal)  # written as text
}


class Unreadable:
    """An invalid answer, or part of one; only its text has been sent."""

    def __init__(self, text: str) -> None:
        """Set the `repr` of the original."""
        self.text = text

    def __repr__(self) -> str:
        return self.text


class _Pickler(pickle.Pickler):
    """Writes the terms of a table once, and their number afterwards."""

    def __init__(self, file: io.BytesIO, known: list[Terms]) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self._known = known

    def persistent_id(self, item: Any) -> Any:
        """Return a reference to terms; None to pickle other objects normally."""
        if type(item) is not Terms:
            return None
        for number, known in enumerate(self._known):
            if known is item:
                return number
        self._known.append(item)
        return item.game


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` has written."""

    def __init__(self, file: io.BytesIO, known: list[Terms]) -> None:
        super().__init__(file)
        self._known = known

    def persistent_load(self, reference: Any) -> Terms:
        """Return the terms of a reference: a number, or the game of new terms."""
        if type(reference) is int:
            return self._known[reference]
        self._known.append(Terms(reference))
        return self._known[-1]


def packed(message: Any, known: list[Terms]) -> bytes:
    """Return an object of the match as bytes; `known` are the terms sent so far."""
    file = io.BytesIO()
    _Pickler(file, known).dump(message)
    return file.getvalue()


def unpacked(message: bytes | bytearray, known: list[Terms]) -> Any:
    """Return the object that was `packed`; `known` are the terms received so far."""
    return _Unpickler(io.BytesIO(message), known).load()


def answer_from(message: bytes | bytearray) -> dict[str, Any]:
    """Return the plain data that an agent has sent as JSON; InputError if they are invalid."""
    data = json.loads(message)
    if not isinstance(data, dict):
        raise InputError(f"reply must be an object, got {type(data).__name__}")
    return data


def action_data(answer: Any) -> dict[str, Any]:
    """Return an agent's answer as plain data; only the text of other objects."""
    if answer is None:
        return {"none": True}
    try:
        if type(answer) is ActionAmount:
            kind, amount = answer
            return {"kind": _data(kind, _kind_data), "amount": _data(amount, _amount_data)}
        if type(answer) is Discard:
            return {"discard": _data(answer.cards, _cards_data)}
    except BaseException:  # its contents may raise anything
        return {"unreadable": safe_text(answer)}
    return {"unreadable": safe_text(answer)}


def action_from(data: dict[str, Any]) -> Any:
    """Return the answer that `action_data` described; InputError for other data."""
    try:
        if "kind" in data:
            kind, amount = data["kind"], data["amount"]
            return ActionAmount(_part(kind, ActionKind), _part(amount, _amount_from))
        if "discard" in data:
            return Discard(_part(data["discard"], _cards_from))
        return None if "none" in data else _part(data, dict)
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise InputError(f"reply must be an action, got {error!r}") from None


def _data(part: Any, convert: Callable[[Any], Any]) -> Any:
    """Return part of an answer as plain data, or its text if it is invalid."""
    try:
        return convert(part)
    except BaseException:  # an amount that is not a number may raise anything
        return {"unreadable": safe_text(part)}


def _part(data: Any, convert: Callable[[Any], Any]) -> Any:
    return Unreadable(str(data["unreadable"])) if isinstance(data, dict) else convert(data)


def _kind_data(kind: ActionKind) -> str:
    if type(kind) is not ActionKind:
        raise TypeError
    return kind.value


def _amount_data(amount: Any) -> list[str] | None:
    if amount is None:
        return None
    number = plain_number(amount)
    return [type(number).__name__, str(number)]


def _amount_from(data: list[str] | None) -> Any:
    if data is None:
        return None
    name, text = data
    return _NUMBERS[name](text)


def _cards_data(cards: tuple[Card, ...]) -> str:
    if not all(type(card) is Card for card in cards):
        raise TypeError
    return "".join(map(repr, cards))


def _cards_from(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(text))
