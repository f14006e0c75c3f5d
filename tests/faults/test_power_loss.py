"""Power that fails after any system call: a store has its old or its new version.

What a store has reported as written is there: the model of a disk loses all that was not synced,
keeps all of it, or keeps random parts of it.
"""

from pathlib import Path

import pytest

from tests.faults.shim import has_shim, run_with_shim
from tests.faults.stores import GROUPS

pytestmark = has_shim
FOLDERS = {"solutions": 110, "trainings": 90, "matches": 100, "web": 90, "line files": 150}


@pytest.mark.parametrize("draws", [1, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("group", GROUPS)
def test_the_power_fails(tmp_path: Path, group: str, draws: int) -> None:
    reports = run_with_shim(tmp_path, "tests.faults.power_cases", stores=GROUPS[group], draws=draws)
    assert {name: report["problems"] for name, report in reports.items()} == {
        name: [] for name in GROUPS[group]
    }
    count = sum(report["count"] for report in reports.values())
    assert count >= FOLDERS[group] * (draws + 2) / 3
