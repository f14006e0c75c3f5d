"""A replayed hand of a match: plain data, and what the terminal shows."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet.arena import KeptHand, dealt_cards, stored_hand
from fifthstreet.game import betting_by_street, chips_text, event_words, street_name
from fifthstreet.support.drawing import Table, number_columns, text_columns
from fifthstreet.views.terminal import print_notes, print_table


def kept_hand_data(hand: KeptHand) -> dict[str, Any]:
    """Return a hand as plain data, with its PHH text."""
    state = hand.state
    seats = range(state.player_count)
    stored = stored_hand(hand)
    return {
        "hand": stored.place,
        "deal": hand.deal,
        "seed": hand.seed,
        "game": hand.game.name,
        "players": list(hand.players),
        "hole_cards": [[repr(card) for card in dealt_cards(state, seat)] for seat in seats],
        "boards": _boards(hand),
        "starting_stacks": list(state.starting_stacks),
        "payoffs": list(state.payoffs),
        "phh": stored.phh,
    }


def print_kept_hand(console: Console, hand: KeptHand) -> None:
    """Print the players with their cards and results, the boards, and the actions by street."""
    state = hand.state
    title = f"{hand.game.name}: session {hand.session}, table {hand.table}, hand {hand.number}"
    console.print(Text(title, style="bold"), soft_wrap=True)
    rows = [
        (
            name,
            " ".join(map(repr, dealt_cards(state, seat))),
            chips_text(state.starting_stacks[seat]),
            f"{'+' if state.payoffs[seat] > 0 else ''}{chips_text(state.payoffs[seat])}",
        )
        for seat, name in enumerate(hand.players)
    ]
    columns = (*text_columns("player", "cards"), *number_columns("stack", "won"))
    print_table(console, Table(columns, tuple(rows)))
    for board in _boards(hand):
        console.print(f"board {' '.join(board)}", soft_wrap=True)
    for street, events in betting_by_street(state.events).items():
        done = [f"{hand.players[each.seat]} {event_words(each)}" for each in events]
        console.print(f"{street_name(state, street)}: {', '.join(done)}", soft_wrap=True)
    note = f"deal {hand.deal}, seed {hand.seed}; replayed to the cards and payoffs on record"
    print_notes(console, [note])


def _boards(hand: KeptHand) -> list[list[str]]:
    boards = [hand.state.get_board_cards(index) for index in hand.state.board_indices]
    return [[repr(card) for card in board] for board in boards if board]
