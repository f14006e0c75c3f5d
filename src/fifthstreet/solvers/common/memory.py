"""Available memory, and amounts of memory as text."""

from __future__ import annotations

import os
from pathlib import Path

from fifthstreet.storage.targets import bytes_text

__all__ = ["available_bytes", "bytes_text"]

_MEMINFO = Path("/proc/meminfo")


def available_bytes() -> int | None:
    """Return the memory that can be allocated without swapping, or None if unknown.

    It is known on Linux, but not on macOS and Windows.
    """
    try:
        for line in _MEMINFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):  # Windows has no sysconf
        return None
