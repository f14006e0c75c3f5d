"""Refusals of files, workers, random numbers and drawings."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np

from fifthstreet.errors import (
    BusyError,
    DamagedFileError,
    MissingLibraryError,
    NotEnoughMemoryError,
)
from tests.refusals.table import Table, face, new_file, new_path, replaced, without

storage = face("support.storage")
executors = face("support.executors")
drawing = face("support.drawing")
random = face("support.seeded_random")
randoms = face("support.seeded_randoms")
threads = face("support.threads")
builds = face("_native.builds")


def container(change: Callable[[bytes], bytes] = bytes, array: Any = (1, 2, 3)) -> Path:
    """Write a container with an array and change its bytes."""
    path = new_path("file")
    with path.open("wb+") as file:
        storage.write_container(file, "test", {}, {"numbers": np.array(array)})
    path.write_bytes(change(path.read_bytes()))
    return path


def opened(change: Callable[[bytes], bytes] = bytes, kind: str | None = "test") -> Any:
    return storage.open_container(container(change), kind)


def cut_after_opening() -> None:
    """Read a container that was cut off after it was opened."""
    path = container()
    file = storage.open_container(path, "test")
    os.truncate(path, path.stat().st_size - 1)
    file.read_into("numbers", np.zeros(3, int))


def with_header(change: Callable[[dict[str, Any]], object]) -> Any:
    """Open a container whose header is changed, with a correct hash."""
    module = face("support.storage.container")
    prefix = module._PREFIX

    def edit(data: bytes) -> bytes:
        magic, version, length, _ = prefix.unpack(data[: prefix.size])
        header = json.loads(data[prefix.size : prefix.size + length])
        change(header)
        text = json.dumps(header).encode()
        start = prefix.pack(magic, version, len(text), bytes(16))[: module._HASHED_PREFIX]
        digest = module._header_hash(start, text)
        whole = prefix.pack(magic, version, len(text), digest)
        return bytes(whole + text + data[prefix.size + length :])

    return opened(edit)


def lost_line() -> None:
    """Add a line to a file that was removed."""
    path = new_path()
    file = storage.LineFile(path, "test", 1, {"seed": 1})
    path.unlink()
    file.add({"number": 1})


def line_file(**facts: Any) -> Any:
    """Open a file of lines again, for another kind, version or run."""
    path = new_path()
    storage.LineFile(path, "test", 1, {"seed": 1})
    terms = {"kind": "test", "version": 1, "seed": 1} | facts
    return storage.LineFile(path, terms.pop("kind"), terms.pop("version"), terms)


def locked_twice() -> None:
    path = new_path()
    with storage.FileLock(path), storage.FileLock(path):
        pass


def lock() -> None:
    with storage.FileLock(new_path()):
        pass


def no_space(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")


def write_without_space() -> None:
    with storage.replacing(new_path()) as file:
        no_space(file)


def never(*_: object) -> bool:
    return False


def unused_target() -> None:
    storage.check_target(new_path())


def used_target() -> None:
    storage.check_target(new_file("x"))


def replaced_folder() -> None:
    path = new_path()
    with storage.replacing(path) as file:
        file.write(b"x")
        path.mkdir()


def greeting(answer: bytes) -> object:
    """Connect to a server that sends an answer and closes the connection."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def serve() -> None:
            connection, _ = server.accept()
            with connection:
                connection.sendall(answer)

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            return executors.RayExecutor(f"127.0.0.1:{server.getsockname()[1]}")
        finally:
            thread.join()


def pipe() -> Path:
    path = new_path("pipe")
    os.mkfifo(path)
    return path


def schema(value: Any, accepted: Any = int) -> Any:
    return storage.checked_types(value, {"a": accepted})


def vanished() -> Path:
    """Return a path in a folder that does not exist."""
    return new_path().parent / "missing" / "file"


def build(name: str) -> Any:
    with patch.dict(os.environ, {builds.VARIABLE: name}):
        return builds.chosen_build()


def received(message: bytes, max_bytes: int) -> Any:
    """Send a message over a channel and receive it."""
    module = face("support.child_process")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        module.Channel(ours).send(message)
        return module.Channel(theirs).receive(1.0, max_bytes)


TABLE: Table = {
    "_native/builds.py": [
        ("chosen_build", lambda: build("x"), "must be one of", builds.BuildError),
        (
            "chosen_build",
            lambda: replaced({"_native.builds.usable_builds": list}, lambda: build("")),
            "no build of the native core runs here",
            builds.BuildError,
        ),
    ],
    "support/child_process.py": [
        ("Channel.receive", lambda: received(b"x" * 1_000, 10), "at most 10 bytes, got 1,000"),
    ],
    "support/drawing/table.py": [
        ("Table.__post_init__", lambda: drawing.Table((), (("a",),)), "a row of 1 entries in 0"),
    ],
    "support/drawing/tree.py": [
        (
            "layout",
            lambda: face("support.drawing.tree").layout([drawing.Box(("a", "b"), parent=3)]),
            "box 0 has the parent 3",
        ),
    ],
    "support/executors/jobs.py": [
        (
            "packed_call",
            lambda: face("support.executors.jobs").packed_call(executors.Job(1, lambda: 1)),
            "job 1 must be a function of a module",
        ),
    ],
    "support/executors/opening.py": [
        ("open_executor", lambda: executors.open_executor(workers=0), "workers must be at least 1"),
    ],
    "support/executors/processes.py": [
        ("ProcessExecutor.__init__", lambda: executors.ProcessExecutor(0), "at least 1, got 0"),
    ],
    "support/executors/ray_cluster.py": [
        ("RayExecutor.__init__", lambda: executors.RayExecutor(cpus=0), "cpus must be at least 1"),
        (
            "import_ray",
            lambda: without("ray", lambda: executors.RayExecutor("127.0.0.1:1")),
            "clusters need Ray",
            MissingLibraryError,
        ),
        ("_check_address", lambda: executors.RayExecutor("127.0.0.1:x"), "127.0.0.1:x"),
        ("_check_greeting", lambda: greeting(b"SSH-2.0-x\r\n"), "another program listens there"),
    ],
    "support/seeded_random.py": [
        ("SeededRandom.below", lambda: random.SeededRandom(1).below(0), "1 or more, got 0"),
        ("SeededRandom.move_to", lambda: random.SeededRandom(1).move_to(0), "place must be one"),
    ],
    "support/seeded_randoms.py": [
        (
            "SeededRandoms.below",
            lambda: randoms.SeededRandoms(np.arange(2, dtype=np.uint64)).below(np.arange(2), 0),
            "counts must be from 1 to",
        ),
    ],
    "support/storage/atomic.py": [
        ("_new_part", lambda: storage.replacing(vanished()).__enter__(), "cannot be written"),
        ("replacing", write_without_space, "No space left", NotEnoughMemoryError),
        ("_move", replaced_folder, "cannot be replaced"),
    ],
    "support/storage/container.py": [
        (
            "Section.from_dict",
            lambda: with_header(lambda header: header["sections"][0].update(dtype="x")),
            "must have a valid type, place and size",
            DamagedFileError,
        ),
        (
            "Container.read_into",
            lambda: opened().read_into("numbers", np.zeros(9)),
            "numbers must be <f8 of shape (9,)",
            DamagedFileError,
        ),
        (
            "Container._chunk",
            lambda: opened(lambda data: data[:-1] + b"x").read_into("numbers", np.zeros(3, int)),
            "numbers does not match its hash",
            DamagedFileError,
        ),
        ("Container._chunk", cut_after_opening, "it ends within numbers", DamagedFileError),
        (
            "Container._section",
            lambda: opened().read_into("letters", np.zeros(3, int)),
            "has no section 'letters', only numbers",
            DamagedFileError,
        ),
        ("make_sections", lambda: container(array=["text"]), "numbers must be one of"),
        ("open_container", lambda: storage.open_container(pipe(), "test"), "other than a file"),
        ("open_container", lambda: storage.open_container(new_path(), "x"), "cannot be read"),
        (
            "open_container",
            lambda: with_header(lambda header: header.update(package=7)),
            "package must be a text, got 7",
            DamagedFileError,
        ),
        ("open_container", lambda: opened(kind="x"), "must be", DamagedFileError),
        (
            "open_container",
            lambda: opened(lambda data: data[:-1]),
            "is incomplete or damaged",
            DamagedFileError,
        ),
        (
            "_checked_sections",
            lambda: with_header(lambda header: header.update(sections=header["sections"] * 2)),
            "section 'numbers' must follow the previous section",
            DamagedFileError,
        ),
        ("_read_header", lambda: opened(lambda _: b"x"), "of another kind", DamagedFileError),
        (
            "_read_header",
            lambda: opened(lambda data: data[:10]),
            "is incomplete: it must have at least",
            DamagedFileError,
        ),
        (
            "_read_header",
            lambda: opened(lambda data: data[:8] + b"\xff\xff\0\0" + data[12:]),
            "a newer version of fifthstreet",
            DamagedFileError,
        ),
        (
            "_read_header",
            lambda: opened(lambda data: data.replace(b"numbers", b"letters")),
            "the header does not match its hash",
            DamagedFileError,
        ),
    ],
    "support/storage/line_file.py": [
        ("LineFile.add", lost_line, "cannot be written"),
        ("LineFile._read", lambda: line_file(kind="x"), "a file of x", DamagedFileError),
        ("LineFile._read", lambda: line_file(version=2), "must have version 2", DamagedFileError),
        ("LineFile._read", lambda: line_file(seed=2), "belongs to another run (different seed)"),
        ("read_lines", lambda: storage.read_lines(new_path().parent), "must be a regular file"),
        ("read_lines", lambda: storage.read_lines(new_path()), "cannot be read"),
    ],
    "support/storage/locks.py": [
        ("FileLock._acquired", lambda: storage.FileLock(vanished()).__enter__(), "be locked"),
        (
            "FileLock._acquired",
            lambda: replaced({"support.storage.locks._is_open_as": never}, lock),
            "too many processes write it",
            BusyError,
        ),
        ("FileLock._lock", locked_twice, "is being written by process", BusyError),
    ],
    "support/storage/rescue.py": [
        (
            "save_or_keep",
            lambda: storage.save_or_keep(new_path(), no_space),
            "No space left",
            storage.NotSavedError,
        ),
        (
            "save_or_keep",
            lambda: storage.save_or_keep(vanished(), lambda path: path.write_text("x")),
            "",
            storage.NotSavedError,
        ),
    ],
    "support/storage/schema.py": [
        (
            "reading",
            lambda: with_header(lambda header: header.pop("facts")),
            "its contents are not valid",
            DamagedFileError,
        ),
        ("whole_number", lambda: storage.whole_number("a", 0.5), "whole number from 0 to"),
        ("checked_types", lambda: schema(7), "a table with a is required, got 7"),
        ("checked_types", lambda: schema({"b": 1}), "unknown or missing field 'a'"),
        ("_checked", lambda: schema({"a": "x"}), "a must be int, got 'x'"),
        ("_checked", lambda: schema({"a": "x"}, int | None), "got 'x'"),
    ],
    "support/storage/mapped.py": [
        (
            "mapped_zeros",
            lambda: storage.mapped_zeros(new_file("x"), 9, np.float32),
            "cannot be written",
        ),
        (
            "mapped_zeros",
            lambda: storage.mapped_zeros(new_path().parent, 1 << 50, np.float32),
            "not enough disk space",
            NotEnoughMemoryError,
        ),
    ],
    "support/storage/targets.py": [
        ("target_of", lambda: storage.target_of(new_file("x") / "y"), "cannot be written"),
        ("target_of", lambda: storage.target_of(new_path().parent), "got a folder"),
        ("target_of", lambda: storage.target_of(pipe()), "must be a regular file to write"),
        (
            "target_of",
            lambda: replaced({"support.storage.targets.os.access": never}, used_target),
            "it is read-only",
        ),
        ("check_target", lambda: storage.check_target(vanished()), "in an existing folder"),
        (
            "check_target",
            lambda: replaced({"support.storage.targets.Path.touch": no_space}, unused_target),
            "cannot be written: No space left",
        ),
        (
            "check_target",
            lambda: storage.check_target(new_path(), size=1 << 60),
            "not enough disk space",
            NotEnoughMemoryError,
        ),
    ],
    "support/whole_numbers.py": [
        ("whole", lambda: threads.thread_count(1.5), "threads must be a whole number, got 1.5"),
    ],
    "support/threads.py": [
        ("thread_count", lambda: threads.thread_count(0), "threads must be at least 1, got 0"),
    ],
}
