"""Writing hands for the Annual Computer Poker Competition: match states and log lines.

A match state is what a server tells the player at one position, who answers with the same text
and an action. A log line tells a whole hand with its result; Pluribus's hands came in this form.
Bets are amounts that a player has put in during the whole hand, and are left out in fixed limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from fifthstreet.game.operations import (
    BoardDealing,
    CheckingOrCalling,
    CompletionBettingOrRaisingTo,
    Folding,
    HoleCardsShowingOrMucking,
    HoleDealing,
    Operation,
)
from fifthstreet.game.state import State
from fifthstreet.notation.actions import cards_text

if TYPE_CHECKING:
    from fifthstreet.notation.hand_history import HandHistory

_HOLE_CARDS = 2


@dataclass
class _Record:
    """What has been said of a hand so far."""

    tells_amounts: bool
    hole_cards: list[list[str]]  # "" where nothing is known
    dealt: list[int]  # cards dealt to each player
    betting: str = ""
    board: str = ""

    def tell(self, operation: Operation, state: State) -> str:
        """Take in what happened; the text of a player's move, empty if it was none."""
        move = ""
        match operation:
            case Folding():
                move = "f"
            case CheckingOrCalling():
                move = "c"
            case CompletionBettingOrRaisingTo():
                amount = -state.payoffs[operation.player_index] if self.tells_amounts else ""
                move = f"r{amount}"
            case BoardDealing():
                self.betting += "/"
                self.board += "/" + cards_text(operation.cards)
        self.betting += move
        return move

    def see(self, operation: Operation, position: int | None = None) -> None:
        """Take in cards that were shown or, to this position or to all, dealt."""
        if isinstance(operation, HoleCardsShowingOrMucking):
            first, cards = 0, operation.hole_cards
        elif isinstance(operation, HoleDealing) and position in (None, operation.player_index):
            first, cards = self.dealt[operation.player_index], operation.cards
            self.dealt[operation.player_index] += len(cards)
        else:
            return
        for place, card in enumerate(cards, first):
            if card:
                self.hole_cards[operation.player_index][place] = repr(card)

    def __str__(self) -> str:
        hole_cards = "|".join(map("".join, self.hole_cards))
        return f"{self.betting}:{hole_cards}{self.board}"


def _empty_record(hand: HandHistory) -> _Record:
    nothing = [[""] * _HOLE_CARDS for _ in hand.starting_stacks]
    return _Record(hand.variant != "FT", nothing, [0] * len(nothing))


def _operations(hand: HandHistory) -> Iterator[tuple[State, Operation]]:
    """Each operation of a hand with the state right after the step that it was part of."""
    seen = 0
    for state in hand:
        for operation in state.operations[seen:]:
            yield state, operation
        seen = len(state.operations)


def match_states(hand: HandHistory, position: int, hand_number: int) -> Iterator[tuple[str, str]]:
    """What server and client say to each other, each with its direction."""
    if not 0 <= position < len(hand.starting_stacks):
        raise ValueError(f"no position {position}; want 0 to {len(hand.starting_stacks) - 1}")
    record = _empty_record(hand)
    own_cards = record.hole_cards[position]
    name = f"MATCHSTATE:{position}:{hand_number}:"
    said = ""

    def server() -> tuple[str, str]:
        if not all(own_cards):
            raise ValueError(f"the hole cards at position {position} are not known")
        return "S->", f"{said}\r\n"

    state = None
    for state, operation in _operations(hand):
        if isinstance(operation, Folding | CheckingOrCalling | CompletionBettingOrRaisingTo):
            yield server()
            move = record.tell(operation, state)
            if operation.player_index == position:
                yield "<-C", f"{said}:{move}\r\n"
        else:
            record.tell(operation, state)
        record.see(operation, position)
        said = f"{name}{record}"
    if state is not None and (not state.status or state.actor_index is not None):
        yield server()


def log_line(hand: HandHistory, hand_number: int) -> str:
    """Line of a log: what was done, all cards, and what everybody won or lost."""
    record = _empty_record(hand)
    state = None
    for state, operation in _operations(hand):
        record.tell(operation, state)
        record.see(operation)
    stacks = hand.finishing_stacks
    if stacks is None:
        stacks = hand.starting_stacks if state is None else state.stacks
    results = "|".join(
        str(after - before) for before, after in zip(hand.starting_stacks, stacks, strict=False)
    )
    players = hand.players
    if players is None:
        players = [f"p{index + 1}" for index in range(len(hand.starting_stacks))]
    return f"STATE:{hand_number}:{record}:{results}:{'|'.join(players)}"
