"""Refusals of matches, their files, drills and live tables."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from math import nan
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np

from fifthstreet.agents import AgentError
from fifthstreet.errors import DamagedFileError, NotFoundError
from tests.refusals.rows.agents import OMAHA
from tests.refusals.rows.games import kuhn, uniform
from tests.refusals.rows.tree import plain, preflop
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import river_spot

fs = face("")
arena = face("arena")
aivat = face("arena.aivat")
drill = face("arena.drill")
live = face("arena.live")
cfr = face("solvers.cfr")


def match(**changes: Any) -> Any:
    terms: dict[str, Any] = {
        "game": "kuhn",
        "agents": ("random", "calling_station"),
        "hands": 20,
        "seats": 2,
    }
    terms["session_hands"] = 20
    return arena.MatchSettings(**(terms | changes))


def run(**options: Any) -> Any:
    return arena.run_match(options.pop("settings", match()), **options)


@cache
def stored() -> Path:
    """Return the file of a match with all of its hands; rows must not change it."""
    path = new_path("test.match")
    run(path=path, keep_hands=True)
    return path


def edited(statement: str, *values: object) -> Path:
    """Return a copy of the file of a match after an SQL statement."""
    path = new_file(stored().read_bytes(), "edited.match")
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement, values)
    connection.close()
    return path


def hand(**changes: Any) -> Any:
    return next(iter(arena.load_hands(stored())))._replace(**changes)


def replay(**changes: Any) -> Any:
    return arena.replay_hand(hand(**changes), arena.table_game("kuhn").game)


def no_database(*_: object, **__: object) -> None:
    raise sqlite3.OperationalError("disk I/O error")


def denied(*_: object, **__: object) -> None:
    raise PermissionError(13, "Permission denied")


def load() -> Any:
    return arena.load_match(stored())


def store(path: Any) -> Any:
    return arena.MatchStore(path, match())


def add_twice() -> None:
    """Add the same session twice to the file of a match."""
    path = new_path("twice.match")
    run(path=path)
    _, sessions = arena.load_match(path)
    with closing(arena.MatchStore(path, match())) as file:
        file.add(sessions[0])


def choose(name: str, **options: Any) -> Any:
    return arena.agent_text(name, options)


def corrected(**options: Any) -> Any:
    values = options.get("values", np.zeros((len(kuhn()), 2)))
    return aivat.corrected_payoffs(kuhn(), values, options.get("known", {}))


def holdem_aivat(**options: Any) -> Any:
    spot = river_spot()
    values = SimpleNamespace()
    known = options.pop("known", (None, None))
    return aivat.HoldemAivat(spot.tree, spot.ranges, spot.board, values, known, **options)


def three() -> Any:
    tree = fs.build_tree(preflop(stacks=(9, 9, 9)))
    return fs.UniformStrategy(tree, [fs.Range("random")] * 3)


def multiway_aivat(*known: Any, **options: Any) -> Any:
    return aivat.MultiwayAivat(three(), known, **options)


def option(kind: str) -> Any:
    """Return an option of this kind of any agent."""
    return next(
        each
        for options in face("arena.choices")._OPTIONS.values()
        for each in options
        if each.kind == kind
    )


def course_hand() -> Any:
    path = new_path("course.match")
    run(settings=match(game="course", hands=3, seats=3), path=path, keep_hands=True)
    return next(iter(arena.replay_stored_hands(path)))


TABLE: Table = {
    "arena/aivat/game_tree.py": [
        ("corrected_payoffs", lambda: corrected(values=np.zeros(1)), "values must have shape"),
        (
            "corrected_payoffs",
            lambda: corrected(known={0: uniform(cfr.flatten(face("solvers.games").Kuhn(2, 4)))}),
            "known must have strategies of this tree",
        ),
    ],
    "arena/aivat/hand_values.py": [
        ("SampledValues.__init__", lambda: aivat.SampledValues(three()), "two players, got 3"),
        ("SampledValues.__init__", lambda: aivat.SampledValues(plain(), boards=0), "boards must"),
        ("SampledValues.__init__", lambda: aivat.SampledValues(plain(), buckets=0), "buckets must"),
    ],
    "arena/aivat/multiway.py": [
        ("MultiwayAivat.__init__", lambda: multiway_aivat(None), "must have 3 strategies or None"),
        (
            "MultiwayAivat.__init__",
            lambda: multiway_aivat(plain(), None, None),
            "known must have strategies of the same tree as values",
        ),
        (
            "MultiwayAivat.__init__",
            lambda: multiway_aivat(None, None, None, rollouts=0),
            "rollouts must be at least 1, got 0",
        ),
    ],
    "arena/aivat/holdem.py": [
        ("HoldemAivat.__init__", lambda: holdem_aivat(known=(None,)), "must have two players"),
        ("HoldemAivat.__init__", lambda: holdem_aivat(flops=0), "flops and runouts must be at"),
    ],
    "arena/choices.py": [
        ("FormOption.check", lambda: option("flag").check(7), "must be true or false, got 7"),
        ("FormOption.check", lambda: option("choice").check("x"), "must be one of"),
        ("FormOption.check", lambda: option("whole").check(-1e9), "must be from"),
        (
            "FormOption.check",
            lambda: option("whole").check(option("whole").low + 0.5),
            "a whole number",
        ),
        ("_check_name", lambda: choose("x"), "agent must be one of"),
        ("agent_text", lambda: choose("random", x=1), "got 'x'"),
        ("agent_text", lambda: choose("equity", samples=0), "equity: samples must be"),
    ],
    "arena/course_record.py": [
        ("check_recordable", lambda: arena.check_recordable(OMAHA), "requires Texas hold'em"),
        ("record_hand", lambda: arena.record_hand(course_hand(), ["x"]), "must have all players"),
        (
            "record_hand",
            lambda: arena.record_hand(course_hand(), course_hand().players[::-1]),
            "must be in the order of the seats",
        ),
    ],
    "arena/estimators.py": [
        (
            "hand_estimator",
            lambda: arena.hand_estimator("x", OMAHA, 100, 2),
            "estimator must be one of",
        ),
    ],
    "arena/moments.py": [
        ("Moments.add", lambda: arena.Moments(2).add([1]), "samples must have shape [count, 2]"),
        ("student_quantile", lambda: arena.student_quantile(0.1, 5), "at least 0.5 and below 1"),
        ("student_quantile", lambda: arena.student_quantile(0.9, 0), "at least 1, got 0"),
    ],
    "arena/replay.py": [
        ("replay_hand", lambda: replay(phh="x"), "cannot be replayed", DamagedFileError),
        (
            "replay_hand",
            lambda: replay(phh=hand().phh.partition("actions")[0] + "actions = []\n"),
            "its record ends too early",
            DamagedFileError,
        ),
        ("replay_hand", lambda: replay(payoffs=(9, -9)), "replays to payoffs", DamagedFileError),
        (
            "replay_hand",
            lambda: replay(phh=hand().phh + "\nauthor = 'x'\n"),
            "does not replay to the cards of its record",
            DamagedFileError,
        ),
        (
            "check_all_hands_kept",
            lambda: face("arena.replay").check_all_hands_kept(edited("DELETE FROM hands")),
            "has 0 of the 20 hands played",
        ),
    ],
    "arena/run.py": [
        ("run_match", lambda: run(workers=0), "workers must be at least 1, got 0"),
        ("run_match", lambda: run(strict=True, workers=2), "strict requires one worker"),
        ("run_match", lambda: run(watch=print, workers=2), "watch requires one worker"),
        ("run_match", lambda: run(until=0), "until must be above 0, got 0"),
        ("run_match", lambda: run(keep_hands=True), "keep_hands requires a file"),
    ],
    "arena/seating.py": [
        (
            "MissingAgent.decide",
            lambda: face("arena.seating").MissingAgent(OSError("no such file")).decide(None),
            "could not be created: OSError: no such file",
            AgentError,
        ),
    ],
    "arena/session.py": [
        (
            "play_session",
            lambda: arena.play_session(match(), 1),
            "number of a session must be from 0 to 0, got 1",
        ),
    ],
    "arena/settings.py": [
        ("MatchSettings.__post_init__", lambda: match(agents=()), "at least one agent, got none"),
        ("MatchSettings.__post_init__", lambda: match(seats=1), "seats must be from 2 to"),
        ("MatchSettings.__post_init__", lambda: match(hands=0), "hands must be at least 1, got 0"),
        ("MatchSettings.__post_init__", lambda: match(session_hands=0), "session_hands must be"),
        ("MatchSettings.__post_init__", lambda: match(stack=nan), "a number above 0, got nan"),
        ("MatchSettings.__post_init__", lambda: match(rebuys=1), "rebuys require carry_stacks"),
        ("MatchSettings.__post_init__", lambda: match(rebuys=-2, carry_stacks=True), "or -1 for"),
        ("MatchSettings.__post_init__", lambda: match(memory_mb=0), "memory_mb must be a number"),
        ("MatchSettings.__post_init__", lambda: match(memory_mb=9), "memory_mb requires isolate"),
        ("MatchSettings.__post_init__", lambda: match(estimator="x"), "estimator must be one of"),
        (
            "MatchSettings.__post_init__",
            lambda: match(estimator="aivat", carry_stacks=True),
            "estimator aivat requires equal stacks",
        ),
        ("MatchSettings.__post_init__", lambda: match(agents=("random",) * 999), "lineups, got"),
    ],
    "arena/store.py": [
        (
            "MatchStore.__init__",
            lambda: run(settings=match(seed=9), path=new_file(stored().read_bytes())),
            "has another match",
        ),
        (
            "MatchStore._create",
            lambda: replaced({"arena.store._TABLES": "CREATE x"}, lambda: store(new_path())),
            "cannot be written",
        ),
        ("MatchStore.add", add_twice, "cannot be written"),
        (
            "load_match",
            lambda: arena.load_match(edited("UPDATE facts SET value = '7' WHERE name='settings'")),
            "damaged",
            DamagedFileError,
        ),
        ("load_hand", lambda: arena.load_hand(stored(), "x"), "like 0.1.17, got 'x'"),
        ("load_hand", lambda: arena.load_hand(stored(), "9.9.9"), "has no hand", NotFoundError),
        (
            "_hands",
            lambda: list(arena.load_hands(edited("UPDATE hands SET players = 'x'"))),
            "damaged",
            DamagedFileError,
        ),
        (
            "_connected",
            lambda: arena.load_match(new_file("x")),
            "is not a match of the arena",
            DamagedFileError,
        ),
        (
            "_connected",
            lambda: replaced(
                {"arena.store.sqlite3.connect": no_database}, lambda: arena.load_match(stored())
            ),
            "cannot be opened: disk I/O error",
        ),
        ("_connected", lambda: replaced({"arena.store.open": denied}, load), "cannot be read"),
        ("_opened", lambda: arena.load_match(new_path()), "no file", NotFoundError),
        (
            "_connected",
            lambda: store(new_file(b"SQLite format 3\0" + b"x" * 500)),
            "is not a match of the arena",
            DamagedFileError,
        ),
        (
            "_has_tables",
            lambda: face("arena.store")._has_tables(SimpleNamespace(execute=no_database), "x"),
            "is not a match of the arena",
            DamagedFileError,
        ),
        (
            "_facts",
            lambda: arena.load_match(edited("DROP TABLE facts")),
            "is not a match of the arena",
            DamagedFileError,
        ),
        (
            "_facts",
            lambda: arena.load_match(edited("UPDATE facts SET value = 'x' WHERE name = 'kind'")),
            "is not a match of the arena",
            DamagedFileError,
        ),
        (
            "_facts",
            lambda: arena.load_match(edited("UPDATE facts SET value='99' WHERE name='version'")),
            "got 99",
            DamagedFileError,
        ),
        (
            "_sessions",
            lambda: arena.load_match(edited("UPDATE sessions SET digest = 'x'")),
            "does not match its hash",
            DamagedFileError,
        ),
        (
            "_sessions",
            lambda: arena.load_match(edited("UPDATE sessions SET number = 7")),
            "session 7 is numbered 0",
            DamagedFileError,
        ),
    ],
}
