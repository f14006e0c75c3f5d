"""Plain data as one line of JSON."""

from __future__ import annotations

import json
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fifthstreet.tree.strategy import Exploitability


def json_text(data: Any) -> str:
    """Return data as one line of JSON; NaN and infinity, which JSON cannot express, become null.

    >>> json_text({"ev": (1.5, float("nan"))})
    '{"ev": [1.5, null]}'
    """
    return json.dumps(_plain(data), allow_nan=False)


def error_data(known: Exploitability | None) -> dict[str, float | None]:
    """Return the exploitability of a solution in chips and in percent of the starting pot."""
    return {
        "exploitability": None if known is None else known.chips,
        "exploitability_pot_percent": None if known is None else known.pot_percent,
    }


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value
