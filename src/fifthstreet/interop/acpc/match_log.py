"""Match logs of the ACPC: comments, a line for each hand, and the score at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from typing import Any, TextIO

from fifthstreet.errors import InputError
from fifthstreet.interop.acpc.dealt_hand import DealtHand
from fifthstreet.support.storage import check_target


def log_header(
    name: str, game: str, hands: int, seed: int, seconds: Sequence[float]
) -> tuple[str, ...]:
    """Return the comments at the beginning; `seconds` per response, per hand, and on average.

    Infinite limits are left out.
    """
    labels = ("t_response", "t_hand", "t_per_hand")
    limits = zip(labels, seconds, strict=True)
    return (
        f"# name/game/hands/seed {name} {game} {hands} {seed}",
        *(f"#--{label} {round(limit * 1000)}" for label, limit in limits if limit < inf),
    )


def hand_line(hand: DealtHand, players: Sequence[str]) -> str:
    """Return the line of a finished hand, with the players by position."""
    cards = "/".join(("|".join(hand.deal.hole_cards), *hand.cards))
    results = "|".join(map(amount_text, hand.payoffs))
    return f"STATE:{hand.number}:{hand.betting}:{cards}:{results}:{'|'.join(players)}"


def score_line(totals: Sequence[Any], players: Sequence[str]) -> str:
    """Return the line at the end of a match, with the players by seat.

    >>> score_line([-150, 150], ["ann", "bob"])
    'SCORE:-150|150:ann|bob'
    """
    return f"SCORE:{'|'.join(map(amount_text, totals))}:{'|'.join(players)}"


def amount_text(amount: Any) -> str:
    """Write an amount with up to six decimal places.

    >>> amount_text(-150), amount_text(12.5)
    ('-150', '12.5')
    """
    return f"{float(amount):.6f}".rstrip("0").rstrip(".")


@contextmanager
def opened_log(path: Path | None) -> Iterator[TextIO | None]:
    """Open a log for writing line by line, so that an interrupted match keeps its hands."""
    if path is None:
        yield None
        return
    check_target(path)
    try:
        # Line buffering: every hand is in the file as soon as it is over.
        file = path.open("w", encoding="ascii", errors="replace", buffering=1, newline="\n")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    with file:
        yield file
