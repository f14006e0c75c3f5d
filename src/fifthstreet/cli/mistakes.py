"""What agents did wrong in a match, as notes below its result."""

from collections.abc import Sequence

from fifthstreet.arena.answering import Mistake

_MOST_SHOWN = 3


def mistake_notes(mistakes: Sequence[Mistake]) -> list[str]:
    """Return a line for each of the first mistakes."""
    return [
        f"{each.player}, hand {each.number}: {each.kind}, {each.message}"
        for each in mistakes[:_MOST_SHOWN]
    ]
