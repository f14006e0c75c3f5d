"""The inputs that are kept in the repository: a text file for each target.

Each line is the literal of a bytes object, as Python writes it; lines that start with `#` explain
the next one, such as what it once broke. Tests check all of them (tests/fuzz/test_corpus.py).
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "corpus"


def kept_inputs(name: str) -> list[bytes]:
    """Return the inputs of a target that are in the repository."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        return []
    lines = path.read_text(encoding="ascii").splitlines()
    return [literal_eval(line) for line in lines if line and not line.startswith("#")]


def keep(name: str, inputs: Iterable[bytes]) -> int:
    """Add inputs to the corpus of a target; return how many are new."""
    known = set(kept_inputs(name))
    new = [each for each in dict.fromkeys(inputs) if each not in known]
    if new:
        FOLDER.mkdir(exist_ok=True)
        with (FOLDER / f"{name}.txt").open("a", encoding="ascii") as file:
            file.writelines(f"{each!a}\n" for each in new)
    return len(new)


def unpack(inputs: Iterable[bytes], folder: Path) -> None:
    """Write inputs as files, as fuzzers read them."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in inputs:
        (folder / sha256(each).hexdigest()[:16]).write_bytes(each)
