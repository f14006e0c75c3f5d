"""Replaying kept hands: the deck follows from its seed, the actions from the record."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from fifthstreet.arena.session import KeptHand
from fifthstreet.arena.store import StoredHand, load_hand, load_hands, load_match, stored_hand
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.game.notation import HandHistory, apply_action, parse_phh
from fifthstreet.game.variants import Poker

_DEALER = "d"
_SHOWING = "sm"


def replay_hand(stored: StoredHand, game: Poker) -> KeptHand:
    """Replay a kept hand: cards come from the seed, decisions from the record.

    Args:
        stored: What `load_hand` returns.
        game: The game of the match.

    Returns:
        The hand, whose cards, actions and payoffs are the same as on record.

    Raises:
        DamagedFileError: If the hand differs from the record or cannot be replayed.
    """
    try:
        history = parse_phh(stored.phh, parse_value=_chips)
        stacks = history.starting_stacks
        state = game(stacks, len(stacks), seed=stored.seed)
        for action in history.actions:
            who, what = action.split()[:2]
            if who != _DEALER and what != _SHOWING:  # the game deals and shows by itself
                apply_action(state, action, _chips)
    except (ArithmeticError, TypeError, ValueError) as error:
        raise DamagedFileError(f"hand {stored.place} cannot be replayed: {error}") from error
    if state.status:
        raise DamagedFileError(f"hand {stored.place} cannot be replayed: its record ends too early")
    place = (stored.session, stored.table, stored.deal, stored.number, stored.seed)
    hand = KeptHand(*place, stored.players, state, game)
    again = stored_hand(hand)
    if again.payoffs != stored.payoffs:
        raise DamagedFileError(
            f"hand {stored.place} replays to payoffs {again.payoffs}, not {stored.payoffs}"
        )
    if again.phh != stored.phh:
        raise DamagedFileError(f"hand {stored.place} does not replay to the cards of its record")
    return hand


def replay_stored_hand(path: str | os.PathLike[str], place: str) -> KeptHand:
    """Replay a hand of a match on disk.

    Args:
        path: File of the match.
        place: Session, table and number of the hand, like `0.1.17`.

    Returns:
        The hand, as `replay_hand` returns it.

    Raises:
        NotFoundError: If there is no such file, or it does not have the hand.
        DamagedFileError: If the file is damaged, or the hand differs from the record.
    """
    settings, _ = load_match(path)
    return replay_hand(load_hand(path, place), settings.table_game.game)


def replay_stored_hands(path: str | os.PathLike[str]) -> Iterator[KeptHand]:
    """Replay all hands of a match on disk, in order.

    Args:
        path: File of a match whose hands were kept from the start.

    Yields:
        Each hand, as `replay_hand` returns it.

    Raises:
        NotFoundError: If there is no such file.
        InputError: If the file lacks hands of its finished sessions.
        DamagedFileError: If the file is damaged, or a hand differs from the record.
    """
    check_all_hands_kept(path)
    settings, _ = load_match(path)
    game = settings.table_game.game
    for stored in load_hands(path):
        yield replay_hand(stored, game)


def stored_histories(path: str | os.PathLike[str]) -> Iterator[HandHistory]:
    """Read all hands of a match on disk as hand histories, with their place in the match.

    Args:
        path: File of a match whose hands were kept from the start.

    Yields:
        Each hand in order. Session, deal and seed are user-defined fields.

    Raises:
        NotFoundError: If there is no such file.
        InputError: If the file lacks hands of its finished sessions.
        DamagedFileError: If the file is damaged.
    """
    check_all_hands_kept(path)
    for stored in load_hands(path):
        history = parse_phh(stored.phh, parse_value=_chips)
        place = {"_session": stored.session, "_deal": stored.deal, "_seed": stored.seed}
        yield replace(
            history,
            table=stored.table,
            user_defined_fields=history.user_defined_fields | place,
        )


def check_all_hands_kept(path: str | os.PathLike[str]) -> None:
    """Raise InputError if a match on disk lacks hands of its finished sessions."""
    _, sessions = load_match(path)
    played = sum(session.hands for session in sessions.values())
    kept = sum(1 for _ in load_hands(path))
    if kept != played:
        raise InputError(
            f"{path} has {kept:,} of the {played:,} hands played: keep hands from the start"
        )


def _chips(text: str) -> Any:
    """Parse an amount written by the arena: whole chips, or a float."""
    return int(text) if text.isdecimal() else float(text)
