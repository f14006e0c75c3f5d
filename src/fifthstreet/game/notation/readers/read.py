"""Reading hands in any format, and reporting hands that cannot be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from fifthstreet.errors import InputError
from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.notation.errors import ReadError
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.readers.acpc import PLURIBUS_STACK, ACPCLogParser, pluribus_game
from fifthstreet.game.notation.readers.ohh import OpenHandHistoryParser
from fifthstreet.game.notation.readers.parser import HandParser, HandText, split_at
from fifthstreet.game.notation.readers.phh import PHHParser
from fifthstreet.game.notation.readers.sites import (
    SITE_PARSERS,
    IPokerNetworkParser,
    ipoker_head,
)
from fifthstreet.game.notation.readers.sources import HandSource, TextSource, text_sources
from fifthstreet.game.variants import Poker

_Result: TypeAlias = tuple[int, HandHistory | ValueError]
_Cut: TypeAlias = tuple[int, str]  # where a text can be cut, and what to put before the rest

# Parsers whose texts can be recognised by the beginning of a line, with that beginning.
_RECOGNISED: list[tuple[Callable[[], HandParser], str]] = [
    *((parser, parser.START) for parser in SITE_PARSERS),
    (OpenHandHistoryParser, OpenHandHistoryParser.START),
    (PHHParser, r"\[[^\[\]\n]+\][ \t]*\n+[ \t]*variant[ \t]*=|variant[ \t]*="),
]
_START = re.compile(
    # The lookahead has the first letters of all of them, to pass other lines quickly. Starting with
    # a character instead of `^` is twice as fast.
    r"\n[ \t]*(?=[PWFS*<{\[v])(?:"
    + "|".join(f"(?P<_{index}>{start})" for index, (_, start) in enumerate(_RECOGNISED))
    + ")"
)
_KNOWN = re.compile(  # the beginning of a hand, or a field of one in the PHH format
    _START.pattern
    + r"|\n[ \t]*(?:\[[^\[\]\n]*\][ \t]*(?:\n|$)|"
    + r"(?:actions|antes|blinds_or_straddles|starting_stacks|min_bet|variant|bring_in)[ \t]*=)"
)
_LOG_LINE = re.compile(r"^(STATE:|[^:\n=]+:)\d+:[^:\n]+:[^:\n]*\|[^:\n]*:", re.MULTILINE)


_PIECE = 1 << 23  # characters that are parsed at a time
_MAX_PIECE = 1 << 26  # if there is no place to cut
_CUT_RANGE = 1 << 20  # characters at the end of a piece in which to look for the last hand


class HandReader(Iterator[HandHistory]):
    """Iterator over the hands of one or more texts; hands that cannot be read are skipped.

    `errors` lists what is wrong with the skipped hands. It grows during the iteration.
    """

    def __init__(
        self,
        sources: list[TextSource],
        parse: Callable[[str], Iterator[_Result]],
        cut: Callable[[str], _Cut | None],
        progress: Callable[[float], None] | None = None,
    ) -> None:
        self.errors: list[ReadError] = []
        self._sources = sources
        self._parse = parse
        self._cut = cut
        self._progress = progress
        self._results = self._read()

    def __next__(self) -> HandHistory:
        return next(self._results)

    def __repr__(self) -> str:
        return f"<HandReader: {len(self.errors)} errors so far>"

    def _read(self) -> Iterator[HandHistory]:
        total = sum(source.size for source in self._sources) or 1
        done = 0
        for source in self._sources:
            line = position = 0
            try:
                for piece in _pieces(source.read(), self._cut):
                    yield from self._read_piece(piece, line, source, (done + position) / total)
                    line += piece.count("\n")
                    position = min(position + len(piece), source.size)
            except InputError as error:
                self.errors.append(ReadError(line + 1, str(error), source.name))
            done += source.size
            if self._progress is not None:
                self._progress(min(done / total, 1.0))
        if self._progress is not None:
            self._progress(1.0)

    def _read_piece(
        self, text: str, first_line: int, source: TextSource, share: float
    ) -> Iterator[HandHistory]:
        total = sum(each.size for each in self._sources) or 1
        line_count = text.count("\n") + 1
        size = min(len(text), source.size)
        for line, result in self._parse(text):
            if self._progress is not None:
                self._progress(min(share + size * min(line / line_count, 1.0) / total, 1.0))
            if isinstance(result, HandHistory):
                yield result
            else:
                self.errors.append(ReadError(first_line + line, str(result), source.name))


def _pieces(texts: Iterator[str], cut: Callable[[str], _Cut | None]) -> Iterator[str]:
    """Join texts to pieces that end where a hand ends."""
    waiting: list[str] = []
    size, limit = 0, _PIECE
    for text in texts:
        waiting.append(text)
        size += len(text)
        if size < limit:
            continue
        piece = "".join(waiting)
        place = cut(piece)
        if place is not None:
            end, head = place
            yield piece[:end]
            waiting = [head + piece[end:]]
            size, limit = len(waiting[0]), _PIECE
        elif size > _MAX_PIECE:
            raise InputError(f"no hand ends within {_MAX_PIECE:,} characters")
        else:
            waiting = [piece]
            limit = 2 * size
    yield "".join(waiting)


def read_hands(
    source: HandSource,
    *,
    parser: HandParser | None = None,
    game: Poker | None = None,
    starting_stack: int | None = None,
    parse_value: ParseValue = parse_value,
    progress: Callable[[float], None] | None = None,
) -> HandReader:
    """Read the hands of a text or of files.

    Every hand is replayed once, so replaying a hand that was returned raises no errors. Files are
    read in pieces. A file that is not a regular file, is too large or cannot be unpacked is an
    error in the list; the others are still read.

    Args:
        source: A text, or the path of a file, a folder or a zip file, or several paths, which are
            read one after the other; `-` is the standard input. A text of one line that is the
            name of an existing file is a path.
        parser: Reads all texts; by default formats are detected, also where a text has several.
        game: Game of ACPC logs, which do not name it; then all texts are read as such logs. By
            default, logs are read as logs of Pluribus.
        starting_stack: Chips of each player in ACPC logs; by default 10,000, as for Pluribus.
        parse_value: Called with the text of an amount, returns the chips; by default an int or a
            `Decimal`.
        progress: Called after each hand with the share that is read, from 0 to 1.

    Returns:
        An iterator over the hands; its `errors` lists the hands that cannot be read.

    Raises:
        InputError: If a text of one line looks like the name of a file that does not exist.
        OSError: If a path cannot be opened.
        DamagedFileError: If a file that is named as a zip file is not one.

    >>> reader = read_hands("[1]\\nvariant = 'NT'\\n\\n[2]\\nvariant = ")
    >>> list(reader)
    []
    >>> for error in reader.errors:
    ...     print(error)
    line 1: required fields are missing: actions, antes, starting_stacks
    line 5: Invalid value
    """

    def parse(text: str) -> Iterator[_Result]:
        if parser is not None:
            yield from parser.parse(text, parse_value)
            return
        if game is not None:
            yield from _log_parser(game, starting_stack).parse(text, parse_value)
            return
        if text.strip() and not _KNOWN.search(f"\n{text}") and not _LOG_LINE.search(text):
            yield 1, InputError("no known hand history format")
            return
        for part, part_parser in _parts(text, starting_stack):
            for offset, result in part_parser.parse(part.text, parse_value):
                yield part.line + offset - 1, result

    def cut(text: str) -> _Cut | None:
        if parser is not None:
            return None
        return _last_line(text) if game is not None else _last_hand(text)

    return HandReader(text_sources(source), parse, cut, progress)


def _last_line(text: str) -> _Cut | None:
    end = text.rfind("\n")
    return (end, "") if end > 0 else None


def _last_hand(text: str) -> _Cut | None:
    """Return the place before the last hand of a text, which may go on."""
    for first in (len(text) - _CUT_RANGE, 0):
        starts = list(_START.finditer(text, max(first, 0)))
        if starts:
            last = starts[-1]
            before = text[: last.start()]
            if not _START.search(f"\n{before}"):
                return None  # it is the first hand as well
            parser, _ = _RECOGNISED[int((last.lastgroup or "")[1:])]
            return last.start(), ipoker_head(before) if parser is IPokerNetworkParser else ""
    return _last_line(text) if _LOG_LINE.search(text) else None


def _log_parser(game: Poker | None, starting_stack: int | None) -> ACPCLogParser:
    stack = PLURIBUS_STACK if starting_stack is None else starting_stack
    return ACPCLogParser(game or pluribus_game(), stack)


def _parts(text: str, starting_stack: int | None) -> Iterator[tuple[HandText, HandParser]]:
    """Split a text where its format changes; yield the parts and their parsers."""
    starts: list[tuple[int, Callable[[], HandParser]]] = []
    for match in _START.finditer(f"\n{text}"):
        assert match.lastgroup is not None
        parser, _ = _RECOGNISED[int(match.lastgroup[1:])]
        if not starts or starts[-1][1] is not parser:
            starts.append((match.start(), parser))
    if all(parser is PHHParser for _, parser in starts):
        is_log = not starts and _LOG_LINE.search(text)
        yield HandText(text, 1), _log_parser(None, starting_stack) if is_log else PHHParser()
        return
    parts = split_at(text, [start for start, _ in starts])
    for part, (_, parser) in zip(parts, starts, strict=True):
        yield part, parser()
