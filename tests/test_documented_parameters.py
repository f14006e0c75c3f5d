"""Public functions document every parameter, in Google's style.

    Args:
        board: Three to five cards, like `QsJh2h`.
        threads: Number of threads; by default one per core.

    Returns:
        ...

A first line that begins with "Return" may stand for `Returns`.
"""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

SOURCES = Path(__file__).parent.parent / "src"
# Packages whose functions users call; the others serve the program and the page.
LAYERS = (
    *("cards", "game", "tree", "envs", "abstraction", "solvers", "review", "formats"),
    *("agents", "arena", "interop"),
)
IMPORT = re.compile(r"^from ([\w.]+) import (?:\(\s*)?(\w+) as \2\b", re.MULTILINE)


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    path = SOURCES.joinpath(*module.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    body = ast.parse(file.read_text(encoding="utf-8")).body
    return {node.name: node for node in body if isinstance(node, ast.FunctionDef)}


def public_functions(layer: str) -> dict[str, ast.FunctionDef]:
    """Return the functions that the faces of a layer list, by module and name."""
    found = {}
    for stub in sorted((SOURCES / "fifthstreet" / layer).rglob("__init__.pyi")):
        for module, name in IMPORT.findall(stub.read_text(encoding="utf-8")):
            if name[0].islower() and name in _functions(module):
                found[f"{module}.{name}"] = _functions(module)[name]
    return found


def undocumented(function: ast.FunctionDef) -> list[str]:
    """Return what the docstring of a function lacks: parameters, or what is returned."""
    text = ast.get_docstring(function) or ""
    parameters = function.args
    names = [each.arg for each in (*parameters.posonlyargs, *parameters.args)]
    names += [each.arg for each in parameters.kwonlyargs]
    names += [f"*{parameters.vararg.arg}"] if parameters.vararg else []
    names += [f"**{parameters.kwarg.arg}"] if parameters.kwarg else []
    section = re.search(r"^Args:\n((?:    .*\n|\n)+)", f"{text}\n", re.MULTILINE)
    entries = re.findall(r"^    (\*{0,2}\w+): \S", section[1] if section else "", re.MULTILINE)
    lacking = [name for name in names if name not in entries]
    lacking += [f"{name}, which is no parameter" for name in entries if name not in names]
    returns = function.returns is not None and ast.unparse(function.returns) != "None"
    says = text.startswith(("Return", "Yield", "Whether")) or re.search(
        "^(Returns|Yields):", text, re.M
    )
    return lacking + (["Returns"] if returns and not says else [])


@pytest.mark.parametrize("layer", LAYERS)
def test_every_parameter_of_public_functions_is_documented(layer: str) -> None:
    functions = public_functions(layer)
    assert functions
    lacking = {name: undocumented(function) for name, function in functions.items()}
    assert {name: parts for name, parts in lacking.items() if parts} == {}


def test_what_is_missing_is_found() -> None:
    source = '''
def equity(board: str, *players: str, threads: int) -> float:
    """Calculate the equity.

    Args:
        board: The board.
        other: Nothing.
    """
'''
    function = ast.parse(source).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert undocumented(function) == [
        "threads",
        "*players",
        "other, which is no parameter",
        "Returns",
    ]
