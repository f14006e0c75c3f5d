"""Files that commands write."""

from pathlib import Path

from fifthstreet.storage.atomic import replacing


def check_writable(*paths: Path | None) -> None:
    """Raise ValueError for files that cannot be written, before hours are spent solving."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise ValueError(f"cannot write {str(path)!r}; want a file in an existing folder")


def write_text(path: Path, text: str) -> str:
    """Write a picture or a page atomically; return a note about it."""
    with replacing(path) as file:
        file.write(text.encode())
    return f"written to {path}"
