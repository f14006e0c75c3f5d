"""Reading the notation of the Annual Computer Poker Competition, and Pluribus's.

A log line is `STATE:0:r300c/r600f:AsKs|QdQc/2h3h4h:600|-600:ann|bob`, or in the older form
`ann|bob:0:r300c/r600f:AsKs|QdQc/2h3h4h:600|-600`. A match state is what one player sees of a
hand: `MATCHSTATE:1:0:r300:|QdQc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.state import State
from fifthstreet.game.values import parse_value
from fifthstreet.game.variants import NoLimitTexasHoldem, Poker
from fifthstreet.notation.actions import parse_cards
from fifthstreet.notation.hand_history import HandHistory
from fifthstreet.notation.parser import BAD_TEXT_ERRORS, HandParser, HandText, ParseValue

PLURIBUS_STACK = 10_000

_UNKNOWN_CARD = "??"
_MOVE = re.compile(r"([bcfr/])([0-9.]*)")


def pluribus_game() -> Poker:
    """The game that Pluribus played."""
    return NoLimitTexasHoldem(ACPCProtocolParser.AUTOMATIONS, True, 0, (50, 100), 100)


@dataclass(frozen=True)
class MatchState:
    """What the player at one position knows of a hand.

    >>> str(MatchState.parse("MATCHSTATE:1:30:cr300:|QdQc")) == "MATCHSTATE:1:30:cr300:|QdQc"
    True
    """

    position: int  # from 0
    hand: int
    betting: str
    hole_cards: tuple[str, ...]  # of each position, empty if not seen
    board: tuple[str, ...] = ()  # of each street

    @classmethod
    def parse(cls, text: str) -> MatchState:
        """Match state of a server's message; an answer after it is left away."""
        match text.strip().split(":"):
            case ["MATCHSTATE", position, hand, betting, cards, *answer] if len(answer) < 2:
                hole_cards, *board = cards.split("/")
                seats = tuple(hole_cards.split("|"))
                if position.isdecimal() and hand.isdecimal() and int(position) < len(seats):
                    return cls(int(position), int(hand), betting, seats, tuple(board))
        raise ValueError(f"not a match state: {text!r}; want one like 'MATCHSTATE:0:1:r300:AsKs|'")

    def __str__(self) -> str:
        """The message."""
        cards = "/".join(("|".join(self.hole_cards), *self.board))
        return f"MATCHSTATE:{self.position}:{self.hand}:{self.betting}:{cards}"

    def history(
        self, game: Poker, starting_stack: int, *, parse_value: ParseValue = parse_value
    ) -> HandHistory:
        """The hand so far as its player knows it."""
        game = _prepared(game)
        try:
            state = _deal(game, starting_stack, self.hole_cards)
            _play(state, self.betting, self.board, parse_value)
        except BAD_TEXT_ERRORS as error:
            raise ValueError(f"{self}: {error}") from error
        return HandHistory.from_game_state(game, state, hand=self.hand)


@dataclass
class ACPCProtocolParser(HandParser):
    """Reader of logs for a game in which all begin with the same stack."""

    AUTOMATIONS: ClassVar[tuple[Automation, ...]] = (
        Automation.ANTE_POSTING,
        Automation.BET_COLLECTION,
        Automation.BLIND_OR_STRADDLE_POSTING,
        Automation.RUNOUT_COUNT_SELECTION,
        Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
        Automation.HAND_KILLING,
        Automation.CHIPS_PUSHING,
        Automation.CHIPS_PULLING,
    )

    game: Poker
    starting_stack: int

    def __post_init__(self) -> None:
        """Set the game up for hands that are told in full."""
        self.game = _prepared(self.game)

    def hand_texts(self, s: str) -> Iterator[HandText]:
        """Lines that look like a hand."""
        for number, line in enumerate(s.split("\n"), 1):
            if _log_fields(line) is not None:
                yield HandText(line, number)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Read one line."""
        found = _log_fields(text)
        if found is None:
            raise ValueError(f"not a line of a log: {text!r}")
        hand, betting, cards, results, players = found
        try:
            hole_cards, *board = cards.split("/")
            state = _deal(self.game, self.starting_stack, hole_cards.split("|"))
            if len(players.split("|")) != state.player_count:
                raise ValueError(f"{state.player_count} hands for other players: {players!r}")
            _play(state, betting, board, parse_value)
            if state.status:
                raise ValueError("the hand is not over")
            fields: dict[str, Any] = {
                "hand": int(hand),
                "players": players.split("|"),
                "_results": [parse_value(result) for result in results.split("|")],
            }
        except BAD_TEXT_ERRORS as error:
            raise ValueError(f"{text!r}: {error}") from error
        return HandHistory.from_game_state(self.game, state, **fields)


def _log_fields(line: str) -> tuple[str, str, str, str, str] | None:
    """Hand number, betting, cards, results and players of a line; None if it has no such form."""
    fields = line.strip().split(":")
    if not all(fields):
        return None
    match fields:
        case ["STATE", hand, betting, cards, results, players] if hand.isdecimal():
            return hand, betting, cards, results, players
        case [players, hand, betting, cards, results] if hand.isdecimal():
            return hand, betting, cards, results, players
    return None


def _prepared(game: Poker) -> Poker:
    game = copy(game)
    game.automations = ACPCProtocolParser.AUTOMATIONS
    game.mode = Mode.CASH_GAME
    return game


def _deal(game: Poker, starting_stack: int, hole_cards: tuple[str, ...] | list[str]) -> State:
    """A new hand with everybody's cards, unknown ones where the text has none."""
    state = game(starting_stack, len(hole_cards))
    size = len(state.streets[0].hole_dealing_statuses)
    for cards in hole_cards:
        state.deal_hole(parse_cards(cards or _UNKNOWN_CARD * size))
    return state


def _play(
    state: State, betting: str, board: tuple[str, ...] | list[str], parse_value: ParseValue
) -> None:
    """Play what a betting text says, and deal what is left of the board after it."""
    to_come = list(reversed(board))
    before = 0  # put in by each player on earlier streets
    most = max(state.blinds_or_straddles)  # put in by any player
    end = 0
    while end < len(betting):
        found = _MOVE.match(betting, end)
        if found is None:
            raise ValueError(f"not a move: {betting[end:]!r}")
        end = found.end()
        kind, amount = found.groups()
        if kind == "f":
            state.fold()
        elif kind == "c":
            # Logs go on checking when nobody has chips left to bet.
            if not state.all_in_status:
                state.check_or_call()
        elif kind == "r":
            if amount:
                most = parse_value(amount)
                state.complete_bet_or_raise_to(most - before)
            else:
                state.complete_bet_or_raise_to()
        elif kind == "/":
            if not to_come:
                raise ValueError("the board has too few cards")
            _deal_street(state, to_come.pop())
            before = most
    while to_come:
        _deal_street(state, to_come.pop())


def _deal_street(state: State, cards: str) -> None:
    state.burn_card(_UNKNOWN_CARD)
    state.deal_board(parse_cards(cards))
