"""Text from users and files, as it may be shown: without control characters, and not too long."""

from __future__ import annotations

import re

# All but tab and newline: the two sets of control characters, which move the cursor, change
# colours or rename the window; separators that terminals treat as newlines; and characters that
# reverse the direction of the text around them.
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)


def escaped(text: str) -> str:
    r"""Return text whose control characters are written as escape sequences of Python.

    >>> print(escaped("Ann\x1b[2J"))
    Ann\x1b[2J
    """
    return _CONTROLS.sub(lambda match: ascii(match[0])[1:-1], text)


def shortened(text: str, longest: int) -> str:
    """Return text of at most about `longest` characters: its beginning and its end.

    >>> shortened("a" * 50 + "z" * 50, 10)
    'aaaaa ... (90 characters) ... zzzzz'
    """
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} ... ({len(text) - 2 * half:,} characters) ... {text[-half:]}"


def line_of(text: str, *, longest: int) -> str:
    """Return text as one line that can be shown, shortened before it is escaped."""
    return escaped(" ".join(shortened(text, longest).split()))
