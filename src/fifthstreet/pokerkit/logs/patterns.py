"""Regular expressions with named blanks, so that they read like the lines that they match.

| blank | stands for |
|---|---|
| `{player}` | a player's name |
| `{money:NAME}` | an amount, with or without a currency symbol before it |
| `{money}` | the same, not captured |
| `{cards}` | cards, with or without spaces or commas |
| `{board}` | the same, not captured |
| `{digits:NAME}` | a whole number |
| `{word:NAME}` | anything without spaces |
| `{symbol:NAME}` | a currency symbol, or nothing |
| `{clock}` | a time of day, captured as `time` |

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
    "symbol": r"(?P<{}>\D?)",
}
_BLANK = re.compile(r"\{([a-z]+)(?::([a-z_]+))?\}")

UNMATCHABLE_PATTERN: re.Pattern[str] = re.compile(r"(?!)")  # for lines that a site does not have


def pattern(template: str, flags: int = 0) -> re.Pattern[str]:
    """Compile a template: a regular expression with blanks in it."""

    def fill(match: re.Match[str]) -> str:
        blank, name = match.groups()
        return _BLANKS[blank] if name is None else _NAMED_BLANKS[blank].format(name)

    return re.compile(_BLANK.sub(fill, template), flags)


def hands_beginning_with(start: str, *ends: str) -> re.Pattern[str]:
    """Compile a pattern for hands whose first line begins with `start`.

    A hand ends before two empty lines, before one of `ends`, or with the text.
    """
    end = "|".join((r"^\n{2,}", *ends, r"\Z"))
    return re.compile(f"^{start}.+?(?={end})", re.DOTALL | re.MULTILINE)
