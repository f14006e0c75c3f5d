"""What the API reference reads from the sources: comments on fields and constants."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

_SRC = Path(__file__).parents[2] / "src"
_CODE = re.compile(r"(`[^`]+`)")
_SPECIAL = re.compile(r"([*|\\])")
_ALIAS = re.compile(
    r"^([A-Z][a-z]\w*)(?:: TypeAlias)? = (?:NDArray|Callable|[\w.]+ \| )", re.MULTILINE
)
_ENTRY = re.compile(r"\s+\*{0,2}(\w+)(?: \(.*?\))?: ")


def type_aliases() -> dict[str, str]:
    """Return the names of types that signatures show instead of what they stand for."""
    found = {"ArrayLike"}
    for path in _SRC.rglob("*.py"):
        found.update(_ALIAS.findall(path.read_text(encoding="utf-8")))
    return {name: name for name in sorted(found)}


def path_of(module: str) -> Path:
    """Return the file of a module or package."""
    path = _SRC.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


@cache
def _parsed(module: str) -> tuple[ast.Module, dict[int, str], dict[int, str]]:
    """Return the syntax tree of a module, with comments by line: after code, and alone."""
    path = path_of(module)
    if not path.exists():  # the native core
        return ast.parse(""), {}, {}
    text = path.read_text(encoding="utf-8")
    after, alone = {}, {}
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith(("# type:", "# noqa")):
            place = alone if token.line.lstrip().startswith("#") else after
            place[token.start[0]] = token.string.lstrip("# ")
    return ast.parse(text), after, alone


def _comment(module: str, first: int, last: int) -> str:
    """Return the comment after a statement, or the lines above it."""
    _, after, alone = _parsed(module)
    if last in after:
        return after[last]
    lines: list[str] = []
    while (first := first - 1) in alone:
        lines.insert(0, alone[first])
    return " ".join(lines)


@cache
def constant(module: str, name: str) -> tuple[str, str, str]:
    """Return the comment, the annotation and the value of a constant, as they are written."""
    for node in _parsed(module)[0].body:
        if isinstance(node, ast.Assign):
            targets: list[ast.expr] = node.targets
        elif isinstance(node, ast.AnnAssign):
            targets = [node.target]
        else:
            continue
        if any(isinstance(each, ast.Name) and each.id == name for each in targets):
            annotation = ast.unparse(node.annotation) if isinstance(node, ast.AnnAssign) else ""
            value = ast.unparse(node.value) if node.value else ""
            comment = _comment(module, node.lineno, node.end_lineno or node.lineno)
            return comment, annotation, value
    return "", "", ""


def field_lines(kind: type, docstring: list[str]) -> list[str]:
    """Return a section with the fields of a class that have a comment and no docstring entry."""
    owner = None
    for each in _parsed(kind.__module__)[0].body:
        if isinstance(each, ast.ClassDef) and each.name == kind.__name__:
            owner = each
    if owner is None:
        return []
    known = {match[1] for line in docstring if (match := _ENTRY.match(line))}
    rows = []
    for node in owner.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            name = node.target.id
            comment = _comment(kind.__module__, 0, node.end_lineno or node.lineno)
            if name.startswith("_") or name in known or not comment:
                continue
            (text,) = as_rst([comment])
            annotation = re.sub(r"_(?!\w)", r"\_", ast.unparse(node.annotation))
            rows.append(f"    {name} ({annotation}): {text}")
    return ["", "Attributes:", *rows, ""] if rows else []


def as_rst(lines: list[str], links: dict[str, str] | None = None, own: str = "") -> list[str]:
    """Turn the Markdown of docstrings into reStructuredText.

    Names in backquotes become code, and links where `links` has them.
    """
    result: list[str] = []
    is_code = False
    for line in lines:
        is_code = line.lstrip().startswith(">>>") or (is_code and bool(line.strip()))
        result.append(line if is_code else _rst_line(line, links or {}, own))
    return result


def _rst_line(line: str, links: dict[str, str], own: str) -> str:
    parts = []
    for number, part in enumerate(_CODE.split(line)):
        if number % 2 == 0:
            parts.append(re.sub(r"(\w)_(?!\w)", r"\1\\_", _SPECIAL.sub(r"\\\1", part)))
            continue
        text = part.strip("`")
        target = links.get(text)
        if target is None or target == own:
            parts.append(f"``{text}``" if text.strip() == text else f"``{text.strip()}``")
        else:
            parts.append(f":py:obj:`{text} <{target}>`")
    return "".join(parts)
