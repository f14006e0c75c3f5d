"""Files that commands write: checked before the work, written after the answer is shown."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from rich.filesize import decimal

from fifthstreet import views
from fifthstreet.cli.messages import print_error
from fifthstreet.errors import InputError
from fifthstreet.support import storage
from fifthstreet.support.interrupts import held_interrupts, is_asked_to_end
from fifthstreet.support.storage import target_of
from fifthstreet.support.terminal import Terminal


@dataclass(frozen=True)
class Save:
    """A file to write, and a function that writes it and returns a note about it."""

    path: Path
    write: Callable[[Path], str]


@contextmanager
def writing(*paths: Path | None) -> Iterator[None]:
    """Check and lock files that are written while a block runs.

    InputError if one cannot be written or another process is writing it, before hours are spent
    solving.
    """
    given = [path for path in paths if path is not None]
    check_writable(*given)
    with ExitStack() as locks:
        for path in given:
            locks.enter_context(storage.FileLock(path))
        yield


def check_writable(*paths: Path | None) -> None:
    """Raise InputError for files that cannot be written, or that are named twice."""
    targets = set()
    for path in paths:
        if path is None:
            continue
        storage.check_target(path)
        target = target_of(path)
        if target in targets:
            raise InputError(f"each option must have its own file, got {path} for two")
        targets.add(target)


def show_and_save(show: Callable[[], None], saves: Sequence[Save | None]) -> list[str]:
    """Print an answer, then write files; return the notes about them.

    Every file is written, even if the answer cannot be printed or another file cannot be written.
    A file that cannot be saved is kept elsewhere, and the user is prompted for another path. Then
    InputError names the last unsaved file; errors are printed for the others. Interrupts wait
    until all files are saved or kept.
    """
    try:
        show()
        if sys.stdout is not None:
            sys.stdout.flush()
    finally:
        notes = _write_all([save for save in saves if save is not None])
    return notes


def _write_all(saves: Sequence[Save]) -> list[str]:
    notes: list[str] = []
    unsaved: list[tuple[Save, storage.NotSavedError]] = []
    interrupt: KeyboardInterrupt | None = None
    try:
        with held_interrupts():
            for save in saves:
                try:
                    notes.append(storage.save_or_keep(save.path, save.write))
                except storage.NotSavedError as error:
                    unsaved.append((save, error))
    except KeyboardInterrupt as signal:  # came while files were written
        interrupt = signal
    failures: list[str] = []
    for save, problem in unsaved:
        note = None if interrupt is not None else _saved_elsewhere(save, problem)
        if note is None:
            failures.append(str(problem))
        else:
            notes.append(note)
    if failures and any(notes):
        views.print_notes(Terminal(stderr=True), filter(None, notes))
    # One line each: a long line is shortened, and would not name all files.
    for failure in failures if interrupt is not None else failures[:-1]:
        print_error(failure)
    if interrupt is not None:
        raise interrupt
    if failures:
        raise InputError(failures[-1])
    return notes


def _saved_elsewhere(save: Save, error: storage.NotSavedError) -> str | None:
    """Ask for another file until one is written; return the note about it.

    None without an interactive terminal, or if the user declines.
    """
    if not _can_ask():
        return None
    problem = error.problem
    while True:
        print_error(problem)
        answer = _answer(f"Save {save.path.name} as (Enter: leave it): ")
        if not answer:
            return None
        path = Path(os.path.expanduser(answer))  # noqa: PTH111 (Path's raises RuntimeError)
        try:
            if path.is_dir():
                path /= save.path.name
            if path.exists():
                raise InputError(f"{path} already exists: enter a new file")
            with writing(path):
                note = save.write(path)
        except (OSError, ValueError, MemoryError) as failure:
            problem = storage.failure_text(path, failure)
            continue
        except KeyboardInterrupt:
            return None
        if error.kept is not None:
            with suppress(OSError):  # leaves an extra copy
                error.kept.unlink()
        return note or f"saved to {path}"


def _can_ask() -> bool:
    """Return whether the terminal is interactive and no signal has ended the program."""
    if sys.stdin is None or sys.stderr is None or is_asked_to_end():
        return False
    try:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return False
        # A program in the background is stopped if it reads from the terminal.
        return sys.platform == "win32" or os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (OSError, ValueError):  # closed
        return False


def _answer(question: str) -> str:
    """Return a line typed at the terminal; empty at its end or at Ctrl-C."""
    try:
        sys.stderr.write(question)
        sys.stderr.flush()
        return sys.stdin.readline().strip()
    except (OSError, ValueError, KeyboardInterrupt):
        return ""


def save_of(path: Path | None, write: Callable[[Path], str]) -> Save | None:
    """Return a save to `path`, None without a path."""
    return None if path is None else Save(path, write)


def file_save(
    path: Path | None,
    save: Callable[[Path], object],
    done: str = "saved to",
    *,
    has_size: bool = False,
) -> Save | None:
    """Return a save that calls a function; with `has_size`, its note states the file's size."""

    def write(target: Path) -> str:
        save(target)
        return f"{done} {target}" + (f" ({decimal(target.stat().st_size)})" if has_size else "")

    return save_of(path, write)


def text_save(path: Path | None, make_text: Callable[[], str]) -> Save | None:
    """Return a save of a text that is made when it is written."""
    return pieces_save(path, lambda: (make_text(),))


def pieces_save(path: Path | None, make_pieces: Callable[[], Iterable[str]]) -> Save | None:
    """Return a save of a text written in pieces, for texts that do not fit into memory."""

    def save(target: Path) -> None:
        with storage.replacing(target) as file:
            for piece in make_pieces():
                file.write(piece.encode())

    return file_save(path, save, "written to")
