"""Logs of poker sites, written from hands that PokerKit plays at random."""

from __future__ import annotations

import random
import warnings
from dataclasses import dataclass
from decimal import Decimal
from operator import itemgetter
from typing import Any

import pokerkit
from pokerkit import Automation, NoLimitTexasHoldem

from fifthstreet.pokerkit.notation import (
    AbsolutePokerParser,
    FullTiltPokerParser,
    IPokerNetworkParser,
    OngameNetworkParser,
    PartyPokerParser,
    PokerStarsParser,
    REParser,
)

AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
NAMES = ("ann", "Bob the 2nd", "c.h.i.", "dee-dee", "Eve_99", "f o x")


@dataclass(frozen=True)
class Site:
    """Templates of a site's lines: `put` is the chips put in, `by` raised by, `to` raised to."""

    method: str  # of PokerKit's HandHistory
    parser: type[REParser]
    head: str
    seat: str
    small: str
    big: str
    street: str
    streets: tuple[str, str, str]
    fold: str
    check: str
    call: str
    bet: str
    raises: str
    show: str | None
    won: str
    summary: str = ""
    uncalled: str = ""  # returned to a player; if empty, it is part of what they win
    result: str = ""  # of a player who does not show
    differing: tuple[str, ...] = ()  # fields that PokerKit leaves out, or reads wrongly
    board_before: bool = False  # whether earlier board cards are repeated
    separator: str = " "
    tail: str = ""


SITES = (
    Site(
        method="from_absolute_poker",
        parser=AbsolutePokerParser,
        head="Stage #{hand}: Holdem  No Limit $2 - 2009-07-01 12:34:56 (ET)\n"
        "Table: OAK ST (Real Money) Seat #{button} is the dealer",
        seat="Seat {seat} - {name} (${stack} in chips)",
        small="{name} - Posts small blind ${put}",
        big="{name} - Posts big blind ${put}",
        street="*** {street} *** {before}[{cards}]",
        streets=("FLOP", "TURN", "RIVER"),
        fold="{name} - Folds",
        check="{name} - Checks",
        call="{name} - Calls ${put}",
        bet="{name} - Bets ${put}",
        raises="{name} - Raises ${put} to ${to}",
        show="{name} - Shows [{cards}] (a hand)",
        won="Seat {seat}: {name} collected Total (${won}) with it",
        summary="*** SUMMARY ***",
        uncalled="{name} - returned (${uncalled}) : not called",
        board_before=True,
    ),
    Site(
        method="from_full_tilt_poker",
        parser=FullTiltPokerParser,
        head="Full Tilt Poker Game #{hand}: Table Elm (6 max) - $1/$2 - No Limit Hold'em - "
        "12:34:56 ET - 2009/07/01\nThe button is in seat #{button}",
        seat="Seat {seat}: {name} (${stack})",
        small="{name} posts the small blind of ${put}",
        big="{name} posts the big blind of ${put}",
        street="*** {street} *** {before}[{cards}]",
        streets=("FLOP", "TURN", "RIVER"),
        fold="{name} folds",
        check="{name} checks",
        call="{name} calls ${put}",
        bet="{name} bets ${put}",
        raises="{name} raises to ${to}",
        show="{name} shows [{cards}] a hand",
        won="Seat {seat}: {name} collected (${won})",
        summary="*** SUMMARY ***",
        uncalled="Uncalled bet of ${uncalled} returned to {name}",
        board_before=True,
    ),
    Site(
        method="from_ongame_network",
        parser=OngameNetworkParser,
        head="***** History for hand R5-{hand}-1 *****\nStart hand: Wed Jul 01 12:34:56 ET 2009\n"
        "Table: Fir [5] (NO_LIMIT TEXAS_HOLDEM $1/$2, real money)\nButton: seat {button}",
        seat="Seat {seat}: {name} (${stack}) ",
        small="{name} posts small blind (${put})",
        big="{name} posts big blind (${put})",
        street="--- Dealing {street} [{cards}]",
        streets=("flop", "turn", "river"),
        fold="{name} folds",
        check="{name} checks",
        call="{name} calls ${put}",
        bet="{name} bets ${put}",
        raises="{name} raises ${put} to ${to}",
        show="Seat {seat}: {name} (${end}), net: +$1, [{cards}]",
        won="Main pot: $9 won by {name} (${won})",
        summary="Summary:",
        uncalled="---",
        result="Seat {seat}: {name} (${end}), net: +$1",
        separator=", ",
    ),
    Site(
        method="from_partypoker",
        parser=PartyPokerParser,
        head="Game #{hand} starts.\n***** Hand History for Game {hand} *****\n"
        "$200 USD NL Texas Hold'em - Wednesday, July 01, 12:34:56 EDT 2009\n"
        "Table Ash (Real Money)\nSeat {button} is the button",
        seat="Seat {seat}: {name} ( ${stack} USD )",
        small="{name} posts small blind [${put} USD].",
        big="{name} posts big blind [${put} USD].",
        street="** Dealing {street} ** [{cards}]",
        streets=("Flop", "Turn", "River"),
        fold="{name} folds",
        check="{name} checks",
        call="{name} calls [${put} USD]",
        bet="{name} bets [${put} USD]",
        raises="{name} raises [${put} USD]",
        show="{name} shows [{cards}] a hand.",
        won="{name} wins ${won} USD",
        differing=("winnings",),
        separator=", ",
    ),
    Site(
        method="from_pokerstars",
        parser=PokerStarsParser,
        head="PokerStars Hand #{hand}:  Hold'em No Limit ($1/$2 USD) - 2009/07/01 12:34:56 ET\n"
        "Table 'Yew III' 6-max Seat #{button} is the button",
        seat="Seat {seat}: {name} (${stack} in chips)",
        small="{name}: posts small blind ${put}",
        big="{name}: posts big blind ${put}",
        street="*** {street} *** {before}[{cards}]",
        streets=("FLOP", "TURN", "RIVER"),
        fold="{name}: folds",
        check="{name}: checks",
        call="{name}: calls ${put}",
        bet="{name}: bets ${put}",
        raises="{name}: raises ${by} to ${to}",
        show="{name}: shows [{cards}] (a hand)",
        won="Seat {seat}: {name} collected (${won})",
        summary="*** SUMMARY ***",
        uncalled="Uncalled bet (${uncalled}) returned to {name}",
        board_before=True,
    ),
    Site(
        method="from_ipoker_network",
        parser=IPokerNetworkParser,
        head='<game gamecode="{hand}">\n<general><startdate>2009-07-01 12:34:56</startdate>',
        seat='<player seat="{seat}" win="${won}" name="{name}" chips="${stack}" '
        'dealer="{is_button}" bet="$1"/>',
        small='<action no="1" player="{name}" type="1" sum="${put}"/>',
        big='<action no="2" player="{name}" type="2" sum="${put}"/>',
        street='<cards type="{street}" player="">{cards}</cards>',
        streets=("Flop", "Turn", "River"),
        fold='<action no="3" player="{name}" type="0" sum="$0"/>',
        check='<action no="3" player="{name}" type="4" sum="$0"/>',
        call='<action no="3" player="{name}" type="3" sum="${put}"/>',
        bet='<action no="3" player="{name}" type="5" sum="${to}"/>',
        raises='<action no="3" player="{name}" type="23" sum="${to}"/>',
        show=None,
        won="",
        differing=("winnings", "currency"),
        tail="</game>",
    ),
)


@dataclass
class _Table:
    names: list[str]
    seats: list[int]
    stacks: list[Any]


def log_of(site: Site, hand: int) -> str:
    """Return the log of a random hand, with the empty lines that end it."""
    rng = random.Random(hand)
    random.seed(hand)
    unit: Any = Decimal("0.50")
    count = rng.randint(2, len(NAMES))
    seats = sorted(rng.sample(range(1, 10), count))
    offset = rng.randrange(count)
    table = _Table(
        list(NAMES[:count]),
        seats[offset:] + seats[:offset],
        [rng.choice([20, 60, 200, 201]) * unit for _ in range(count)],
    )
    game = NoLimitTexasHoldem(AUTOMATIONS, True, 0, (2 * unit, 4 * unit), 4 * unit)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        state = game(table.stacks, count)
        while state.status:
            _act(state, rng)
    return "\n".join(_lines(site, hand, table, state)) + "\n\n\n"


def _act(state: pokerkit.State, rng: random.Random) -> None:
    choice = rng.random()
    if choice < 0.25 and state.can_complete_bet_or_raise_to():
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        assert low is not None
        assert high is not None
        state.complete_bet_or_raise_to(rng.choice([low, low, min(2 * low, high), high]))
    elif choice < 0.45 and state.can_fold():
        state.fold()
    else:
        state.check_or_call()


def _lines(site: Site, hand: int, table: _Table, state: pokerkit.State) -> list[str]:
    count = len(table.names)
    button = table.seats[-1]
    uncalled, won = _result(state)
    if site.uncalled:
        won = [amount - rest for amount, rest in zip(won, uncalled, strict=True)]
    players: list[dict[str, Any]] = [
        {
            "name": table.names[index],
            "seat": table.seats[index],
            "stack": _money(table.stacks[index]),
            "end": _money(state.stacks[index]),
            "is_button": int(table.seats[index] == button),
            "uncalled": _money(uncalled[index]),
            "won": _money(won[index]),
        }
        for index in range(count)
    ]
    lines = site.head.format(hand=hand, button=button).split("\n")
    lines += [site.seat.format(**player) for player in sorted(players, key=itemgetter("seat"))]
    bets: dict[int, Any] = {}
    board: list[str] = []
    shows: dict[int, str] = {}
    streets = iter(site.streets)
    for operation in state.operations:
        index = getattr(operation, "player_index", 0)
        known = players[index]
        most = max(bets.values(), default=0)
        match operation:
            case pokerkit.BlindOrStraddlePosting():
                # Heads up, the button posts the small blind.
                template = site.small if (index == 0) == (count > 2) else site.big
                lines.append(template.format(put=_money(operation.amount), **known))
                bets[index] = operation.amount
            case pokerkit.BoardDealing():
                cards = list(map(_card(site), operation.cards))
                before = f"[{' '.join(board)}] " if site.board_before and board else ""
                text = site.separator.join(cards)
                lines.append(site.street.format(street=next(streets), before=before, cards=text))
                board += cards
                bets.clear()
            case pokerkit.Folding():
                lines.append(site.fold.format(**known))
            case pokerkit.CheckingOrCalling():
                template = site.call if operation.amount else site.check
                lines.append(template.format(put=_money(operation.amount), **known))
                bets[index] = bets.get(index, 0) + operation.amount
            case pokerkit.CompletionBettingOrRaisingTo():
                put = _money(operation.amount - bets.get(index, 0))
                by, to = _money(operation.amount - most), _money(operation.amount)
                template = site.raises if most else site.bet
                lines.append(template.format(put=put, by=by, to=to, **known))
                bets[index] = operation.amount
            case pokerkit.HoleCardsShowingOrMucking() if operation.hole_cards and site.show:
                text = site.separator.join(map(_card(site), operation.hole_cards))
                shows[index] = site.show.format(cards=text, **known)
    lines += [site.uncalled.format(**player) for player in players if player["uncalled"] != "0"]
    results = [site.won.format(**player) for player in players if player["won"] != "0"]
    if site.result:  # which says what the player shows
        results += shows.values()
        results += [
            site.result.format(**player)
            for index, player in enumerate(players)
            if index not in shows
        ]
    else:
        lines += shows.values()
    return [line for line in (*lines, site.summary, *results, site.tail) if line]


def _result(state: pokerkit.State) -> tuple[list[Any], list[Any]]:
    """Return each player's uncalled bet, and what they collected including it."""
    paid: list[Any] = [0] * state.player_count
    street = paid.copy()
    for operation in state.operations:
        match operation:
            case pokerkit.BlindOrStraddlePosting() | pokerkit.CheckingOrCalling():
                put = operation.amount
            case pokerkit.CompletionBettingOrRaisingTo():
                put = operation.amount - street[operation.player_index]
            case pokerkit.BoardDealing():
                street = [0] * state.player_count
                continue
            case _:
                continue
        street[operation.player_index] += put
        paid[operation.player_index] += put
    *_, second, most = sorted(paid)
    uncalled = [most - second if amount == most else 0 for amount in paid]
    ends = zip(state.starting_stacks, state.stacks, paid, strict=True)
    return uncalled, [end - start + put for start, end, put in ends]


def _money(amount: Any) -> str:
    return f"{amount:.2f}".removesuffix(".00")


def _card(site: Site) -> Any:
    if site.method == "from_ipoker_network":
        return lambda card: f"{card.suit}{'10' if card.rank == 'T' else card.rank}"
    return repr
