"""Fuzz targets one after the other: python -m fuzz [--seconds N] [TARGET or FAMILY ...].

The time is divided evenly among the targets. Targets of Python code run under Atheris, with the
package's sources instrumented; targets of the native core run with a core that clang compiles with
libFuzzer's coverage, AddressSanitizer and UndefinedBehaviorSanitizer. Inputs that reach new code go
to build/fuzz/corpus, and findings to build/fuzz/findings. The exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from fuzz.core import build_core, missing_compiler, sanitized
from fuzz.corpus import keep, kept_inputs, unpack
from fuzz.engine import ORDINARY, OUTPUT, ROOT, SANITIZED, findings_of
from fuzz.registry import all_targets
from fuzz.target import Target, accepted

_HANG_SECONDS = 20  # for one input
_MEMORY_MB = 3_000
_MAX_KEPT = 12  # inputs of a target that --keep adds
_MAX_KEPT_BYTES = 2_000  # of a target, together


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz the chosen targets and return an exit status."""
    parser = argparse.ArgumentParser(prog="fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="names or families")
    parser.add_argument("--seconds", type=float, default=600, help="for all targets together")
    parser.add_argument("--jobs", type=int, default=1, help="targets at the same time")
    parser.add_argument("--list", action="store_true", help="print the names of all targets")
    parser.add_argument(
        "--keep", action="store_true", help="add a few of the inputs found to fuzz/corpus instead"
    )
    chosen = parser.parse_args(arguments)
    targets = chosen_targets(chosen.targets)
    if chosen.list:
        print("\n".join(targets))
        return 0
    if chosen.keep:
        for name in targets:
            print(f"{name}: {keep(name, best_inputs(name))} new inputs")
        return 0
    if find_spec("atheris") is None:
        print("Atheris is not installed: pip install atheris (Linux, x86-64, Python 3.11 to 3.13)")
        return 2
    targets = with_core(targets)
    seconds = chosen.seconds * chosen.jobs / max(len(targets), 1)
    with ThreadPoolExecutor(chosen.jobs) as pool:
        jobs = [pool.submit(fuzz, name, target, seconds) for name, target in targets.items()]
        found = sum(job.result() for job in jobs)
    print(f"{len(targets)} targets, {found} findings in {OUTPUT / 'findings'}")
    return int(found > 0)


def chosen_targets(names: Sequence[str]) -> dict[str, Target]:
    """Return the targets of names and families; all if there are no names."""
    targets = all_targets()
    for name in names:
        if not any(name in (target, target.partition(".")[0]) for target in targets):
            raise SystemExit(f"there is no target {name}: see --list")
    return {
        name: target
        for name, target in targets.items()
        if not names or name in names or name.partition(".")[0] in names
    }


def with_core(targets: dict[str, Target]) -> dict[str, Target]:
    """Compile the sanitized core if a target needs it; leave these out if it cannot be compiled."""
    if not any(target.is_native for target in targets.values()):
        return targets
    problem = missing_compiler()
    if problem is None:
        build_core()
        return targets
    print(f"targets of the native core are left out: {problem}")
    return {name: target for name, target in targets.items() if not target.is_native}


def fuzz(name: str, target: Target, seconds: float) -> int:
    """Run a target in processes of its own, a new one after each crash; return what it found."""
    seeds, found = OUTPUT / "seeds" / name, OUTPUT / "corpus" / name
    unpack([*target.seeds(), *kept_inputs(name)], seeds)
    found.mkdir(parents=True, exist_ok=True)
    findings = findings_of(name)
    findings.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    end = time.monotonic() + seconds
    log = OUTPUT / f"{name}.log"
    with log.open("w", errors="replace") as output:
        while (left := round(end - time.monotonic())) > 0:
            known = set(findings.iterdir())
            core = SANITIZED if target.is_native else ORDINARY
            command = [sys.executable, "-m", "fuzz.engine", name, core]
            status = subprocess.run(
                [*command, *_options(target, left, findings), str(found), str(seeds)],
                cwd=ROOT,
                env=sanitized(os.environ) if target.is_native else dict(os.environ),
                stdout=output,
                stderr=output,
                check=False,
            ).returncode
            if status == 0 or set(findings.iterdir()) == known:
                break  # the time is over, or the process cannot start
    new = sorted(path for path in set(findings.iterdir()) - before if path.suffix != ".txt")
    count = len(list(found.iterdir()))
    print(f"{name}: {_rate(log)}, {count} inputs kept, {len(new)} findings", flush=True)
    for path in new:
        print(f"    {path.relative_to(ROOT)}: {_first_line(path)}", flush=True)
    return len(new)


def _options(target: Target, seconds: int, findings: Path) -> list[str]:
    return [
        f"-max_total_time={seconds}",
        f"-max_len={target.max_bytes}",
        f"-timeout={_HANG_SECONDS * (5 if target.is_native else 1)}",
        f"-rss_limit_mb={_MEMORY_MB}",
        f"-artifact_prefix={findings}/",
        "-print_final_stats=1",
    ]


def _rate(log: Path) -> str:
    """Return how many inputs libFuzzer says that it has tried."""
    lines = [line for line in log.read_text(errors="replace").splitlines() if "number_of_" in line]
    runs = sum(int(line.split()[-1]) for line in lines if "executed_units" in line)
    return f"{runs:,} inputs" if lines else f"no inputs (see {log.relative_to(ROOT)})"


def _first_line(path: Path) -> str:
    text = path.with_suffix(".txt")
    return text.read_text().splitlines()[0] if text.exists() else path.name.partition("-")[0]


def best_inputs(name: str) -> list[bytes]:
    """Return a few inputs of the fuzzer's corpus that pass, from small to large."""
    target = all_targets()[name]
    paths = sorted((OUTPUT / "corpus" / name).glob("*"), key=lambda path: path.stat().st_size)
    chosen: list[bytes] = []
    left = _MAX_KEPT_BYTES
    for path in paths[:: -(-len(paths) // _MAX_KEPT) or 1]:
        data = path.read_bytes()
        if data and len(data) <= left:
            accepted(target.check, data)
            chosen.append(data)
            left -= len(data)
    return chosen


if __name__ == "__main__":
    sys.exit(main())
