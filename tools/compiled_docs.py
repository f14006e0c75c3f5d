"""Add docstrings and signatures to the modules that mypyc compiles.

mypyc drops docstrings, and signatures with a default value that it cannot write down. `setup.py`
calls `document_extensions` after mypyc has generated C and before the C is compiled. It reads the
docstrings from the Python sources and inserts them into the tables that the C declares for CPython:

    static struct PyModuleDef cardmodule = {     the module, its docstring
    static PyMethodDef cardmodule_methods[]      functions, "name(parameters)\\n--\\n\\ndocstring"
    static PyTypeObject CPyType_x___X_template_  classes, "X(parameters)\\n--\\n\\ndocstring"
    static PyMethodDef x___X_methods[]           methods
    static PyGetSetDef x___X_getseters[]         properties and attributes

CPython splits the text of a function or class into `__text_signature__`, which `inspect.signature`
reads, and `__doc__`. A default value that is not a literal is shown as `...`.

An attribute is documented by a string on the line after it, in the class body or in `__init__`.

The build stops if the place of a docstring cannot be found in the C, so that a new version of mypyc
cannot lose docstrings unnoticed.
"""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Protocol

_MODULE_DEF = re.compile(
    r'static struct PyModuleDef (\w+)module = \{\s*PyModuleDef_HEAD_INIT,\s*"([\w.]+)",'
    r"\s*(NULL), /\* docstring \*/"
)
_TABLE = re.compile(r"static (?:PyMethodDef|PyGetSetDef) (\w+)\[\] = \{\n(.*?)\n\s*\};", re.DOTALL)
_METHOD = re.compile(
    r'\{"(\w+)",\s*\(PyCFunction\)\w+,\s*[\w| ]+,\s*(PyDoc_STR\((?:NULL|"(?:\\.|[^"\\])*")\))'
)
_GETTER = re.compile(r'\{"(\w+)",\s*\(getter\)\w+,\s*(?:\(setter\)\w+|NULL),\s*(NULL),\s*NULL\s*\}')
_TYPE_DOC = re.compile(
    r"static PyTypeObject CPyType_(\w+)_template_ = \{.*?"
    r'\.tp_doc = (PyDoc_STR\((?:NULL|"(?:\\.|[^"\\])*")\)),',
    re.DOTALL,
)


class UnexpectedCError(Exception):
    """The generated C has no place for a docstring."""

    def __init__(self, name: str) -> None:
        """Report what could not be documented."""
        super().__init__(
            f"no place found for the docstring of {name} in the C that mypyc generated; "
            "adapt tools/compiled_docs.py to the new form of the C, use another version of mypy, "
            "or leave the modules interpreted with FIFTHSTREET_MYPYC=0"
        )


class Extension(Protocol):
    """The part of a setuptools extension that is used here."""

    sources: list[str]
    include_dirs: list[str]


@dataclass(frozen=True)
class Place:
    """A part of the C that holds a docstring, or NULL instead of one."""

    start: int
    end: int


def document_extensions(
    extensions: Iterable[Extension], sources: Sequence[str], root: str = "src"
) -> None:
    """Replace the C sources of extensions with copies that have docstrings.

    `sources` are the paths of the Python modules, in the folder `root`. The copies are written to a
    folder next to mypyc's own files, and only if they change, so that a second build compiles
    nothing again.
    """
    trees = {_module_name(path, root): ast.parse(Path(path).read_text("utf-8")) for path in sources}
    documented: set[str] = set()
    for extension in extensions:
        for number, path in enumerate(extension.sources):
            generated = Path(path)
            text = generated.read_text("utf-8")
            names = {match[2] for match in _MODULE_DEF.finditer(text)} & trees.keys()
            if not names:
                continue
            target = generated.parent / "documented" / generated.name
            _write(target, document(text, {name: trees[name] for name in names}))
            extension.sources[number] = str(target)
            if str(generated.parent) not in extension.include_dirs:  # for its headers
                extension.include_dirs.append(str(generated.parent))
            documented |= names
    for name in trees.keys() - documented:
        raise UnexpectedCError(name)


def document(text: str, trees: dict[str, ast.Module]) -> str:
    """Return generated C with the docstrings of its modules, given the modules' syntax trees."""
    edits: dict[Place, str] = {}
    places = _find_places(text)
    prefixes = {match[2]: match[1] for match in _MODULE_DEF.finditer(text)}
    classes = {
        node.name: node
        for tree in trees.values()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    for module, tree in trees.items():
        if module not in prefixes:
            raise UnexpectedCError(module)
        prefix = prefixes[module]
        for item in _items(tree, classes):
            key = item.key.format(prefix=prefix)
            if key not in places:
                raise UnexpectedCError(f"{module}.{item.name}" if item.name else module)
            edits[places[key]] = _c_string(item.text)
    parts = []
    end = 0
    for place in sorted(edits, key=lambda place: place.start):
        parts += [text[end : place.start], edits[place]]
        end = place.end
    return "".join([*parts, text[end:]])


@dataclass(frozen=True)
class _Item:
    """A text and the key of its place, where `{prefix}` is mypyc's short name of the module."""

    name: str
    key: str
    text: str


def _items(tree: ast.Module, classes: dict[str, ast.ClassDef]) -> Iterator[_Item]:
    """Yield all texts of a module."""
    if docstring := ast.get_docstring(tree):
        yield _Item("", "module {prefix}", docstring)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield _Item(
                node.name, f"{{prefix}}module_methods {node.name}", _function_text(node, "")
            )
        elif isinstance(node, ast.ClassDef):
            yield from _class_items(node, classes)


def _class_items(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> Iterator[_Item]:
    prefix = f"{{prefix}}___{node.name}"
    yield _Item(node.name, f"type {prefix}", _class_text(node, classes))
    for member in node.body:
        if not isinstance(member, ast.FunctionDef):
            continue
        name = f"{node.name}.{member.name}"
        decorators = {ast.unparse(decorator) for decorator in member.decorator_list}
        if "property" in decorators:
            if docstring := ast.get_docstring(member):
                yield _Item(name, f"{prefix}_getseters {member.name}", docstring)
        elif not any(decorator.endswith((".setter", ".deleter")) for decorator in decorators):
            marker = "" if "staticmethod" in decorators else "$"
            text = _function_text(member, marker)
            yield _Item(name, f"{prefix}_methods {member.name}", text)
    for attribute, docstring in attribute_docstrings(node).items():
        yield _Item(f"{node.name}.{attribute}", f"{prefix}_getseters {attribute}", docstring)


def attribute_docstrings(node: ast.ClassDef) -> dict[str, str]:
    """Return the docstrings of attributes: strings on the line after an assignment."""
    docstrings: dict[str, str] = {}
    bodies = [node.body]
    bodies += [
        member.body
        for member in node.body
        if isinstance(member, ast.FunctionDef) and member.name == "__init__"
    ]
    for body in bodies:
        for statement, following in pairwise(body):
            if not isinstance(statement, ast.AnnAssign):
                continue
            if not (
                isinstance(following, ast.Expr)
                and isinstance(following.value, ast.Constant)
                and isinstance(following.value.value, str)
            ):
                continue
            name = ast.unparse(statement.target).removeprefix("self.")
            docstrings[name] = inspect.cleandoc(following.value.value)
    return docstrings


def _class_text(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> str:
    """Return the signature of the constructor and the docstring."""
    docstring = ast.get_docstring(node) or ""
    owner: ast.ClassDef | None = node
    while owner is not None:
        for member in owner.body:
            if isinstance(member, ast.FunctionDef) and member.name == "__init__":
                return f"{node.name}({_parameters(member, None)})\n--\n\n{docstring}"
        bases = [ast.unparse(base) for base in owner.bases]
        owner = next((classes[base] for base in bases if base in classes), None)
    # `inspect` reads the signature of a dataclass from the `__init__` that it generates.
    return f"{node.name}()\n--\n\n{docstring}"


def _function_text(node: ast.FunctionDef, marker: str) -> str:
    """Return signature and docstring; `marker` precedes the first parameter of a method."""
    return f"{node.name}({_parameters(node, marker)})\n--\n\n{ast.get_docstring(node) or ''}"


def _parameters(node: ast.FunctionDef, marker: str | None) -> str:
    """Write parameters as in CPython's text signatures; a marker of None drops the first."""
    parameters = deepcopy(node.args)
    positional = [*parameters.posonlyargs, *parameters.args]
    every = [*positional, *parameters.kwonlyargs, parameters.vararg, parameters.kwarg]
    for parameter in every:
        if parameter is not None:
            parameter.annotation = None
    parameters.defaults = [_shown_default(default) for default in parameters.defaults]
    parameters.kw_defaults = [
        None if default is None else _shown_default(default) for default in parameters.kw_defaults
    ]
    if marker is None:
        (parameters.posonlyargs or parameters.args).pop(0)
    elif marker:
        positional[0].arg = marker + positional[0].arg
    return ast.unparse(parameters)


def _shown_default(default: ast.expr) -> ast.expr:
    """Return the default value if it is a literal, else `...`."""
    try:
        ast.literal_eval(default)
    except ValueError:
        return ast.Constant(...)
    return default


def _find_places(text: str) -> dict[str, Place]:
    """Return the places for docstrings in the C, by the keys that `_items` uses."""
    places: dict[str, Place] = {}

    def add(key: str, match: re.Match[str], group: int, offset: int = 0) -> None:
        if key in places:
            raise UnexpectedCError(f"{key}, which appears twice")
        places[key] = Place(match.start(group) + offset, match.end(group) + offset)

    for match in _MODULE_DEF.finditer(text):
        add(f"module {match[1]}", match, 3)
    for match in _TYPE_DOC.finditer(text):
        add(f"type {match[1]}", match, 2)
    for table in _TABLE.finditer(text):
        for pattern in (_METHOD, _GETTER):
            for match in pattern.finditer(table[2]):
                add(f"{table[1]} {match[1]}", match, 2, table.start(2))
    return places


def _c_string(text: str) -> str:
    """Write a text as C string literals in UTF-8, one per line of the text."""
    return "\n" + "\n".join(f'"{_escaped(line)}"' for line in text.splitlines(keepends=True))


def _escaped(text: str) -> str:
    characters = []
    for byte in text.encode("utf-8"):
        if byte == ord("\n"):
            characters.append("\\n")
        elif byte in b'"\\?':  # two question marks would begin a trigraph
            characters.append("\\" + chr(byte))
        elif 32 <= byte < 127:
            characters.append(chr(byte))
        else:
            characters.append(f"\\{byte:03o}")
    return "".join(characters)


def _module_name(path: str, root: str) -> str:
    return ".".join(Path(path).relative_to(root).with_suffix("").parts)


def _write(path: Path, text: str) -> None:
    """Write a file unless it already has this content, to keep its modification time."""
    if path.exists() and path.read_text("utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
