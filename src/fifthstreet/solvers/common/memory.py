"""Available memory, within the limits of the machine, the process and its control groups."""

from __future__ import annotations

import os
from pathlib import Path

from fifthstreet.support.storage import bytes_text

__all__ = ["available_bytes", "bytes_text"]

# Files of a control group, by version: the limit, the use, and the part of the use that is cached
# files, which are dropped when memory is short.
_GROUP_FILES = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)


def available_bytes(root: Path = Path("/")) -> int | None:
    """Return the memory that can be allocated without swapping, or None if unknown.

    Linux also counts the limits of control groups (containers) and of the process. On macOS only
    the limit of the process is known, on Windows nothing.

    Args:
        root: The folder of `proc` and `sys`.
    """
    free = [_machine_bytes(root), *_group_bytes(root), *_process_bytes(root)]
    return min((max(each, 0) for each in free if each is not None), default=None)


def _machine_bytes(root: Path) -> int | None:
    try:
        for line in (root / "proc/meminfo").read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):  # Windows has no sysconf
        return None


def _group_bytes(root: Path) -> list[int]:
    """Return the bytes left in each control group of the process that has a limit."""
    try:
        lines = (root / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
    free = []
    for line in lines:
        _, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if controllers and "memory" not in controllers.split(","):
            continue
        top = root / "sys/fs/cgroup" / ("memory" if controllers else "")
        # A container may see its own group as the top one, under a path that it does not see.
        group = top / path.strip("/")
        for folder in [group, *group.parents]:
            free += _group_left(folder, *_GROUP_FILES[bool(controllers)])
            if folder == top:
                break
    return free


def _group_left(folder: Path, limit_name: str, use_name: str, cached_name: str) -> list[int]:
    try:
        limit = int((folder / limit_name).read_text(encoding="ascii"))
        used = int((folder / use_name).read_text(encoding="ascii"))
        stat = (folder / "memory.stat").read_text(encoding="ascii").splitlines()
    except (OSError, ValueError):  # no such group, or no limit ("max")
        return []
    cached = [int(line.split()[1]) for line in stat if line.startswith(f"{cached_name} ")]
    return [limit - used + sum(cached)]


def _process_bytes(root: Path) -> list[int]:
    """Return the bytes left within the limits on the process's address space and data."""
    try:
        import resource
    except ImportError:  # Windows
        return []
    try:
        pages = [int(part) for part in (root / "proc/self/statm").read_text().split()]
    except (OSError, ValueError):  # not Linux: the memory in use is unknown
        pages = [0] * 7
    free = []
    for kind, used in ((resource.RLIMIT_AS, pages[0]), (resource.RLIMIT_DATA, pages[5])):
        limit = resource.getrlimit(kind)[0]
        if limit != resource.RLIM_INFINITY:
            free.append(limit - used * resource.getpagesize())
    return free
