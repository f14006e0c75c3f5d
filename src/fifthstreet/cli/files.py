"""Files that commands write: tried before the work begins, written after its answer is shown."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from fifthstreet.solvers.common.interrupts import held_interrupts
from fifthstreet.storage import FileLock, check_target, replacing, save_or_keep
from fifthstreet.storage.targets import target_of


@dataclass(frozen=True)
class Save:
    """A file to write, and a function that writes it and returns a note about it."""

    path: Path
    write: Callable[[Path], str]


@contextmanager
def writing(*paths: Path | None) -> Iterator[None]:
    """Try and lock files that are written while a block runs.

    ValueError if one cannot be written or another process writes it, before hours are spent
    solving.
    """
    given = [path for path in paths if path is not None]
    check_writable(*given)
    with ExitStack() as locks:
        for path in given:
            locks.enter_context(FileLock(path))
        yield


def check_writable(*paths: Path | None) -> None:
    """Raise ValueError for files that cannot be written, or that are named twice."""
    targets = set()
    for path in paths:
        if path is None:
            continue
        check_target(path)
        target = target_of(path)
        if target in targets:
            raise ValueError(f"{path} is named by two options; want a file for each")
        targets.add(target)


def show_and_save(show: Callable[[], None], saves: Sequence[Save | None]) -> list[str]:
    """Print an answer, then write files; return the notes about them.

    Every file is written, even if the answer cannot be printed or another file cannot be written;
    what cannot be saved is kept elsewhere. Then ValueError says so. Interrupts wait until all is
    saved.
    """
    notes: list[str] = []
    failures: list[str] = []
    try:
        show()
        if sys.stdout is not None:
            sys.stdout.flush()
    finally:
        with held_interrupts():
            for save in saves:
                try:
                    notes += [] if save is None else [save_or_keep(save.path, save.write)]
                except ValueError as error:
                    failures.append(str(error))
        if failures:
            raise ValueError("; ".join([*failures, *notes]))
    return notes


def save_of(path: Path | None, write: Callable[[Path], str]) -> Save | None:
    """Return what is to be saved to a path; nothing if there is none."""
    return None if path is None else Save(path, write)


def text_save(path: Path | None, make_text: Callable[[], str]) -> Save | None:
    """Return how to write a picture, a page or a table, whose text is made when it is written."""
    return pieces_save(path, lambda: (make_text(),))


def pieces_save(path: Path | None, make_pieces: Callable[[], Iterable[str]]) -> Save | None:
    """Return how to write a text piece by piece, for one that is too long to be held at once."""

    def write(target: Path) -> str:
        with replacing(target) as file:
            for piece in make_pieces():
                file.write(piece.encode())
        return f"written to {target}"

    return save_of(path, write)
