"""The Python files of the package."""

from pathlib import Path

import fifthstreet

SOURCES = Path(fifthstreet.__file__).parent
SITE = SOURCES / "web/site"  # the built documentation has copies of examples


def source_files() -> list[Path]:
    """Return the Python files of the package in order."""
    return sorted(path for path in SOURCES.rglob("*.py") if SITE not in path.parents)
