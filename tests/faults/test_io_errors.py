"""Every system call fails in turn: a store has its old or its new version, and says what failed.

In `make test`, every call fails once with an input/output error. In `make test-faults`, calls also
fail for good, because the disk is full, or read and write only half of their bytes.
"""

from pathlib import Path

import pytest

from tests.faults.io_cases import MODES
from tests.faults.shim import has_shim, run_with_shim
from tests.faults.stores import GROUPS

pytestmark = has_shim
FIRST, *OTHERS = MODES
CASES = {"solutions": 100, "trainings": 80, "matches": 90, "web": 95, "line files": 120}


@pytest.mark.parametrize(
    "modes", [[FIRST], pytest.param(OTHERS, marks=pytest.mark.slow)], ids=["once", "all"]
)
@pytest.mark.parametrize("group", GROUPS)
def test_every_call_fails(tmp_path: Path, group: str, modes: list[str]) -> None:
    reports = run_with_shim(tmp_path, "tests.faults.io_cases", stores=GROUPS[group], modes=modes)
    assert {name: report["problems"] for name, report in reports.items()} == {
        name: [] for name in GROUPS[group]
    }
    counts = [report["counts"] for report in reports.values()]
    # Not all calls have bytes, so fewer cases are about half of them.
    assert sum(map(sum, (each.values() for each in counts))) >= CASES[group] * (len(modes) - 0.75)
    assert all("writing: open" in each and "writing: close" in each for each in counts)
