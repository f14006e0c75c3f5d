"""Packages whose names are imported when they are first used.

Importing a module imports its parent packages. If these import all their names, a program that
prints its version loads every solver.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def lazy_names(
    package: str, names: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package, from the names in its modules.

    A name must not be a module's name, because importing the module sets the attribute. Type
    checkers do not see the names, so the package also imports them under `if TYPE_CHECKING`.
    """
    modules = {name: f"{package}.{module}" for module, group in names.items() for name in group}
    every_name = sorted(modules)

    def import_name(name: str) -> Any:
        """Import a public name from its module."""
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(modules[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def list_names() -> list[str]:
        """List the public names."""
        return every_name

    return import_name, list_names, every_name
