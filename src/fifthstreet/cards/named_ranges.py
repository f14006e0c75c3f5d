"""Preflop ranges that come with the package, by name.

    6max:BTN.open           the button of six players raises first in, 100 big blinds deep
    6max_40:BB.call.BTN     the big blind calls the button's raise, 40 big blinds deep

A name is a chart, a position and an action; docs/reference/notations.md lists the actions. Charts
are for two, six and nine players (`2max`, `6max`, `9max`) with the big blinds of `RANGE_CHARTS`,
100 by default. The ranges are what solved charts play (tools/derive_preflop_ranges.py), with
weights in tenths. Upper and lower case are the same.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache

from fifthstreet.errors import InputError

# Files of ranges by the name of their chart; 6max is short for 6max_100.
RANGE_CHARTS = {
    **{f"2max_{stack}": f"heads_up_{stack}.toml" for stack in (100, 40, 20, 60, 200)},
    **{f"6max_{stack}": f"six_max_{stack}.toml" for stack in (100, 40, 20)},
    "9max_100": "nine_max_100.toml",
}
# The name of a range, or text that is most likely meant as one, at the start of a token.
RANGE_NAME = re.compile(
    r"(?<![^\s,;\[\]&!])"
    r"(?:[\w-]*max(?:_\w*)?(?::[^:@\s,;\[\]]*)?|[\w-]+:[a-z][\w+]*\.[^:@\s,;\[\]]*)",
    re.IGNORECASE,
)
_ACTION_WORDS = {
    "open": "raises first in",
    "limp": "limps",
    "check": "checks after limps",
    "raise_limp": "raises after limps",
    "limp_call": "limps and calls a raise",
    "call": "calls the raise of",
    "three_bet": "3-bets the raise of",
    "call_3bet": "raises and calls a 3-bet",
    "four_bet": "4-bets",
    "call_4bet": "3-bets and calls the 4-bet of",
    "five_bet": "5-bets the 4-bet of",
    "cold_call": "calls a 3-bet cold",
    "cold_four_bet": "4-bets cold",
}
_DEPTH = "_100"  # of charts that are named without one


def chart_toml(name: str) -> str:
    """Return the text of a chart's file.

    Args:
        name: One of `RANGE_CHARTS`.
    """
    from importlib.resources import files  # takes 4 ms

    path = files("fifthstreet.cards").joinpath("data/preflop", RANGE_CHARTS[name])
    return path.read_text(encoding="utf-8")


def find_chart(name: str) -> str | None:
    """Return a chart's full name.

    Args:
        name: Text like `6max` or `9max_40`.

    Returns:
        One of `RANGE_CHARTS`; None if no chart has that name.

    >>> find_chart("6max"), find_chart("5max")
    ('6max_100', None)
    """
    key = name.lower()
    return next((each for each in (key, key + _DEPTH) if each in RANGE_CHARTS), None)


def range_of_name(name: str) -> str:
    """Return the hands of a named range as text.

    Args:
        name: A chart, a position and an action, like `6max:BB.call.BTN`.

    Raises:
        InputError: If there is no such range; the error says which there are.

    >>> "AA" in range_of_name("6max:LJ.four_bet")
    True
    """
    typed, _, wanted = name.partition(":")
    chart = find_chart(typed)
    if chart is None:
        raise InputError(f"a chart must be one of {', '.join(_short_names())}, got {typed!r}")
    ranges = {each.lower(): text for each, text in _ranges(chart).items()}
    if wanted.lower() in ranges:
        return ranges[wanted.lower()]
    accepted, hint = _accepted(typed, chart, wanted)
    raise InputError(f"{accepted}, got {name!r}{hint}")


def range_names(chart: str) -> dict[str, str]:
    """Return the names of a chart's ranges, each with what the player does, in words.

    Args:
        chart: One of `RANGE_CHARTS`.

    >>> range_names("6max_100")["6max_100:BB.call.BTN"]
    'BB calls the raise of BTN'
    """
    return {f"{chart}:{name}": _words(name) for name in _ranges(chart)}


def _words(name: str) -> str:
    position, action, *against = name.split(".")
    return " ".join([position, _ACTION_WORDS[action], *against])


def _short_names() -> list[str]:
    return [name.removesuffix(_DEPTH) for name in RANGE_CHARTS]


def _accepted(typed: str, chart: str, wanted: str) -> tuple[str, str]:
    """Return what a name in a chart must be, and a hint at what was meant, if that is clear."""
    position, _, action = wanted.partition(".")
    names = [name.split(".", 1) for name in _ranges(chart)]
    actions = [each for place, each in names if place == position.upper()]
    if not actions:
        positions = ", ".join(dict.fromkeys(place for place, _ in names))
        return f"a range of {typed} must be like {typed}:BTN.open, for {positions}", ""
    accepted = f"an action of {typed}:{position} must be one of {', '.join(actions)}"
    keys = {each.lower(): each for each in actions}
    close = get_close_matches(action.lower(), keys, 1)
    return accepted, f". Did you mean {keys[close[0]]!r}?" if close else ""


@cache
def _ranges(chart: str) -> Mapping[str, str]:
    """Return the ranges of a chart by name, like `BB.call.BTN`."""
    import tomllib  # takes 6 ms

    found = {}
    for action, table in tomllib.loads(chart_toml(chart)).items():
        if not isinstance(table, dict):  # the number of players and the stack
            continue
        for name, value in table.items():
            against = value if isinstance(value, dict) else None
            if against is None:
                found[f"{name}.{action}"] = value
            else:
                found |= {f"{position}.{action}.{name}": text for position, text in against.items()}
    return found
