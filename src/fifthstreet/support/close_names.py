"""Suggestions for names that are not known."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, accepted: Iterable[str]) -> str:
    """Return a sentence with the accepted name that is most like a name; empty if none is like it.

    Args:
        name: A name that is not accepted.
        accepted: Names to choose from.

    >>> did_you_mean("tinny", ["tiny", "small"]), did_you_mean("x", ["tiny", "small"])
    (". Did you mean 'tiny'?", '')
    """
    close = get_close_matches(name.lower(), accepted, 1)
    return f". Did you mean {close[0]!r}?" if close else ""
