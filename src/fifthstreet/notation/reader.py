"""Reading a file of hands of which some may be broken: the good ones, and what is wrong where."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from fifthstreet.game.values import parse_value
from fifthstreet.game.variants import Poker
from fifthstreet.notation.acpc import PLURIBUS_STACK, ACPCProtocolParser, pluribus_game
from fifthstreet.notation.errors import ActionError, LineError
from fifthstreet.notation.hand_history import HandHistory
from fifthstreet.notation.parser import HandParser, HandText, ParseValue
from fifthstreet.notation.sites import (
    AbsolutePokerParser,
    FullTiltPokerParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    PokerStarsParser,
)
from fifthstreet.notation.toml_read import read_toml

# A line that begins like this tells the notation; without any it is PHH.
_SIGNS = {
    "PokerStars ": PokerStarsParser,
    "Full Tilt Poker Game #": FullTiltPokerParser,
    "Stage #": AbsolutePokerParser,
    "***** History for hand ": OngameNetworkParser,
    "Game #": PartyPokerParser,
    "***** Hand History for Game ": PartyPokerParser,
    "<game gamecode=": IPokerNetworkParser,
}
_LOG_LINE = re.compile(r"^(STATE:|[^:\n=]+:)\d+:[^:\n]+:[^:\n]*\|[^:\n]*:", re.MULTILINE)
_HEADER = re.compile(
    r"^[ \t]*\[[ \t]*([A-Za-z0-9_-]+|'[^'\n]*'|\"[^\"\n]*\")[ \t]*\]", re.MULTILINE
)
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_FIELD = re.compile(r"^[ \t]*variant[ \t]*=", re.MULTILINE)
_PLACE = re.compile(r"at line (\d+), column \d+")


@dataclass(frozen=True)
class Problem:
    """Something that could not be read."""

    line: int  # from 1
    message: str

    def __str__(self) -> str:
        """Line and message."""
        return f"line {self.line}: {self.message}"


class HandReader(Iterator[HandHistory]):
    """The good hands of a text one by one; `problems` grows as bad ones are met."""

    def __init__(self, results: Iterator[tuple[int, HandHistory | ValueError]]) -> None:
        """Read from hands and errors with their lines."""
        self.problems: list[Problem] = []
        self._results = results

    def __next__(self) -> HandHistory:
        """The next good hand."""
        for line, result in self._results:
            if isinstance(result, HandHistory):
                return result
            self.problems.append(Problem(line, str(result)))
        raise StopIteration


def read_hands(
    source: str | Path,
    *,
    parser: HandParser | None = None,
    game: Poker | None = None,
    starting_stack: int | None = None,
    parse_value: ParseValue = parse_value,
) -> HandReader:
    """Hands of a text, or of the file at a path, in any notation that this package reads.

    The notation is found out unless a parser is given. Logs of the ACPC do not tell the game: give
    it and its stacks if they are not Pluribus's. Every hand is played once to see that it can be.

    >>> reader = read_hands("[1]\\nvariant = 'NT'\\n\\n[2]\\nvariant = ")
    >>> list(reader)
    []
    >>> for problem in reader.problems:
    ...     print(problem)
    line 1: the hand has no actions, antes, starting_stacks
    line 5: Invalid value
    """
    text = source if isinstance(source, str) else _file_text(source)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if parser is None:
        parser = _parser_of(text, game, starting_stack) or PHHParser()
    return HandReader(parser.results(text, parse_value))


def _file_text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # sites wrote in whatever the player's computer spoke


def _parser_of(text: str, game: Poker | None, starting_stack: int | None) -> HandParser | None:
    for line in map(str.lstrip, text.split("\n")):
        for sign, parser in _SIGNS.items():
            if line.startswith(sign):
                return parser()
    if game is not None or _LOG_LINE.search(text):
        stack = PLURIBUS_STACK if starting_stack is None else starting_stack
        return ACPCProtocolParser(game or pluribus_game(), stack)
    return None


class PHHParser(HandParser):
    """Reader of PHH texts that goes on after a bad hand."""

    def hand_texts(self, s: str) -> Iterator[HandText]:
        """Tables of a text with many hands, or all of it if it is one hand."""
        headers = list(_HEADER.finditer(s))
        if not headers or _FIELD.search(s, 0, headers[0].start()):
            if s.strip():
                yield HandText(s, 1)
            return
        before = s[: headers[0].start()]
        if _COMMENT.sub("", before).strip():
            yield HandText(before, 1)
        ends = [header.start() for header in headers[1:]] + [len(s)]
        line, place = 1, 0
        for header, end in zip(headers, ends, strict=True):
            line += s.count("\n", place, header.start())
            place = header.start()
            yield HandText(s[place:end], line)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Read one hand and play it."""
        try:
            table = read_toml(text, parse_value)
        except ValueError as error:
            raise _toml_error(error, text) from error
        if _HEADER.match(text) and len(table) == 1:
            (table,) = table.values()
        hand = HandHistory.from_table(table)
        try:
            for _ in hand:
                pass
        except ActionError as error:
            raise LineError(str(error), _action_line(text, hand.actions, error.index)) from error
        return hand


def _toml_error(error: ValueError, text: str) -> LineError:
    message = str(error)
    found = _PLACE.search(message)
    offset = int(found[1]) - 1 if found else text.rstrip().count("\n")
    return LineError(message.partition(" (at ")[0], offset)


def _action_line(text: str, actions: list[str], index: int) -> int:
    """Offset of the line that an action is on, or of the field if it cannot be found."""
    found = re.search(r"^[ \t]*actions[ \t]*=", text, re.MULTILINE)
    place = found.end() if found else 0
    for action in actions[: index + 1]:
        next_place = text.find(action, place)
        if next_place < 0:
            break
        place = next_place + len(action)
    return text.count("\n", 0, place)
