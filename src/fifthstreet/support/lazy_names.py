"""The faces of packages: names that are imported when they are first used.

Importing a module imports its parent packages. If these imported all their names, a program that
prints its version would load every solver.

The names of a package are listed once, as imports in its `__init__.pyi`, which type checkers read.
Its `__init__.py` has a docstring and one assignment:

    __getattr__, __dir__, __all__ = lazy_names(__name__)
"""

import re
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

_IMPORT = re.compile(r"^from ([\w.]+) import (?:\(\s*)?(\w+) as \2\b", re.MULTILINE)


def lazy_names(package: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package, from its `__init__.pyi`.

    A function or class must not have the name of a module of the package, because importing the
    module sets the attribute.
    """
    stub = Path(str(sys.modules[package].__file__)).with_suffix(".pyi")
    modules = {name: source for source, name in _IMPORT.findall(stub.read_text(encoding="utf-8"))}
    every_name = sorted(modules)

    def import_name(name: str) -> Any:
        """Import a public name from its module."""
        source = modules.get(name)
        if source is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if source == package:  # a module of the package
            return import_module(f"{package}.{name}")
        value = getattr(import_module(source), name)
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        """List the public names."""
        return every_name

    return import_name, list_names, every_name
