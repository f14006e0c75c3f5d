"""Names of the seats of a table."""

from __future__ import annotations

from fifthstreet.errors import InputError
from fifthstreet.tree.rules import MAX_PLAYERS

# Positions in order of play before the flop, by the number of players that a chart is for.
POSITIONS = {
    2: ("BTN", "BB"),
    6: ("LJ", "HJ", "CO", "BTN", "SB", "BB"),
    9: ("UTG", "UTG+1", "UTG+2", "LJ", "HJ", "CO", "BTN", "SB", "BB"),
}


def position_names(players: int) -> tuple[str, ...]:
    """Return the positions of the seats of a table, from the first after the button.

    Args:
        players: Number of seats, from 2 to 10.

    Raises:
        InputError: If the number is another one.

    >>> position_names(2), position_names(4)
    (('BB', 'BTN'), ('SB', 'BB', 'CO', 'BTN'))
    """
    if not 2 <= players <= MAX_PLAYERS:
        raise InputError(f"players must be 2 to {MAX_PLAYERS}, got {players}")
    if players == 2:
        return "BB", "BTN"
    early = POSITIONS[9][:-2]
    first = early[0]
    others = (first,) * (players - 2 - len(early)) + early[max(len(early) - (players - 2), 0) :]
    return "SB", "BB", *others
