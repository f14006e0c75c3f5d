"""Reading the Poker Hand History format (PHH; Kim 2024, arXiv:2312.11753).

A `.phh` file holds the fields of one hand as TOML, a `.phhs` file one table per hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from fifthstreet.errors import InputError
from fifthstreet.game.events import WinningsTaken
from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.notation.errors import ActionError, LineError
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.readers.parser import HandParser, HandText, split_at
from fifthstreet.game.notation.readers.toml import read_toml
from fifthstreet.game.state import State

_HEADER = re.compile(
    r"^[ \t]*\[[ \t]*([A-Za-z0-9_-]+|'[^'\n]*'|\"[^\"\n]*\")[ \t]*\]", re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_VARIANT = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_ACTIONS = re.compile(r"^[ \t]*actions[ \t]*=", re.MULTILINE)
_ERROR_PLACE = re.compile(r"at line (\d+), column \d+")


def parse_phh(text: str, *, parse_value: ParseValue = parse_value, **fields: Any) -> HandHistory:
    """Parse a PHH text with one hand.

    The hand is not replayed: `read_hands` does that.

    Args:
        text: One field per line, as TOML.
        parse_value: Called with the text of a number that has a fraction, returns the number; by
            default a `Decimal`.
        **fields: Replace fields of the text, or add to them.

    Returns:
        The hand.

    Raises:
        InputError: If the text is not TOML, a field is missing or has a value of the wrong type, or
            the stacks at the end do not add up to those at the start.

    >>> parse_phh(
    ...     "variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\nmin_bet = 2\\n"
    ...     "starting_stacks = [100, 100]\\nactions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']"
    ... )
    <HandHistory NT: 2 players, 3 actions>
    """
    return HandHistory.from_table(read_toml(text, parse_value), fields)


def parse_phhs(
    text: str, *, parse_value: ParseValue = parse_value, **fields: Any
) -> Iterator[HandHistory]:
    """Parse a PHH text with one table per hand.

    Args:
        text: Tables like `[1]`, each with the fields of a hand, as TOML.
        parse_value: Called with the text of a number that has a fraction, returns the number; by
            default a `Decimal`.
        **fields: Replace fields of every hand, or add to them.

    Returns:
        The hands, each built when it is reached.

    Raises:
        InputError: If the text is not TOML; during the iteration, if the fields of a hand are not
            valid.
    """
    return HandHistory.from_tables(read_toml(text, parse_value), fields)


class PHHParser(HandParser):
    """Parser of PHH texts with one or more hands."""

    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Yield the tables of a text with many hands, or the whole text if it is one hand."""
        headers = list(_HEADER.finditer(text))
        if not headers or _VARIANT.search(text, 0, headers[0].start()):
            if text.strip():
                yield HandText(text, 1)
            return
        before = text[: headers[0].start()]
        if _COMMENT.sub("", before).strip():
            yield HandText(before, 1)
        yield from split_at(text, [header.start() for header in headers])

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse one hand and replay it."""
        try:
            table = read_toml(text, parse_value)
        except InputError as error:
            raise _toml_error(error, text) from error
        if _HEADER.match(text) and len(table) == 1:
            (table,) = table.values()
        hand = self.history_type.from_table(table)
        try:
            *_, state = hand
        except ActionError as error:
            raise LineError(str(error), _action_line(text, hand.actions, error.index)) from error
        if not state.status:
            _check_finish(hand, state)
        return hand


def _check_finish(hand: HandHistory, state: State) -> None:
    """Raise an InputError if a player ends with less than they did not bet."""
    if hand.finishing_stacks is None:
        return
    behind = state.stacks.copy()
    for event in state.events:
        if isinstance(event, WinningsTaken):
            behind[event.seat] -= event.amount
    for number, (stack, least) in enumerate(zip(hand.finishing_stacks, behind, strict=True), 1):
        if stack < least:
            raise InputError(
                f"an item of finishing_stacks must be at least {least}, which p{number} did not "
                f"bet, got {stack}"
            )


def _toml_error(error: InputError, text: str) -> LineError:
    message = str(error)
    place = _ERROR_PLACE.search(message)
    offset = int(place[1]) - 1 if place else text.rstrip().count("\n")
    return LineError(message.partition(" (at ")[0], offset)


def _action_line(text: str, actions: list[str], index: int) -> int:
    """Return the line of an action, counted from 0, or of the last one before it that is found."""
    field = _ACTIONS.search(text)
    end = field.end() if field else 0
    for action in actions[: index + 1]:
        start = text.find(action, end)
        if start < 0:
            break
        end = start + len(action)
    return text.count("\n", 0, end)
