"""The builds of the compiled core, and the choice among them.

Compiled from source, the core has one build, for this processor ("local"). A wheel has one build
for each instruction level: v2, v3 and v4 of x86-64 (SSE4.2, AVX2 and AVX-512), or neon on 64-bit
ARM. The best build that the processor can run is loaded, unless the environment variable
FIFTHSTREET_ISA names another.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from fifthstreet._native.processor import levels
from fifthstreet.errors import InputError

VARIABLE = "FIFTHSTREET_ISA"
LOCAL = "local"
ALL_LEVELS = ("v2", "v3", "v4", "neon")  # better ones later


class BuildError(InputError, ImportError):
    """No build of the core, or not the named one, can be loaded."""


def installed_builds() -> list[str]:
    """Return the names of the builds that are installed, best last."""
    return [name for name in (*ALL_LEVELS, LOCAL) if find_spec(_module(name)) is not None]


def usable_builds() -> list[str]:
    """Return the names of the installed builds that this processor can run, best last."""
    usable = {*levels(), LOCAL}
    return [name for name in installed_builds() if name in usable]


def chosen_build() -> str:
    """Return the name of the build to load; BuildError if there is none."""
    usable = usable_builds()
    wanted = os.environ.get(VARIABLE)
    if wanted:
        if wanted not in usable:
            raise BuildError(
                f"{VARIABLE} must be one of {', '.join(usable) or 'none'} here, got {wanted!r}"
            )
        return wanted
    if not usable:
        raise BuildError(
            f"no build of the native core runs here: installed are "
            f"{', '.join(installed_builds()) or 'none'}, the processor has "
            f"{', '.join(levels()) or 'no known instruction level'}: build from source"
        )
    return usable[-1]


def load_core() -> ModuleType:
    """Import the chosen build of the core."""
    return import_module(_module(chosen_build()))


def _module(build: str) -> str:
    return f"fifthstreet._native.core_{build}"
