"""What the speed of a solve on the CPU depends on, besides the spot."""

from __future__ import annotations

import os
import platform
from importlib.util import find_spec
from pathlib import Path

from fifthstreet import __version__
from fifthstreet._native.builds import chosen_build

_CPU_FIELDS = ("model name", "CPU implementer", "CPU part", "CPU variant")  # the latter on ARM


def machine_key(threads: int) -> str:
    """Return a text that differs for machines, builds of the core and numbers of threads."""
    build = chosen_build()
    core = find_spec(f"fifthstreet._native.core_{build}")
    compiled = Path(core.origin).stat() if core and core.origin else None
    facts = (
        processor_name(),
        f"{os.cpu_count()} cores",
        f"{threads} threads",
        f"core {build}",
        # A core that is compiled again keeps its name and version.
        f"{compiled.st_size} bytes of {compiled.st_mtime_ns}" if compiled else "",
        f"fifthstreet {__version__}",
    )
    return ", ".join(facts)


def processor_name() -> str:
    """Return the processor's name, as far as the system tells it."""
    names: dict[str, str] = {}
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            field, _, value = line.partition(":")
            if field.strip() in _CPU_FIELDS:
                names.setdefault(field.strip(), value.strip())
    except (OSError, ValueError):  # not Linux
        pass
    return " ".join([*names.values()] or [platform.processor() or platform.machine()])
