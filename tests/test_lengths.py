"""Functions and files are short enough to read in one go."""

import ast

from tests.package_files import source_files

MAX_FUNCTION = 80
MAX_FILE = 505


def test_functions_and_files_are_short() -> None:
    files = source_files()
    assert len(files) > 600
    too_long = []
    for path in files:
        text = path.read_text(encoding="utf-8")
        if text.count("\n") > MAX_FILE:
            too_long.append(str(path))
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if lines > MAX_FUNCTION:
                    too_long.append(f"{path}: {node.name} has {lines} lines")
    assert too_long == []
