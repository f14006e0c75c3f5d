"""Reading the protocol of the Annual Computer Poker Competition (ACPC), and logs of Pluribus.

A log line is `STATE:0:r300c/r600f:AsKs|QdQc/2h3h4h:600|-600:ann|bob`, or in the older form
`ann|bob:0:r300c/r600f:AsKs|QdQc/2h3h4h:600|-600`. A match state is what one player sees of a
hand: `MATCHSTATE:1:0:r300:|QdQc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from typing import Any, ClassVar

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.notation.amounts import ParseValue, parse_value
from fifthstreet.game.notation.fields import MAX_PLAYERS
from fifthstreet.game.notation.history import HandHistory
from fifthstreet.game.notation.readers.parser import BAD_TEXT_ERRORS, HandParser, HandText
from fifthstreet.game.state import State
from fifthstreet.game.variants import NoLimitTexasHoldem, Poker

PLURIBUS_STACK = 10_000

_UNKNOWN_CARD = "??"
_BETTING_ACTION = re.compile(r"([bcfr/])([0-9.]*)")


def pluribus_game() -> Poker:
    """Create the game that Pluribus played: no-limit hold'em with blinds of 50 and 100.

    Returns:
        The game; cards are not dealt automatically, because logs name them.
    """
    return NoLimitTexasHoldem(ACPCLogParser.AUTOMATIONS, True, 0, (50, 100), 100)


@dataclass(frozen=True, repr=False)
class MatchState:
    """What the player at one position knows of a hand.

    >>> state = MatchState.parse("MATCHSTATE:1:30:cr300:|QdQc")
    >>> state
    <MatchState: position 1, hand 30, betting 'cr300'>
    >>> str(state)
    'MATCHSTATE:1:30:cr300:|QdQc'
    """

    position: int  # from 0
    hand: int
    betting: str
    hole_cards: tuple[str, ...]  # by position; empty if not seen
    board: tuple[str, ...] = ()  # by street

    @classmethod
    def parse(cls, text: str) -> MatchState:
        """Parse a message of a server or a client; a client's action at the end is ignored."""
        line = text.strip()
        match line.split(":") if len(line.splitlines()) == 1 else []:
            case ["MATCHSTATE", position, hand, betting, cards, *action] if len(action) < 2:
                hole_cards, *board = cards.split("/")
                by_position = tuple(hole_cards.split("|"))
                with suppress(ValueError):  # of numbers with thousands of digits
                    if position.isdecimal() and hand.isdecimal():
                        place, number = int(position), int(hand)
                        if place < len(by_position):
                            return cls(place, number, betting, by_position, tuple(board))
        raise InputError(f"a match state must be like 'MATCHSTATE:0:1:r300:AsKs|', got {text!r}")

    def __str__(self) -> str:
        cards = "/".join(("|".join(self.hole_cards), *self.board))
        return f"MATCHSTATE:{self.position}:{self.hand}:{self.betting}:{cards}"

    def __repr__(self) -> str:
        betting = self.betting if len(self.betting) <= 100 else f"...{self.betting[-97:]}"
        return f"<MatchState: position {self.position}, hand {self.hand}, betting {betting!r}>"

    def state(
        self, game: Poker, starting_stack: int, *, parse_value: ParseValue = parse_value
    ) -> State:
        """Build the state of the hand so far; cards that the player has not seen are unknown."""
        game = _prepared(game)
        try:
            state = _deal(game, starting_stack, self.hole_cards)
            _play(state, self.betting, self.board, parse_value)
        except BAD_TEXT_ERRORS as error:
            raise InputError(f"{self}: {error}") from error
        return state

    def history(
        self, game: Poker, starting_stack: int, *, parse_value: ParseValue = parse_value
    ) -> HandHistory:
        """Build the history of the hand so far, as the player at the position knows it."""
        state = self.state(game, starting_stack, parse_value=parse_value)
        return HandHistory.from_game_state(_prepared(game), state, hand=self.hand)


@dataclass(repr=False)
class ACPCLogParser(HandParser):
    """Parser of ACPC logs, for a game in which all players start with the same stack."""

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
        self.game = _prepared(self.game)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.game.name}, stacks of {self.starting_stack}>"

    def hand_texts(self, text: str) -> Iterator[HandText]:
        """Yield the lines that look like hands."""
        for number, line in enumerate(text.split("\n"), 1):
            if _log_fields(line) is not None:
                yield HandText(line, number)

    def parse_hand(self, text: str, parse_value: ParseValue = parse_value) -> HandHistory:
        """Parse and replay one line."""
        log_fields = _log_fields(text)
        if log_fields is None:
            raise InputError(f"a log line must be 'STATE:' and five fields, got {text!r}")
        hand, betting, cards, results, names = log_fields
        try:
            hole_cards, *board = cards.split("/")
            players = names.split("|")
            state = _deal(self.game, self.starting_stack, hole_cards.split("|"))
            if len(players) != state.player_count:
                raise InputError(
                    f"hands must be {len(players)}, one for each player, got {state.player_count}"
                )
            _play(state, betting, board, parse_value)
            if state.status:
                raise InputError("the line ends before the hand does")
            fields: dict[str, Any] = {
                "hand": int(hand),
                "players": players,
                "_results": [parse_value(result) for result in results.split("|")],
            }
        except BAD_TEXT_ERRORS as error:
            raise InputError(f"{text!r}: {error}") from error
        return self.history_type.from_game_state(self.game, state, **fields)


def _log_fields(line: str) -> tuple[str, str, str, str, str] | None:
    """Split a line into hand number, betting, cards, results and players; None for other lines."""
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
    game.automations = ACPCLogParser.AUTOMATIONS
    game.mode = Mode.CASH_GAME
    return game


def _deal(game: Poker, starting_stack: int, hole_cards: Sequence[str]) -> State:
    """Start a hand and deal the hole cards, unknown ones where the text is empty."""
    if len(hole_cards) > MAX_PLAYERS:
        raise InputError(f"a hand must have at most {MAX_PLAYERS} players, got {len(hole_cards)}")
    state = game(starting_stack, len(hole_cards))
    size = len(state.streets[0].hole_dealing_statuses)
    for cards in hole_cards:
        state.deal_hole(Card.parse(cards or _UNKNOWN_CARD * size))
    return state


def _play(state: State, betting: str, board: Sequence[str], parse_value: ParseValue) -> None:
    """Play the betting, then deal the rest of the board."""
    undealt = list(reversed(board))
    paid_before = 0  # by each player on earlier streets
    most_paid = max(state.blinds_or_straddles)  # by any player so far
    end = 0
    while end < len(betting):
        action = _BETTING_ACTION.match(betting, end)
        if action is None:
            raise InputError(f"a betting action must be f, c, r or /, got {betting[end:]!r}")
        end = action.end()
        kind, amount = action.groups()
        if kind == "f":
            state.fold()
        elif kind == "c":
            # Logs still list checks when no player has chips left to bet.
            if not state.all_in_status:
                state.check_or_call()
        elif kind == "r":
            if amount:
                most_paid = parse_value(amount)
                state.bet_or_raise_to(most_paid - paid_before)
            else:
                state.bet_or_raise_to()
        elif kind == "/":
            if not undealt:
                raise InputError("the board has too few cards")
            _deal_street(state, undealt.pop())
            paid_before = most_paid
        # The remaining kind, b, is a blind, which the game posts automatically.
    while undealt:
        _deal_street(state, undealt.pop())


def _deal_street(state: State, cards: str) -> None:
    state.burn_card(_UNKNOWN_CARD)
    state.deal_board(Card.parse(cards))
