"""Run one target under Atheris: python -m fuzz.engine TARGET CORE [options of libFuzzer].

Exceptions are kept as findings, one input for each place that raises them, and the run continues.
Crashes, sanitizer reports, hangs and too much memory end the process, as libFuzzer does.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from tests.interpreted import SourceFirst

if TYPE_CHECKING:
    from fuzz.target import Target

ROOT = Path(__file__).parent.parent
OUTPUT = ROOT / "build/fuzz"
CORE = OUTPUT / "core"
SANITIZED, ORDINARY = "--sanitized", "--ordinary"  # the core to load


class CoreFirst(MetaPathFinder):
    """Finds the sanitized core instead of the ordinary one."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the place of the sanitized core; None for other modules."""
        if name != "fifthstreet._native.core_local":
            return None
        (core,) = (CORE / "fifthstreet/_native").glob("core_local*.so")
        return importlib.util.spec_from_file_location(name, core)


def findings_of(name: str) -> Path:
    """Return the folder of a target's findings."""
    return OUTPUT / "findings" / name


def place_of(error: BaseException) -> str:
    """Return the kind of an exception and the last place in the package that it went through."""
    frames = [
        f"{Path(frame.filename).relative_to(ROOT)}:{frame.lineno}"
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(ROOT) and "/.venv/" not in frame.filename
    ]
    return f"{type(error).__name__} at {frames[-1] if frames else 'an unknown place'}"


def kept_going(name: str, check: Callable[[bytes], object]) -> Callable[[bytes], None]:
    """Return the check of a target that stores findings and continues."""
    seen: set[str] = set()

    def one_input(data: bytes) -> None:
        try:
            check(data)
        except Exception as error:
            place = place_of(error)
            if place in seen:
                return
            seen.add(place)
            folder = findings_of(name)
            folder.mkdir(parents=True, exist_ok=True)
            stem = folder / sha256(place.encode()).hexdigest()[:12]
            if not stem.exists():
                stem.write_bytes(data)
                text = "".join(traceback.format_exception(error))
                stem.with_suffix(".txt").write_text(f"{place}\n\n{text}", errors="replace")

    return one_input


def main(arguments: Sequence[str]) -> None:
    """Fuzz a target until libFuzzer ends the process."""
    import atheris

    name, *options = arguments
    sys.meta_path.insert(0, SourceFirst())
    if options[0] == SANITIZED:
        sys.meta_path.insert(0, CoreFirst())
        target = prepared(name)
    else:
        with atheris.instrument_imports(include=["fifthstreet"]):
            target = prepared(name)
    atheris.Setup([sys.argv[0], *options[1:]], kept_going(name, target.check))
    atheris.Fuzz()


def prepared(name: str) -> Target:
    """Return a target; its seeds are checked, because modules are imported when first used."""
    from fuzz.registry import find_target

    target = find_target(name)
    for seed in target.seeds():
        kept_going(name, target.check)(seed)
    return target


if __name__ == "__main__":
    main(sys.argv[1:])
