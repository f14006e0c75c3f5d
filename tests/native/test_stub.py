"""The native core has docstrings, and its hand-written stub has the same names and parameters."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fifthstreet import _native

STUB = ast.parse((Path(__file__).parents[2] / "src/fifthstreet/_native/__init__.pyi").read_text())


def _functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in STUB.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    yield f"{node.name}.{member.name}", member


FUNCTIONS = dict(_functions())
CLASSES = [node.name for node in STUB.body if isinstance(node, ast.ClassDef)]


def _native_object(name: str) -> Any:
    owner, _, member = name.rpartition(".")
    return vars(getattr(_native, owner))[member] if owner else getattr(_native, member)


def _parameters(signature: str) -> list[str]:
    """Return the names in `def f(a: x[y, z], b: int = 0) -> int`; types need not be Python."""
    text = signature[signature.index("(") + 1 : signature.rindex(")")]
    names, depth, part = [], 0, ""
    for character in text + ",":
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            names.append(part.partition(":")[0].strip())
            part = ""
        else:
            part += character
    return [name for name in names if name not in ("", "*")]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_the_stub(name: str) -> None:
    native, node = _native_object(name), FUNCTIONS[name]
    if isinstance(native, property):
        assert native.__doc__
        assert native.__doc__.endswith(".")
        return
    ((signature, docstring, *_),) = native.__nb_signature__
    assert docstring.endswith(".")
    arguments = [*node.args.args, *node.args.kwonlyargs]
    assert _parameters(signature) == [argument.arg for argument in arguments]


@pytest.mark.parametrize("name", CLASSES)
def test_classes_of_the_stub(name: str) -> None:
    native_class = getattr(_native, name)
    assert native_class.__doc__.endswith(".")
    members = {member for member in vars(native_class) if not member.startswith("_")}
    prefix = f"{name}."
    assert members == {
        function.removeprefix(prefix)
        for function in FUNCTIONS
        if function.startswith(prefix) and "__" not in function
    }


def test_the_stub_is_complete() -> None:
    public = {
        name
        for name, value in vars(_native).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    values = {
        node.target.id
        for node in STUB.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    assert public == {*CLASSES, *values, *(name for name in FUNCTIONS if "." not in name)}
