"""Change the sources in small ways and list what no test notices in docs/lab_notes/mutants.md.

    python -m tools.measure_mutants --seconds 1800
    python -m tools.measure_mutants money storage --mutants 60
    python -m tools.measure_mutants --again
    python -m tools.measure_mutants --report

A mutant is the package with one change, such as `<` instead of `<=`; cosmic-ray makes them. Each
group of modules below has a random sample that depends only on the seed and the sources. A mutant
runs the quick tests of its group, and the examples and refusals of its module. Modules that are
otherwise compiled run from source, in a copy of the project in build/mutants.

Results are appended to build/mutants/results.jsonl, so that a run that was stopped continues;
remove the file to start again. `--again` repeats survivors, after tests were written for them.
What was decided about survivors is in tools/mutant_decisions.toml. `--report` only writes the page.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import chain, islice, zip_longest
from pathlib import Path

from tools.measure_coverage import replace_table
from tools.mutant_report import (
    KILLED,
    REMOVED,
    SURVIVED,
    TIMED_OUT,
    MutantResult,
    add_result,
    counts_table,
    first_and_last,
    read_decisions,
    read_results,
    survivors_table,
)
from tools.mutants import Change, change_of, module_mutants, sample

ROOT = Path(__file__).parent.parent
SOURCES = "src/fifthstreet"
PAGE = ROOT / "docs/lab_notes/mutants.md"
DECISIONS = ROOT / "tools/mutant_decisions.toml"
OUTPUT = ROOT / "build/mutants"
RESULTS = OUTPUT / "results.jsonl"
NOT_COPIED = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis")
MAX_MEMORY = 12 << 30  # bytes of address space, for mutants that allocate without end
SECONDS_OF_A_TEST = 30  # for mutants that do not end
SLOWDOWN = 3  # times the duration of the unchanged tests that all tests of a mutant may take


@dataclass(frozen=True)
class Group:
    """Modules below src/fifthstreet, and the quick tests that concern them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


def _files(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/test_{name}.py" for name in names.split())


_DIFFERENTIAL = "tests/game/test_differential.py::test_random_hands"
# A module belongs to the first group that names it. Tests that notice most come first.
GROUPS = {
    "money": Group(
        (
            *("game/chips.py", "game/ledger.py", "game/side_pots.py", "game/values.py"),
            *("game/phases/forced_bets.py", "game/phases/settling.py", "game/notation/amounts.py"),
            *("game/notation/audit.py", "game/notation/readers/building/blinds.py"),
            "game/notation/readers/building/money.py",
        ),
        (
            *_files("tests/game", "rule_book chips values floats recorded_stacks actions session"),
            *_files("tests/game/notation", "amounts audit conservation history"),
            "tests/game/notation/readers/test_blinds.py",
            *_files("tests/game/notation/readers/sites", "cash_outs pokerstars samples"),
            *_files("tests/game", "ledger events arguments properties"),
            _DIFFERENTIAL,
        ),
    ),
    "rules": Group(
        ("game/*.py", "game/phases/*.py", "game/variants/*.py"),
        (
            *_files("tests/game", "rule_book actions variants queries flow mixed session values"),
            *_files("tests/game", "chips seat_view events arguments properties legal_actions"),
            _DIFFERENTIAL,
        ),
    ),
    "notation": Group(
        ("game/notation/*.py", "game/notation/readers/**/*.py"),
        (
            *_files("tests/game/notation", "actions amounts audit errors fields history replay"),
            *_files("tests/game/notation", "conservation bad_text shared_games any_field"),
            *_files("tests/game/notation/readers", "acpc blinds parser phh read sources toml"),
            "tests/game/notation/readers/sites",
        ),
    ),
    "translate": Group(("tree/translate/*.py",), ("tests/tree/translate",)),
    "storage": Group(("support/storage/*.py",), ("tests/support/storage",)),
}


def modules_of(group: str) -> list[str]:
    """Return the modules of a group that no earlier group names."""
    taken: set[str] = set()
    for name, each in GROUPS.items():
        found = {
            path.relative_to(ROOT / SOURCES).as_posix()
            for pattern in each.modules
            for path in (ROOT / SOURCES).glob(pattern)
            if path.name != "__init__.py"
        }
        if name == group:
            return sorted(found - taken)
        taken |= found
    raise ValueError(f"group must be one of {', '.join(GROUPS)}, got {group!r}")


def own_tests(module: str) -> tuple[str, ...]:
    """Return the tests of the examples in a module and of the mistakes that it refuses."""
    name = f"fifthstreet.{module.removesuffix('.py').replace('/', '.')}"
    chosen = f"test_docstring_examples[{name}] or provoked[{module}]"
    return "tests/test_examples.py", "tests/refusals/test_refusals.py", "-k", chosen


class MutantTree:
    """A copy of the project without compiled modules, in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_COPIED))
        for compiled in (folder / "src").rglob("*.so"):
            if compiled.parent.name != "_native":
                compiled.unlink()

    @contextlib.contextmanager
    def changed(self, module: str, source: str) -> Iterator[None]:
        """Replace the source of a module for the duration of a `with` block."""
        path = self.folder / SOURCES / module
        original = path.read_text(encoding="utf-8")
        try:
            _write_source(path, source)
            yield
        finally:
            _write_source(path, original)

    def run(self, tests: Iterable[str], limit: float | None = None) -> tuple[str, str]:
        """Run tests until one fails; return the outcome and the name of that test."""
        log = self.folder.parent / "tests.log"
        paths = f"{self.folder / 'src'}{os.pathsep}{self.folder}"
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        command += ["-o", f"faulthandler_timeout={SECONDS_OF_A_TEST}"]
        command += ["-o", "faulthandler_exit_on_timeout=true"]
        environment = os.environ | {"FIFTHSTREET_INTERPRETED": "1", "PYTHONPATH": paths}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        with log.open("wb") as output:
            process = subprocess.Popen(
                [*command, "--hypothesis-profile=mutants", *tests],
                cwd=self.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                preexec_fn=_limit_memory,
            )
            try:
                code = process.wait(limit)
            except subprocess.TimeoutExpired:
                return TIMED_OUT, ""
            finally:  # also what the tests have started
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if code in (0, 5):  # 5: the module has neither examples nor refusals
            return SURVIVED, ""
        text = log.read_text(encoding="utf-8", errors="replace")
        if "Timeout (0:00:" in text:
            return TIMED_OUT, ""
        if code in (3, 4):  # an internal error, wrong options
            raise RuntimeError(f"pytest must run the tests, but ended with {code}:\n{text[-2000:]}")
        failed = [line for line in text.splitlines() if line.startswith(("FAILED ", "ERROR "))]
        return KILLED, failed[0].partition(" ")[2].partition(" - ")[0] if failed else ""

    @functools.cache  # noqa: B019 - a program has one tree
    def limit(self, tests: tuple[str, ...]) -> float:
        """Return the seconds that a mutant may take, after a run of the unchanged package."""
        start = time.monotonic()
        outcome, test = self.run(tests)
        if outcome != SURVIVED:
            raise RuntimeError(f"tests must pass without a mutant, but {test} fails")
        return SLOWDOWN * (time.monotonic() - start) + SECONDS_OF_A_TEST

    def result(self, group: str, module: str, change: Change) -> MutantResult:
        """Run the tests of a mutant's group, and if they pass the tests of its module."""
        limit = self.limit(GROUPS[group].tests)
        start = time.monotonic()
        with self.changed(module, change.source):
            outcome, test = self.run(GROUPS[group].tests, limit)
            if outcome == SURVIVED:
                outcome, test = self.run(own_tests(module), limit)
        return MutantResult(
            group=group,
            module=module,
            definition=change.definition,
            line=change.line,
            was=change.was,
            now=change.now,
            outcome=outcome,
            test=test,
            seconds=round(time.monotonic() - start, 1),
        )


def _write_source(path: Path, source: str) -> None:
    """Write a module and remove its bytecode, which may have the same time and size."""
    path.write_text(source, encoding="utf-8")
    for stale in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        stale.unlink()


def _limit_memory() -> None:
    import resource  # not on Windows

    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY, MAX_MEMORY))


def drawn_changes(group: str, seed: int) -> Iterator[tuple[str, str, Change]]:
    """Yield the group, the module and the change of each mutant of a group, in random order."""
    sources = {module: _source(module) for module in modules_of(group)}
    mutants = chain.from_iterable(module_mutants(*each) for each in sources.items())
    for mutant in sample(mutants, seed):
        if change := change_of(mutant, sources[mutant.module]):
            yield group, mutant.module, change


def same_change(survivor: MutantResult) -> Change | None:
    """Find the change of an earlier run in the present source, if its line is still there."""
    source = _source(survivor.module)
    for mutant in module_mutants(survivor.module, source):
        change = change_of(mutant, source) if mutant.text in survivor.was else None
        if change and (survivor.module, *change.key) == survivor.change:
            return change
    return None


def _source(module: str) -> str:
    return (ROOT / SOURCES / module).read_text(encoding="utf-8")


def run_mutants(options: argparse.Namespace) -> None:
    """Run the mutants of a sample that have no result yet."""
    end = time.monotonic() + options.seconds
    done = {each.change for each in read_results(RESULTS)}
    samples = [
        islice(drawn_changes(group, options.seed), options.mutants) for group in options.groups
    ]
    tree = MutantTree(OUTPUT / "tree")
    for group, module, change in filter(None, chain.from_iterable(zip_longest(*samples))):
        if (module, *change.key) in done:
            continue
        if time.monotonic() > end:
            print("time is up; the same command continues")
            break
        _keep(tree.result(group, module, change))


def run_again(options: argparse.Namespace) -> None:
    """Run the survivors of the groups again about which nothing is decided."""
    tree = MutantTree(OUTPUT / "tree")
    decided = read_decisions(DECISIONS)
    for _, last in first_and_last(read_results(RESULTS)):
        is_open = last.outcome == SURVIVED and last.change not in decided
        if is_open and last.group in options.groups:
            change = same_change(last)
            _keep(
                tree.result(last.group, last.module, change)
                if change
                else replace(last, outcome=REMOVED, seconds=0.0)
            )


def _keep(result: MutantResult) -> None:
    add_result(RESULTS, result)
    place = f"{result.module}:{result.line}"
    print(f"{result.outcome:9} {result.seconds:6.1f} s  {place}  {result.now}", flush=True)


def write_page() -> None:
    """Write the tables of the page from the results and decisions."""
    results, decisions = read_results(RESULTS), read_decisions(DECISIONS)
    page = PAGE.read_text(encoding="utf-8")
    page = replace_table(page, "counts", counts_table(results, decisions))
    page = replace_table(page, "survivors", survivors_table(results, decisions))
    PAGE.write_text(page, encoding="utf-8")
    print(counts_table(results, decisions))


def main(arguments: list[str] | None = None) -> int:
    """Run mutants, then write the page; return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("groups", nargs="*", default=list(GROUPS), metavar="group")
    parser.add_argument("--mutants", type=int, default=40, help="mutants of each group")
    parser.add_argument("--seconds", type=float, default=1800.0, help="start none after that")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="run undecided survivors again")
    parser.add_argument("--report", action="store_true", help="only write the page")
    options = parser.parse_args(arguments)
    for group in options.groups:
        if group not in GROUPS:
            parser.error(f"group must be one of {', '.join(GROUPS)}, got {group!r}")
    if not options.report:
        if find_spec("cosmic_ray") is None:
            print("cosmic-ray is not installed; install it with: pip install --group mutants")
            return 2
        OUTPUT.mkdir(parents=True, exist_ok=True)
        (run_again if options.again else run_mutants)(options)
    write_page()
    return 0


if __name__ == "__main__":
    sys.exit(main())
