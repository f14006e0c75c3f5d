"""Run tests with the native core under the sanitizers of gcc or clang.

    python -m tools.sanitize address
    python -m tools.sanitize thread tests/faults/test_threads.py

`address` is AddressSanitizer with UndefinedBehaviorSanitizer, over the quick tests that use the
core; `thread` is ThreadSanitizer, over the tests with several threads. Each has a copy of the
package with a core of its own in build/sanitize, so that ordinary builds stay as they are. Leaks
are not looked for: Python keeps much until it ends. The exit status is 0 if the tests pass and no
sanitizer reports anything.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src/fifthstreet"
OUTPUT = ROOT / "build/sanitize"

LEFT_OUT = (
    # A time limit that holds without sanitizers only.
    "tests/cards/hands/test_tables.py::test_the_standard_tables_are_computed_in_a_tenth_of_a_second",
    # Instrumented code fuses fewer operations, and other rounding breaks a tie between actions.
    "tests/conformance/test_invariance.py::test_isomorphism_changes_nothing",
)


@dataclass(frozen=True)
class Sanitizer:
    """How the core is compiled, what is loaded before Python, and what is tested."""

    flags: str
    symbol: bytes  # that the core has if the flags were used
    libraries: tuple[str, ...]
    options: dict[str, str]  # environment variables of the runtime; %s is where reports go
    tests: tuple[str, ...]


SANITIZERS = {
    "address": Sanitizer(
        "-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=undefined",
        b"__asan_",
        # With the C++ library loaded later, throwing an exception would end the process.
        ("libasan.so", "libstdc++.so"),
        {
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:log_path=%s",
            "UBSAN_OPTIONS": "print_stacktrace=1:log_path=%s",
        },
        (
            "tests/native/test_stub.py",
            "tests/cards/hands",
            "tests/cards/equity",
            "tests/tree/test_build.py",
            "tests/tree/test_rules.py",
            "tests/solvers/cfr",
            "tests/solvers/blueprint",
            "tests/solvers/postflop/solving/test_solver.py",
            "tests/solvers/postflop/solution/test_solution.py",
            "tests/solvers/postflop/solving/test_subgames.py",
            "tests/abstraction",
            "tests/agents/prediction",
            "tests/envs",
            "tests/conformance",
            "tests/faults/test_misuse.py",
            "tests/faults/test_headers.py",
            "tests/faults/test_damage.py",
        ),
    ),
    "thread": Sanitizer(
        "-fsanitize=thread",
        b"__tsan_",
        ("libtsan.so", "libstdc++.so"),
        # Locks of libraries that are not instrumented are still seen, but not their data.
        {"TSAN_OPTIONS": "ignore_noninstrumented_modules=1:exitcode=66:log_path=%s"},
        ("tests/faults/test_threads.py", "tests/envs/test_batch.py"),
    ),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile the core, run the tests, and return an exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sanitizer", choices=SANITIZERS)
    parser.add_argument("tests", nargs="*", help="tests or options of pytest; default: see above")
    chosen, rest = parser.parse_known_args(arguments)
    folder = OUTPUT / chosen.sanitizer
    sanitizer = SANITIZERS[chosen.sanitizer]
    flags = f"{sanitizer.flags} -fno-omit-frame-pointer"
    build(folder, flags, sanitizer.symbol, link_flags=sanitizer.flags)
    return run(sanitizer, folder, [*(chosen.tests or sanitizer.tests), *rest])


def build(folder: Path, flags: str, symbol: bytes, *, link_flags: str | None = None) -> None:
    """Copy the package into a folder and compile its core there.

    Args:
        folder: Where the package goes.
        flags: Flags of the compiler.
        symbol: Bytes that the core has if the flags were used.
        link_flags: Flags of the linker, by default the same.
    """
    shutil.rmtree(folder / "fifthstreet", ignore_errors=True)
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    shutil.copytree(PACKAGE, folder / "fifthstreet", ignore=ignored)
    command = [sys.executable, "setup.py", "-q", "build_ext"]
    folders = ["--build-lib", str(folder), "--build-temp", str(folder / "objects")]
    environment = {
        **os.environ,
        "CFLAGS": flags,
        "CXXFLAGS": flags,
        "LDFLAGS": link_flags or flags,
        "FIFTHSTREET_MYPYC": "0",
        "FIFTHSTREET_BUILDS": "local",
        "FIFTHSTREET_DEBUG": "1",
    }
    environment.pop("PYTHONPATH", None)
    subprocess.run([*command, *folders], cwd=ROOT, env=environment, check=True)
    (core,) = (folder / "fifthstreet/_native").glob("core_local*")
    if symbol not in core.read_bytes():
        raise SystemExit(f"{core} was compiled without {flags}")


def run(sanitizer: Sanitizer, folder: Path, tests: Sequence[str]) -> int:
    """Run pytest with the core of a folder; print the reports, if there are any."""
    reports = folder / "reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    environment = {
        **os.environ,
        **{
            name: value.replace("%s", str(reports / name.partition("_")[0].lower()))
            for name, value in sanitizer.options.items()
        },
        "PYTHONPATH": str(folder),
        "LD_PRELOAD": " ".join(_library(name) for name in sanitizer.libraries),
        "FIFTHSTREET_MISUSE_SECONDS": "300",  # everything takes longer
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    command += [f"--deselect={test}" for test in LEFT_OUT]
    status = subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode
    texts = [path.read_text(errors="replace") for path in sorted(reports.iterdir())]
    for text in texts:
        print(text)
    print(f"{len(texts)} reports of sanitizers")
    return status or int(bool(texts))


def _library(name: str) -> str:
    compiler = os.environ.get("CC", "gcc")
    found = subprocess.run(
        [compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True
    )
    return str(Path(found.stdout.strip()).resolve())


if __name__ == "__main__":
    sys.exit(main())
