"""Compile the native core, without its Python bindings, for another system.

    python -m tools.cross_compile
    python -m tools.cross_compile --compiler "zig c++ -target aarch64-macos" --levels neon
    python -m tools.cross_compile --compiler x86_64-linux-gnu-g++ \\
        --runner "qemu-x86_64 -cpu max -L /usr/x86_64-linux-gnu"

Compiles every C++ file of native/ outside native/bind, prints warnings, links the files with
tools/core_check.cpp into a program, and runs it where that is possible: with `--runner`, a Windows
program under wine, any other program if this machine can start it. The default is MinGW-w64 for
64-bit Windows.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
NATIVE = ROOT / "native"
SOLVERS = ROOT / "src/fifthstreet/solvers"
SHARED = [SOLVERS / "postflop/backends/cuda", SOLVERS / "blueprint/cuda"]
CHECK = ROOT / "tools/core_check.cpp"
OUTPUT = ROOT / "build/cross"

MINGW = "x86_64-w64-mingw32-g++-posix"  # Debian's name for the variant with std::thread
LEVELS = {  # instruction levels and their flags, as in setup.py
    "v2": ["-march=x86-64-v2"],
    "v3": ["-march=x86-64-v3"],
    "v4": ["-march=x86-64-v4"],
    "neon": [],
}
FLAGS = ["-std=c++20", "-O3", "-fno-strict-aliasing", "-Wall", "-Wextra", "-DNDEBUG"]


class CompileError(Exception):
    """The compiler is missing, or refused a file."""


@dataclass(frozen=True)
class Compiler:
    """A C++ compiler for some system."""

    command: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Compiler:
        """Read a command line, like "zig c++ -target aarch64-macos"."""
        command = tuple(shlex.split(text))
        if not command or shutil.which(command[0]) is None:
            raise CompileError(f"{text} is not installed; name a compiler with --compiler")
        return cls(command)

    @property
    def is_for_windows(self) -> bool:
        """Whether it makes Windows programs."""
        return any("mingw" in part or "windows" in part for part in self.command)

    def build(self, level: str, folder: Path) -> Path:
        """Compile the core for an instruction level and return the program that checks it."""
        folder.mkdir(parents=True, exist_ok=True)
        sources = [*core_sources(), CHECK]
        objects = [folder / f"{source.stem}.o" for source in sources]
        flags = [*FLAGS, *LEVELS[level], *(f"-I{folder}" for folder in [NATIVE, *SHARED])]

        def compile_one(source: Path, target: Path) -> None:
            self._run(*flags, "-c", str(source), "-o", str(target))

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_one, sources, objects))
        program = folder / ("core_check.exe" if self.is_for_windows else "core_check")
        # Static, so that a Windows program needs no library of the compiler.
        link = ["-static"] if self.is_for_windows else ["-pthread"]
        self._run(*map(str, objects), *link, "-o", str(program))
        return program

    def _run(self, *arguments: str) -> None:
        done = subprocess.run([*self.command, *arguments], capture_output=True, text=True)
        if done.returncode:
            raise CompileError(f"{shlex.join([*self.command, *arguments])}\n{done.stderr}")
        print(done.stderr, end="", file=sys.stderr)  # warnings


def core_sources() -> list[Path]:
    """Return the C++ files of the core that do not need Python."""
    return sorted(path for path in NATIVE.rglob("*.cpp") if path.parent.name != "bind")


def start_command(program: Path, runner: str) -> list[str] | None:
    """Return the command that starts a program; None if this machine cannot."""
    if runner:
        return [*shlex.split(runner), str(program)]
    if program.suffix != ".exe" or os.name == "nt":
        return [str(program)]
    wine = shutil.which("wine64") or shutil.which("wine")
    return [wine, str(program)] if wine else None


def run_program(program: Path, runner: str) -> bool:
    """Run the program if possible and return whether it found nothing wrong."""
    command = start_command(program, runner)
    if command is None:
        print(f"{program} was not run: wine is not installed")
        return True
    try:
        done = subprocess.run(command, capture_output=True, text=True)
    except OSError as error:  # of another processor or system
        print(f"{program} was not run: {error.strerror}")
        return True
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    return done.returncode == 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Compile for each level and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.cross_compile")
    parser.add_argument("--compiler", default=MINGW, help=f"C++ compiler (default: {MINGW})")
    parser.add_argument(
        "--levels",
        default="v2,v3",
        help=f"instruction levels, separated by commas, of {', '.join(LEVELS)} (default: v2,v3)",
    )
    parser.add_argument("--runner", default="", help="command that starts the program")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="folder for what is compiled")
    options = parser.parse_args(arguments)
    levels = options.levels.split(",")
    if unknown := set(levels) - set(LEVELS):
        parser.error(
            f"levels must be some of {', '.join(LEVELS)}, got {', '.join(sorted(unknown))}"
        )
    is_right = True
    try:
        compiler = Compiler.parse(options.compiler)
        for level in levels:
            program = compiler.build(level, options.output / level)
            print(f"{level}: {program} ({program.stat().st_size / 1e6:.1f} MB)")
            is_right &= run_program(program, options.runner)
    except CompileError as error:
        print(error, file=sys.stderr)
        return 2
    return 0 if is_right else 1


if __name__ == "__main__":
    raise SystemExit(main())
