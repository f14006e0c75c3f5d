"""`fifthstreet.pokerkit` has PokerKit's names, module by module, but none of its objects."""

import ast
import importlib
import inspect
from collections.abc import Callable
from pathlib import Path

import pokerkit
import pytest

from tests.pokerkit.source import MODULES, OURS


def test_top_level_has_all_names() -> None:
    ours = importlib.import_module(OURS)
    assert set(ours.__all__) == set(pokerkit.__all__)
    assert all(hasattr(ours, name) for name in pokerkit.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_modules_have_all_names(module: str) -> None:
    ours = importlib.import_module(f"{OURS}.{module}")
    theirs = importlib.import_module(f"pokerkit.{module}")
    wanted = [
        name
        for name in pokerkit.__all__
        if getattr(getattr(pokerkit, name), "__module__", "") == theirs.__name__
    ]
    assert {*wanted} <= {*ours.__all__}


@pytest.mark.parametrize("module", MODULES)
def test_nothing_comes_from_pokerkit(module: str) -> None:
    ours = importlib.import_module(f"{OURS}.{module}")
    for name in ours.__all__:
        value = getattr(ours, name)
        assert not (getattr(value, "__module__", None) or "").startswith("pokerkit")


@pytest.mark.parametrize("module", MODULES)
def test_functions_take_pokerkits_arguments(module: str) -> None:
    ours = importlib.import_module(f"{OURS}.{module}")
    wrong = []
    for name in ours.__all__:
        our_object, their_object = getattr(ours, name), getattr(pokerkit, name)
        if not inspect.isfunction(their_object):
            continue
        wanted = [*inspect.signature(their_object).parameters]
        if _parameters(our_object)[: len(wanted)] != wanted:
            wrong.append(name)
    assert not wrong


def _parameters(function: Callable[..., object]) -> list[str]:
    """Return the names of a function's parameters, for compiled functions from their source."""
    if inspect.isfunction(function):
        return [*inspect.signature(function).parameters]
    module = importlib.import_module(function.__module__)
    assert module.__file__ is not None
    source = Path(module.__file__).with_name(f"{module.__name__.rpartition('.')[2]}.py")
    for node in ast.parse(source.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name == function.__name__:
            return [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
    raise AssertionError(f"no source for {function!r}")
