"""Every example in PokerKit's docstrings, run on fifthstreet: each docstring is one test."""

import ast
import doctest
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from fifthstreet.errors import InputError
from tests.pokerkit.source import (
    DOCUMENTED_EXCEPTIONS,
    MODULES,
    OURS,
    PATH,
    available,
    needed,
    redirected,
)

EXAMPLES_IN_POKERKIT = 1_170


@dataclass(frozen=True)
class Docstring:
    module: str
    name: str
    text: str
    line: int

    @property
    def examples(self) -> list[doctest.Example]:
        return doctest.DocTestParser().get_examples(self.text, self.name)

    def key(self, example: doctest.Example) -> str:
        source, _, _ = example.source.partition("# doctest:")
        return f"{self.name}: {source.strip()}"

    @property
    def needs(self) -> frozenset[str]:
        sources = (ast.parse(example.source) for example in self.examples)
        return frozenset({self.module}.union(*map(needed, sources)))


def _docstrings(module: str) -> Iterator[Docstring]:
    tree = ast.parse((PATH / f"{module}.py").read_text(encoding="utf-8"))

    def walk(node: ast.AST, name: str) -> Iterator[Docstring]:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            text = ast.get_docstring(node, clean=False)
            if text is not None and ">>>" in text:
                yield Docstring(module, name, text, node.body[0].lineno - 1)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef):
                yield from walk(child, f"{name}.{child.name}")

    return walk(tree, module)


DOCSTRINGS = [
    docstring
    for module in MODULES
    if module in available()
    for docstring in _docstrings(module)
    if docstring.needs <= available()
]


def _namespace(module: str) -> dict[str, object]:
    """Names that an example can use: the imports of PokerKit's module and the contents of ours."""
    tree = ast.parse((PATH / f"{module}.py").read_text(encoding="utf-8"))
    tree.body = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names: dict[str, object] = {}
    exec(compile(redirected(tree), module, "exec", dont_inherit=True), names)
    names.update(vars(importlib.import_module(f"{OURS}.{module}")))
    return names


def _redirected(example: doctest.Example) -> doctest.Example:
    if "pokerkit" in example.source:
        example.source = ast.unparse(redirected(ast.parse(example.source))) + "\n"
    return example


class _Checker(doctest.OutputChecker):
    """Accepts an InputError where PokerKit raises a ValueError, which is its base class."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        name = "ValueError" if got == InputError.__name__ else got
        return super().check_output(want, name, optionflags)


class _Runner(doctest.DocTestRunner):
    """Collects the examples whose results differ from PokerKit's, with a report of each."""

    def __init__(self) -> None:
        # The type of an exception must be PokerKit's; the message may differ.
        flags = doctest.IGNORE_EXCEPTION_DETAIL
        super().__init__(checker=_Checker(), verbose=False, optionflags=flags)
        self.different: list[doctest.Example] = []

    def report_failure(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        self.different.append(example)
        super().report_failure(out, test, example, got)


@pytest.mark.parametrize("docstring", DOCSTRINGS, ids=[docstring.name for docstring in DOCSTRINGS])
def test_docstring(docstring: Docstring) -> None:
    examples = docstring.examples
    exceptions = {key for key in map(docstring.key, examples) if key in DOCUMENTED_EXCEPTIONS}
    test = doctest.DocTest(
        [_redirected(example) for example in examples],
        _namespace(docstring.module),
        docstring.name,
        f"pokerkit/{docstring.module}.py",
        docstring.line,
        docstring.text,
    )
    runner = _Runner()
    report: list[str] = []
    results = runner.run(test, out=report.append)
    assert results.attempted == len(examples)
    # Documented exceptions must run and still differ; all other examples must agree.
    assert results.failed == len(runner.different), "".join(report)
    assert set(map(docstring.key, runner.different)) == exceptions, "".join(report)


def test_no_example_is_left_out() -> None:
    assert sum(len(docstring.examples) for docstring in DOCSTRINGS) == EXAMPLES_IN_POKERKIT
