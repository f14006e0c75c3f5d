"""Ctrl-C at any point of writing a store or playing a match: old or new, and never locked.

The next run is in the same process, as in a notebook.
"""

import random
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from fifthstreet.arena import load_match, run_match
from fifthstreet.support.interrupts import held_interrupts
from fifthstreet.support.storage import FileLock
from tests.arena.figures import figures
from tests.faults.stores import MATCH, STORES, hidden_files, versions
from tests.faults.tracer import Tracer
from tests.thoroughness import IS_THOROUGH

STORING = ("support/storage", "support/interrupts.py", "arena/store.py", "arena/drill/log.py")
PLAYING = (*STORING, "arena/run.py", "arena/result.py", "support/executors")


def chosen(points: int, few: int, seed: str) -> Sequence[int]:
    """Return the numbers of all points, or of a few."""
    moments = range(1, points + 1)
    return moments if IS_THOROUGH else random.Random(seed).sample(moments, few)


def emptied(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


@pytest.mark.parametrize("name", STORES)
def test_an_interrupt_while_a_store_is_written(tmp_path: Path, name: str) -> None:
    store, place = STORES[name], tmp_path / "files"
    known = versions(store, emptied(place))
    done = 0

    def write() -> None:
        nonlocal done
        done = 0
        for _ in store.write(emptied(place)):
            done += 1

    count = Tracer(parts=STORING)
    count.run(write)
    assert count.points > 100
    for moment in chosen(count.points, 12, name):
        tracer = Tracer(moment, parts=STORING)
        tracer.run(write)
        assert store.read(place) in known[done : done + 2], tracer.places
        for _ in store.write(place):
            pass
        assert store.read(place) == known[-1], tracer.places
        assert hidden_files(place) == [], tracer.places


def test_an_interrupted_match_is_resumed_to_the_same_result(tmp_path: Path) -> None:
    path = tmp_path / "match"
    whole = figures(run_match(MATCH))
    run_match(MATCH, path=path)
    sessions = {number: each.to_dict() for number, each in load_match(path)[1].items()}

    def play() -> None:
        emptied(tmp_path)
        run_match(MATCH, path=path)

    count = Tracer(parts=PLAYING)
    count.run(play)
    assert count.points > 500
    kept = set()
    for moment in chosen(count.points, 15, "match"):
        tracer = Tracer(moment, parts=PLAYING)
        tracer.run(play)
        if path.exists() and path.stat().st_size:
            kept.add(len(load_match(path)[1]))
        assert figures(run_match(MATCH, path=path)) == whole, tracer.places
        found = {number: each.to_dict() for number, each in load_match(path)[1].items()}
        assert found.keys() == sessions.keys()
        assert hidden_files(tmp_path) == []
    assert len(kept) > 1


def test_handlers_are_restored_if_an_interrupt_comes_meanwhile() -> None:
    """Termination signals would be ignored from then on."""
    ended: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: ended.append(number))

    def hold() -> None:
        with held_interrupts():
            pass

    try:
        count = Tracer(parts=["support/interrupts.py"])
        count.run(hold)
        for moment in range(1, count.points + 1):
            tracer = Tracer(moment, parts=["support/interrupts.py"])
            tracer.run(hold)
            signal.raise_signal(signal.SIGTERM)
            assert len(ended) == moment, tracer.places
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGTERM, before)


def test_an_interrupted_lock_can_be_taken_again(tmp_path: Path) -> None:
    def lock() -> None:
        with FileLock(tmp_path / "file"):
            pass

    count = Tracer(parts=STORING)
    count.run(lock)
    for moment in range(1, count.points + 1):
        Tracer(moment, parts=STORING).run(lock)
        lock()
        assert not list(tmp_path.iterdir())
