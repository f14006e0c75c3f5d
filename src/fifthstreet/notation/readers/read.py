"""Reading hands in any format, and reporting those that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from fifthstreet.game.variants import Poker
from fifthstreet.notation.amounts import ParseValue, parse_value
from fifthstreet.notation.errors import ReadError
from fifthstreet.notation.history import HandHistory
from fifthstreet.notation.readers.acpc import PLURIBUS_STACK, ACPCLogParser, pluribus_game
from fifthstreet.notation.readers.parser import HandParser
from fifthstreet.notation.readers.phh import PHHParser
from fifthstreet.notation.readers.sites import (
    AbsolutePokerParser,
    FullTiltPokerParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    PokerStarsParser,
)

# Parsers by the beginning of a line that identifies their format.
_SITE_PARSERS = {
    "PokerStars ": PokerStarsParser,
    "Full Tilt Poker Game #": FullTiltPokerParser,
    "Stage #": AbsolutePokerParser,
    "***** History for hand ": OngameNetworkParser,
    "Game #": PartyPokerParser,
    "***** Hand History for Game ": PartyPokerParser,
    "<game gamecode=": IPokerNetworkParser,
}
_LOG_LINE = re.compile(r"^(STATE:|[^:\n=]+:)\d+:[^:\n]+:[^:\n]*\|[^:\n]*:", re.MULTILINE)


class HandReader(Iterator[HandHistory]):
    """Iterator over the hands of a text; hands that cannot be read are skipped.

    `errors` lists what is wrong with the skipped hands. It grows during the iteration.
    """

    def __init__(self, results: Iterator[tuple[int, HandHistory | ValueError]]) -> None:
        """Read from the results of a parser: hands and errors with their lines."""
        self.errors: list[ReadError] = []
        self._results = results

    def __next__(self) -> HandHistory:
        """Return the next hand that can be read."""
        for line, result in self._results:
            if isinstance(result, HandHistory):
                return result
            self.errors.append(ReadError(line, str(result)))
        raise StopIteration

    def __repr__(self) -> str:
        """Show the number of errors so far."""
        return f"<HandReader: {len(self.errors)} errors so far>"


def read_hands(
    source: str | Path,
    *,
    parser: HandParser | None = None,
    game: Poker | None = None,
    starting_stack: int | None = None,
    parse_value: ParseValue = parse_value,
) -> HandReader:
    """Read the hands of a text, or of the file at a `Path`, in any format.

    The format is detected unless a parser is given. ACPC logs do not name the game: pass `game` and
    `starting_stack` unless they are those of Pluribus. Every hand is replayed once, so replaying a
    hand that was returned raises no errors.

    >>> reader = read_hands("[1]\\nvariant = 'NT'\\n\\n[2]\\nvariant = ")
    >>> list(reader)
    []
    >>> for error in reader.errors:
    ...     print(error)
    line 1: required fields are missing: actions, antes, starting_stacks
    line 5: Invalid value
    """
    text = source if isinstance(source, str) else _file_text(source)
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if parser is None:
        parser = _detect_parser(text, game, starting_stack)
    return HandReader(parser.parse(text, parse_value))


def _file_text(path: Path) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")  # older clients wrote in the player's local encoding


def _detect_parser(text: str, game: Poker | None, starting_stack: int | None) -> HandParser:
    for line in map(str.lstrip, text.split("\n")):
        for prefix, parser in _SITE_PARSERS.items():
            if line.startswith(prefix):
                return parser()
    if game is not None or _LOG_LINE.search(text):
        stack = PLURIBUS_STACK if starting_stack is None else starting_stack
        return ACPCLogParser(game or pluribus_game(), stack)
    return PHHParser()
