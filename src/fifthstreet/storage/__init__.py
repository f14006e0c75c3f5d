"""Files: written atomically, versioned, hashed, and read through memory maps."""

from fifthstreet.storage.atomic import replacing
from fifthstreet.storage.cache import FactCache, cache_folder
from fifthstreet.storage.container import Container, open_container, verify, write_container
from fifthstreet.storage.line_file import LineFile

__all__ = [
    "Container",
    "FactCache",
    "LineFile",
    "cache_folder",
    "open_container",
    "replacing",
    "verify",
    "write_container",
]
