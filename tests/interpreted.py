"""Import of the package's sources where modules are compiled."""

import importlib.util
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType


class SourceFirst(MetaPathFinder):
    """Finds the source of the package's modules, even of compiled ones."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith("fifthstreet.") or path is None:
            return None
        for folder in path:
            source = Path(folder) / f"{name.rpartition('.')[2]}.py"
            if source.exists():
                return importlib.util.spec_from_file_location(name, source)
        return None
