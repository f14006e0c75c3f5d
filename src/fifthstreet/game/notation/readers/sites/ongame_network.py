"""Logs of the Ongame Network."""

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
    SiteParser,
    act,
    add_currency,
    cards_of,
    month_number,
    set_date,
    split_actor,
)

_GAMES = {
    "TEXAS_HOLDEM": GameName.HOLDEM,
    "OMAHA_HI": GameName.OMAHA,
    "OMAHA_HILO": GameName.OMAHA_HI_LO,
    "OMAHA_HI_LO": GameName.OMAHA_HI_LO,
}
_LIMITS = {
    "NO_LIMIT": Limit.NO_LIMIT,
    "POT_LIMIT": Limit.POT_LIMIT,
    "LIMIT": Limit.FIXED_LIMIT,
}
_AMOUNT = r"[^\d\s(+-]?\d(?:[\d.,]*\d)?"
_NUMBER = re.compile(r"History for hand (\S+)")
_DATE = re.compile(r"Start hand: \w+ (\w+) (\d+) (\d+:\d\d:\d\d) (\S+) (\d{4})")
_TABLE = re.compile(rf"Table: (.+?) \[\d+\] \((\w+) (\w+) ({_AMOUNT})/({_AMOUNT})")
_BUTTON = re.compile(r"Button: seat (\d+)")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({_AMOUNT})\)$")
_RESULT = re.compile(rf"Seat \d+: (.+) \(({_AMOUNT})\), net: [+-]?{_AMOUNT}(?:, \[([^\]]+)\])?")
_STREET = re.compile(r"--- Dealing (?:flop|turn|river) \[([^\]]+)\]")
_HERO = re.compile(r"Dealing to (.+): \[([^\]]+)\]")
_POT = re.compile(rf"(?:Main|Side) pot(?: \d+)?: {_AMOUNT} won by (.+)")
_SHARE = re.compile(rf"(.+?) \(({_AMOUNT})\)(?:, |$)")
_RAKE = re.compile(rf"Rake taken: ({_AMOUNT})")


class OngameNetworkParser(SiteParser):
    """Parser of Ongame Network logs."""

    START = r"\*\*\*\*\* History for hand "
    venue = "Ongame Network"

    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the lines of a hand."""
        if match := _NUMBER.search(lines[0]):
            builder.fields["hand"] = match[1]
        in_summary = False
        for number in range(1, len(lines)):
            line = lines[number].strip()
            builder.line = number
            if line.startswith("***** End of hand"):
                break
            if line == "Summary:":
                in_summary = True
            elif in_summary:
                _read_summary(line, builder)
            else:
                _read_line(line, builder)


def _read_line(line: str, builder: HandBuilder) -> None:
    if line.startswith("Seat "):
        if match := _SEAT.match(line):
            builder.seat(int(match[1]), match[2], match[3])
    elif line.startswith("---"):
        if match := _STREET.match(line):
            builder.board(cards_of(match[1]))
        elif (actor := split_actor(line, builder)) is not None:
            _act(*actor, builder)
    elif line.startswith("Table: "):
        _read_table(line, builder)
    elif line.startswith("Button: "):
        if match := _BUTTON.match(line):
            builder.button = int(match[1])
    elif line.startswith("Start hand: "):
        if (match := _DATE.match(line)) and (month := month_number(match[1])):
            set_date(builder, int(match[5]), month, int(match[2]), match[3], match[4])
    elif match := _HERO.match(line):
        builder.deal(match[1], cards_of(match[2]))
    elif (actor := split_actor(line, builder)) is not None:
        _act(*actor, builder)


def _read_table(line: str, builder: HandBuilder) -> None:
    match = _TABLE.match(line)
    if match is None or match[2] not in _LIMITS or match[3] not in _GAMES:
        raise InputError(f"the game must be one of {', '.join(_GAMES)}, got {line!r}")
    table, limit, game, small, big = match.groups()
    builder.fields["table"] = table
    builder.variant = variant_code(_GAMES[game], _LIMITS[limit])
    builder.stakes = (builder.units(small), builder.units(big))
    add_currency(builder, big)


def _act(name: str, rest: str, builder: HandBuilder) -> None:
    words = rest.replace("(", "").replace(")", "").split()
    if act(name, rest, words, builder):
        return
    match words:
        case ["posts", "ante", amount, *_]:
            builder.post_ante(name, amount)
        case ["posts", "small", "blind", amount, *_]:
            builder.post(Post.SMALL, name, amount)
        case ["posts", "big", "blind", amount, *_]:
            builder.post(Post.BIG, name, amount)
        case ["posts", "dead", *_, amount]:
            builder.post_dead(name, amount)
        case ["posts", *_, amount]:
            builder.post(Post.OTHER, name, amount)


def _read_summary(line: str, builder: HandBuilder) -> None:
    if match := _POT.match(line):
        for name, amount in _SHARE.findall(match[1]):
            builder.collect(name, amount)
    elif match := _RAKE.match(line):
        builder.rake = builder.units(match[1])
    elif match := _RESULT.match(line):
        name, stack, cards = match.groups()
        if name in builder.seats:
            builder.finishing_stacks[name] = builder.units(stack)
            if cards:
                builder.show(name, cards_of(cards))
