"""A contract for import-linter: imports between packages go through their faces.

A package's face is its `__init__`, whose names `__init__.pyi` lists. Modules import the modules of
their own package directly; of other packages they import only faces, and modules that a face lists.
They never import from a package that contains them, so that a face cannot close a circle.

`shelves` are packages without names of their own: everything in them stands for itself.
"""

from __future__ import annotations

import re
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

SOURCES = Path(__file__).parent.parent / "src"


class FacesContract(Contract):
    """Imports between packages go through their faces."""

    shelves = fields.SetField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Find the imports that go past a face, and those that go up to one."""
        faces = {
            package
            for package in graph.modules
            if (SOURCES.joinpath(*package.split(".")) / "__init__.py").is_file()
        }
        past, up = [], []
        for importer in sorted(graph.modules):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                package = imported.rpartition(".")[0]
                if imported in faces:
                    if importer.startswith(f"{imported}."):
                        up.append((importer, imported))
                elif not (
                    f"{importer}.".startswith(f"{package}.")
                    or package in self.shelves  # type: ignore[operator]
                    or imported in listed_modules(package)
                ):
                    past.append((importer, imported))
        return ContractCheck(kept=not past and not up, metadata={"past": past, "up": up})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print the imports that break the contract."""
        reasons = {
            "past": "reaches past the face of the package",
            "up": "imports from a package that contains it",
        }
        for key, reason in reasons.items():
            for importer, imported in check.metadata[key]:
                output.print_error(f"{importer} -> {imported}: {reason}")
                output.new_line()


def listed_modules(package: str) -> set[str]:
    """Return the modules of a package that its face lists as names."""
    stub = SOURCES.joinpath(*package.split(".")) / "__init__.pyi"
    text = stub.read_text(encoding="utf-8") if stub.is_file() else ""
    return {
        f"{package}.{name}"
        for name in re.findall(rf"^from {re.escape(package)} import (\w+) as", text, re.MULTILINE)
    }
