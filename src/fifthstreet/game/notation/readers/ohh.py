"""Reading the Open Hand History format (https://hh-specs.handhistory.org), which is JSON.

A file has one object per hand, with an empty line between them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from fifthstreet.errors import InputError
from fifthstreet.game.notation.amounts import ParseValue, TooPreciseError, parse_value
from fifthstreet.game.notation.errors import LineError
from fifthstreet.game.notation.fields import GAME_TYPES
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.readers.building import (
    GameName,
    HandBuilder,
    Limit,
    Post,
    variant_code,
)
from fifthstreet.game.notation.readers.parser import BAD_TEXT_ERRORS, HandParser, HandText, split_at
from fifthstreet.game.notation.readers.sites import add_currency, add_date
from fifthstreet.game.variants import Draw, Poker, SevenCardStud

_GAMES = {
    "Holdem": GameName.HOLDEM,
    "Omaha": GameName.OMAHA,
    "OmahaHiLo": GameName.OMAHA_HI_LO,
    "Stud": GameName.STUD,
    "StudHiLo": GameName.STUD_HI_LO,
}
_LONG_OMAHA = {
    (GameName.OMAHA, 5): GameName.FIVE_CARD_OMAHA,
    (GameName.OMAHA, 6): GameName.SIX_CARD_OMAHA,
    (GameName.OMAHA_HI_LO, 5): GameName.FIVE_CARD_OMAHA_HI_LO,
}
_LIMITS = {"NL": Limit.NO_LIMIT, "PL": Limit.POT_LIMIT, "FL": Limit.FIXED_LIMIT}
_POSTS = {
    "Post SB": Post.SMALL,
    "Post BB": Post.BIG,
    "Straddle": Post.STRADDLE,
    "Post Extra Blind": Post.OTHER,
}
_DECIMALS = (2, 8)
_KEPT = ("_fast_fold", "_buy_in")


class OpenHandHistoryParser(HandParser):
    """Parser of Open Hand History files."""

    START: ClassVar[str] = r"\[?\s*\{\s*\"ohh\"\s*:"
    _OBJECT: ClassVar = re.compile(r"\{\s*\"ohh\"\s*:")

    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Yield the objects of a text."""
        return split_at(text, [match.start() for match in self._OBJECT.finditer(text)])

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse and replay one hand."""
        try:
            # Numbers stay text, so that amounts are exact.
            hand, _ = json.JSONDecoder(parse_float=str, parse_int=str).raw_decode(text)
            hand = hand["ohh"]
        except json.JSONDecodeError as error:
            raise LineError(error.msg, error.lineno - 1) from error
        except RecursionError as error:
            raise InputError("values are nested too deeply") from error
        if not isinstance(hand, dict):
            raise InputError("'ohh' is not an object")
        # The amount of a raise is what the player adds; some programs write what they raise to.
        first_error: InputError | None = None
        for raise_chips in (HandBuilder.add_chips, HandBuilder.bet_to):
            try:
                return self._build(hand, raise_chips, parse_value)
            except InputError as error:
                first_error = first_error or error
        assert first_error is not None
        raise first_error

    def _build(
        self,
        hand: dict[str, Any],
        raise_chips: Callable[[HandBuilder, str, str], None],
        parse_value: ParseValue,
    ) -> HandHistory:
        for decimals in _DECIMALS:
            builder = HandBuilder(decimals)
            try:
                _read(hand, builder, raise_chips)
                return builder.build(self.history_type, parse_value)
            except TooPreciseError:
                if decimals == _DECIMALS[-1]:
                    raise
            except LineError as error:
                raise InputError(str(error)) from error  # lines of rounds, not of the text
            except KeyError as error:
                raise InputError(f"{error} is missing") from error
            except (AttributeError, *BAD_TEXT_ERRORS) as error:
                raise InputError(str(error)) from error
        raise AssertionError


def _read(
    hand: dict[str, Any],
    builder: HandBuilder,
    raise_chips: Callable[[HandBuilder, str, str], None],
) -> None:
    builder.variant = _variant(hand)
    game_type = GAME_TYPES[builder.variant]
    small, big = hand.get("small_blind_amount") or "0", hand.get("big_blind_amount") or "0"
    stakes = (builder.units(str(small)), builder.units(str(big)))
    if hand["bet_limit"]["bet_type"] == "FL":  # here the stakes are the bets, not the blinds
        stakes = (stakes[1], 2 * stakes[1])
    builder.stakes = stakes
    cap = builder.units(str(hand["bet_limit"].get("bet_cap") or "0"))
    builder.cap = cap or None
    builder.button = int(hand["dealer_seat"]) if hand.get("dealer_seat") else None
    names = {}
    for player in hand["players"]:
        names[str(player["id"])] = str(player["name"])
        builder.seat(
            int(player["seat"]),
            str(player["name"]),
            str(player["starting_stack"]),
            is_out=bool(player.get("is_sitting_out")),
        )
    _read_fields(hand, builder)
    streets: list[str] = []
    for number, each in enumerate(hand["rounds"]):
        builder.line = number
        street = each.get("street", "")
        if each.get("cards"):
            builder.board("".join(each["cards"]), streets.count(street))
            streets.append(street)
        elif number and street != "Showdown" and issubclass(game_type, Draw | SevenCardStud):
            builder.street()
        for action in each.get("actions") or ():
            if not _act_without_board(action, names, builder, game_type):
                _act(action, names, builder, raise_chips)
    _read_pots(hand, names, builder)


def _variant(hand: dict[str, Any]) -> str:
    if hand.get("_variant") in GAME_TYPES:
        return str(hand["_variant"])
    if hand["game_type"] == "Draw":
        raise InputError(
            "game_type 'Draw' may be any draw game: _variant must name it, like 'F2L3D'"
        )
    game = _GAMES.get(hand["game_type"])
    if game is None:
        raise InputError(f"game_type must be {', '.join(_GAMES)}, got {hand['game_type']!r}")
    dealt = [
        len(action["cards"])
        for each in hand["rounds"]
        for action in each.get("actions") or ()
        if action.get("cards") and action["action"] in ("Dealt Cards", "Shows Cards")
    ]
    game = _LONG_OMAHA.get((game, max(dealt, default=0)), game)
    limit = _LIMITS.get(hand["bet_limit"]["bet_type"])
    if limit is None:
        raise InputError(f"bet_type must be NL, PL or FL, got {hand['bet_limit']['bet_type']!r}")
    return variant_code(game, limit)


def _read_fields(hand: dict[str, Any], builder: HandBuilder) -> None:
    fields, extras = builder.fields, builder.extras
    if site := _text(hand, "site_name"):
        fields["venue"] = site
    if (network := _text(hand, "network_name")) and network != site:
        extras["_network"] = network
    number = str(hand.get("game_number") or "")
    if number:
        fields["hand"] = int(number) if number.isdecimal() else number
    if table := _text(hand, "table_name"):
        fields["table"] = table
    if hand.get("table_size"):
        fields["seat_count"] = int(hand["table_size"])
    add_date(builder, _text(hand, "start_date_utc"))
    if zone := hand.get("_time_zone_abbreviation", "UTC"):
        extras["time_zone_abbreviation"] = zone
    for name in _KEPT:
        if name in hand:
            extras[name] = hand[name]
    if hand.get("_level"):
        fields["level"] = int(hand["_level"])
    if hand.get("tournament"):
        tournament = hand.get("tournament_info") or {}
        extras["_tournament"] = str(tournament.get("tournament_number") or "")
        if event := _text(tournament, "name"):
            fields["event"] = event
    elif currency := _text(hand, "currency"):
        add_currency(builder, _text(hand, "_currency_symbol"), currency)


def _text(table: dict[str, Any], name: str) -> str:
    """Return a text of a table, empty if it is missing."""
    value = table.get(name) or ""
    if not isinstance(value, str):
        raise InputError(f"{name} must be a string, got {value!r}")
    return value


def _act_without_board(
    action: dict[str, Any], names: dict[str, str], builder: HandBuilder, game_type: type[Poker]
) -> bool:
    """Read an action that games with a board do not have; return whether it was one."""
    kind, name = action["action"], names.get(str(action.get("player_id")), "")
    cards = "".join(action.get("cards") or ())
    if kind == "Dealt Cards" and "_discarded" in action:
        discarded = "".join(action["_discarded"])
        builder.discard(name, len(discarded) // 2, discarded)
    elif kind == "Dealt Cards" and issubclass(game_type, SevenCardStud) and len(cards) == 6:
        builder.deal(name, cards[:4], cards[4:])  # two cards down, one up
    elif kind in _POSTS and issubclass(game_type, SevenCardStud):
        builder.bring_in(name, str(action.get("amount") or "0"))
    else:
        return False
    return True


def _act(
    action: dict[str, Any],
    names: dict[str, str],
    builder: HandBuilder,
    raise_chips: Callable[[HandBuilder, str, str], None],
) -> None:
    kind, amount = action["action"], str(action.get("amount") or "0")
    if kind == "Add to Pot" and action.get("player_id") is None:
        builder.house_added += builder.units(amount)
        return
    name = names[str(action["player_id"])]
    cards = "".join(action.get("cards") or ())
    if kind in _POSTS:
        builder.post(_POSTS[kind], name, amount)
        return
    match kind:
        case "Dealt Cards":
            if cards:
                builder.deal(name, cards)
            else:
                builder.player(name)
        case "Post Ante":
            builder.post_ante(name, amount)
        case "Post Dead":
            builder.post_dead(name, amount)
        case "Fold":
            builder.fold(name)
        case "Check":
            builder.check(name)
        case "Call":
            builder.call(name, amount)
        case "Bet":
            builder.bet_to(name, amount)
        case "Raise":
            raise_chips(builder, name, amount)
        case "Shows Cards":
            builder.show(name, cards)
        case "Mucks Cards":
            if cards:
                builder.know(name, cards)
            builder.muck(name, cards)


def _read_pots(hand: dict[str, Any], names: dict[str, str], builder: HandBuilder) -> None:
    if "_house_added" in hand:
        builder.house_added = builder.units(str(hand["_house_added"]))
    for pot in hand.get("pots") or ():
        if pot.get("rake") is not None:
            builder.rake = (builder.rake or 0) + builder.units(str(pot["rake"]))
        builder.fees += builder.units(str(pot.get("jackpot") or "0"))
        for win in pot.get("player_wins") or ():
            name = names[str(win["player_id"])]
            builder.collect(name, str(win.get("win_amount") or "0"))
            cash_out = str(win.get("cashout_amount") or "0")
            fee = str(win.get("cashout_fee") or "0")
            if cash_out.startswith("-"):
                builder.pay_house(name, cash_out)
            elif builder.units(cash_out) or builder.units(fee):
                has_won = bool(builder.units(str(win.get("win_amount") or "0")))
                builder.cash_out(name, cash_out, fee, replaces_pot=not has_won)
    for bounty in hand.get("tournament_bounties") or ():
        seat = builder.seats[names[str(bounty["player_id"])]]
        seat.bounty += builder.units(str(bounty.get("bounty_won") or "0"))
