"""The machine and the installation: the processor's name and the compiled modules."""

import platform
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

_PACKAGE = Path(__file__).parent.parent
_CORE = "_native"  # its builds are C++
_CPU_FACTS = Path("/proc/cpuinfo")

# Linux gives only numbers for ARM processors. These are Arm's own parts in servers and common
# boards, from its technical reference manuals (register MIDR_EL1).
_ARM_IMPLEMENTER = "0x41"
_ARM_PARTS = {
    "0xd08": "Cortex-A72",
    "0xd0b": "Cortex-A76",
    "0xd0c": "Neoverse N1",
    "0xd40": "Neoverse V1",
    "0xd49": "Neoverse N2",
    "0xd4f": "Neoverse V2",
    "0xd84": "Neoverse V3",
    "0xd8e": "Neoverse N3",
}


def processor_name() -> str:
    """Return the processor's name, or its architecture if the name is unknown."""
    if sys.platform == "linux" and _CPU_FACTS.exists():
        name = linux_processor_name(_CPU_FACTS.read_text(encoding="utf-8", errors="replace"))
    elif sys.platform == "darwin":
        name = _mac_processor_name()
    else:
        name = platform.processor()
    return name or platform.machine()


def linux_processor_name(cpuinfo: str) -> str:
    """Return the name of the first processor in the text of /proc/cpuinfo, or empty text.

    >>> linux_processor_name("processor : 0\\nCPU implementer : 0x41\\nCPU part : 0xd0c\\n")
    'Neoverse N1'
    """
    facts: dict[str, str] = {}
    for line in cpuinfo.splitlines():
        name, _, value = line.partition(":")
        facts.setdefault(name.strip(), value.strip())
    if facts.get("model name"):
        return facts["model name"]
    implementer, part = facts.get("CPU implementer", ""), facts.get("CPU part", "")
    if implementer == _ARM_IMPLEMENTER and part in _ARM_PARTS:
        return _ARM_PARTS[part]
    return f"ARM implementer {implementer}, part {part}" if implementer and part else ""


def _mac_processor_name() -> str:
    try:
        done = subprocess.run(
            ["sysctl", "-n", "machdep.cpu.brand_string"], capture_output=True, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


def compiled_modules() -> list[str]:
    """Return the names of the modules compiled with mypyc, which Python loads before sources."""
    names = []
    for path in sorted(_PACKAGE.rglob("*.*")):
        suffix = path.name[path.name.index(".") :]
        parts = path.relative_to(_PACKAGE.parent).parts
        if suffix in EXTENSION_SUFFIXES and parts[1] != _CORE:
            names.append(".".join((*parts[:-1], path.name.removesuffix(suffix))))
    return names
