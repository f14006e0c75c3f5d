"""Text for XML: escaped, and without the characters that XML does not allow."""

from __future__ import annotations

from html import escape
from math import isfinite

# What XML 1.0 does not allow: most control characters, surrogates and two noncharacters. A pattern
# of these takes 6 ms to compile.
_NOT_ALLOWED = (*range(9), 0xB, 0xC, *range(0xE, 0x20), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF)
_REPLACED = dict.fromkeys(_NOT_ALLOWED, "\ufffd")


class Markup(str):
    """Text that is already markup and must not be escaped again."""

    __slots__ = ()


def escaped(text: str) -> str:
    """Escape text for use between tags or in an attribute; markup is returned unchanged.

    >>> escaped("<A & 'B'>")
    '&lt;A &amp; &#x27;B&#x27;&gt;'
    """
    if isinstance(text, Markup):
        return text
    return escape(text.translate(_REPLACED))


def number(value: float, digits: int, unit: str = "") -> str:
    """Return a number for a table, or a dash if it is not finite.

    >>> number(1234.567, 1), number(-0.001, 2, "%"), number(float("nan"), 2)
    ('1,234.6', '0.00%', '-')
    """
    if not isfinite(value):
        return "-"
    return f"{round(value, digits) + 0.0:,.{digits}f}{unit}"  # adding 0 turns -0 into 0


def count_text(count: int, name: str) -> str:
    """Return a count with the name of the counted things.

    >>> count_text(1, "hand"), count_text(1_234, "hand")
    ('1 hand', '1,234 hands')
    """
    return f"{count} {name}" if count == 1 else f"{count:,} {name}s"


def short(value: float) -> str:
    """Return a coordinate with at most two decimals.

    >>> short(12.0), short(3.14159)
    ('12', '3.14')
    """
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
