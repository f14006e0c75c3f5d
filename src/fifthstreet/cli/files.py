"""Files that commands write."""

from pathlib import Path


def check_places(*paths: Path | None) -> None:
    """Refuse files that cannot be written before hours are spent on what goes into them."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise ValueError(f"cannot write {str(path)!r}; want a file in a folder that is there")
