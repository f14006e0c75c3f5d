"""Writing the Open Hand History format (https://hh-specs.handhistory.org), one object per hand.

The standard names stud and draw games, but not their actions and streets. They are written with
hold'em's streets in order (further streets repeat the last name), the bring-in as an extra blind,
and a discard as a deal without cards. The variant and the discarded cards, which the standard does
not name, have names with an underscore, as in PHH.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from fifthstreet.cards import cards_text
from fifthstreet.errors import InputError
from fifthstreet.game import events
from fifthstreet.game.enums import BettingStructure
from fifthstreet.game.notation.fields import GAME_TYPES, check_variant
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.writers.story import PostKind, Story, known_cards
from fifthstreet.game.variants import Draw, Holdem, Poker, SevenCardStud

SPEC_VERSION = "1.4.7"
_STREETS = {0: "Flop", 3: "Turn", 4: "River"}  # by the number of board cards before them
_ROUNDS = ("Preflop", *_STREETS.values())
_LIMITS = {
    BettingStructure.NO_LIMIT: "NL",
    BettingStructure.POT_LIMIT: "PL",
    BettingStructure.FIXED_LIMIT: "FL",
}
# JSON has exact numbers, but the module writes only floats: decimals are marked text at first.
_MARKED = re.compile(r'"\\u0000([^"\\]*)\\u0000"')
_POSTS = {
    PostKind.ANTE: "Post Ante",
    PostKind.DEAD: "Post Dead",
    PostKind.SMALL: "Post SB",
    PostKind.BIG: "Post BB",
    PostKind.STRADDLE: "Straddle",
    PostKind.LATE: "Post Extra Blind",
}
_DEAL = "Dealt Cards"
_ACTIONS: dict[type[events.Event], str] = {
    events.BringInPosted: "Post Extra Blind",
    events.Folded: "Fold",
    events.Checked: "Check",
    events.Called: "Call",
    events.Bet: "Bet",
    events.Raised: "Raise",
}


def ohh_text(hand: HandHistory) -> str:
    """Write a hand as an Open Hand History object.

    Args:
        hand: It is replayed, so its actions must be legal.

    Returns:
        The object as JSON, in one line.

    Raises:
        InputError: If the standard has no name for the game, as for Courchevel.
    """
    game_type = GAME_TYPES[check_variant(hand.variant)]
    if _game_name(game_type) is None:
        raise InputError(f"Open Hand History has no name for {game_type.name}")
    text = json.dumps(
        {"ohh": _object(Story(hand))}, ensure_ascii=False, allow_nan=False, default=_marked
    )
    return _MARKED.sub(r"\1", text)


def ohhs_text(hands: Iterable[HandHistory]) -> str:
    """Write hands as Open Hand History objects.

    Args:
        hands: Written in this order.

    Returns:
        The objects, separated by an empty line, as the standard requires.

    Raises:
        InputError: If the standard has no name for a game.
    """
    return "\n\n".join(map(ohh_text, hands))


def _marked(value: Any) -> str:
    if not isinstance(value, Decimal):
        raise InputError(f"cannot write {value!r}: JSON has no such number")
    return f"\0{value:f}\0"


def _object(story: Story) -> dict[str, Any]:
    hand = story.hand
    extras = hand.user_defined_fields
    game_type = GAME_TYPES[hand.variant]
    blinds = [blind for blind in hand.blinds_or_straddles or [] if blind > 0]
    big = hand.min_bet or hand.small_bet or max(blinds, default=0)
    small = min(blinds, default=0)
    written: dict[str, Any] = {
        "spec_version": SPEC_VERSION,
        "internal_version": SPEC_VERSION,
        "site_name": hand.venue or "",
        "network_name": extras.get("_network", hand.venue or ""),
        "tournament": "_tournament" in extras,
        "game_number": "" if hand.hand is None else str(hand.hand),
        "start_date_utc": _date(hand),
        "table_name": "" if hand.table is None else str(hand.table),
        "game_type": _game_name(game_type),
        "bet_limit": {"bet_type": _LIMITS[game_type.betting_structure], "bet_cap": 0},
        "table_size": hand.seat_count or len(story.names),
        "currency": hand.currency or "",
        "dealer_seat": story.seats[-1],
        "small_blind_amount": small,
        "big_blind_amount": big,
        "ante_amount": min(hand.antes, default=0) if isinstance(hand.antes, list) else hand.antes,
        "flags": ["Run_It_Twice"] if "_runout_count" in extras else [],
        "players": [
            {"id": index, "seat": seat, "name": name, "starting_stack": stack}
            for index, (seat, name, stack) in enumerate(
                zip(story.seats, story.names, hand.starting_stacks, strict=True)
            )
        ],
        "rounds": _rounds(story),
        "pots": _pots(story),
        "_variant": hand.variant,
    }
    if "_tournament" in extras:
        written["tournament_info"] = {
            "tournament_number": extras["_tournament"],
            "name": hand.event or "",
        }
    for name in ("_fast_fold", "_house_added", "_buy_in"):
        if name in extras:
            written[name] = extras[name]
    # Dates are as the log has them, in the time zone of the log.
    written["_time_zone_abbreviation"] = extras.get("time_zone_abbreviation", "")
    bounties = story.amounts("_bounties")
    if any(bounties):
        written["tournament_bounties"] = [
            {"player_id": index, "bounty_won": won} for index, won in enumerate(bounties) if won
        ]
    if hand.level is not None:
        written["_level"] = hand.level
    if hand.currency_symbol is not None:
        written["_currency_symbol"] = hand.currency_symbol
    return written


def _game_name(game_type: type[Poker]) -> str | None:
    is_split = len(game_type.hand_types) > 1
    if issubclass(game_type, SevenCardStud):
        return "StudHiLo" if is_split else "Stud"
    if issubclass(game_type, Draw):
        return "Draw"
    if not issubclass(game_type, Holdem) or game_type.board_dealing_counts != (0, 3, 1, 1):
        return None
    if game_type.hole_dealing_count == 2:
        return "Holdem"
    return "OmahaHiLo" if is_split else "Omaha"


def _date(hand: HandHistory) -> str | None:
    if hand.year is None or hand.month is None or hand.day is None:
        return None
    clock = hand.time.isoformat() if hand.time is not None else "00:00:00"
    return f"{hand.year:04}-{hand.month:02}-{hand.day:02}T{clock}Z"


def _rounds(story: Story) -> list[dict[str, Any]]:
    mucked = story.cards("_mucked")
    is_stud = issubclass(GAME_TYPES[story.hand.variant], SevenCardStud)
    rounds: list[dict[str, Any]] = [_round(0, _ROUNDS[0], "")]
    actions = rounds[0]["actions"]
    for post in story.posts:
        _add(actions, post.player, _POSTS[post.kind], post.amount, post.is_all_in)
    for event in story.events:
        deals = isinstance(event, events.Discarded) or (
            is_stud and isinstance(event, events.HoleDealt)
        )
        if deals and event.street == len(rounds):
            street = _ROUNDS[min(len(rounds), len(_ROUNDS) - 1)]
            rounds.append(_round(len(rounds), street, ""))
        actions = rounds[-1]["actions"]
        match event:
            case events.BoardDealt():
                street = _ROUNDS[-1] if is_stud else _STREETS[event.place]
                rounds.append(_round(len(rounds), street, cards_text(event.cards)))
            case events.HoleDealt():
                _add_deal(actions, event, is_stud)
            case events.Discarded():
                _add(actions, event.seat, _DEAL)
                actions[-1]["_discarded"] = _cards(cards_text(event.cards))
            case events.Shown() if cards := known_cards(event):
                _add(_showdown(rounds), event.seat, "Shows Cards", cards=cards)
            case events.Mucked():
                _add(_showdown(rounds), event.seat, "Mucks Cards", cards=mucked[event.seat])
            case events.BettingEvent() if name := _ACTIONS.get(type(event)):
                _add(actions, event.seat, name, event.added, event.is_all_in)
    return rounds


def _add_deal(actions: list[dict[str, Any]], event: events.HoleDealt, is_stud: bool) -> None:
    """Add known hole cards; cards that are dealt one by one are one deal."""
    cards = cards_text(event.cards)
    if "??" in cards:
        cards = cards.replace("??", "") if is_stud else ""
    if not cards:
        return
    for action in actions:
        is_deal = action["action"] == _DEAL and "_discarded" not in action
        if is_deal and action["player_id"] == event.seat:
            action["cards"] += _cards(cards)
            return
    _add(actions, event.seat, _DEAL, cards=cards)


def _showdown(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the actions of the showdown, which begins with its first action."""
    if rounds[-1]["street"] != "Showdown":
        rounds.append(_round(len(rounds), "Showdown", ""))
    actions: list[dict[str, Any]] = rounds[-1]["actions"]
    return actions


def _round(number: int, street: str, cards: str) -> dict[str, Any]:
    return {"id": number, "street": street, "cards": _cards(cards), "actions": []}


def _add(
    actions: list[dict[str, Any]],
    player: int,
    name: str,
    amount: Any = 0,
    is_all_in: bool = False,
    *,
    cards: str = "",
) -> None:
    action = {
        "action_number": len(actions),
        "player_id": player,
        "action": name,
        "amount": amount,
        "is_allin": is_all_in,
    }
    if cards:
        action["cards"] = _cards(cards)
    actions.append(action)


def _cards(text: str) -> list[str]:
    return [text[index : index + 2] for index in range(0, len(text), 2)]


def _pots(story: Story) -> list[dict[str, Any]]:
    if not story.is_over:
        return []
    extras = story.hand.user_defined_fields
    cash_outs, fees = story.amounts("_cash_outs"), story.amounts("_cash_out_fees")
    wins = []
    for index, amount in enumerate(story.collected):
        win: dict[str, Any] = {"player_id": index, "win_amount": amount - cash_outs[index]}
        if cash_outs[index] or fees[index]:
            win |= {"cashout_amount": cash_outs[index], "cashout_fee": fees[index]}
        if amount or cash_outs[index]:
            wins.append(win)
    pot = story.pot + extras.get("_house_added", 0)
    return [
        {
            "number": 0,
            "amount": pot,
            "rake": story.rake,
            "jackpot": extras.get("_fees", 0),
            "player_wins": wins,
        }
    ]
