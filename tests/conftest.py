"""Configuration of the tests.

With FIFTHSTREET_INTERPRETED=1, compiled modules run from their Python source. Hypothesis has no
deadlines, because machines may be busy, and draws the same examples every time on CI.
"""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.importing import import_share
from tests.interpreted import SourceFirst
from tests.thoroughness import examples, left_for_later, left_out_by_check

settings.register_profile(
    "fifthstreet",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=os.environ.get("CI", "").lower() == "true",
    max_examples=examples(100),
)
settings.register_profile(  # for tools/measure_mutants.py: the same examples, none made smaller
    "mutants",
    settings.get_profile("fifthstreet"),
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile("fifthstreet")

# Shells start background jobs with interrupts ignored, and child processes inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Workers share the cores already; threads of OpenBLAS, which spin while they wait, would only
# compete for them.
if "PYTEST_XDIST_WORKER" in os.environ:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

INTERPRETED = os.environ.get("FIFTHSTREET_INTERPRETED", "0") == "1"

if INTERPRETED:
    sys.meta_path.insert(0, SourceFirst())


# Modules that start programs, and folders of tests whose fixtures start servers and browsers.
STARTERS = {"subprocess", "multiprocessing", "playwright", "ray"}
PROGRAM_FOLDERS = [Path(__file__).parent / name for name in ("web", "faults")]


@cache
def _starts_programs(name: str) -> bool:
    """Whether a module of the tests starts programs, or imports from one that does."""
    if name.partition(".")[0] in STARTERS:
        return True
    if not name.startswith("tests.") or name not in sys.modules:
        return False
    values = list(vars(sys.modules[name]).values())
    used = {
        each.__name__ if isinstance(each, ModuleType) else getattr(each, "__module__", None)
        for each in values
    }
    return any(_starts_programs(each) for each in used - {name} if isinstance(each, str))


@cache
def _is_program(path: Path, module: str | None) -> bool:
    """Whether the tests of a file start programs, servers or browsers."""
    is_in_folder = any(folder in path.parents for folder in PROGRAM_FOLDERS)
    return is_in_folder or (module is not None and _starts_programs(module))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Collect tests without garbage collection, which would look at all of them again and again."""
    gc.disable()
    try:
        import_share(session.config)
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what `make test` or `make check` leaves out."""
    left = left_for_later(item.nodeid for item in items)
    for item in items:
        module = getattr(item, "module", None)
        if _is_program(item.path, None if module is None else module.__name__):
            item.add_marker("program")
        if item.nodeid in left:
            item.add_marker("slow")
        if item.nodeid.partition("[")[0] in left_out_by_check():
            item.add_marker("long")


# A slow test in tests/abstraction/test_card_abstraction.py builds them again, and compares.
BUILT_ABSTRACTIONS = Path(__file__).parent / "abstraction/built"


def _keep_built_abstractions(cache: Path) -> None:
    """Put abstractions that take long to build into a cache."""
    kept = cache / "fifthstreet/abstractions"
    kept.mkdir(parents=True, exist_ok=True)
    for path in BUILT_ABSTRACTIONS.iterdir():
        whole = shutil.copy(path, kept / f"{path.name}.{os.getpid()}")
        Path(whole).replace(kept / path.name)  # at once, since others may look for it


@pytest.fixture(scope="session", autouse=True)
def _cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the user's cache out of the tests, and theirs out of it.

    Workers share it: some tables take ten seconds to compute.
    """
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # of all workers
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        _keep_built_abstractions(folder / "cache")
        if sys.dont_write_bytecode:  # programs that tests start would compile the package each time
            patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
            patch.setenv("PYTHONPYCACHEPREFIX", str(folder / "bytecode"))
        yield
