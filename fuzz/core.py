"""The native core with libFuzzer's coverage and with sanitizers, in build/fuzz/core."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from fuzz.engine import CORE, ROOT

_SANITIZERS = "-fsanitize=fuzzer-no-link,address,undefined"
_FLAGS = (
    # Checks of function types have another name in Atheris's runtime than in clang before 17.
    f"{_SANITIZERS} -fno-sanitize=vptr,function -fno-sanitize-recover=undefined "
    "-fno-omit-frame-pointer"
)
_PROGRAM = "int main() { return 0; }\n"


def missing_compiler() -> str | None:
    """Return why the core cannot be compiled here; None if it can."""
    if shutil.which("clang++") is None:
        return "clang is not installed"
    check = subprocess.run(
        ["clang++", *_FLAGS.split(), "-x", "c++", "-", "-o", os.devnull],
        input=_PROGRAM,
        capture_output=True,
        text=True,
        check=False,
    )
    if check.returncode:
        return "clang has no libFuzzer and sanitizers (Debian: libclang-rt-dev)"
    return None


def build_core() -> None:
    """Compile the core unless it is newer than all of its sources."""
    sources = [*(ROOT / "native").rglob("*.[ch]pp"), *(ROOT / "src").rglob("*.hpp")]
    newest = max(path.stat().st_mtime for path in sources)
    cores = list((CORE / "fifthstreet/_native").glob("core_local*.so"))
    if cores and cores[0].stat().st_mtime > newest:
        return
    print("compiling the core with sanitizers, which takes minutes", flush=True)
    command = [sys.executable, "setup.py", "-q", "build_ext"]
    folders = ["--build-lib", str(CORE), "--build-temp", str(CORE / "objects")]
    environment = {
        **os.environ,
        "CC": "clang",
        "CXX": "clang++",
        "CFLAGS": _FLAGS,
        "CXXFLAGS": _FLAGS,
        "LDFLAGS": "",  # Atheris brings the runtime, loaded before Python
        "FIFTHSTREET_MYPYC": "0",
        "FIFTHSTREET_BUILDS": "local",
        "FIFTHSTREET_DEBUG": "1",
        "FIFTHSTREET_QUICK": "1",
    }
    environment.pop("PYTHONPATH", None)
    subprocess.run([*command, *folders], cwd=ROOT, env=environment, check=True)


def sanitized(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a process that loads the sanitized core."""
    import atheris

    runtime = Path(atheris.path()) / "asan_with_fuzzer.so"
    return {
        **environment,
        "LD_PRELOAD": str(runtime),
        "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:max_allocation_size_mb=2000",
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
