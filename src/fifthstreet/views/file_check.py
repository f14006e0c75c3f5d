"""The kind of a file, and whether it is complete and unaltered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

from fifthstreet.arena import load_hands, load_match
from fifthstreet.arena.drill import KIND as DRILLS
from fifthstreet.arena.drill import read_drills
from fifthstreet.errors import InputError
from fifthstreet.game.notation import read_hands
from fifthstreet.review import PreflopRanges
from fifthstreet.solvers.common import schedule_from_dict
from fifthstreet.solvers.multiway import (
    MULTIWAY_FILE,
    has_many_ranges,
    multiway_error_lines,
    open_multiway,
    read_multiway_spot,
)
from fifthstreet.solvers.postflop import (
    CHECKPOINT_FILE,
    SOLUTION_FILE,
    Spot,
    error_lines,
    open_solution,
    read_fields,
    read_spot,
)
from fifthstreet.support.drawing import Table, count_text, text_columns
from fifthstreet.support.storage import MAGIC, Container, Lines, open_container, read_lines, reading
from fifthstreet.views.terminal import print_notes, print_table

_MAX_PROBLEMS = 10  # that are shown; JSON has all
_FIRST_BYTES = 4096
_SQLITE = b"SQLite format 3\0"


@dataclass(frozen=True)
class FileCheck:
    """The result of checking a file or folder."""

    file: str
    kind: str  # such as solution; empty if unknown
    version: str  # of the format and of the package that wrote it, where a file has them
    content: str  # in a few words
    problems: tuple[str, ...]  # nothing if all is well
    basis: tuple[str, ...] = ()  # of a solution: its exploitability, and whether it stopped early

    @property
    def is_ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.problems


def check_file(path: Path) -> FileCheck:
    """Read a whole file and report what is damaged, if anything."""
    try:
        kind, check = _kind_of(path)
    except OSError as error:
        return FileCheck(str(path), "", "", "", (f"cannot be read: {error.strerror}",))
    try:
        version, content, problems = check(path)
        basis = [] if problems else _basis(path, kind)
    except ValueError as error:
        text = str(error)
        version, content, problems = "", "", [text.removeprefix(f"{path} ").removeprefix("is ")]
        basis = []
    return FileCheck(str(path), kind, version, content, tuple(problems), tuple(basis))


def _basis(path: Path, kind: str) -> list[str]:
    """Return the error of a solution in words; nothing for other files."""
    if kind == MULTIWAY_FILE:
        return multiway_error_lines(open_multiway(path))
    return error_lines(open_solution(path)) if kind == SOLUTION_FILE else []


def check_data(checks: Sequence[FileCheck]) -> dict[str, Any]:
    """Return the results as plain data."""
    return {
        "ok": all(check.is_ok for check in checks),
        "files": [{**asdict(check), "ok": check.is_ok} for check in checks],
    }


def print_checks(console: Console, checks: Sequence[FileCheck]) -> None:
    """Print a line for each file, and its problems."""
    rows = tuple(
        (
            check.file,
            check.kind or "unknown",
            check.version,
            check.content,
            "ok" if check.is_ok else "damaged" if check.kind else "unknown",
        )
        for check in checks
    )
    columns = text_columns("file", "kind", "version", "content", "result")
    print_table(console, Table(columns, rows))
    for check in checks:
        more = len(check.problems) - _MAX_PROBLEMS
        shown = [f"{check.file}: {problem}" for problem in check.problems[:_MAX_PROBLEMS]]
        print_notes(console, shown + ([f"and {more:,} more in {check.file}"] if more > 0 else []))
        print_notes(console, [f"{check.file}: {line}" for line in check.basis])


_Found = tuple[str, str, list[str]]  # version, content, problems


def _kind_of(path: Path) -> tuple[str, Callable[[Path], _Found]]:
    """Return the kind of a file by its first bytes or its name, and how to check it."""
    if path.is_dir():
        if any(path.glob("*.toml")):
            return "preflop ranges", _check_ranges
        return "hand histories", _check_histories
    if not path.is_file():
        path.stat()  # raises FileNotFoundError
        raise OSError(0, "it is not a regular file")
    with path.open("rb") as file:
        start = file.read(_FIRST_BYTES)
    if start.startswith(MAGIC[:4]):
        return _container_kind(path), _check_container
    if start.startswith(_SQLITE):
        return "match", _check_match
    if start.startswith(b'{"kind": "online match"'):
        return "online match", _check_online
    if start.startswith(b"{") and b'"kind": "fifthstreet ' in start:
        is_drills = f'"{DRILLS}"'.encode() in start
        return ("drills", _check_drills) if is_drills else ("flops", _check_flops)
    if path.suffix == ".toml":
        has_players = any(line.startswith(b"players") for line in start.splitlines())
        return ("preflop ranges", _check_ranges) if has_players else ("spot", _check_spot)
    return "hand histories", _check_histories


def _container_kind(path: Path) -> str:
    try:
        return open_container(path, None).kind
    except InputError:
        return "fifthstreet file"


def _check_container(path: Path) -> _Found:
    container = open_container(path, None)
    version = f"format {container.version}, fifthstreet {container.package}"
    size = sum(section.size for section in container.sections.values())
    content = f"{len(container.sections)} tables, {size:,} bytes"
    damaged = [f"{part} does not match its hash" for part in container.damaged_parts()]
    if not damaged:
        try:
            _check_facts(path, container)
        except ValueError as error:
            damaged.append(str(error).removeprefix(f"{path} is "))
    return version, content, damaged


def _check_facts(path: Path, container: Container) -> None:
    """Raise InputError if the facts of a file are not as its writer writes them."""
    if container.kind == SOLUTION_FILE:
        open_solution(path)
    elif container.kind == MULTIWAY_FILE:
        open_multiway(path)
    elif container.kind == CHECKPOINT_FILE:
        with reading(path):
            Spot.from_dict(container.facts["spot"])
            schedule_from_dict(container.facts["schedule"])


def _check_flops(path: Path) -> _Found:
    lines, problems = _check_lines(path)
    content = count_text(len(lines.records), "flop")
    return _line_version(lines), content, problems


def _check_drills(path: Path) -> _Found:
    lines, problems = _check_lines(path)
    records = read_drills(path)
    sessions = count_text(len(records.sessions), "session")
    content = f"{sessions}, {count_text(len(records.answers), 'answer')}"
    return _line_version(lines), content, problems


def _check_match(path: Path) -> _Found:
    """Check a match of the arena; sessions that are not played yet are no damage."""
    settings, sessions = load_match(path)
    hands = sum(session.hands for session in sessions.values())
    kept = sum(1 for _ in load_hands(path))
    content = (
        f"{count_text(len(sessions), 'session')} of {settings.game}, "
        f"{hands:,} of {count_text(settings.hands, 'hand')}"
    )
    return "", f"{content}, {kept:,} kept" if kept else content, []


def _check_online(path: Path) -> _Found:
    lines, problems = _check_lines(path)
    return _line_version(lines), count_text(len(lines.records), "hand"), problems


def _line_version(lines: Lines) -> str:
    return f"version {lines.header.get('version', 'unknown')}"


def _check_lines(path: Path) -> tuple[Lines, list[str]]:
    """Return the lines of a file, and their problems."""
    lines = read_lines(path)
    problems = [f"line {number} does not match its hash" for number in lines.damaged]
    if lines.size < path.stat().st_size:
        problems.append("the last line is cut off")
    return lines, problems


def _check_spot(path: Path) -> _Found:
    read = read_multiway_spot if has_many_ranges(read_fields(path)) else read_spot
    return "", repr(read(path)), []


def _check_ranges(path: Path) -> _Found:
    files = PreflopRanges(path).own
    return "", f"{sum(len(file.ranges) for file in files):,} ranges", []


def _check_histories(path: Path) -> _Found:
    reader = read_hands(path)
    hands = sum(1 for _ in reader)
    problems = [str(error) for error in reader.errors]
    if not hands and not problems:
        problems = ["no hands were found: check a file of fifthstreet or hand histories"]
    return "", count_text(hands, "hand"), problems
