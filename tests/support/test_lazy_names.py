"""Faces of packages: names that are imported when they are first used."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import fifthstreet


def _faces() -> Iterator[str]:
    yield "fifthstreet"
    for info in pkgutil.walk_packages(fifthstreet.__path__, "fifthstreet."):
        if info.ispkg and "__getattr__" in vars(importlib.import_module(info.name)):
            yield info.name


FACES = tuple(_faces())


def _listed(package: ModuleType) -> dict[str, str]:
    """Return the names that a package's `__init__.pyi` imports, each with its module."""
    assert package.__file__ is not None
    stub = ast.parse(Path(package.__file__).with_suffix(".pyi").read_text())
    listed = {}
    for node in stub.body:
        assert isinstance(node, ast.ImportFrom), ast.unparse(node)
        for alias in node.names:
            assert alias.asname == alias.name  # otherwise type checkers do not see it
            listed[alias.name] = str(node.module)
    return listed


def test_all_layers_have_faces() -> None:
    assert len(FACES) > 40
    assert {"fifthstreet.cards", "fifthstreet.game", "fifthstreet.solvers"} <= set(FACES)


@pytest.mark.parametrize("name", FACES)
def test_a_face_has_the_names_of_its_stub(name: str) -> None:
    package = importlib.import_module(name)
    listed = _listed(package)
    assert sorted(listed) == package.__all__
    for each, module in listed.items():
        used = getattr(package, each)
        if module == name:  # a module of the package
            assert used is importlib.import_module(f"{name}.{each}")
        else:
            assert used is getattr(importlib.import_module(module), each)


@pytest.mark.parametrize("name", FACES)
def test_a_face_shows_only_its_own_package(name: str) -> None:
    for each, module in _listed(importlib.import_module(name)).items():
        assert f"{module}.".startswith(f"{name}."), each


@pytest.mark.parametrize("name", FACES)
def test_no_module_hides_a_name(name: str) -> None:
    """Importing a module binds its name in the package, so `game.legal_actions` was no function."""
    package = importlib.import_module(name)
    listed = _listed(package)
    modules = {info.name for info in pkgutil.iter_modules(package.__path__)}
    assert {each for each in modules & set(listed) if listed[each] != name} == set()
    for each, module in listed.items():
        assert inspect.ismodule(getattr(package, each)) == (module == name)


@pytest.mark.parametrize("name", FACES)
def test_names_are_listed_and_others_refused(name: str) -> None:
    package = importlib.import_module(name)
    assert sorted(dir(package)) == sorted(package.__all__)
    with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'bluff'"):
        _ = package.bluff
