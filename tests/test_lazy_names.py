"""Packages that import their names when they are first used."""

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import fifthstreet


def _lazy_packages() -> Iterator[str]:
    yield "fifthstreet"
    for info in pkgutil.walk_packages(fifthstreet.__path__, "fifthstreet."):
        if info.ispkg and "lazy_names" in vars(importlib.import_module(info.name)):
            yield info.name


PACKAGES = tuple(_lazy_packages())


def _checked_names(package: ModuleType) -> dict[str, str]:
    """Return the names that a package imports for type checkers, each with its module."""
    assert package.__file__ is not None
    (block,) = (
        node
        for node in ast.parse(Path(package.__file__).read_text()).body
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
    )
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: str(node.module) for node in imports for alias in node.names}


def test_the_largest_packages_are_lazy() -> None:
    assert set(PACKAGES) >= {"fifthstreet", "fifthstreet.solvers", "fifthstreet.views"}


@pytest.mark.parametrize("name", PACKAGES)
def test_type_checkers_see_the_names_that_are_imported(name: str) -> None:
    package = importlib.import_module(name)
    checked = _checked_names(package)
    assert set(checked) == set(package.__all__) - {"__version__"}
    for each, module in checked.items():
        used, defined = getattr(package, each), getattr(importlib.import_module(module), each)
        assert used is defined or type(used).__call__.__doc__ == defined.__doc__, each


@pytest.mark.parametrize("name", PACKAGES)
def test_no_module_hides_a_name(name: str) -> None:
    package = importlib.import_module(name)
    modules = {info.name for info in pkgutil.iter_modules(package.__path__)}
    callable_packages = {each for each in modules if callable(getattr(package, each, None))}
    assert modules & set(package.__all__) == callable_packages & set(package.__all__)


@pytest.mark.parametrize("name", PACKAGES)
def test_names_are_listed_and_others_refused(name: str) -> None:
    package = importlib.import_module(name)
    assert sorted(dir(package)) == sorted(package.__all__)
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'bluff'"):
        _ = package.bluff
