"""Available memory, and amounts of memory as text."""

from __future__ import annotations

import os
from pathlib import Path


def available_bytes() -> int | None:
    """Return the memory that can be allocated without swapping, or None if unknown."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def bytes_text(size: int) -> str:
    """Return a number of bytes as text, like `1.5 GB` or `12 MB`."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
