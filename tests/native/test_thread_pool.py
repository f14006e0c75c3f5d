"""The native core's thread pool under ThreadSanitizer."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAM = Path(__file__).with_name("thread_pool.cpp")


def test_short_runs_one_after_another(tmp_path: Path) -> None:
    """A worker that woke while a run was ending once took a task that was gone."""
    program = tmp_path / "thread_pool"
    sources = [str(PROGRAM), str(ROOT / "native/shared/thread_pool.cpp")]
    flags = ["-std=c++20", "-O1", "-g", "-pthread", f"-I{ROOT / 'native'}", "-o", str(program)]
    compiler = os.environ.get("CXX", "c++")
    built = subprocess.run(
        [compiler, "-fsanitize=thread", *flags, *sources], capture_output=True, text=True
    )
    if built.returncode and "tsan" in built.stderr:
        pytest.skip("this compiler has no ThreadSanitizer")
    assert not built.returncode, built.stderr
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "0 wrong\n"
