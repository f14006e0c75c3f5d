"""How much memory there is."""

from __future__ import annotations

import os
from pathlib import Path


def available_bytes() -> int | None:
    """Return the memory that could be taken without swapping, None where that is not known."""
    try:
        for line in Path("/proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return None


def bytes_text(size: int) -> str:
    """Return a number of bytes as people write it."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"
