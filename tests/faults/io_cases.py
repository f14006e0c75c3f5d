"""Let every system call of some stores fail in turn.

Runs in a process with the shim, and in a fork of it for every case. Writes JSON: for every store,
the number of cases by call, and what went wrong.
"""

import errno
import json
import os
import shutil
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fifthstreet.errors import FifthstreetError
from tests.faults.shim import FROM_THEN_ON, NEVER, ONCE, SHORT, Shim
from tests.faults.stores import NAME, STORES, Store, hidden_files, versions

# How calls fail: in `make test` the first one, in `make test-faults` all.
MODES = {
    "EIO once": (ONCE, errno.EIO),
    "EIO from then on": (FROM_THEN_ON, errno.EIO),
    "ENOSPC once": (ONCE, errno.ENOSPC),
    "ENOSPC from then on": (FROM_THEN_ON, errno.ENOSPC),
    "half of the bytes": (SHORT, 0),
}
Outcome = dict[str, Any]


class Cases:
    """The cases of a store, in a folder of their own."""

    def __init__(self, store: Store, folder: Path) -> None:
        self._shim = Shim()
        self._store = store
        self._place = folder / "files"
        self._full = folder / "full"
        self._place.mkdir()
        self.versions = versions(store, self._place)
        shutil.copytree(self._place, self._full)
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []

    def write_all(self, mode: str) -> None:
        """Let calls fail while the store is written."""
        self._run_all("writing", mode, self._write, self._check_written)

    def read_all(self, mode: str) -> None:
        """Let calls fail while the store is read."""
        self._run_all("reading", mode, self._read, self._check_read)

    def _run_all(
        self,
        title: str,
        mode: str,
        act: Callable[[Outcome], None],
        check: Callable[[Outcome], str],
    ) -> None:
        how, error = MODES[mode]
        count = self._outcome(act, NEVER, 0, 0)["calls"]
        for number in range(1, count + 1):
            outcome = self._outcome(act, how, number, error)
            call = outcome["call"]
            if how == SHORT and not call:
                continue  # not a call with bytes
            self.counts[f"{title}: {call}"] += 1
            problem = "the call did not fail" if not call else check(outcome)
            if problem:
                self.problems.append(f"{title}, {mode}, call {number} ({call}): {problem}")

    def _outcome(
        self, act: Callable[[Outcome], None], how: int, number: int, error: int
    ) -> Outcome:
        """Act in a fork in which a call fails."""
        shutil.rmtree(self._place)
        if act == self._read:
            shutil.copytree(self._full, self._place)
        else:
            self._place.mkdir()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.close(reading)
            outcome: Outcome = {"done": 0, "error": "", "ignored": ""}
            sys.unraisablehook = lambda ignored: outcome.update(ignored=repr(ignored.exc_value))
            self._shim.arm(self._place, how, number, error)
            try:
                act(outcome)
            except BaseException as problem:
                outcome["error"] = _described(problem)
                problem.__traceback__ = None
            outcome["calls"] = self._shim.disarm()
            outcome["call"] = self._shim.failed_call
            os.write(writing, json.dumps(outcome).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            text = pipe.read()
        os.waitpid(child, 0)
        return json.loads(text) if text else {"call": "crash", "error": "!no answer", "done": 0}

    def _write(self, outcome: Outcome) -> None:
        for _ in self._store.write(self._place):
            outcome["done"] += 1

    def _read(self, outcome: Outcome) -> None:
        content = self._store.read(self._place)
        if content != self.versions[-1] and not self._store.is_optional:
            outcome["error"] = "!other content was read"

    def _check_written(self, outcome: Outcome) -> str:
        """Return what is wrong after a fault; an empty text if nothing is."""
        done = outcome["done"]
        wanted = self.versions[done : done + 2]
        if self._store.is_optional:
            wanted = self.versions
        if not outcome["error"] and not self._store.is_optional and len(wanted) > 1:
            return "no error, but not everything was written"
        found = self._content()
        if found not in wanted:
            return f"step {done} is neither old nor new: {str(found)[:200]}"
        return _unclean(outcome) or self._next_run()

    def _check_read(self, outcome: Outcome) -> str:
        if _files(self._place) != _files(self._full):
            return "reading has changed the files"
        return _unclean(outcome)

    def _next_run(self) -> str:
        try:
            for _ in self._store.write(self._place):
                pass
        except Exception as error:
            return f"the next run fails: {error!r}"
        if self._content() != self.versions[-1]:
            return "the next run does not write everything"
        left = hidden_files(self._place)
        return f"left by the next run: {left}" if left else ""

    def _content(self) -> object:
        try:
            return self._store.read(self._place)
        except Exception as error:
            return repr(error)


def _described(error: BaseException) -> str:
    """Return an error's line; with a mark before it if it is not one that users should see."""
    text = str(error)
    is_clean = isinstance(error, FifthstreetError) and "\n" not in text and NAME in text
    return text if is_clean else f"!{error!r}"


def _unclean(outcome: Outcome) -> str:
    if outcome["error"].startswith("!"):
        return str(outcome["error"][1:])
    return f"ignored: {outcome['ignored']}" if outcome["ignored"] else ""


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def main() -> None:
    """Print the reports."""
    folder, request = Path(sys.argv[1]), json.loads(sys.argv[2])
    reports = {}
    for number, name in enumerate(request["stores"]):
        (folder / str(number)).mkdir()
        cases = Cases(STORES[name], folder / str(number))
        for mode in request["modes"]:
            cases.write_all(mode)
            cases.read_all(mode)
        reports[name] = {"counts": cases.counts, "problems": cases.problems}
    sys.stdout.write(json.dumps(reports))


if __name__ == "__main__":
    main()
