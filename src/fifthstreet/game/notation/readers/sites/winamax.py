"""Logs of Winamax: cash games, fast-fold games and tournaments."""

from __future__ import annotations

import re

from fifthstreet.errors import InputError
from fifthstreet.game.notation.readers.building import (
    GameName,
    HandBuilder,
    Limit,
    Post,
    variant_code,
)
from fifthstreet.game.notation.readers.sites.site_parser import (
    MarkedParser,
    act,
    add_currency,
    add_date,
    read_deal,
    split_actor,
)

_GAMES = {
    "Holdem": GameName.HOLDEM,
    "Omaha": GameName.OMAHA,
    "Omaha5": GameName.FIVE_CARD_OMAHA,
    "5 Card Omaha": GameName.FIVE_CARD_OMAHA,
    "Omaha Hi/Lo": GameName.OMAHA_HI_LO,
    "Omaha8": GameName.OMAHA_HI_LO,
    "7-Card Stud": GameName.STUD,
    "7-Card Stud Hi/Lo": GameName.STUD_HI_LO,
    "Razz": GameName.RAZZ,
    "2-7 Triple Draw": GameName.TRIPLE_DRAW,
}
_LIMITS = {
    "no limit": Limit.NO_LIMIT,
    "pot limit": Limit.POT_LIMIT,
    "fixed limit": Limit.FIXED_LIMIT,
    "limit": Limit.FIXED_LIMIT,
}
_AMOUNT = r"[\d.,]+[^\d\s)/]?"
_HEADER = re.compile(
    rf"HandId: #(\S+) - (.+?) (no limit|pot limit|fixed limit|limit) "
    rf"\(((?:{_AMOUNT})(?:/{_AMOUNT})+)\)"
)
_TOURNAMENT = re.compile(r'Tournament "(.*)" buyIn: (.*?) level: ?(\d*)')
_TABLE = re.compile(r"Table: '(.+)' (\d+)-max .*?(?:Seat #(\d+) is the button)?$")
_TABLE_NUMBER = re.compile(r"\((\d+)\)#\d+$")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({_AMOUNT})(?:, {_AMOUNT} bounty)?\)$")
_COLLECTED = re.compile(rf"collected ({_AMOUNT}) from ")
_TOTAL = re.compile(rf"Total pot ({_AMOUNT}) \| (?:Rake ({_AMOUNT})|No rake)")


class WinamaxParser(MarkedParser):
    """Parser of Winamax logs."""

    START = "Winamax Poker - "
    venue = "Winamax"

    def _read_header(self, line: str, builder: HandBuilder) -> None:
        match = _HEADER.search(line)
        if match is None or match[2] not in _GAMES:
            raise InputError(f"the game must be one of {', '.join(_GAMES)}, got {line!r}")
        number, game, limit, stakes = match.groups()
        builder.fields["hand"] = number
        builder.variant = variant_code(_GAMES[game], _LIMITS[limit])
        amounts = stakes.split("/")  # with the ante first if there are three
        builder.stakes = (builder.units(amounts[-2]), builder.units(amounts[-1]))
        add_date(builder, line[match.end() :])
        if tournament := _TOURNAMENT.search(line):
            builder.fields["event"] = tournament[1]
            builder.extras["_buy_in"] = tournament[2]
            if tournament[3]:
                builder.fields["level"] = int(tournament[3])
        else:
            add_currency(builder, amounts[-1])
            if line.startswith("Winamax Poker - Go Fast"):
                builder.extras["_fast_fold"] = True

    def _read_line(self, line: str, builder: HandBuilder) -> None:
        if line.startswith("Seat "):
            if match := _SEAT.match(line):
                builder.seat(int(match[1]), match[2], match[3])
        elif line.startswith("Table: "):
            _read_table(line, builder)
        elif line.startswith("Dealt to "):
            read_deal(line, builder)
        elif (actor := split_actor(line, builder)) is not None:
            _act(*actor, builder)

    def _read_summary(self, line: str, builder: HandBuilder) -> None:
        if match := _TOTAL.match(line):
            builder.total_pot = builder.units(match[1])
            builder.rake = builder.units(match[2] or "0")


def _read_table(line: str, builder: HandBuilder) -> None:
    match = _TABLE.match(line)
    if match is None:
        return
    builder.fields["table"] = match[1]
    builder.fields["seat_count"] = int(match[2])
    if match[3]:
        builder.button = int(match[3])
    if "event" in builder.fields and (number := _TABLE_NUMBER.search(match[1])):
        builder.extras["_tournament"] = number[1]


def _act(name: str, rest: str, builder: HandBuilder) -> None:
    words = rest.split()
    if act(name, rest, words, builder):
        return
    match words:
        case ["posts", "ante", amount, *_]:
            builder.post_ante(name, amount)
        case ["posts", "small", "blind", amount, "out", *_]:
            builder.post_dead(name, amount)
        case ["posts", "dead", "blind", amount, *_]:
            builder.post_dead(name, amount)
        case ["posts", "small", "blind", amount, *_]:
            builder.post(Post.SMALL, name, amount)
        case ["posts", "big", "blind", amount, "out", *_]:
            builder.post(Post.OTHER, name, amount)
        case ["posts", "big", "blind", amount, *_]:
            builder.post(Post.BIG, name, amount)
        case ["posts", "straddle", amount, *_]:
            builder.post(Post.STRADDLE, name, amount)
        case ["collected", *_]:
            if match := _COLLECTED.match(rest):
                builder.collect(name, match[1])
