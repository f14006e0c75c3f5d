"""Logs of PokerStars: cash games, Zoom, tournaments and home games."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import ClassVar, NamedTuple

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
    add_currency,
    add_date,
    cards_of,
    read_deal,
    show,
)

GAMES = {
    "Hold'em": GameName.HOLDEM,
    "6+ Hold'em": GameName.SHORT_DECK,
    "ShortDeck": GameName.SHORT_DECK,
    "Omaha": GameName.OMAHA,
    "Omaha Hi/Lo": GameName.OMAHA_HI_LO,
    "5 Card Omaha": GameName.FIVE_CARD_OMAHA,
    "5 Card Omaha Hi/Lo": GameName.FIVE_CARD_OMAHA_HI_LO,
    "6 Card Omaha": GameName.SIX_CARD_OMAHA,
    "Courchevel": GameName.COURCHEVEL,
    "Courchevel Hi/Lo": GameName.COURCHEVEL_HI_LO,
    "7 Card Stud": GameName.STUD,
    "7 Card Stud Hi/Lo": GameName.STUD_HI_LO,
    "Razz": GameName.RAZZ,
    "5 Card Draw": GameName.FIVE_CARD_DRAW,
    "Single Draw 2-7 Lowball": GameName.SINGLE_DRAW,
    "Triple Draw 2-7 Lowball": GameName.TRIPLE_DRAW,
    "Badugi": GameName.BADUGI,
}
LIMITS = {
    "No Limit": Limit.NO_LIMIT,
    "Pot Limit": Limit.POT_LIMIT,
    "Limit": Limit.FIXED_LIMIT,
    "Fixed Limit": Limit.FIXED_LIMIT,
}
_GAME = re.compile(
    f"({'|'.join(sorted(map(re.escape, GAMES), key=len, reverse=True))}) "
    f"({'|'.join(sorted(LIMITS, key=len, reverse=True))})\\b",
)
_AMOUNT = r"[^\d\s(]{0,3}[\d.,]+"
_STAKES = re.compile(rf"[(,] ?({_AMOUNT})/({_AMOUNT})(?:\((\d[\d,]*)\))?(.*?)\)")
_CODE = re.compile(r"\b([A-Z]{3})$")
_TOURNAMENT = re.compile(r"Tournament #(\d+), (.*)")
_LEVEL = re.compile(r"Level ?([IVXLCDM]+|\d+)\b")
_NUMBER = re.compile(r"(?:Hand|Game) #([A-Z]*)(\d+):\s*")
_TABLE = re.compile(r"Table '(.+)'(?: (\d+)-max)?(.*)")
_BUTTON = re.compile(r"Seat #(\d+) is the button")
_SEAT = re.compile(rf"Seat (\d+): (.+) \(({_AMOUNT}) in chips(?:, ({_AMOUNT}) bounty)?\)(.*)")
_TOTAL = re.compile(rf"Total pot ({_AMOUNT})")
_FEE = re.compile(rf"\| (\w+) ({_AMOUNT})")
_COLLECTED = re.compile(rf"(.+) collected ({_AMOUNT}) from (?:.+ )?pot")
_UNCALLED = re.compile(rf"Uncalled bet \(({_AMOUNT})\) returned to (.+)")
_CASH_OUT = re.compile(
    rf"(.+) cashed out the hand for ({_AMOUNT})(?: \| Cash Out Fee ({_AMOUNT}))?"
)
_BOUNTY = re.compile(
    rf"(.+?) (?:wins|split) (?:the )?({_AMOUNT}) (?:bounty )?"
    r"for (?:eliminating|splitting the elimination of) "
)
_PLACE = re.compile(
    r"(.+?) finished the tournament in (\d+)\w\w place(?: and received (\S+?)\.?$)?"
)
_WINNER = re.compile(r"(.+?) wins the tournament(?: and receives (\S+))?")
_DISCARD = re.compile(r"discards (\d) card")
_SUMMARY_SEAT = re.compile(
    r"Seat \d+: (.+?)(?: \((?:button|small blind|big blind)\))* "
    r"(showed|mucked|collected|folded|lost)\b(.*)"
)
_WON = re.compile(rf"(?:won|collected) \(({_AMOUNT})\)")
_RUNS = {"FIRST": 0, "SECOND": 1, "THIRD": 2, "FOURTH": 3}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
# Names of streets that begin without board cards; the first streets of their games.
_DEALS = ("HOLE CARDS", "DEALING HANDS", "3rd STREET", "PRE-FLOP")
_STREETS = (
    *("4th STREET", "5th STREET", "6th STREET", "RIVER", "DRAW"),
    *("FIRST DRAW", "SECOND DRAW", "THIRD DRAW"),
)


class _Header(NamedTuple):
    """The game, stakes and tournament that a first line names."""

    variant: str
    stakes: tuple[str, str]
    currency: str | None
    level: int | None
    tournament: tuple[str, str] | None  # number and buy-in


class PokerStarsParser(MarkedParser):
    """Parser of PokerStars logs."""

    START = r"PokerStars (?:[\w ]+ )?(?:Hand|Game) #"
    venue = "PokerStars"
    _ends_with_summary = True

    def _read_header(self, line: str, builder: HandBuilder) -> None:
        number = _NUMBER.search(line)
        if number is None:
            raise InputError("the hand has no number")
        prefix, digits = number.groups()
        builder.fields["hand"] = prefix + digits if prefix else int(digits)
        head, _, date = line[number.end() :].rpartition(" - ")
        if " [" in line:  # two dates, in the player's and in the site's time zone
            date = date.partition(" [")[0]
        header = _header(head)
        builder.variant = header.variant
        builder.stakes = (builder.units(header.stakes[0]), builder.units(header.stakes[1]))
        add_date(builder, date)
        if header.level is not None:
            builder.fields["level"] = header.level
        if header.tournament is not None:
            builder.extras["_tournament"], buy_in = header.tournament
            if buy_in:
                builder.extras["_buy_in"] = buy_in
        else:
            add_currency(builder, header.stakes[1], header.currency)
        if "Zoom" in line[: number.start()]:
            builder.extras["_fast_fold"] = True

    def _read_street(self, name: str, boards: list[str], builder: HandBuilder) -> None:
        if boards and name not in _DEALS:
            builder.board(cards_of(boards[-1]), _RUNS.get(name.partition(" ")[0], 0))
        elif name in _STREETS:
            builder.street()

    def _read_line(self, line: str, builder: HandBuilder) -> None:
        name, colon, rest = line.partition(": ")
        if colon:
            is_seated = name in builder.seats
            if not is_seated and ": " in rest:
                name, rest = _known_name(line, builder, name, rest)
                is_seated = name in builder.seats
            action = _ACTIONS.get(rest.partition(" ")[0])
            if action is not None and (is_seated or _is_action(rest)):
                action(builder, name, rest)
                return
            if is_seated:
                return
        if line.startswith("Seat "):
            self._read_seat(line, builder)
        elif line.startswith("Dealt to "):
            read_deal(line, builder)
        elif line.startswith("Table "):
            _read_table(line, builder)
        elif line.startswith("Cash Drop to Pot"):  # of GGPoker
            builder.house_added += builder.units(line.rpartition(" ")[2])
        elif line.startswith("Uncalled bet"):
            match = _UNCALLED.match(line)
            if match is not None:
                builder.return_uncalled(match[2], match[1])
        else:
            self._read_result(line, builder)

    def _read_seat(self, line: str, builder: HandBuilder) -> None:
        match = _SEAT.match(line)
        if match is None:
            return
        number, name, stack, _, rest = match.groups()
        builder.seat(int(number), name, stack, is_out="out" in rest)
        if "currency_symbol" not in builder.fields and "_tournament" not in builder.extras:
            add_currency(builder, stack)

    def _read_result(self, line: str, builder: HandBuilder) -> None:
        if " collected " in line:
            if match := _COLLECTED.match(line):
                builder.collect(match[1], match[2])
        elif " cashed out " in line:
            if match := _CASH_OUT.match(line):
                builder.cash_out(match[1], match[2], match[3] or "0", replaces_pot=True)
        elif " for eliminating " in line or " for splitting " in line:
            _read_bounty(line, builder)
        elif " finished the tournament in " in line:
            if (match := _PLACE.match(line)) and match[1] in builder.seats:
                _add_place(builder, match[1], int(match[2]), match[3])
        elif (match := _WINNER.match(line)) and match[1] in builder.seats:
            _add_place(builder, match[1], 1, match[2])

    def _read_summary(self, line: str, builder: HandBuilder) -> None:
        if line.startswith("Total pot"):
            match = _TOTAL.match(line)
            if match is not None:
                builder.total_pot = builder.units(match[1])
            for name, amount in _FEE.findall(line):
                if name == "Rake":
                    builder.rake = builder.units(amount)
                else:
                    builder.fees += builder.units(amount)
        # Only cards and winnings matter, which most players do not have.
        elif line.startswith("Seat ") and ("[" in line or "won (" in line or "ed (" in line):
            match = _SUMMARY_SEAT.match(line)
            if match is not None and match[1] in builder.seats:
                _read_summary_seat(match[1], match[2], match[3], builder)


def _read_summary_seat(name: str, verb: str, rest: str, builder: HandBuilder) -> None:
    seat = builder.seats[name]
    cards = BRACKETS.search(rest)
    if cards is not None and cards[1]:
        text = cards_of(cards[1])
        if verb == "mucked":
            seat.mucked = seat.mucked or text
            builder.know(name, text)
        elif not seat.shown:
            builder.show(name, text)
    is_awarded = "pot not awarded" not in rest  # otherwise the player cashed out
    for amount in _WON.findall(f"{verb}{rest}"):
        if is_awarded:
            builder.collect_in_summary(name, amount)
        else:
            builder.forgo(name, amount)


def _known_name(line: str, builder: HandBuilder, name: str, rest: str) -> tuple[str, str]:
    """Split a line at the end of a player's name that has a colon in it."""
    for known in builder.seats:
        if ": " in known and line.startswith(f"{known}: "):
            return known, line[len(known) + 2 :]
    return name, rest


def _read_table(line: str, builder: HandBuilder) -> None:
    match = _TABLE.match(line)
    if match is None:
        return
    table, size, rest = match.groups()
    builder.fields["table"] = table
    if size:
        builder.fields["seat_count"] = int(size)
    if button := _BUTTON.search(rest):
        builder.button = int(button[1])


def _read_bounty(line: str, builder: HandBuilder) -> None:
    match = _BOUNTY.match(line)
    if match is None:
        return
    names = [match[1]] if match[1] in builder.seats else match[1].split(", ")
    winners = [name for name in names if name in builder.seats]
    for name in winners:
        builder.seats[name].bounty += builder.units(match[2]) // len(winners)


def _add_place(builder: HandBuilder, name: str, place: int, prize: str | None) -> None:
    places = builder.extras.setdefault("_places", {})
    places[name] = place
    if prize:
        builder.extras.setdefault("_prizes", {})[name] = prize


def _posts(builder: HandBuilder, name: str, rest: str) -> None:
    words = rest.split()
    if words[-3:] == ["and", "is", "all-in"]:
        words = words[:-3]
    kind = " ".join(words[1:-1])
    if kind in ("the ante", "ante"):
        builder.post_ante(name, words[-1])
    elif kind in ("dead", "dead blind", "dead small blind"):
        builder.post_dead(name, words[-1])
    else:
        builder.post(_POSTS.get(kind, Post.OTHER), name, words[-1])


def _folds(builder: HandBuilder, name: str, rest: str) -> None:
    if cards := BRACKETS.search(rest):
        text = cards_of(cards[1])
        builder.know(name, text)
        builder.seats[name].shown = text
    builder.fold(name)


def _raises(builder: HandBuilder, name: str, rest: str) -> None:
    words = rest.split()
    if len(words) < 4 or words[2] != "to":
        raise InputError(f"a raise must be like 'raises $4 to $6', got {rest!r}")
    builder.bet_to(name, words[3])


def _discards(builder: HandBuilder, name: str, rest: str) -> None:
    match = _DISCARD.match(rest)
    if match is None:
        raise InputError(f"a discard must be like 'discards 2 cards', got {rest!r}")
    cards = BRACKETS.search(rest)
    builder.discard(name, int(match[1]), cards_of(cards[1]) if cards else "")


def _pays(builder: HandBuilder, name: str, rest: str) -> None:
    if rest.startswith("Pays Cashout Risk"):
        builder.pay_house(name, rest.partition("(")[2])


def _receives(builder: HandBuilder, name: str, rest: str) -> None:
    if rest.startswith("Receives Cashout"):
        builder.cash_out(name, rest.partition("(")[2])


_POSTS = {
    "small blind": Post.SMALL,
    "big blind": Post.BIG,
    "small & big blinds": Post.BOTH,
    "straddle": Post.STRADDLE,
    "button straddle": Post.STRADDLE,
    "button blind": Post.STRADDLE,
}
_ACTIONS: dict[str, Callable[[HandBuilder, str, str], None]] = {
    "posts": _posts,
    "straddle": lambda builder, name, rest: builder.post(Post.STRADDLE, name, rest.split()[1]),
    "folds": _folds,
    "checks": lambda builder, name, _: builder.check(name),
    "calls": lambda builder, name, rest: builder.call(name, rest.split()[1]),
    "bets": lambda builder, name, rest: builder.bet_to(name, rest.split()[1]),
    "raises": _raises,
    "brings": lambda builder, name, rest: builder.bring_in(name, rest.partition("for ")[2]),
    "shows": lambda builder, name, rest: show(name, rest, builder),
    "mucks": lambda builder, name, _: builder.muck(name),
    "discards": _discards,
    "stands": lambda builder, name, _: builder.discard(name, 0),
    "Pays": _pays,
    "Receives": _receives,
}
_is_action = re.compile(
    rf"(?:folds|checks|stands pat|mucks hand|(?:calls|bets) {_AMOUNT}|raises {_AMOUNT} to "
    rf"{_AMOUNT}|posts (?:the ante|small blind|big blind) {_AMOUNT})(?: and is all-in)?"
).fullmatch


@lru_cache(maxsize=4096)
def _header(text: str) -> _Header:
    """Parse the part of a first line between the number and the date."""
    if text.startswith("{"):  # the club of a home game
        text = text.partition("}")[2].strip()
    game = _GAME.search(text)
    if game is None:
        raise InputError(f"the game must be one of {', '.join(GAMES)} and a limit, got {text!r}")
    variant = variant_code(GAMES[game[1]], LIMITS[game[2]])
    tournament = None
    if match := _TOURNAMENT.search(text):
        tournament = match[1], match[2][: game.start() - match.start(2)].strip(" ,(")
    level = None
    if (match := _LEVEL.search(text, game.end())) is not None:
        level = int(match[1]) if match[1].isdecimal() else _roman(match[1])
    stakes = _STAKES.search(text, game.end())
    if stakes is None:
        return _Header(variant, _single_stake(text, game.end()), None, level, tournament)
    code = _CODE.search(stakes[4])
    return _Header(variant, (stakes[1], stakes[2]), code[1] if code else None, level, tournament)


def _single_stake(text: str, start: int) -> tuple[str, str]:
    """Return the stakes of a game without blinds, such as `ShortDeck No Limit ($0.02)`."""
    match = re.search(rf"\(({_AMOUNT})\)", text[start:])
    return (match[1], match[1]) if match else ("0", "0")


def _roman(text: str) -> int:
    values = [_ROMAN[letter] for letter in text]
    return sum(
        -value if index + 1 < len(values) and values[index + 1] > value else value
        for index, value in enumerate(values)
    )


class GGPokerParser(PokerStarsParser):
    """Parser of GGPoker logs: cash games, Rush & Cash and tournaments."""

    START = r"Poker Hand #"
    venue: ClassVar[str] = "GGPoker"

    def _read_header(self, line: str, builder: HandBuilder) -> None:
        super()._read_header(line, builder)
        if str(builder.fields["hand"]).startswith("RC"):
            builder.extras["_fast_fold"] = True
        if "_buy_in" in builder.extras:  # only the name of the tournament is given
            builder.fields["event"] = builder.extras.pop("_buy_in")
