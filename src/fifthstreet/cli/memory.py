"""Amounts of memory that users type."""

import re

from fifthstreet.errors import InputError

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}


def parse_memory(text: str) -> int:
    """Return a number of bytes given as text, like 8GB, 500 MB or 1e9."""
    match = re.fullmatch(r"([\d.]+(?:e\d+)?)\s*([kmgt]?)i?b?", text.strip().lower())
    try:
        size = int(float(match[1]) * _UNITS[match[2]]) if match else 0
    except (ValueError, OverflowError):
        size = 0
    if size < 1:
        raise InputError(f"--memory must be bytes, like 8GB, 500MB or 1e9, got {text!r}")
    return size
