"""Modules of the user's own, for games and agents written as `module:Class`."""

import sys
from pathlib import Path


def import_from_here() -> None:
    """Let `module:Class` name a module in the working directory, as with `python -m`."""
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
