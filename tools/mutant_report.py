"""Results of mutants, what was decided about survivors, and the page that shows both."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

KILLED, TIMED_OUT, SURVIVED = "killed", "timed out", "survived"
REMOVED = "removed"  # a survivor whose line is no longer in the sources
VERDICTS = ("equivalent", "unimportant")

ChangeKey = tuple[str, str, str, str]


@dataclass(frozen=True)
class MutantResult:
    """What the tests did with a mutant."""

    group: str
    module: str
    definition: str
    line: int
    was: str
    now: str
    outcome: str
    test: str  # the first that failed
    seconds: float

    @property
    def change(self) -> ChangeKey:
        """What identifies the mutant, wherever its line is."""
        return self.module, self.definition, self.was, self.now


@dataclass(frozen=True)
class MutantDecision:
    """What was decided about a survivor, and why."""

    verdict: str
    why: str


def read_results(path: Path) -> list[MutantResult]:
    """Return the results stored so far; a line that a kill left incomplete is dropped."""
    if not path.exists():
        return []
    complete = path.read_text(encoding="utf-8").split("\n")[:-1]
    return [MutantResult(**json.loads(line)) for line in complete]


def add_result(path: Path, result: MutantResult) -> None:
    """Append a result, after the last complete line."""
    with path.open("ab+") as file:
        file.seek(0)
        file.truncate(file.read().rfind(b"\n") + 1)
        file.seek(0, os.SEEK_END)
        file.write(json.dumps(asdict(result)).encode() + b"\n")


def read_decisions(path: Path) -> dict[ChangeKey, MutantDecision]:
    """Return what was decided about survivors."""
    found = {}
    for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("decision", ()):
        if entry["verdict"] not in VERDICTS:
            accepted = ", ".join(VERDICTS)
            raise ValueError(f"verdict must be one of {accepted}, got {entry['verdict']!r}")
        change = entry["module"], entry["definition"], entry["was"], entry["now"]
        found[change] = MutantDecision(entry["verdict"], entry["why"])
    return found


def first_and_last(results: Iterable[MutantResult]) -> list[tuple[MutantResult, MutantResult]]:
    """Return the first and the last result of each mutant."""
    found: dict[ChangeKey, tuple[MutantResult, MutantResult]] = {}
    for each in results:
        first, _ = found.get(each.change, (each, each))
        found[each.change] = first, each
    return list(found.values())


def counts_table(
    results: Iterable[MutantResult], decisions: Mapping[ChangeKey, MutantDecision]
) -> str:
    """Return the numbers of mutants by group as a Markdown table."""
    pairs = first_and_last(results)
    groups = list(dict.fromkeys(first.group for first, _ in pairs))
    lines = [
        "| group | mutants | killed | timed out | survived | killed later | equivalent "
        "| survive now |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name in [*groups, "all"]:
        chosen = [pair for pair in pairs if name in (pair[0].group, "all")]
        before = [first.outcome for first, _ in chosen]
        left = [last for _, last in chosen if last.outcome == SURVIVED]
        equivalent = sum(
            each.change in decisions and decisions[each.change].verdict == "equivalent"
            for each in left
        )
        survived = before.count(SURVIVED)
        remaining = len(left) - equivalent
        share = 100 * remaining / max(len(chosen) - equivalent, 1)
        lines.append(
            f"| {name} | {len(chosen)} | {before.count(KILLED)} | {before.count(TIMED_OUT)} "
            f"| {survived} ({100 * survived / max(len(chosen), 1):.0f}%) | {survived - len(left)} "
            f"| {equivalent} | {remaining} ({share:.0f}%) |"
        )
    return "\n".join(lines)


def survivors_table(
    results: Iterable[MutantResult], decisions: Mapping[ChangeKey, MutantDecision]
) -> str:
    """Return every mutant that survived at first, with what was decided, as a Markdown table."""
    lines = ["| module | change | decision |", "|---|---|---|"]
    for first, last in sorted(first_and_last(results), key=lambda pair: pair[0].change):
        if first.outcome != SURVIVED:
            continue
        decision = decisions.get(first.change)
        if last.outcome == REMOVED:
            text = "the line was removed"
        elif last.outcome != SURVIVED:
            text = f"killed by `{last.test.partition('[')[0]}`" if last.test else last.outcome
        elif decision is None:
            text = "not decided yet"
        else:
            text = f"{decision.verdict}: {decision.why}"
        place = f"`{first.module}` {first.definition}".strip()
        lines.append(f"| {place} | {_code(first.was)} → {_code(first.now)} | {text} |")
    return "\n".join(lines)


def _code(text: str) -> str:
    return f"`` {text} ``".replace("|", "\\|") if text else "nothing"
