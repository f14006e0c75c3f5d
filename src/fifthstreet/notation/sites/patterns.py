"""Patterns with named blanks, so that a table of them reads like the lines that it describes.

| blank | stands for |
|---|---|
| `{player}` | a player's name |
| `{money:NAME}` | an amount, with or without a currency's sign before it |
| `{money}` | the same, not kept |
| `{cards}` | cards, with or without spaces or commas |
| `{digits:NAME}` | a whole number |
| `{word:NAME}` | anything without spaces |
| `{clock}` | a time of day, kept as `time` |

>>> pattern("^{player} bets {money:amount}").search("ann bets $2.50")["amount"]
'2.50'
"""

from __future__ import annotations

import re

_CARDS = "[0-9TJQKAcdhs ,]+"
_BLANKS = {
    "player": r"(?P<player>.+)",
    "money": r"\D?[0-9.,]+",
    "cards": f"(?P<cards>{_CARDS})",
    "board": _CARDS,
    "clock": r"(?P<time>\d\d?:\d\d:\d\d)",
}
_NAMED_BLANKS = {
    "money": r"\D?(?P<{}>[0-9.,]+)",
    "digits": r"(?P<{}>\d+)",
    "word": r"(?P<{}>\S+)",
    "sign": r"(?P<{}>\D?)",
}
_BLANK = re.compile(r"\{([a-z]+)(?::([a-z_]+))?\}")


def pattern(template: str, flags: int = 0) -> re.Pattern[str]:
    """Regular expression of a template, in which all but the blanks is one already."""

    def fill(found: re.Match[str]) -> str:
        blank, name = found.groups()
        return _BLANKS[blank] if name is None else _NAMED_BLANKS[blank].format(name)

    return re.compile(_BLANK.sub(fill, template), flags)


def hands_beginning_with(start: str, *ends: str) -> re.Pattern[str]:
    """Hands that begin with a line and go on to two empty lines or the end of the text."""
    end = "|".join((r"^\n{2,}", *ends, r"\Z"))
    return re.compile(f"^{start}.+?(?={end})", re.DOTALL | re.MULTILINE)
