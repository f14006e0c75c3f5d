"""Imports of test modules that parallel workers divide among themselves.

The first import of a test module rewrites its assertions, which takes longer than everything else
in collecting its tests, and keeps the result. Workers that collect the same modules in the same
order would all do that work at the same time.
"""

import os
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest


def import_share(config: pytest.Config) -> None:
    """Import this worker's share of the test modules, so that the others find them rewritten."""
    for name in share_of_modules(config.rootpath, config.args):
        with suppress(Exception, pytest.skip.Exception):  # collecting it shows what is wrong
            import_module(name)


def share_of_modules(root: Path, arguments: Iterable[str]) -> list[str]:
    """Return the modules that this worker imports first; none where it is the only one.

    Args:
        root: The folder of the repository.
        arguments: What pytest was given; modules are in those that are folders. Folders that
            are not packages are left out, because pytest gives their modules shorter names.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return []
    found = {path for each in arguments for path in (root / each).rglob("test_*.py")}
    modules = sorted(path for path in found if (path.parent / "__init__.py").exists())
    names = [".".join(path.relative_to(root).with_suffix("").parts) for path in modules]
    return names[int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) :: workers]
