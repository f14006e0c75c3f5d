"""The native core's thread pool under ThreadSanitizer, and without memory."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def output_of(tmp_path: Path, program: str, sources: list[str], *flags: str) -> str:
    """Compile a program of this folder with sources of the native core; return what it prints."""
    built = tmp_path / program
    paths = [Path(__file__).with_name(f"{program}.cpp"), *(ROOT / "native" / s for s in sources)]
    together = tmp_path / "together.cpp"  # headers, which take longest, are compiled once
    together.write_text("".join(f'#include "{path}"\n' for path in paths))
    options = ["-std=c++20", "-O1", "-pthread", f"-I{ROOT / 'native'}", "-o", str(built)]
    compiling = subprocess.run(
        [os.environ.get("CXX", "c++"), *flags, *options, str(together)],
        capture_output=True,
        text=True,
    )
    if compiling.returncode and "tsan" in compiling.stderr:
        pytest.skip("this compiler has no ThreadSanitizer")
    assert not compiling.returncode, compiling.stderr
    done = subprocess.run([str(built)], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
def test_short_runs_one_after_another(tmp_path: Path) -> None:
    """A worker that woke while a run was ending once took a task that was gone."""
    output = output_of(tmp_path, "thread_pool", ["shared/thread_pool.cpp"], "-fsanitize=thread")
    assert output == "0 wrong\n"


@pytest.mark.slow
def test_any_allocation_may_fail(tmp_path: Path) -> None:
    """Threads once waited forever for a failed task, and a failed start of one was a crash."""
    cards = [f"cards/{name}.cpp" for name in ("equity_ranges", "ranking", "rank_keys")]
    output = output_of(tmp_path, "out_of_memory", ["shared/thread_pool.cpp", *cards])
    assert output.endswith(" reported, 0 wrong\n")
