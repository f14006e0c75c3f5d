"""A hand as multi-line text: cards, chips, actions so far and legal actions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fifthstreet.cards import Card
from fifthstreet.errors import InputError
from fifthstreet.game import (
    ActionKind,
    Ledger,
    State,
    betting_by_street,
    chips_text,
    event_words,
    legal_actions,
    queries,
)


def state_text(state: State, *, viewer: int | None = None) -> str:
    """Draw a hand as text; with a viewer, the others' hole cards are hidden."""
    if viewer is not None and viewer not in state.player_indices:
        raise InputError(f"viewer must be from 0 to {state.player_count - 1}, got {viewer}")
    ledger = Ledger.of(state)
    paid = ledger.paid
    rows: list[tuple[str, ...]] = [("player", "", "cards", "stack", "bet", "paid", "status")]
    for i in state.player_indices:
        hole = state.hole_cards[i] if viewer in (None, i) else state.get_censored_hole_cards(i)
        chips = (state.stacks[i], state.bets[i], paid[i])
        status = ledger.status(i).value
        turn = "to act" if i == state.actor_index else status
        rows.append((str(i), _position(state, i), _cards(hole), *map(chips_text, chips), turn))
    lines = [f"{state.betting_structure.value}, {state.player_count} players, {_pot(state)}"]
    boards = [_cards(state.get_board_cards(index)) for index in state.board_indices]
    lines += [f"board {cards}" for cards in boards if cards]
    lines += _columns(rows)
    for street, events in betting_by_street(state.events).items():
        words = [f"{event.seat} {event_words(event)}" for event in events]
        lines.append(f"{queries.street_name(state, street)}: {', '.join(words)}")
    if state.actor_index is not None:
        lines.append(f"player {state.actor_index} may {_choices(state)}")
    for player, amount in sorted(queries.prizes(state).items()):
        lines.append(f"player {player} takes {chips_text(amount)}")
    return "\n".join(lines)


def _cards(cards: Iterable[Card]) -> str:
    return " ".join(map(repr, cards))


def _pot(state: State) -> str:
    text = f"pot {chips_text(queries.pot(state))}"
    pots = queries.pots(state)
    if len(pots) > 1:
        parts = [
            f"{chips_text(pot.amount)} of {'/'.join(map(str, pot.player_indices))}" for pot in pots
        ]
        text += f" ({', '.join(parts)})"
    return text


def _position(state: State, player: int) -> str:
    seats = (queries.button, queries.small_blind_player, queries.big_blind_player)
    pairs = zip(("BTN", "SB", "BB"), seats, strict=True)
    return "/".join(name for name, seat in pairs if seat(state) == player)


def _columns(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Align rows in columns: numbers to the right, words to the left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = {0, 3, 4, 5}
    return [
        "  ".join(
            cell.rjust(width) if place in numbers else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _choices(state: State) -> str:
    legal = legal_actions(state)
    words = []
    for kind, amount in legal.items():
        if kind in (ActionKind.BET, ActionKind.RAISE):
            largest = state.max_raise_to
            words.append(f"{kind.name.lower()} {chips_text(amount)} to {chips_text(largest)}")
        elif kind is not ActionKind.ALL_IN:
            name = kind.name.lower().replace("_", " ")
            words.append(f"{name} {chips_text(amount)}" if amount else name)
    return ", ".join(words)
