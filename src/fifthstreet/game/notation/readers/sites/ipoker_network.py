"""Logs of the iPoker Network, which are XML: a session with its games.

They are nevertheless read tag by tag, so that damaged logs can be read.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape

from fifthstreet.errors import InputError
from fifthstreet.game.notation.readers.building import (
    EntryKind,
    GameName,
    HandBuilder,
    Limit,
    Post,
    variant_code,
)
from fifthstreet.game.notation.readers.parser import HandText, split_at
from fifthstreet.game.notation.readers.sites.site_parser import SiteParser, add_currency, add_date

_GAMES = {
    "Holdem": GameName.HOLDEM,
    "Omaha": GameName.OMAHA,
    "Omaha Hi-Lo": GameName.OMAHA_HI_LO,
    "5 Card Omaha": GameName.FIVE_CARD_OMAHA,
    "6 Card Omaha": GameName.SIX_CARD_OMAHA,
    "Short Deck Holdem": GameName.SHORT_DECK,
}
_LIMITS = {"NL": Limit.NO_LIMIT, "PL": Limit.POT_LIMIT, "L": Limit.FIXED_LIMIT}
_GAME = re.compile(
    f"({'|'.join(sorted(map(re.escape, _GAMES), key=len, reverse=True))}) (NL|PL|L)\\b(.*)"
)
_STAKES = re.compile(r"(\S*\d\S*)/(\S*\d\S*)")
_START = re.compile(r"<game gamecode=\"")
_END = "</game>"
_SESSION = re.compile(r"<session\b")
_TAG = re.compile(r"<(player|action|cards)\b([^>]*)>([^<]*)")
_ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')
_FIELD = re.compile(r"<(\w+)>([^<]*)</\1>")
_NUMBER = re.compile(r'gamecode="(\d+)"')
_NO_CARDS = re.compile(r"[Xx ]*")


class IPokerNetworkParser(SiteParser):
    """Parser of iPoker Network logs."""

    START = r"<\?xml\b|<session\b|<game gamecode="
    venue = "iPoker Network"
    first_line = 1

    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Yield the games, each after the head of its session on one line before the first."""
        heads = [match.start() for match in _SESSION.finditer(text)]
        games = [match.start() for match in _START.finditer(text)]
        session, head = -1, ""
        for start, part in zip(games, split_at(text, games), strict=True):
            index = bisect_left(heads, start) - 1
            if index != session:
                session = index
                head = _head(text[heads[index] : start]) if index >= 0 else ""
            game, end, _ = part.text.partition(_END)
            yield HandText(f"{head}\n{game}{end}", part.line - 1)

    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the head of the session, which is the first line, and the lines of a game."""
        session = _session(lines[0]) if not lines[0].lstrip().startswith("<game ") else {}
        game: dict[str, str] = {}
        mucked: set[str] = set()
        pockets: dict[str, str] = {}
        for number, line in enumerate(lines):
            builder.line = number
            if number and "</" in line:
                game |= _fields(line)
            if "gamecode" in line and (match := _NUMBER.search(line)):
                builder.fields["hand"] = int(match[1])
            if not number and session:
                continue
            for tag, attributes, content in _TAG.findall(line):
                values = dict(_ATTRIBUTE.findall(attributes))
                if "&" in attributes:
                    values = {name: unescape(value) for name, value in values.items()}
                if tag == "player":
                    _seat(values, builder, mucked)
                elif tag == "action":
                    _act(values, builder)
                else:
                    _cards(values, content, builder, pockets)
        _set_fields(builder, session, game)
        _show_pockets(builder, pockets, mucked)


def ipoker_head(text: str) -> str:
    """Return the head of the last session in a text as one line, empty if there is none.

    Args:
        text: A log that ends between two games.
    """
    start = text.rfind("<session")
    return _head(text[start:]) if start >= 0 else ""


def _head(text: str) -> str:
    return " ".join(text.partition("<game ")[0].split())


@lru_cache(maxsize=64)
def _session(text: str) -> Mapping[str, str]:
    return _fields(text)


def _fields(text: str) -> dict[str, str]:
    return {name: unescape(value.strip()) for name, value in _FIELD.findall(text)}


def _set_fields(builder: HandBuilder, session: Mapping[str, str], game: dict[str, str]) -> None:
    kind = _GAME.search(game.get("gametype") or session.get("gametype", "Holdem NL"))
    if kind is None:
        raise InputError(
            f"the game must be one of {', '.join(_GAMES)} and NL, PL or L, got "
            f"{session.get('gametype')!r}"
        )
    builder.variant = variant_code(_GAMES[kind[1]], _LIMITS[kind[2]])
    stakes = _STAKES.search(kind[3])
    if game.get("bigblind"):
        builder.stakes = (builder.units(game["smallblind"]), builder.units(game["bigblind"]))
    elif stakes is not None:
        builder.stakes = (builder.units(stakes[1]), builder.units(stakes[2]))
    add_date(builder, game.get("startdate") or session.get("startdate", ""))
    if session.get("tablename"):
        builder.fields["table"] = session["tablename"]
    if session.get("tablesize", "").isdecimal():
        builder.fields["seat_count"] = int(session["tablesize"])
    if session.get("tournamentcode"):
        builder.extras["_tournament"] = session["tournamentcode"]
        if session.get("tournamentname"):
            builder.fields["event"] = session["tournamentname"]
        if session.get("buyin"):
            builder.extras["_buy_in"] = session["buyin"]
    else:
        code = session.get("currency") or game.get("currency")
        add_currency(builder, stakes[2] if stakes else "", code)


def _seat(values: dict[str, str], builder: HandBuilder, mucked: set[str]) -> None:
    name, stack = values["name"], values.get("chips", "0")
    builder.seat(int(values["seat"]), name, stack)
    if "currency_symbol" not in builder.fields:
        add_currency(builder, stack)
    if values.get("dealer") == "1":
        builder.button = int(values["seat"])
    if builder.units(values.get("win") or "0"):
        builder.collect(name, values["win"])
    if rake := values.get("rakeamount"):
        builder.rake = (builder.rake or 0) + builder.units(rake)
    if values.get("muck") == "1":
        mucked.add(name)


def _act(values: dict[str, str], builder: HandBuilder) -> None:
    name, amount = values["player"], values.get("sum") or "0"
    match values.get("type"):
        case "0":
            builder.fold(name)
        case "1":
            builder.post(Post.SMALL, name, amount)
        case "2":
            builder.post(Post.BIG, name, amount)
        case "3":
            builder.call(name, amount)
        case "4":
            builder.check(name)
        case "5" | "23":
            builder.bet_to(name, amount)
        case "6" | "7":
            builder.add_chips(name, amount)
        case "8" | "9":
            builder.post(Post.OTHER, name, amount)
        case "15":
            builder.post_ante(name, amount)


def _cards(
    values: dict[str, str], content: str, builder: HandBuilder, pockets: dict[str, str]
) -> None:
    if _NO_CARDS.fullmatch(content):
        if values.get("player") in builder.seats:
            builder.player(values["player"])
        return
    words = content.replace("10", "T").split()
    cards = "".join(word[1:] + word[:1].lower() for word in words)  # suit first in the log
    if values.get("type") == "Pocket":
        pockets[values["player"]] = cards
        builder.deal(values["player"], cards)
    elif values.get("type") in ("Flop", "Turn", "River"):
        builder.board(cards)


def _show_pockets(builder: HandBuilder, pockets: dict[str, str], mucked: set[str]) -> None:
    """Show the hands that the log lists, at the end of a hand that went to the showdown."""
    folded = [entry.seat for entry in builder.entries if entry.kind is EntryKind.FOLD]
    live = [name for name, seat in builder.seats.items() if seat.has_acted and seat not in folded]
    if len(live) < 2:
        return
    for name in live:
        if name in mucked:
            builder.muck(name, pockets.get(name, ""))
        elif name in pockets:
            builder.show(name, pockets[name])
