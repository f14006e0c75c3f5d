"""Every kind of file that is written step by step, with all of its versions.

A store is written by a generator that yields whenever something is on disk. It continues from what
it finds, so that it can be run again after a fault.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from fifthstreet.arena import MatchStore, SessionResult, load_hands, load_match, play_session
from fifthstreet.arena.drill import DrillLog, read_drills
from fifthstreet.errors import DamagedFileError
from fifthstreet.interop.online.journal import Journal, OpenHand
from fifthstreet.solvers.postflop import (
    FlopFile,
    FlopResult,
    Solver,
    load_checkpoint,
    open_solution,
)
from fifthstreet.solvers.training import (
    Training,
    load_strategy,
    load_training,
    save_strategy,
    save_training,
)
from fifthstreet.support.storage import FactCache, FileLock, LineFile, check_target, read_lines
from fifthstreet.web.jobs import JobQueue, WebJob
from fifthstreet.web.library import NamedRanges, ReviewShelf, write_review
from tests.arena.hostile import match_of
from tests.faults.files import FLOP_SPOT, KUHN, SETTINGS, SPOT

NAME = "stored"  # of the file, without a suffix
Steps = Iterator[None]


@dataclass(frozen=True)
class Store:
    """How to write a file in steps, and how to read it."""

    write: Callable[[Path], Steps]
    read: Callable[[Path], object]  # with a folder; None if there is no file
    # Whether errors are not reported, since the file is an extra: a cache, or a copy of what is in
    # memory.
    is_optional: bool = False


def _state(solver: Any) -> dict[str, Any]:
    """Return the tables of a solver as bytes, without the time that they took."""
    state = solver.state()
    return {
        name: value.tobytes() if isinstance(value, np.ndarray) else value
        for name, value in state.items()
        if name not in ("seconds", "cpu_seconds")
    }


def _if_any(name: str, read: Callable[[Path], object]) -> Callable[[Path], object]:
    return lambda folder: read(folder / name) if (folder / name).exists() else None


@cache
def _solver(iterations: int) -> Solver:
    solver = Solver(SPOT, threads=1)
    solver.run(iterations)
    return solver


def _write_solution(folder: Path) -> Steps:
    for iterations in (4, 8):
        _solver(iterations).solution().save(folder / NAME)
        yield


def _read_solution(path: Path) -> object:
    solution = open_solution(path, verify=True, threads=1)
    return solution.record.iterations, solution.node("r").strategy.tobytes()


def _write_checkpoint(folder: Path) -> Steps:
    for iterations in (4, 8):
        check_target(folder / NAME)  # as commands do before they solve
        with FileLock(folder / NAME):
            _solver(iterations).save(folder / NAME)
        yield


@cache
def _trained(game: str, algorithm: str, iterations: int) -> tuple[Training, Any]:
    training = Training(game, algorithm)
    solver = training.make_solver()
    solver.iterate(iterations)
    return training, solver


def _training(game: str, algorithm: str) -> Store:
    def write(folder: Path) -> Steps:
        for iterations in (10, 20):
            training, solver = _trained(game, algorithm, iterations)
            save_training(solver, folder / NAME, training)
            yield

    return Store(write, _if_any(NAME, lambda path: _state(load_training(path)[1])))


def _blueprint() -> Store:
    """A training on a tree of bets, whose spot is in the file."""

    @cache
    def trained(iterations: int) -> tuple[Training, Any]:
        training = Training("holdem:spot", "external", options={"batch": 8}, spot=SPOT.to_dict())
        solver = training.make_solver()
        solver.iterate(iterations)
        return training, solver

    def write(folder: Path) -> Steps:
        for iterations in (10, 20):
            training, solver = trained(iterations)
            save_training(solver, folder / NAME, training)
            yield

    return Store(write, _if_any(NAME, lambda path: _state(load_training(path)[1])))


def _write_strategy(folder: Path) -> Steps:
    for iterations in (10, 20):
        save_strategy(_trained("kuhn", "cfr+", iterations)[1].average(), folder / NAME)
        yield


@cache
def _sessions() -> tuple[SessionResult, ...]:
    return tuple(play_session(MATCH, number) for number in range(2))


MATCH = match_of("random", "random", hands=80)


def _write_match(folder: Path) -> Steps:
    store = MatchStore(folder / NAME, MATCH)
    try:
        yield
        for session in _sessions():
            if session.number not in store.sessions():
                store.add(session)
            yield
    finally:
        store.close()


def _read_match(path: Path) -> object:
    try:
        settings, sessions = load_match(path)
    except DamagedFileError:
        if not path.stat().st_size:  # made, but not filled: nothing was played yet
            return None
        raise
    hands = [hand.place for hand in load_hands(path)]
    return settings, {number: each.to_dict() for number, each in sessions.items()}, hands


def _write_reviews(folder: Path) -> Steps:
    for number in range(2):
        write_review(folder / f"{NAME}.review", {"created": number}, {"hands": [number] * 3000})
        yield


def _read_review(folder: Path) -> object:
    shelf = ReviewShelf(folder)
    return shelf.get(NAME) if NAME in shelf.folder.names() else None


def _jobs(folder: Path) -> JobQueue:
    queue = JobQueue(folder, max_queued=4, max_kept=3)
    queue.close()  # nothing is run
    return queue


def _write_jobs(folder: Path) -> Steps:
    queue = _jobs(folder)
    job = WebJob(NAME, "solve", "A flop", {"board": "QsJh2h"}, "done", created=1.0)
    for title in ("A flop", "A turn"):
        job.title = title
        queue._store(job)  # what every change of a job does
        yield


def _read_jobs(folder: Path) -> object:
    return {job.id: job.to_dict() for job in _jobs(folder).all()} or None


def _write_ranges(folder: Path) -> Steps:
    ranges = NamedRanges(folder / f"{NAME}.json")
    for text in ("AA", "22+"):
        ranges.save("mine", text)
        yield


def _write_flops(folder: Path) -> Steps:
    from fifthstreet.solvers.postflop.solution.card_reports import LineMean

    with FileLock(folder / NAME):
        file = FlopFile(folder / NAME, FLOP_SPOT, SETTINGS)
        yield
        for board in ("AsKd2c", "7h7d7c"):
            mean = LineMean(0, ("k", "b60"), (0.25, 0.75), (31.0, 29.0), 1.0)
            if board not in file.results:
                ev = (31.0, 29.0)
                file.add(FlopResult(board, 9.0, ev, (0.25, 0.75), 0.4, 30, 0.5, {"r": mean}))
            yield


def _read_lines(path: Path) -> object:
    lines = read_lines(path)
    return lines.header, lines.records


def _write_drills(folder: Path) -> Steps:
    with DrillLog(folder / NAME) as log:
        yield
        for number in (1, 2):
            line = {"type": "session", **SESSION, "session": number}
            if number not in log.records.sessions:
                log._file.add(line)  # what an answer does, at any time of the day
            yield


SESSION: dict[str, Any] = {
    "started": "2026-01-01T00:00:00+00:00",
    "solution": "river",
    "mode": "hand",
    "seat": "oop",
    "street": None,
    "path": None,
    "seed": 1,
    "variety": 0.0,
    "exploitability_pot_percent": 0.5,
}


def _read_drills(path: Path) -> object:
    records = read_drills(path)
    return records.sessions, records.answers


def _write_journal(folder: Path) -> Steps:
    journal = Journal(folder / NAME, {"seed": 1})
    yield
    for number in range(2):
        journal.keep(OpenHand(number, {"cards": "AsKd"}))
        yield
        if len(journal.records) == number:
            journal.add({"number": number, "winnings": 5})
        yield


def _read_journal(folder: Path) -> object:
    if not (folder / NAME).exists():
        return None
    journal = Journal(folder / NAME, {"seed": 1})
    return journal.records, journal.open


def _write_cache(folder: Path) -> Steps:
    facts = FactCache(folder / NAME, max_age=1e9, max_count=3, clock=lambda: 5.0)
    for number in range(2):
        facts.put("speed", {"number": number})
        yield


def _read_cache(folder: Path) -> object:
    return FactCache(folder / NAME, max_age=1e9, max_count=3, clock=lambda: 5.0).get("speed")


def _write_lines(folder: Path) -> Steps:
    """A line longer than a sector of a disk, after one that is shorter."""
    file = LineFile(folder / NAME, "test", 1, {})
    yield
    for number in range(3):
        if len(file.records) == number:
            file.add({"number": number, "text": "x" * 2_000 * number})
        yield


STORES: dict[str, Store] = {
    "solution": Store(_write_solution, _if_any(NAME, _read_solution)),
    "checkpoint": Store(
        _write_checkpoint, _if_any(NAME, lambda path: _state(load_checkpoint(path, threads=1)))
    ),
    "training of a tree": _training("kuhn", "cfr+"),
    "sampled training": _training("kuhn", "external"),
    "blueprint": _blueprint(),
    "strategy": Store(
        _write_strategy,
        _if_any(NAME, lambda path: load_strategy(path, KUHN).probabilities.tobytes()),
    ),
    "match": Store(_write_match, _if_any(NAME, _read_match)),
    "review": Store(_write_reviews, _read_review),
    "jobs": Store(_write_jobs, _read_jobs, is_optional=True),
    "named ranges": Store(
        _write_ranges, _if_any(f"{NAME}.json", lambda path: NamedRanges(path).all())
    ),
    "flops": Store(_write_flops, _if_any(NAME, _read_lines)),
    "drills": Store(_write_drills, _if_any(NAME, _read_drills)),
    "online match": Store(_write_journal, _read_journal),
    "lines": Store(_write_lines, _if_any(NAME, _read_lines)),
    "cache": Store(_write_cache, _read_cache, is_optional=True),
}


# Stores that share a process, because starting one takes longer than the cases of a store.
GROUPS = {
    "solutions": ["solution", "checkpoint", "strategy"],
    "trainings": ["training of a tree", "sampled training", "blueprint"],
    "matches": ["match"],
    "web": ["review", "jobs", "named ranges", "cache"],
    "line files": ["flops", "drills", "online match", "lines"],
}
assert sorted(STORES) == sorted(name for group in GROUPS.values() for name in group)


def versions(store: Store, folder: Path) -> list[object]:
    """Write a store in an empty folder; return what it holds at first and after every step."""
    found = [store.read(folder)]
    found.extend(store.read(folder) for _ in store.write(folder))
    assert len(set(map(_text, found))) == len(found) or store is STORES["online match"]
    return found


def _text(content: object) -> str:
    return json.dumps(content, default=repr, sort_keys=True)


def hidden_files(folder: Path) -> list[str]:
    """Return the names of files that only writers use."""
    endings = (".part", ".lock", "-journal")
    return sorted(path.name for path in folder.rglob("*") if path.name.endswith(endings))
