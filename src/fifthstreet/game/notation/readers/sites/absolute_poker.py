"""Logs of Absolute Poker."""

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
    add_currency,
    add_date,
    read_deal,
    show,
)

_GAMES = {
    "HOLDEM": GameName.HOLDEM,
    "OMAHA": GameName.OMAHA,
    "OMAHA HI/LO": GameName.OMAHA_HI_LO,
    "SEVEN CARD HI/LO": GameName.STUD_HI_LO,
    "SEVEN CARD": GameName.STUD,
}
_LIMITS = {
    "NO LIMIT": Limit.NO_LIMIT,
    "POT LIMIT": Limit.POT_LIMIT,
    "NORMAL": Limit.FIXED_LIMIT,
}
_AMOUNT = r"[^\d\s(\[]{0,2}\d(?:[\d.,]*\d)?"
_HEADER = re.compile(
    r"Stage #(C?)(\d+): +(?:Tourney ID (?P<tournament>\d+) +)?"
    r"(?P<game>Holdem|Omaha Hi/Lo|Omaha|Seven Card Hi/Lo|Seven Card)"
    r"(?: \(1 on 1\)| Single Tournament| Multi Normal Tournament)? +"
    rf"(?P<limit>No Limit|Pot Limit|Normal) (?P<small>{_AMOUNT})(?:/(?P<big>{_AMOUNT}))?",
    re.IGNORECASE,
)
_TABLE = re.compile(r"Table: (.+?) \((?:Real|Play) Money\) Seat #(\d+) is the (?:dead )?dealer")
_SEAT = re.compile(rf"Seat (\d+) - (.+) \(({_AMOUNT}) in chips\)(.*)")
_RETURNED = re.compile(rf"returned \(({_AMOUNT})\) ?: not called")
_COLLECTS = re.compile(rf"(.+) Collects ({_AMOUNT}) from ")
_TOTAL = re.compile(rf"Total Pot ?\(({_AMOUNT})\)(?:.*Rake \(({_AMOUNT})\))?", re.IGNORECASE)
_SUMMARY_SEAT = re.compile(
    r"Seat \d+: (.+?)(?: \((?:dealer|small blind|big blind)\))* "
    rf"(?:collected|won) Total \(({_AMOUNT})\)"
)


class AbsolutePokerParser(MarkedParser):
    """Parser of Absolute Poker logs."""

    START = r"Stage #"
    venue = "Absolute Poker"

    def _read_header(self, line: str, builder: HandBuilder) -> None:
        match = _HEADER.match(line)
        if match is None:
            raise InputError(f"the game must be one of {', '.join(_GAMES)}, got {line!r}")
        builder.fields["hand"] = int(match[2])
        game, limit = _GAMES[match["game"].upper()], _LIMITS[match["limit"].upper()]
        builder.variant = variant_code(game, limit)
        big = builder.units(match["big"] or match["small"])
        builder.stakes = (builder.units(match["small"]) if match["big"] else big // 2, big)
        add_date(builder, line[match.end() :])
        if zone := re.search(r"\(([A-Z]+)\)", line[match.end() :]):
            builder.extras["time_zone_abbreviation"] = zone[1]
        if match["tournament"]:
            builder.extras["_tournament"] = match["tournament"]
        else:
            add_currency(builder, match["small"])

    def _read_line(self, line: str, builder: HandBuilder) -> None:
        name, dash, rest = line.partition(" - ")
        if dash and name not in builder.seats:
            for known in builder.seats:
                if " - " in known and line.startswith(f"{known} - "):
                    name, rest = known, line[len(known) + 3 :]
        if dash and name in builder.seats:
            _act(name, rest, builder)
        elif line.startswith("Seat "):
            if match := _SEAT.match(line):
                builder.seat(int(match[1]), match[2], match[3], is_out="out" in match[4])
        elif line.startswith("Table: "):
            if match := _TABLE.match(line):
                builder.fields["table"] = match[1]
                builder.button = int(match[2])
        elif line.startswith("Dealt to "):
            read_deal(line, builder)
        elif " Collects " in line:
            if match := _COLLECTS.match(line):
                builder.collect(match[1], match[2])
        elif dash and rest in ("Folds", "Checks"):
            builder.player(name)  # raises

    def _read_summary(self, line: str, builder: HandBuilder) -> None:
        if match := _TOTAL.match(line):
            builder.total_pot = builder.units(match[1])
            builder.rake = builder.units(match[2] or "0")
        elif (match := _SUMMARY_SEAT.match(line)) and match[1] in builder.seats:
            builder.collect_in_summary(match[1], match[2])


def _act(name: str, rest: str, builder: HandBuilder) -> None:
    words = rest.split()
    match words:
        case ["Folds", *_]:
            builder.fold(name)
        case ["Checks", *_]:
            builder.check(name)
        case ["Calls", amount, *_]:
            builder.call(name, amount)
        case ["Bets" | "Raises" | "All-In" | "All-In(Raise)", *_, "to", amount]:
            builder.bet_to(name, amount)
        case ["Bets" | "Raises" | "All-In" | "All-In(Raise)", amount, *_]:
            builder.add_chips(name, amount)
        case ["Ante", amount, *_]:
            builder.post_ante(name, amount)
        case ["Posts", "small", "blind", amount, *_]:
            builder.post(Post.SMALL, name, amount)
        case ["Posts", "big", "blind", amount, *_]:
            builder.post(Post.BIG, name, amount)
        case ["Posts", "dead", first, "dead", second, *_]:
            builder.post(Post.OTHER, name, first)
            builder.post_dead(name, second)
        case ["Posts", "dead", amount, *_]:
            builder.post(Post.BOTH, name, amount)
        case ["Posts", amount, *_]:
            builder.post(Post.OTHER, name, amount)
        case ["returned", *_]:
            if match := _RETURNED.match(rest):
                builder.return_uncalled(name, match[1])
        case ["Shows", *_]:
            show(name, rest, builder)
        case ["Mucks", *_]:
            builder.muck(name)
