"""Logs of Full Tilt Poker: cash games, capped games and tournaments."""

from __future__ import annotations

import re
from functools import lru_cache

from fifthstreet.errors import InputError
from fifthstreet.game.notation.readers.building import (
    GameName,
    HandBuilder,
    Limit,
    Post,
    variant_code,
)
from fifthstreet.game.notation.readers.sites.site_parser import (
    BRACKETS,
    MarkedParser,
    act,
    add_currency,
    cards_of,
    read_deal,
    set_date,
    split_actor,
)

_GAMES = {
    "Hold'em": GameName.HOLDEM,
    "Omaha Hi": GameName.OMAHA,
    "Omaha": GameName.OMAHA,
    "Omaha H/L": GameName.OMAHA_HI_LO,
    "5 Card Omaha Hi": GameName.FIVE_CARD_OMAHA,
    "5 Card Omaha": GameName.FIVE_CARD_OMAHA,
    "Stud Hi": GameName.STUD,
    "Stud H/L": GameName.STUD_HI_LO,
    "7 Card Stud": GameName.STUD,
    "Razz": GameName.RAZZ,
    "2-7 Triple Draw": GameName.TRIPLE_DRAW,
    "2-7 Single Draw": GameName.SINGLE_DRAW,
    "5 Card Draw": GameName.FIVE_CARD_DRAW,
    "Badugi": GameName.BADUGI,
}
_LIMITS = {
    "NL": Limit.NO_LIMIT,
    "No Limit": Limit.NO_LIMIT,
    "PL": Limit.POT_LIMIT,
    "Pot Limit": Limit.POT_LIMIT,
    "FL": Limit.FIXED_LIMIT,
    "Limit": Limit.FIXED_LIMIT,
}
_AMOUNT = r"[^\d\s(]?\d(?:[\d.,]*\d)?"
_NUMBER = re.compile(r"Full Tilt Poker Game #(\d+): (.*)")
_GAME = re.compile(
    rf"(?:({_AMOUNT}) Cap |(CAP) )?(NL|No Limit|PL|Pot Limit|FL|Limit) "
    f"({'|'.join(sorted(map(re.escape, _GAMES), key=len, reverse=True))})$"
)
_STAKES = re.compile(rf"({_AMOUNT})/({_AMOUNT})")
_TABLE = re.compile(
    r"(?:(?P<event>.+) \((?P<tournament>\d+)\), )?Table (?P<table>.+?)(?: \((.+)\))?$"
)
_DATE = re.compile(r"(\d\d?:\d\d:\d\d) (\w+) - (\d{4})/(\d\d)/(\d\d)")
_SEAT_COUNT = re.compile(r"(\d+) max")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({_AMOUNT})\)(.*)")
_BUTTON = re.compile(r"The button is in seat #(\d+)")
_UNCALLED = re.compile(rf"Uncalled bet of ({_AMOUNT}) returned to (.+)")
_WINS = re.compile(rf"(?:wins|ties for) .*?\(({_AMOUNT})\)")
_TOTAL = re.compile(rf"Total pot ({_AMOUNT})(?: .*)?\| Rake ({_AMOUNT})")
_SUMMARY_SEAT = re.compile(
    r"Seat \d+: (.+?)(?: \((?:button|small blind|big blind)\))* "
    r"(showed|mucked|collected)\b(.*)"
)
_WON = re.compile(rf"(?:won|collected) \(({_AMOUNT})\)")
_MARKER_RUN = re.compile(r" (\d)$")
_DISCARDS = re.compile(r"discards (\d) card")
_CAP_IN_BIG_BLINDS = {GameName.HOLDEM: 30}
_OTHER_CAP_IN_BIG_BLINDS = 40


class FullTiltPokerParser(MarkedParser):
    """Parser of Full Tilt Poker logs."""

    START = "Full Tilt Poker Game #"
    venue = "Full Tilt Poker"

    def _read_header(self, line: str, builder: HandBuilder) -> None:
        match = _NUMBER.match(line)
        if match is None:
            raise InputError("the hand has no number")
        builder.fields["hand"] = int(match[1])
        table, *parts = match[2].split(" - ")
        named, stakes = _terms(*parts[:-2])  # without the time and the date
        if named is None or stakes is None:
            named, stakes = _terms(*parts)
        if named is None:
            raise InputError(f"the game must be one of {', '.join(_GAMES)}, got {line!r}")
        cap, is_capped, limit, name = named.groups()
        game = _GAMES[name]
        builder.variant = variant_code(game, _LIMITS[limit])
        if stakes is not None:
            builder.stakes = (builder.units(stakes[1]), builder.units(stakes[2]))
        if cap:
            builder.cap = builder.units(cap)
        elif is_capped:
            builder.cap = builder.stakes[1] * _CAP_IN_BIG_BLINDS.get(game, _OTHER_CAP_IN_BIG_BLINDS)
        if date := _DATE.search(line):
            clock, zone, year, month, day = date.groups()
            set_date(builder, int(year), int(month), int(day), clock, zone)
        if place := _TABLE.match(table):
            builder.fields["table"] = place["table"]
            if place["tournament"]:
                builder.fields["event"] = place["event"]
                builder.extras["_tournament"] = place["tournament"]
            elif stakes is not None:
                add_currency(builder, stakes[2])
            if size := _SEAT_COUNT.search(table):
                builder.fields["seat_count"] = int(size[1])

    def _read_street(self, name: str, boards: list[str], builder: HandBuilder) -> None:
        if boards:
            run = _MARKER_RUN.search(name)
            builder.board(cards_of(boards[-1]), int(run[1]) - 1 if run else 0)
        elif name.endswith("DRAW") or (name.endswith("STREET") and name[:3] not in ("3RD", "3rd")):
            builder.street()

    def _read_line(self, line: str, builder: HandBuilder) -> None:
        if line.startswith("Seat "):
            if not builder.entries and (match := _SEAT.match(line)):
                builder.seat(int(match[1]), match[2], match[3], is_out="sitting out" in match[4])
        elif line.startswith("The button is in seat"):
            if match := _BUTTON.match(line):
                builder.button = int(match[1])
        elif line.startswith("Dealt to "):
            read_deal(line, builder)
        elif line.startswith("Uncalled bet"):
            if match := _UNCALLED.match(line):
                builder.return_uncalled(match[2], match[1])
        elif (actor := split_actor(line, builder)) is not None:
            _act(*actor, builder)

    def _read_summary(self, line: str, builder: HandBuilder) -> None:
        if line.startswith("Total pot"):
            if match := _TOTAL.match(line):
                builder.total_pot = builder.units(match[1])
                builder.rake = builder.units(match[2])
        # Only cards and winnings matter, which most players do not have.
        elif ("[" in line or "ed (" in line or "won (" in line) and (
            match := _SUMMARY_SEAT.match(line)
        ):
            name, verb, rest = match.groups()
            if name not in builder.seats:
                return
            cards = BRACKETS.search(rest)
            if cards is not None and verb == "mucked":
                builder.seats[name].mucked = cards_of(cards[1])
                builder.know(name, cards_of(cards[1]))
            for amount in _WON.findall(f"{verb}{rest}"):
                builder.collect_in_summary(name, amount)


@lru_cache(maxsize=4096)
def _terms(*parts: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Find the game and the stakes in parts of a first line."""
    named = next((found for part in parts if (found := _GAME.search(part.strip()))), None)
    stakes = next((found for part in parts if (found := _STAKES.match(part.strip()))), None)
    return named, stakes


def _act(name: str, rest: str, builder: HandBuilder) -> None:
    words = rest.replace(",", "").split() if "," in rest else rest.split()
    if act(name, rest, words, builder):
        return
    match words:
        case ["completes", "it", "to", amount, *_]:
            builder.bet_to(name, amount)
        case ["antes", amount, *_]:
            builder.post_ante(name, amount)
        case ["posts", "the", "small", "blind", "of", amount, *_]:
            builder.post(Post.SMALL, name, amount)
        case ["posts", "the", "big", "blind", "of", amount, *_]:
            builder.post(Post.BIG, name, amount)
        case ["posts", "a", "dead", _, "blind", "of", amount, *_]:
            builder.post_dead(name, amount)
        case ["posts", amount, *_] if amount[-1:].isdecimal():
            builder.post(Post.OTHER, name, amount)
        case ["brings", "in", "for", amount, *_]:
            builder.bring_in(name, amount)
        case ["stands", "pat", *_]:
            builder.discard(name, 0)
        case ["discards", *_]:
            if match := _DISCARDS.match(rest):
                cards = BRACKETS.search(rest)
                builder.discard(name, int(match[1]), cards_of(cards[1]) if cards else "")
        case ["wins" | "ties", *_]:
            if match := _WINS.match(rest):
                builder.collect(name, match[1])
