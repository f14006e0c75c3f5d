"""Targets for files of this package: containers, lines and matches.

Bytes that were changed do not match their hash, which is soon found. So most of these targets take
the contents, and write a file of them whose hashes are right.
"""

from __future__ import annotations

import json
import os
import sqlite3
import struct
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256, sha384
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from typing import Any

from fifthstreet.abstraction.card_abstraction import CardAbstraction
from fifthstreet.abstraction.library import read_recipe
from fifthstreet.arena.store import load_hands, load_match
from fifthstreet.support.storage import open_container, read_lines
from fifthstreet.support.storage.container import FORMAT_VERSION, MAGIC
from fifthstreet.support.storage.line_file import _line
from fifthstreet.views.file_check import check_file
from fuzz.target import Target, accepted, text_target


@contextmanager
def temporary_file(data: bytes, suffix: str = "") -> Iterator[Path]:
    """Write a file that is removed afterwards."""
    with NamedTemporaryFile(suffix=suffix) as file:
        file.write(data)
        file.flush()
        yield Path(file.name)


def _check_container(data: bytes) -> None:
    with temporary_file(data) as path:
        container = accepted(open_container, path, None)
        if container is not None:
            accepted(container.verify)
        check_file(path)


def _check_header(data: bytes) -> None:
    """Any header with a right hash; the sections follow after a zero byte."""
    header, _, sections = data.partition(b"\0")
    start = MAGIC + struct.pack("<II", FORMAT_VERSION, len(header))
    _check_container(start + sha384(start + header).digest() + header + sections)


def _check_lines(data: bytes) -> None:
    with temporary_file(data) as path:
        read_lines(path)
        check_file(path)


@cache
def _written(kind: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Return the facts, the arrays and the kind of a small file."""
    from tests.faults.files import KINDS

    with TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        KINDS[kind][0](path)
        container = open_container(path, None)
        arrays = {name: container.array(name).copy() for name in container.sections}
        return container.facts, arrays, container.kind


def _check_facts(kind: str) -> Callable[[bytes], None]:
    """Any facts in a file of a kind, whose arrays stay as they are."""
    from tests.faults.files import KINDS

    from fifthstreet.support.storage import write_container

    def check(data: bytes) -> None:
        try:
            facts = json.loads(data)
        except (ValueError, RecursionError):
            return
        if not isinstance(facts, dict):
            return
        _, arrays, name = _written(kind)
        with temporary_file(b"") as path:
            with path.open("wb") as file:
                write_container(file, name, facts, arrays)
            accepted(KINDS[kind][1], path)

    return check


def _check_drills(data: bytes) -> None:
    """Any records in a file of drills, a line each."""
    from tests.faults.files import KINDS

    lines = []
    for line in data.split(b"\n"):
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(record, dict):
            lines.append(_line(record))
    with temporary_file(b"".join(lines)) as path:
        accepted(KINDS["drills"][1], path)


def _check_match(data: bytes) -> None:
    with temporary_file(data) as path:
        accepted(load_match, path)
        accepted(lambda: list(load_hands(path)))


def _check_match_rows(data: bytes) -> None:
    """Any texts in the tables of a match: settings, a session's result, and parts of a hand."""
    lines = data.decode("utf-8", "surrogateescape").split("\n")
    settings, result, *hand = [*lines, *[""] * 5][:5]
    with temporary_file(_match_file()) as path:
        with closing(sqlite3.connect(path)) as connection:
            try:
                connection.execute("UPDATE facts SET value = ? WHERE name = 'settings'", [settings])
                digest = sha256(result.encode()).hexdigest()
                connection.execute("UPDATE sessions SET result = ?, digest = ?", [result, digest])
                connection.execute("UPDATE hands SET players = ?, payoffs = ?, phh = ?", hand)
            except UnicodeEncodeError:
                return
            connection.commit()
        _check_match(path.read_bytes())


def _check_abstraction(data: bytes) -> None:
    with temporary_file(data) as path:
        accepted(CardAbstraction.load, path)


def _check_recipe(text: str) -> None:
    with temporary_file(text.encode("utf-8", "surrogateescape"), ".toml") as path:
        read_recipe(path)


def _facts(kind: str) -> Callable[[], Iterator[bytes]]:
    return lambda: iter([json.dumps(_written(kind)[0]).encode()])


def _containers() -> Iterator[bytes]:
    facts, arrays, kind = _written("strategy")
    from fifthstreet.support.storage import write_container

    with temporary_file(b"") as path:
        with path.open("wb") as file:
            write_container(file, kind, facts, arrays)
        yield path.read_bytes()


def _headers() -> Iterator[bytes]:
    for whole in _containers():
        start = len(MAGIC) + 8 + sha384().digest_size
        (length,) = struct.unpack_from("<I", whole, len(MAGIC) + 4)
        yield whole[start : start + length] + b"\0" + whole[start + length :]


def _drills() -> Iterator[bytes]:
    from tests.faults.files import KINDS

    with TemporaryDirectory() as folder:
        path = Path(folder) / "drills"
        KINDS["drills"][0](path)
        yield path.read_bytes()


@cache
def _match_file() -> bytes:
    from tests.arena.hostile import match_of

    from fifthstreet.arena import run_match

    with TemporaryDirectory() as folder:
        path = Path(folder) / "match"
        settings = match_of("random", "calling_station", hands=2)
        run_match(settings, path=path, keep_hands=True)
        return path.read_bytes()


def _matches() -> Iterator[bytes]:
    yield _match_file()


def _match_rows() -> Iterator[bytes]:
    with temporary_file(_match_file()) as path, closing(sqlite3.connect(path)) as connection:
        (settings,) = connection.execute(
            "SELECT value FROM facts WHERE name = 'settings'"
        ).fetchone()
        (result,) = connection.execute("SELECT result FROM sessions").fetchone()
        hand = connection.execute("SELECT players, payoffs, phh FROM hands").fetchone()
    yield "\n".join([settings, result, *hand]).encode()


def _abstractions() -> Iterator[bytes]:
    folder = Path(__file__).parent.parent / "tests/abstraction/built"
    for path in sorted(folder.iterdir(), key=os.path.getsize)[:1]:
        yield path.read_bytes()[:8192]


def _recipes() -> Iterator[str]:
    yield (Path(__file__).parent.parent / "examples/recipes/preflop.toml").read_text("utf-8")
    yield 'seed = 1\n[flop]\nbuckets = 20\nmethod = "ehs"\n[river]\nbuckets = 5\n'


_KINDS = {
    "solution": "solution",
    "checkpoint": "checkpoint",
    "training": "training of a tree",
    "sampled_training": "sampled training",
    "blueprint": "blueprint",
    "strategy": "strategy",
    "preflop": "preflop strategy",
    "small_ring": "small ring",
    "abstraction": "abstraction",
    "turn_network": "turn network",
    "flop_network": "flop network",
    "preflop_network": "preflop network",
    "river_samples": "river samples",
    "turn_samples": "turn samples",
    "flop_samples": "flop samples",
    "table_training": "training of tables",
    "coordinate_training": "training of coordinates",
    "turn_cases": "turn cases",
    "flop_cases": "flop cases",
    "preflop_cases": "preflop cases",
}
TARGETS: list[Target] = [
    Target("container", _check_container, _containers),
    Target("container_header", _check_header, _headers),
    *(
        Target(f"facts_{name}", _check_facts(kind), _facts(kind), max_bytes=8192)
        for name, kind in _KINDS.items()
    ),
    Target("line_file", _check_lines, _drills),
    Target("drills", _check_drills, _drills),
    Target("match", _check_match, _matches, max_bytes=1 << 16),
    Target("match_rows", _check_match_rows, _match_rows),
    Target("abstraction", _check_abstraction, _abstractions, max_bytes=8192),
    text_target("abstraction_recipe", _check_recipe, _recipes, 2048),
]
