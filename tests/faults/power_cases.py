"""Cut the power after every call of some stores.

Runs in a process with the shim, which records what a store writes. Then each beginning of the
recording is turned into folders as a disk might hold them: with nothing that was not synced, with
all of it, and several times with random parts of it. Writes JSON: for every store, the number of
folders, and what went wrong.
"""

import json
import random
import shutil
import sys
from pathlib import Path

from tests.faults.disk_model import Disk
from tests.faults.shim import Shim
from tests.faults.stores import STORES, Store, hidden_files, versions

CHANGES = ("create", "write", "truncate", "sync", "rename", "link", "unlink", "mark")


def recorded(store: Store, place: Path, log: Path) -> list[str]:
    """Write a store, and return the recording of it."""
    shim = Shim()
    shim.record(log)
    shim.arm(place)
    for _ in store.write(place):
        shim.mark("done")
    shim.disarm()
    return log.read_text().splitlines()


def examined(store: Store, folder: Path, draws: int, problems: list[str]) -> int:
    """Open the folders of all beginnings of a recording; return their number."""
    place, other = folder / "files", folder / "other"
    other.mkdir()
    wanted = versions(store, other)
    place.mkdir()
    disk = Disk(place)
    chance = random.Random(draws)
    count = 0
    for number, line in enumerate(recorded(store, place, folder / "log")):
        disk.do(line)
        if not line.startswith(CHANGES):
            continue
        done = len(disk.marks)
        for share in (0.0, 1.0, *(chance.choice((0.2, 0.5, 0.8)) for _ in range(draws))):
            shutil.rmtree(place)
            place.mkdir()
            disk.write(place, chance, share)
            count += 1
            problem = _problem(store, place, wanted, done)
            if problem:
                problems.append(f"after call {number} ({line[:60]}), share {share}: {problem}")
    return count


def _problem(store: Store, place: Path, wanted: list[object], done: int) -> str:
    """Return what is wrong with a folder; an empty text if nothing is."""
    names = sorted(path.name for path in place.iterdir())
    try:
        found = store.read(place)
    except Exception as error:
        return f"{names}: {error!r}"
    if found not in wanted[done : done + 2]:
        version = wanted.index(found) if found in wanted else str(found)[:100]
        return f"{names}: version {version}, but {done} steps were done"
    try:
        for _ in store.write(place):
            pass
    except Exception as error:
        return f"{names}: the next run fails: {error!r}"
    left = hidden_files(place)
    return f"left by the next run: {left}" if left else ""


def main() -> None:
    """Print the reports."""
    folder, request = Path(sys.argv[1]), json.loads(sys.argv[2])
    reports = {}
    for number, name in enumerate(request["stores"]):
        (folder / str(number)).mkdir()
        problems: list[str] = []
        count = examined(STORES[name], folder / str(number), request["draws"], problems)
        reports[name] = {"count": count, "problems": problems}
    sys.stdout.write(json.dumps(reports))


if __name__ == "__main__":
    main()
