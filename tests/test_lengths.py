"""Functions and files are short enough to read in one go."""

import ast
from collections.abc import Iterator

from tests.package_files import source_files

MAX_FUNCTION = 80
MAX_FILE = 505


def functions_in(parent: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield all functions; they are statements, so expressions need no look."""
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for node in getattr(parent, name, []):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node
            yield from functions_in(node)


def test_functions_are_found_wherever_they_are() -> None:
    text = """
class A:
    async def a(self):
        try:
            def b(): pass
        except ValueError:
            def c(): pass
        else:
            def d(): pass
        finally:
            def e(): pass
    match 1:
        case 1:
            def f(): pass
if A:
    def g(): pass
"""
    assert sorted(node.name for node in functions_in(ast.parse(text))) == list("abcdefg")


def test_functions_and_files_are_short() -> None:
    files = source_files()
    assert len(files) > 600
    too_long = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        length = text.count("\n")
        if length > MAX_FILE:
            too_long.append(str(path))
        if length <= MAX_FUNCTION:
            continue
        for node in functions_in(ast.parse(text)):
            lines = (node.end_lineno or 0) - node.lineno + 1
            if lines > MAX_FUNCTION:
                too_long.append(f"{path}: {node.name} has {lines} lines")
    assert too_long == []
