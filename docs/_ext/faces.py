"""The API reference: `automodule` documents the public names of a package.

A package lists its names in `__init__.pyi`, and several packages may list the same object. Each
object is documented once, in the package nearest to its module that a page documents; the other
packages link to it. Packages that no page names are documented with the package above them.
"""

from __future__ import annotations

import inspect
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import sources
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.inspect import TypeAliasForwardRef
from sphinx.util.nodes import find_pending_xref_condition

ROOT = Path(__file__).parents[2]
_SRC = ROOT / "src"
_PAGES = ROOT / "docs" / "reference" / "python"
_IMPORT = re.compile(r"^from ([\w.]+) import (?:\(\s*)?(\w+) as \2\b", re.MULTILINE)
_BLOCK = re.compile(r"^\.\. automodule:: (fifthstreet[\w.]*)$", re.MULTILINE)
_MAX_VALUE = 80
_ATTRIBUTES: dict[tuple[str, str], list[str]] = {}  # docstrings as they are written


@cache
def faces() -> dict[str, dict[str, str]]:
    """Return the public names of all packages, with the modules that they are imported from."""
    found = {}
    for stub in sorted(_SRC.rglob("__init__.pyi")):
        package = ".".join(stub.parent.relative_to(_SRC).parts)
        imports = _IMPORT.findall(stub.read_text(encoding="utf-8"))
        if imports:
            found[package] = {name: module for module, name in imports}
    # The only module that programs import by itself.
    text = sources.path_of("fifthstreet.errors").read_text(encoding="utf-8")
    names = re.findall(r"^(?:class|def) ([A-Za-z]\w*)", text, re.MULTILINE)
    found["fifthstreet.errors"] = dict.fromkeys(names, "")
    return found


@cache
def documented_faces() -> frozenset[str]:
    """Return the packages that pages of the reference document with a block of their own."""
    pages = _PAGES.glob("*.md")
    return frozenset(
        face for page in pages for face in _BLOCK.findall(page.read_text(encoding="utf-8"))
    )


def home(package: str) -> str | None:
    """Return the documented package whose block has the names of a package, None if there is none.

    The package at the top has no names of its own, except on its own page.
    """
    while package not in documented_faces():
        package = package.rpartition(".")[0]
        if package in ("", "fifthstreet"):
            return None
    return package


@cache
def source_of(package: str, name: str) -> tuple[str, str]:
    """Return the module and the name where a public name is defined."""
    module = faces()[package][name]
    if not module:
        return package, name
    if module == package:  # a module of the package
        return f"{package}.{name}", ""
    if name in faces().get(module, ()):
        return source_of(module, name)
    return module, name


@cache
def canonical_names() -> dict[tuple[str, str], str]:
    """Return the name under which each object is documented, by its module and name there."""
    places: dict[tuple[str, str], list[str]] = {}
    for package, names in faces().items():
        for name in names:
            places.setdefault(source_of(package, name), []).append(f"{package}.{name}")
    return {
        source: min(full, key=lambda each: _rank(each, source[0]))
        for source, full in places.items()
    }


def _rank(full_name: str, module: str) -> tuple[bool, bool, bool, int, str]:
    package = full_name.rpartition(".")[0]
    is_parent = f"{module}.".startswith(f"{package}.")
    depth = package.count(".")
    is_root = package == "fifthstreet"
    return is_root, not is_parent, package not in documented_faces(), -depth, package


@cache
def unique_names() -> dict[str, str]:
    """Return where a short name is documented, for names that stand for one object."""
    found: dict[str, set[str]] = {}
    for full_name in canonical_names().values():
        if not full_name.startswith("fifthstreet.pokerkit."):
            found.setdefault(full_name.rpartition(".")[2], set()).add(full_name)
    return {name: full.pop() for name, full in found.items() if len(full) == 1}


class Face(SphinxDirective):
    """Documents the names of a package, and of the packages in it without a page of their own."""

    required_arguments = 1
    option_spec = {"members": lambda _: True}  # noqa: RUF012

    def run(self) -> list[nodes.Node]:
        """Return the documentation as nodes."""
        package = self.arguments[0]
        if not self.config.fifthstreet_api:
            return []
        lines = _package_lines(package)
        for inner in faces():
            if inner != package and home(inner) == package:
                own = _package_lines(inner)
                if any(line.startswith(".. auto") for line in own):
                    lines += ["", f".. rubric:: {inner}", "", *own]
        for path in _inputs(package):
            self.env.note_dependency(str(path))
        return self.parse_text_to_nodes("\n".join(lines))


def _inputs(package: str) -> set[Path]:
    """Return the files that the documentation of a package is made from."""
    found = {Path(__file__), Path(sources.__file__)}
    for inner, names in faces().items():
        if inner == package or home(inner) == package:
            found.add(_SRC.joinpath(*inner.split("."), "__init__.pyi"))
            found |= {sources.path_of(source_of(inner, name)[0]) for name in names}
    return found


def _package_lines(package: str) -> list[str]:
    """Return reStructuredText for the names of one package."""
    module = import_module(package)
    lines = [f".. py:module:: {package}", ""]
    lines += [*sources.as_rst((inspect.getdoc(module) or "").splitlines()), ""]
    groups: dict[str, list[str]] = {"Classes": [], "Functions": [], "Constants and types": []}
    elsewhere = []
    for name in sorted(faces().get(package, ()), key=str.lower):
        full_name = f"{package}.{name}"
        canonical = canonical_names()[source_of(package, name)]
        if canonical != full_name:
            elsewhere.append(f":py:obj:`{name} <{canonical}>`")
            continue
        found = getattr(module, name)
        if isinstance(found, type):
            group = "Classes"
        else:
            group = "Functions" if _is_function(found) else "Constants and types"
        groups[group] += _object_lines(package, name, found)
    for title, entries in groups.items():
        if entries:
            lines += [f".. rubric:: {title}", "   :heading-level: 5", "", *entries]
    if elsewhere:
        lines += [f"Also in ``{package}``: {', '.join(elsewhere)}.", ""]
    return lines


def _is_function(found: object) -> bool:
    return inspect.isroutine(found) or hasattr(found, "__wrapped__")


def _object_lines(package: str, name: str, found: Any) -> list[str]:
    full_name = f"{package}.{name}"
    if isinstance(found, ModuleType):
        text = sources.as_rst((inspect.getdoc(found) or "").splitlines())
        head = [f".. py:data:: {name}", f"   :module: {package}", "   :type: module", ""]
        return [*head, *(f"   {line}" for line in text), ""]
    if isinstance(found, type):
        kind = "autoexception" if issubclass(found, BaseException) else "autoclass"
        return [f".. {kind}:: {full_name}", "   :members:", ""]
    if _is_function(found):
        return [f".. autofunction:: {full_name}", ""]
    lines = [f".. py:data:: {name}", f"   :module: {package}"]
    module, source_name = source_of(package, name)
    comment, annotation, value = sources.constant(module, source_name)
    shown = repr(found) if len(repr(found)) <= _MAX_VALUE else value
    if annotation:
        lines.append(f"   :type: {annotation}")
    if shown and len(shown) <= _MAX_VALUE and "\n" not in shown and " at 0x" not in shown:
        lines.append(f"   :value: {shown}")
    return [*lines, "", *(f"   {line}" for line in sources.as_rst([comment])), ""]


def link_names(app: Sphinx, doctree: nodes.document) -> None:
    """Point references to names at the place where they are documented; drop those elsewhere.

    Annotations name the module where a class is defined, or only the class.
    """
    del app
    for node in [*doctree.findall(addnodes.pending_xref)]:
        target = node.get("reftarget", "")
        if node.get("refdomain") != "py":
            continue
        module, _, name = target.rpartition(".")
        canonical = canonical_names().get((module, name)) or unique_names().get(target)
        if canonical is not None:
            node["reftarget"] = canonical
            node.attributes.pop("refspecific", None)
        elif not target.startswith("fifthstreet."):
            shown = find_pending_xref_condition(node, "resolved")
            node.replace_self(shown.children if shown else node.children)


def process_docstring(
    app: Sphinx, what: str, name: str, found: Any, options: Any, lines: list[str]
) -> None:
    """Write a docstring as reStructuredText, with the fields of a class."""
    del app, options
    _ATTRIBUTES[what, name] = [*lines]
    text = sources.as_rst(lines, links=unique_names(), own=name)
    if what in ("class", "exception") and isinstance(found, type):
        text += sources.field_lines(found, lines)
    lines[:] = text


def keep_attribute(
    app: Sphinx, what: str, name: str, found: Any, options: Any, lines: list[str]
) -> None:
    """Restore the text of a property: napoleon takes what precedes a colon for its type."""
    del app, found, options
    if what in ("property", "attribute", "data"):
        lines[:] = [*sources.as_rst(_ATTRIBUTES.pop((what, name), []), unique_names(), name), ""]


def _register(app: Sphinx, config: object) -> None:
    del config
    app.add_directive("automodule", Face, override=True)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive and the events."""
    app.setup_extension("sphinx.ext.autodoc")
    # Sphinx writes an alias in a union by its repr.
    TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # type: ignore[method-assign]
    # Without the API, which takes a minute, pages are checked in seconds.
    app.add_config_value("fifthstreet_api", True, "env", bool)
    app.connect("config-inited", _register, priority=900)  # after autodoc's own directive
    app.connect("doctree-read", link_names)
    app.connect("autodoc-process-docstring", process_docstring, priority=400)  # before napoleon
    app.connect("autodoc-process-docstring", keep_attribute, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
