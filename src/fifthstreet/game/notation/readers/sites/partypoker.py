"""Logs of PartyPoker and of 888poker, which share most of their lines."""

from __future__ import annotations

import re
from typing import ClassVar

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
    SiteParser,
    add_currency,
    cards_of,
    month_number,
    read_deal,
    set_date,
    split_actor,
)

_AMOUNT = r"[^\d\s\[(]{0,2}\d(?:[\d.,]*\d)?[^\d\s\])/]?"
_STAKES = re.compile(rf"({_AMOUNT})/({_AMOUNT})")
_NUMBER = re.compile(r"Hand History for Game (\d+)")
_SEAT = re.compile(rf"Seat (\d+): (.+?) \( ({_AMOUNT})(?: ([A-Z]{{3}}))? \)")
_BUTTON = re.compile(r"Seat (\d+) is the button")
_COUNT = re.compile(r"Total number of players : \d+/(\d+)")
_STREET = re.compile(r"\*\* Dealing (?:(FIRST|SECOND) )?(?:flop|turn|river) \*\*", re.IGNORECASE)
_WINS = re.compile(rf"wins (?:Lo |Hi )?\(?({_AMOUNT})")


class PartyPokerParser(SiteParser):
    """Parser of PartyPoker logs: cash games and tournaments."""

    START = r"\*\*\*\*\* Hand History for Game "
    venue = "PartyPoker"

    _GAMES: ClassVar = {
        "Texas Hold'em": GameName.HOLDEM,
        "Omaha": GameName.OMAHA,
        "Omaha Hi-Lo": GameName.OMAHA_HI_LO,
        "5 Card Omaha": GameName.FIVE_CARD_OMAHA,
        "7 Card Stud": GameName.STUD,
        "7 Card Stud Hi-Lo": GameName.STUD_HI_LO,
    }
    _LIMITS: ClassVar = {
        "NL": Limit.NO_LIMIT,
        "PL": Limit.POT_LIMIT,
        "FL": Limit.FIXED_LIMIT,
    }
    _HEADER: ClassVar = re.compile(
        r"(?:^|\s)(?P<limit>NL|PL|FL) (?P<game>Texas Hold'em|Omaha Hi-Lo|Omaha|5 Card Omaha|"
        r"7 Card Stud Hi-Lo|7 Card Stud)(?P<rest>.*) - \w+, (?P<month>\w+) (?P<day>\d+), "
        r"(?P<clock>\d+:\d\d:\d\d) (?P<zone>\w+) (?P<year>\d{4})"
    )
    _WINS_INCLUDE_UNCALLED: ClassVar[bool | None] = True
    _TOURNAMENT: ClassVar = re.compile(r"Trny: ?(\d+) Level: ?(\d+)")

    def read(self, lines: list[str], builder: HandBuilder) -> None:
        """Read the lines of a hand."""
        if match := _NUMBER.search(lines[0]):
            builder.fields["hand"] = int(match[1])
        self._read_header(lines, builder)
        builder.wins_include_uncalled = self._WINS_INCLUDE_UNCALLED
        for number in range(2, len(lines)):
            builder.line = number
            if line := lines[number].strip():
                self._read_line(line, builder)

    def _read_header(self, lines: list[str], builder: HandBuilder) -> None:
        line = lines[1].strip() if len(lines) > 1 else ""
        match = self._HEADER.search(line)
        if match is None:
            raise InputError(f"the game must be one of {', '.join(self._GAMES)}, got {line!r}")
        builder.variant = variant_code(self._GAMES[match["game"]], self._LIMITS[match["limit"]])
        if stakes := _STAKES.search(line):
            builder.stakes = (builder.units(stakes[1]), builder.units(stakes[2]))
        if month := month_number(match["month"]):
            year, day = int(match["year"]), int(match["day"])
            set_date(builder, year, month, day, match["clock"], match.groupdict().get("zone"))
        if tournament := self._TOURNAMENT.search(line):
            builder.extras["_tournament"] = tournament[1]
            builder.fields["level"] = int(tournament[2])

    def _read_line(self, line: str, builder: HandBuilder) -> None:
        if line.startswith("Seat "):
            if match := _SEAT.match(line):
                self._seat(builder, *match.groups())
            elif match := _BUTTON.match(line):
                builder.button = int(match[1])
        elif line.startswith("**"):
            if (match := _STREET.match(line)) and (cards := BRACKETS.search(line)):
                builder.board(cards_of(cards[1]), 1 if (match[1] or "").upper() == "SECOND" else 0)
        elif line.startswith("Table "):
            builder.fields["table"] = self._table_name(line, builder)
        elif line.startswith("Total number of players"):
            if match := _COUNT.match(line):
                builder.fields["seat_count"] = int(match[1])
        elif line.startswith("Dealt to "):
            read_deal(line, builder)
        elif (actor := split_actor(line, builder)) is not None:
            self._act(*actor, builder)

    def _seat(
        self, builder: HandBuilder, number: str, name: str, stack: str, currency: str | None
    ) -> None:
        builder.seat(int(number), name, stack)
        if "_tournament" not in builder.extras and "currency" not in builder.fields:
            add_currency(builder, stack, currency)

    def _table_name(self, line: str, builder: HandBuilder) -> str:
        name = line.removeprefix("Table ").strip()
        return name.removesuffix("(Real Money)").removesuffix("(Play Money)").strip()

    def _act(self, name: str, rest: str, builder: HandBuilder) -> None:
        verb, _, after = rest.partition(" ")
        if verb == "folds":
            builder.fold(name)
            return
        if verb == "checks":
            builder.check(name)
            return
        bracket = BRACKETS.search(rest)
        amount = bracket[1] if bracket else ""
        if verb in ("calls", "bets", "raises") or rest.startswith("is all-In"):
            builder.add_chips(name, amount)
        elif verb == "posts":
            self._post(name, after, amount, builder)
        elif verb == "shows" and bracket:
            builder.show(name, cards_of(amount))
        elif (rest.startswith("doesn't show") or verb == "mucks") and bracket:
            builder.know(name, cards_of(amount))
            builder.muck(name, cards_of(amount))
        elif rest.startswith("does not show cards"):
            builder.muck(name)
        elif verb == "wins":
            if match := _WINS.match(rest):
                builder.collect(name, match[1])
        elif verb == "collected":
            builder.collect(name, amount)

    def _post(self, name: str, kind: str, amount: str, builder: HandBuilder) -> None:
        if kind.startswith("ante"):
            builder.post_ante(name, amount)
        elif kind.startswith("small blind"):
            builder.post(Post.SMALL, name, amount)
        elif kind.startswith("big blind + dead"):
            builder.post(Post.BOTH, name, amount)
        elif kind.startswith("dead blind") and "+" in amount:
            dead, _, live = amount.partition("+")
            builder.post_dead(name, dead)
            builder.post(Post.OTHER, name, live)
        elif kind.startswith("dead"):
            builder.post_dead(name, amount)
        elif kind.startswith("big blind"):
            builder.post(Post.BIG, name, amount)


class Poker888Parser(PartyPokerParser):
    """Parser of the logs of 888poker and its skins: cash games, Snap and tournaments."""

    START = r"\*\*\*\*\* \S.* Hand History for Game "
    venue = "888poker"

    _GAMES: ClassVar = {
        "Holdem": GameName.HOLDEM,
        "Omaha": GameName.OMAHA,
        "OmahaHL": GameName.OMAHA_HI_LO,
        "5 Card Omaha": GameName.FIVE_CARD_OMAHA,
    }
    _LIMITS: ClassVar = {
        "No Limit": Limit.NO_LIMIT,
        "Pot Limit": Limit.POT_LIMIT,
        "Fix Limit": Limit.FIXED_LIMIT,
    }
    _HEADER: ClassVar = re.compile(
        r"Blinds (?P<limit>No Limit|Pot Limit|Fix Limit) (?P<game>Holdem|OmahaHL|Omaha|"
        r"5 Card Omaha) - \*\*\* (?P<day>\d\d) (?P<month>\d\d) (?P<year>\d{4}) (?P<clock>[\d:]+)"
    )
    _WINS_INCLUDE_UNCALLED: ClassVar[bool | None] = None  # only in walks
    _TABLE: ClassVar = re.compile(r"(.*?)(?: (\d+) Max)?(?: \((?:Real|Play|Practice) Money\))?$")
    _EVENT: ClassVar = re.compile(r"Tournament #(\d+) (.*?) - Table #(\d+)(?: (\d+) Max)?")

    def _read_header(self, lines: list[str], builder: HandBuilder) -> None:
        super()._read_header(lines, builder)
        if "Snap" in lines[0]:
            builder.extras["_fast_fold"] = True

    def _read_line(self, line: str, builder: HandBuilder) -> None:
        if line.startswith("Tournament ") and (match := self._EVENT.match(line)):
            builder.extras["_tournament"], builder.extras["_buy_in"] = match[1], match[2]
            builder.fields["table"] = match[3]
            if match[4]:
                builder.fields["seat_count"] = int(match[4])
        else:
            super()._read_line(line, builder)

    def _table_name(self, line: str, builder: HandBuilder) -> str:
        match = self._TABLE.match(line.removeprefix("Table ").strip())
        if match is None:
            return line
        if match[2]:
            builder.fields["seat_count"] = int(match[2])
        return match[1]
