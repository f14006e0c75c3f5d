"""Replayed hands of a match: plain data, and what the terminal shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.agents import is_texas_holdem
from fifthstreet.arena import KeptHand, dealt_cards, stored_hand
from fifthstreet.cards import Card
from fifthstreet.cards.hands import evaluate, hand_category
from fifthstreet.game import (
    Ledger,
    chips_text,
    event_words,
    events,
    prizes,
    street_name,
    sum_of,
)
from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.views.terminal import print_notes, print_table


@dataclass
class StreetStory:
    """A street of a hand: the boards, what the players did, and the pot after it."""

    street: str
    boards: list[list[str]] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    pot: Any = 0

    def line(self) -> str:
        """Return the street as one line of text."""
        boards = " and ".join(" ".join(board) for board in self.boards)
        heading = f"{self.street} {boards}".rstrip()
        return f"{heading}: {', '.join(self.actions) or 'no bets'}; pot {chips_text(self.pot)}"


@dataclass
class HandStory:
    """A finished hand in words: its streets, the showdown, and who won how many chips."""

    streets: list[StreetStory]
    showdown: list[str]
    winners: dict[str, Any]

    @staticmethod
    def of(hand: KeptHand) -> HandStory:
        """Return the story of a hand of any game."""
        streets = _streets(hand)
        won = {hand.players[seat]: prize for seat, prize in sorted(prizes(hand.state).items())}
        return HandStory(streets, _showdown(hand), won)

    def lines(self) -> list[str]:
        """Return the story as lines of text."""
        lines = [street.line() for street in self.streets]
        if self.showdown:
            lines.append(f"showdown: {', '.join(self.showdown)}")
        won = [f"{name} wins {chips_text(prize)}" for name, prize in self.winners.items()]
        return [*lines, ", ".join(won)]


def _streets(hand: KeptHand) -> list[StreetStory]:
    state = hand.state
    stories: dict[int, StreetStory] = {}
    boards: dict[int, list[str]] = {}
    for event in state.events:
        story = stories.get(event.street)
        if story is None:
            story = stories[event.street] = StreetStory(street_name(state, event.street))
        match event:
            case events.BoardDealt():
                # A runout shares its first cards with the board before it.
                before = boards.get(event.board, boards.get(0, []))[: event.place]
                boards[event.board] = before + _texts(event.cards)
                story.boards = list(boards.values())
            case events.BettingEvent():
                story.actions.append(f"{hand.players[event.seat]} {event_words(event)}")
            case events.Discarded():
                count = len(event.cards)
                what = f"discards {count}" if count else "stands pat"
                story.actions.append(f"{hand.players[event.seat]} {what}")
            case events.HoleDealt():
                dealt = zip(event.cards, event.are_up, strict=True)
                if shown := [card for card, is_up in dealt if is_up]:
                    cards = " ".join(_texts(shown))
                    story.actions.append(f"{hand.players[event.seat]} is dealt {cards}")
    pot: Any = 0
    paid = Ledger.of(state).paid_on_street
    for street, story in stories.items():
        story.pot = pot = sum_of([pot, *(paid[street] if street < len(paid) else ())])
    return list(stories.values())


def _showdown(hand: KeptHand) -> list[str]:
    done = []
    for event in hand.state.events:
        if isinstance(event, events.Shown):
            cards = "".join(_texts(event.cards))
            words = _hand_words(hand, event.cards)
            done.append(f"{hand.players[event.seat]} shows {cards}{words}")
        elif isinstance(event, events.Mucked):
            done.append(f"{hand.players[event.seat]} mucks")
    return done


def _hand_words(hand: KeptHand, cards: Sequence[Card]) -> str:
    """Return the category of a hand of Texas hold'em, in parentheses."""
    boards = [hand.state.get_board_cards(index) for index in hand.state.board_indices]
    if not is_texas_holdem(hand.game) or not all(card.is_known for card in cards):
        return ""
    names = [hand_category(evaluate([*cards, *board])).label for board in boards]
    return f" ({', '.join(names)})"


def kept_hand_data(hand: KeptHand) -> dict[str, Any]:
    """Return a hand as plain data, with its story and its PHH text."""
    state = hand.state
    seats = range(state.player_count)
    stored = stored_hand(hand)
    return {
        "hand": stored.place,
        "deal": hand.deal,
        "seed": hand.seed,
        "game": hand.game.name,
        "players": list(hand.players),
        "hole_cards": [_texts(dealt_cards(state, seat)) for seat in seats],
        "boards": _boards(hand),
        "starting_stacks": list(state.starting_stacks),
        "payoffs": list(state.payoffs),
        **asdict(HandStory.of(hand)),
        "phh": stored.phh,
    }


def print_kept_hands(console: Console, hands: Iterable[KeptHand]) -> None:
    """Print hands one after the other, then how many they are."""
    count = 0
    for hand in hands:
        _print_story(console, hand)
        console.print()
        count += 1
    print_notes(
        console,
        [f"{count:,} hand{'s' * (count != 1)}, replayed to the cards and payoffs on record"],
    )


def print_kept_hand(console: Console, hand: KeptHand) -> None:
    """Print a hand and where its cards come from."""
    _print_story(console, hand)
    note = f"deal {hand.deal}, seed {hand.seed}; replayed to the cards and payoffs on record"
    print_notes(console, [note])


def _print_story(console: Console, hand: KeptHand) -> None:
    """Print the players with their cards and results, then the streets, showdown and winners."""
    state = hand.state
    title = f"{hand.game.name}: session {hand.session}, table {hand.table}, hand {hand.number}"
    console.print(Text(title, style="bold"), soft_wrap=True)
    rows = [
        (
            name,
            " ".join(_texts(dealt_cards(state, seat))),
            chips_text(state.starting_stacks[seat]),
            f"{'+' if state.payoffs[seat] > 0 else ''}{chips_text(state.payoffs[seat])}",
        )
        for seat, name in enumerate(hand.players)
    ]
    columns = (*text_columns("player", "cards"), *number_columns("stack", "won"))
    print_table(console, Table(columns, tuple(rows)))
    for line in HandStory.of(hand).lines():
        console.print(line, soft_wrap=True)


def _boards(hand: KeptHand) -> list[list[str]]:
    boards = [hand.state.get_board_cards(index) for index in hand.state.board_indices]
    return [_texts(board) for board in boards if board]


def _texts(cards: Iterable[Card]) -> list[str]:
    return [repr(card) for card in cards]
