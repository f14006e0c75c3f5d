"""Check an installed wheel with the Python it is installed in, and print what was found.

    python tools/check_wheel.py

The core must be a build for an instruction level, the compiled modules must be there, and each
build that the processor can run must solve a river.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import fifthstreet as fs
from fifthstreet import _native
from fifthstreet._native import builds
from fifthstreet.game import state

SOURCES = Path(__file__).resolve().parent.parent / "src"
RIVER = fs.Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs,T9s", ip="QQ,AJs,87s", bets="50%, a")


def check_build() -> None:
    """Solve a river with the build that is loaded; raise AssertionError if anything is wrong."""
    assert not Path(fs.__file__).is_relative_to(SOURCES), f"{fs.__file__} is not installed"
    assert state.__file__.endswith((".so", ".pyd")), f"{state.__file__} is not compiled"
    build = builds.chosen_build()
    assert build in builds.ALL_LEVELS, f"the build must be one of {builds.ALL_LEVELS}, got {build}"
    assert builds.LOCAL not in builds.installed_builds()
    exploitability = fs.solve(RIVER, target_pot_percent=0.5).exploitability
    print(f"{build} ({_native.COMPILER}): {exploitability}")


def main() -> int:
    """Check the loaded build, then each of the others in a process of its own."""
    check_build()
    if builds.VARIABLE not in os.environ:
        for build in builds.usable_builds()[:-1]:
            environment = os.environ | {builds.VARIABLE: build}
            subprocess.run([sys.executable, __file__], env=environment, check=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
