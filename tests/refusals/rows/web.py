"""Refusals of the web app's library, jobs, drills and connections."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx

from fifthstreet.agents import AgentError
from fifthstreet.errors import BusyError, DamagedFileError, NotEnoughMemoryError, NotFoundError
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import river, turn_spot

library = face("web.library")
jobs = face("web.jobs")
drills = face("web.drills")
spots = face("web.api.spots")
upstream = face("web.upstream")
SHELF = "web.drills._MAX_ANSWERS"


def folder(*names: str) -> Any:
    """Return a folder with files."""
    path = new_path().parent / "library"
    path.mkdir()
    for name in names:
        (path / f"{name}.solution").write_text("x", encoding="utf-8")
    return face("web.library.folder").Folder(path, ".solution")


def ranges(text: str | None = None) -> Any:
    path = new_path("ranges.json") if text is None else new_file(text, "ranges.json")
    return face("web.library.named_ranges").NamedRanges(path)


def queue(most: int = 5) -> Any:
    return jobs.JobQueue(new_path("jobs"), max_queued=most, max_kept=5)


def queued(call: Any, state: str = "queued") -> Any:
    """Make a call with a queue and a job in it."""
    made = queue()
    job = made.add("solve", "x", {})
    job.state = state
    return call(made, job.id)


def desk() -> Any:
    """Return a desk at which a solution can be drilled."""
    return drills.DrillDesk(new_path("drills"), SimpleNamespace(open=lambda _: river()))


HAND = {"mode": "hand", "seat": "oop"}


def begun(call: Any) -> Any:
    made = desk()
    session, hand = made.begin([("x", HAND)], seed=1, variety=0.0)
    return call(made, session.session, hand)


def answer(**reply: Any) -> Any:
    """Connect to a server that gives an answer."""
    response = httpx.Response(**reply)
    return replaced({"web.upstream.httpx.get": lambda *_, **__: response}, connect)


def connect(address: str = "http://box:8055") -> Any:
    return upstream._check_server(upstream._checked_address(address), {})


def unreachable(*_: object, **__: object) -> None:
    raise httpx.ConnectError("refused")


def tables(most: int = 0) -> Any:
    return face("web.tables").TableStore(new_path("tables"), most)


def shelf(name: str) -> Any:
    """Open a solution of a library with damaged files."""
    made = folder("a")
    path: Path = made.path
    return library.SolutionShelf(path, max_open=2, threads=1).open(name)


def match_hand() -> Any:
    hands = face("web.api.hands")
    return hands.match_hand(hands.HandToMatch(path="r:c", stacks=[9, 9], blinds=[1, 2]))


TABLE: Table = {
    "web/drills.py": [
        (
            "DrillDesk.begin",
            lambda: replaced({SHELF: 0}, lambda: begun(lambda *_: None)),
            "the file of drills is full",
            BusyError,
        ),
        ("DrillDesk.session", lambda: desk().session(5), "there is no session 5", NotFoundError),
        (
            "DrillDesk.answer",
            lambda: begun(
                lambda made, number, _: made.answer(number, hand=99, decision=1, action="k")
            ),
            "this decision is already answered",
            BusyError,
        ),
        (
            "DrillDesk.next_hand",
            lambda: begun(lambda made, number, _: made.next_hand(number, 99)),
            "the session is at hand 1",
            BusyError,
        ),
        (
            "DrillDesk._opened",
            lambda: drills.DrillDesk(new_file("x"), SimpleNamespace(open=lambda _: river())).begin(
                [("x", HAND)], seed=1, variety=0.0
            ),
            "",
            BusyError,
        ),
    ],
    "web/jobs/job.py": [
        (
            "WebJob.from_dict",
            lambda: jobs.WebJob.from_dict(
                jobs.WebJob("1", "solve", "x", {}).to_dict() | {"version": 0}
            ),
            "not a job of version",
            DamagedFileError,
        ),
    ],
    "web/jobs/queue.py": [
        ("JobQueue.get", lambda: queue().get("x"), "there is no job 'x'", NotFoundError),
        ("JobQueue.add", lambda: queue(0).add("solve", "x", {}), "0 jobs are already", BusyError),
        (
            "JobQueue.cancel",
            lambda: queued(lambda made, number: made.cancel(number), "done"),
            "the job is done already",
            BusyError,
        ),
        (
            "JobQueue.delete",
            lambda: queued(lambda made, number: made.delete(number)),
            "the job is queued: cancel it first",
            BusyError,
        ),
        (
            "JobQueue._command",
            lambda: queued(lambda made, number: made.pause(number)),
            "the job cannot pause while it is queued",
            BusyError,
        ),
    ],
    "web/library/folder.py": [
        ("check_name", lambda: folder().new_file("../x"), "up to 80 letters, digits"),
        ("without_path", lambda: shelf("a"), "a must be a solution", DamagedFileError),
        ("Folder.file", lambda: folder().file("../x"), "name must be", NotFoundError),
        ("Folder.file", lambda: folder().file("x"), "there is no solution 'x'", NotFoundError),
        (
            "Folder.rename",
            lambda: folder("a", "b").rename("a", "b"),
            "there is a solution 'b' already",
            BusyError,
        ),
    ],
    "web/library/named_ranges.py": [
        ("NamedRanges.all", lambda: ranges("x").all(), "cannot be read", DamagedFileError),
        (
            "NamedRanges.save",
            lambda: replaced(
                {"web.library.named_ranges._MAX_RANGES": 0}, lambda: ranges().save("a", "AA")
            ),
            "delete some first",
            BusyError,
        ),
        ("NamedRanges.delete", lambda: ranges().delete("x"), "no range 'x'", NotFoundError),
        (
            "_checked",
            lambda: ranges(json.dumps({"version": 0, "ranges": {}})).all(),
            "cannot be read",
            DamagedFileError,
        ),
    ],
    "web/library/reviews.py": [
        (
            "ReviewShelf.new_name",
            lambda: replaced(
                {"web.library.reviews._MAX_REVIEWS": 0},
                lambda: library.ReviewShelf(new_path().parent).new_name("a", ()),
            ),
            "there are already 0 reviews",
            BusyError,
        ),
    ],
    "web/server.py": [
        ("bind", lambda: face("web.server").bind("127.0.0.1", [99999]), "no such port"),
        ("bind", lambda: face("web.server").bind("\udcff", [0]), "not a host name"),
        ("bind", lambda: face("web.server").bind("192.0.2.1", [0]), "cannot listen on 192.0.2.1"),
    ],
    "web/settings.py": [
        (
            "WebSettings.__post_init__",
            lambda: face("web").WebSettings(token="x"),
            "token must be 8 to 200 letters",
        ),
        ("WebSettings.__post_init__", lambda: face("web").WebSettings(hosts=()), "at least one"),
    ],
    "web/tables.py": [
        ("TableStore._path", lambda: tables().get("x"), "there is no table 'x'", NotFoundError),
        (
            "Absent.decide",
            lambda: face("web.tables").Absent().decide(None),
            "the agent is missing",
            AgentError,
        ),
        (
            "TableStore._check_room",
            lambda: tables().add(face("arena.live").LiveSettings(("random",))),
            "0 tables are open already",
            BusyError,
        ),
    ],
    "web/upstream.py": [
        ("_checked_address", lambda: connect("ftp://x"), "like http://gpu-box:8055, got"),
        (
            "_check_server",
            lambda: replaced({"web.upstream.httpx.get": unreachable}, connect),
            "cannot be reached: refused",
        ),
        ("_check_server", lambda: answer(status_code=401), "refuses the token"),
        ("_check_server", lambda: answer(status_code=200), "is not a server of fifthstreet"),
        ("_check_server", lambda: answer(status_code=400, json={"detail": "no"}), "refuses: no"),
    ],
    "web/api/hands.py": [
        (
            "match_hand",
            lambda: replaced({"web.api.hands._MAX_NODES": 1}, match_hand),
            "the tree must have at most 1 nodes",
        ),
    ],
    "web/api/jobs.py": [
        (
            "_check_size",
            lambda: face("web.api.jobs")._check_size(turn_spot(), "float32", 9),
            "the solve must take at most 0 MB",
            NotEnoughMemoryError,
        ),
    ],
    "web/api/lock_drafts.py": [
        (
            "LockEdit.applied",
            lambda: face("web.api.lock_drafts").LockEdit(action="k").applied(None),
            "either hands, or action and frequency",
        ),
    ],
    "web/api/preflop.py": [
        ("_file", lambda: face("web.api.preflop")._file(7, 1), "no ranges for 7", NotFoundError),
        ("_at", lambda: face("web.api.preflop")._at([], 1, "chart"), "got 1", NotFoundError),
    ],
    "web/api/spots.py": [
        (
            "_check_shown",
            lambda: replaced(
                {"web.api.spots._MAX_SHOWN": 3},
                lambda: spots._check_shown(turn_spot().tree, 0, 3),
            ),
            "depth must be below",
        ),
    ],
    "web/api/tables.py": [
        ("_card", lambda: face("web.api.tables")._card("x"), "like 'As', got 'x'"),
    ],
}
