"""Matches on disk: killed and resumed, damaged, foreign, shared, and on full disks."""

import json
import random
import sqlite3
import struct
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from fifthstreet.arena import (
    MatchResult,
    MatchSettings,
    MatchStore,
    StoredHand,
    load_hands,
    load_match,
    play_session,
    run_match,
)
from fifthstreet.errors import DamagedFileError, InputError
from tests.arena.figures import figures, without_times
from tests.arena.hostile import Garbage, Learner, match_of, own
from tests.faults.programs import (
    assert_one_line,
    counts,
    finished,
    has_namespaces,
    on_disk,
    posix,
    running,
)

AGENTS = ["random", own(Learner)]
SETTINGS = match_of(*AGENTS, hands=200)


def match_file(path: Path, settings: MatchSettings = SETTINGS, **options: Any) -> MatchResult:
    return run_match(settings, path=path, **options)


# Resuming.


class StoppedError(Exception):
    """Raised to end a match from within."""


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_goes_on_where_it_was(tmp_path: Path, workers: int) -> None:
    path = tmp_path / "match"
    whole = run_match(SETTINGS)
    for stop in (1, 4, 7):

        def progress(result: MatchResult, stop: int = stop) -> None:
            if result.session_count == stop:
                raise StoppedError

        with pytest.raises(StoppedError):
            match_file(path, progress=progress, workers=workers)
        assert len(load_match(path)[1]) == stop
    assert figures(match_file(path, keep_hands=False, workers=workers)) == figures(whole)
    assert figures(match_file(path)) == figures(whole)  # all of it is on disk
    settings, sessions = load_match(path)
    assert settings == SETTINGS
    assert sorted(sessions) == list(range(SETTINGS.session_count))
    assert sum(session.hands for session in sessions.values()) == whole.hands


def test_sessions_survive_a_file(tmp_path: Path) -> None:
    settings = match_of(own(Garbage), "random", carry_stacks=True)
    session = play_session(settings, 1)
    store = MatchStore(tmp_path / "match", settings)
    store.add(session)
    (kept,) = store.sessions().values()
    store.close()
    assert kept.to_dict() == session.to_dict()


def test_a_session_is_not_counted_twice(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "match", SETTINGS)
    store.add(play_session(SETTINGS, 0))
    with pytest.raises(InputError, match="cannot be written: UNIQUE constraint failed"):
        store.add(play_session(SETTINGS, 0))
    assert list(store.sessions()) == [0]
    store.close()


def test_a_session_without_its_hands_is_not_kept(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "match", SETTINGS)
    hand = StoredHand(0, 0, 0, 0, 0, ("a", "b"), (1, -1), "")
    with pytest.raises(InputError, match="UNIQUE constraint failed"):
        store.add(play_session(SETTINGS, 0), [hand, hand])
    assert not store.sessions()
    store.close()


def test_hands_are_kept_with_their_session(tmp_path: Path) -> None:
    path = tmp_path / "match"
    match_file(path, match_of("random", "calling_station"), keep_hands=True)
    hands = list(load_hands(path))
    assert len(hands) == 40
    assert len({(hand.session, hand.table, hand.number) for hand in hands}) == 40
    for hand in hands:
        assert sum(hand.payoffs) == 0
        assert hand.phh.startswith("variant = 'NT'")


def command(path: Path, hands: int) -> list[str]:
    options = {"--hands": hands, "--session-hands": 100, "--seed": 5, "--workers": 1}
    texts = [str(part) for pair in options.items() for part in pair]
    return ["arena", "random", "calling_station", *texts, "--out", str(path), "--json"]


@posix
@counts(1, 60)
def test_kills_at_random_moments(tmp_path: Path, count: int) -> None:
    """Killed, also while the file is created, and resumed: equal to an unbroken match."""
    moments = random.Random(count)
    hands = (1000 if count == 1 else 3000) * (count + 1)  # the first kill comes at once
    path = tmp_path / "match"
    sizes = [0]
    for number in range(count):
        with running(command(path, hands)) as program:
            deadline = time.monotonic() + 60
            before = path.stat().st_mtime_ns if path.exists() else 0
            while program.poll() is None and time.monotonic() < deadline:
                if path.exists() and (path.stat().st_mtime_ns > before or number == 0):
                    break
                time.sleep(0.001)
            time.sleep(moments.uniform(0, 0.3) if number else 0)
        if path.exists() and path.stat().st_size:
            sizes.append(len(load_match(path)[1]) if has_facts(path) else 0)
            assert sizes[-1] >= sizes[-2]
    resumed = finished(command(path, hands))
    whole = finished(command(tmp_path / "whole", hands))
    assert (resumed.returncode, resumed.stderr) == (0, "")
    assert without_times(json.loads(resumed.stdout)) == without_times(json.loads(whole.stdout))
    assert sorted(each.name for each in tmp_path.iterdir()) == ["match", "whole"]


def has_facts(path: Path) -> bool:
    connection = sqlite3.connect(path)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    connection.close()
    return "facts" in names


def test_a_file_that_was_only_begun(tmp_path: Path) -> None:
    """A match that is killed before its first transaction leaves an empty file."""
    path = tmp_path / "match"
    path.touch()
    assert match_file(path, match_of("random", hands=20)).hands == 20


# Other writers and other files.


@posix
def test_the_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "match"
    with running(command(path, 10**8)) as program:
        deadline = time.monotonic() + 60
        while not path.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        result = finished(command(path, 100))
        assert_one_line(result, f"is being written by process {program.pid} on ")


def test_two_writers_in_one_process(tmp_path: Path) -> None:
    path = tmp_path / "match"
    store = MatchStore(path, SETTINGS)
    with pytest.raises(InputError, match="is being written by"):
        MatchStore(path, SETTINGS)
    store.close()
    MatchStore(path, SETTINGS).close()


def test_another_match(tmp_path: Path) -> None:
    path = tmp_path / "match"
    match_file(path, match_of("random", hands=20))
    before = path.read_bytes()
    for other in (match_of("random", hands=20, seed=9), match_of("calling_station", hands=20)):
        with pytest.raises(InputError, match="has another match: use the same settings"):
            match_file(path, other)
    assert path.read_bytes() == before


FOREIGN = {
    "text": b"hello, world\n" * 100,
    "short": b"x",
    "zeros": bytes(5000),
    "header only": b"SQLite format 3\0" + bytes(84),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / "match"
    path.write_bytes(FOREIGN[name])
    for use in (match_file, load_match, lambda file: list(load_hands(file))):
        with pytest.raises(InputError, match=r"is not a match of the arena|cannot be opened"):
            use(path)
        assert path.read_bytes() == FOREIGN[name]


def test_foreign_databases(tmp_path: Path) -> None:
    path = tmp_path / "match"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE facts (name, value)")
    connection.close()
    for use in (match_file, load_match):
        with pytest.raises(InputError, match="is not a match of the arena"):
            use(path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("UPDATE facts SET value = '99' WHERE name = 'version'", "must have version 1, got 99"),
        ("UPDATE facts SET value = 'solution' WHERE name = 'kind'", "is not a match"),
        ("DELETE FROM facts WHERE name = 'settings'", "is damaged"),
        ("UPDATE facts SET value = '{}' WHERE name = 'settings'", "is damaged"),
        ("UPDATE facts SET value = 'x' WHERE name = 'settings'", "is damaged"),
        ("UPDATE sessions SET result = replace(result, '1', '2')", "does not match its hash"),
        ("UPDATE sessions SET number = 77 WHERE number = 0", "is damaged: session 77"),
        ("DROP TABLE sessions", "is damaged: no such table"),
    ],
)
def test_damaged_matches(tmp_path: Path, change: str, message: str) -> None:
    path = tmp_path / "match"
    match_file(path, match_of("random", hands=20))
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(change)
    connection.close()
    with pytest.raises(InputError, match=message):
        load_match(path)


@pytest.mark.parametrize("column", ["facts.value", "sessions.result", "hands.players"])
def test_texts_that_are_nested_too_deeply(tmp_path: Path, column: str) -> None:
    path = tmp_path / "match"
    match_file(path, match_of("random", hands=2), keep_hands=True)
    table, name = column.split(".")
    text = "[" * 100_000
    condition = "WHERE name = 'settings'" if table == "facts" else ""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(f"UPDATE {table} SET {name} = ? {condition}", [text])
        if table == "sessions":
            connection.execute(
                "UPDATE sessions SET digest = ?", [sha256(text.encode()).hexdigest()]
            )
    connection.close()
    with pytest.raises(DamagedFileError, match="is damaged: maximum recursion depth"):
        list(load_hands(path)) if table == "hands" else load_match(path)


@counts(30, 1000)
def test_damaged_bytes(tmp_path: Path, count: int) -> None:
    """Either the damage is noticed, or nothing of the sessions is lost."""
    path = tmp_path / "match"
    settings = match_of("random", "calling_station", hands=40)
    match_file(path, settings, keep_hands=True)
    good = path.read_bytes()
    sessions = {number: each.to_dict() for number, each in load_match(path)[1].items()}
    rng = random.Random(2)
    messages = []
    for _ in range(count):
        data = bytearray(good)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        else:
            start = rng.randrange(len(data))
            data[start : start + 64] = rng.randbytes(len(data[start : start + 64]))
        path.write_bytes(data)
        try:
            found = load_match(path)[1]
            list(load_hands(path))
        except ValueError as error:
            messages.append(str(error))
            continue
        for number, each in found.items():
            assert each.to_dict() == sessions[number]
    assert messages
    assert not any("\n" in message for message in messages)


@pytest.mark.parametrize("name", ["missing", "folder"])
def test_files_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="no file"):
        load_match(tmp_path / name)
    with pytest.raises(InputError, match="no file"):
        list(load_hands(tmp_path / name))


def test_hands_need_a_file() -> None:
    with pytest.raises(InputError, match="keep_hands requires a file"):
        run_match(SETTINGS, keep_hands=True)


# Disks.


small_disks = pytest.mark.skipif(not has_namespaces(), reason="needs private mounts")


@posix
@small_disks
def test_a_full_disk(tmp_path: Path) -> None:
    """What was kept before is still good, and the result so far is shown."""
    disk = tmp_path / "disk"
    disk.mkdir()
    words = " ".join(f"'{part}'" for part in [*command(disk / "match", 10**6), "--keep-hands"])
    script = f"$FIFTHSTREET {words}; code=$?; cp {disk}/match {tmp_path}/kept; exit $code"
    code, output, errors = on_disk(disk, "1m", script)
    assert code == 2, errors
    assert json.loads(output)["hands"] > 0
    assert "match cannot be written: database or disk is full" in errors
    assert errors.count("\n") == 1
    _, sessions = load_match(tmp_path / "kept")
    assert sorted(sessions) == list(range(len(sessions)))
    assert len(sessions) > 0
    hands = list(load_hands(tmp_path / "kept"))
    assert {hand.session for hand in hands} == set(sessions)


@posix
@small_disks
def test_a_read_only_disk(tmp_path: Path) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    words = " ".join(f"'{part}'" for part in command(disk / "match", 100))
    code, output, errors = on_disk(disk, "ro", f"$FIFTHSTREET {words}")
    assert (code, output) == (2, "")
    assert "cannot be written: Read-only file system" in errors


# Power failures; tests/faults/test_power_loss.py finds them.


def test_the_removal_of_a_journal_is_synced(tmp_path: Path) -> None:
    """Otherwise a session that was reported as written may be undone."""
    store = MatchStore(tmp_path / "match", SETTINGS)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (3,)  # EXTRA
    store.close()


def test_a_new_match_whose_first_page_was_lost_is_begun_again(tmp_path: Path) -> None:
    """SQLite's journal says that the file was empty."""
    path = tmp_path / "match"
    path.write_bytes(bytes(4096) + b"a page of a table")
    with pytest.raises(InputError, match="is not a match"):
        MatchStore(path, SETTINGS)
    pages = struct.pack(">5I", 0, 1, 0, 512, 4096)
    journal = bytes.fromhex("d9d505f920a163d7") + pages
    (tmp_path / "match-journal").write_bytes(journal.ljust(512, b"\0"))
    MatchStore(path, SETTINGS).close()
    assert load_match(path) == (SETTINGS, {})
    assert [each.name for each in tmp_path.iterdir()] == ["match"]


def test_a_schema_that_is_no_text_is_damage(tmp_path: Path) -> None:
    """Python could not decode the error of SQLite, which quotes the schema."""
    path = tmp_path / "match"
    match_file(path, match_of("random", hands=2))
    data = path.read_bytes()
    assert b"CREATE TABLE" in data
    path.write_bytes(data.replace(b"CREATE TABLE", b"CREATE \xbeABLE"))
    with pytest.raises(DamagedFileError, match="is not a match of the arena"):
        load_match(path)
