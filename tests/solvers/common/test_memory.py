"""Available memory: limits of the machine, of control groups and of the process."""

import subprocess
import sys
from pathlib import Path

import pytest

from fifthstreet.solvers.common import available_bytes

GB = 10**9


def machine(folder: Path, groups: str, files: dict[str, object]) -> Path:
    """Create a folder that looks like the root of a machine with 10 GB free."""
    entries = {
        "proc/meminfo": f"MemTotal: 1 kB\nMemAvailable: {10 * GB // 1024} kB\n",
        "proc/self/cgroup": groups,
        "proc/self/statm": "1 1 1 1 1 1 1",
        **files,
    }
    for name, text in entries.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{text}\n")
    return folder


def group(path: str, limit: object, used: int, cached: int) -> dict[str, object]:
    return {
        f"sys/fs/cgroup{path}/memory.max": limit,
        f"sys/fs/cgroup{path}/memory.current": used,
        f"sys/fs/cgroup{path}/memory.stat": f"anon 5\ninactive_file {cached}",
    }


def old_group(path: str, limit: int, used: int, cached: int) -> dict[str, object]:
    folder = f"sys/fs/cgroup/memory{path}"
    return {
        f"{folder}/memory.limit_in_bytes": limit,
        f"{folder}/memory.usage_in_bytes": used,
        f"{folder}/memory.stat": f"inactive_file 7\ntotal_inactive_file {cached}",
    }


@pytest.mark.parametrize(
    ("groups", "files", "free"),
    [
        ("", {}, 10 * GB),
        ("0::/", {}, 10 * GB),
        ("0::/a/b", group("/a/b", "max", 1, 1), 10 * GB),
        ("0::/a/b", group("/a/b", 3 * GB, GB, 0), 2 * GB),
        ("0::/a/b", group("/a/b", 3 * GB, GB, GB // 2), 5 * GB // 2),
        ("0::/a/b", group("/a", 3 * GB, GB, 0) | group("/a/b", "max", 1, 1), 2 * GB),
        ("0::/a/b", group("/a", 3 * GB, GB, 0) | group("/a/b", GB, 0, 0), GB),
        ("0::/not/seen", group("", 4 * GB, GB, 0), 3 * GB),
        ("0::/a", group("/a", GB, 2 * GB, 0), 0),
        ("5:cpu:/x\n4:memory:/a", old_group("/a", 3 * GB, GB, GB), 3 * GB),
        ("4:memory:/a", old_group("/a", 2**63 - 4096, GB, 0), 10 * GB),
        ("4:memory:/docker/1", old_group("", 3 * GB, GB, 0), 2 * GB),
        ("nonsense", {}, 10 * GB),
        ("0::/a", group("/a", "nonsense", 0, 0), 10 * GB),
    ],
)
def test_control_groups(tmp_path: Path, groups: str, files: dict[str, object], free: int) -> None:
    found = available_bytes(machine(tmp_path, groups, files))
    assert found is not None
    assert abs(found - free) < 1024


LIMITED = """
import resource
from fifthstreet.solvers.common import available_bytes

before = available_bytes()
resource.setrlimit(resource.RLIMIT_{}, (4 * 10**9, 4 * 10**9))
after = available_bytes()
assert after < before or before < 4 * 10**9, (before, after)
assert 10**9 < after < 4 * 10**9, after
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the use of memory is unknown")
@pytest.mark.parametrize("name", ["AS", "DATA"])
def test_limits_of_the_process(name: str) -> None:
    subprocess.run([sys.executable, "-c", LIMITED.format(name)], check=True)
