"""Files: written atomically, versioned, hashed, and verified as they are read."""

from fifthstreet.storage.atomic import previous_file, replacing
from fifthstreet.storage.cache import FactCache, cache_folder, cached_arrays
from fifthstreet.storage.container import Container, open_container, verify, write_container
from fifthstreet.storage.line_file import LineFile, read_lines
from fifthstreet.storage.locks import FileLock
from fifthstreet.storage.rescue import (
    NotSavedError,
    failure_text,
    load_or_previous,
    save_or_keep,
)
from fifthstreet.storage.schema import checked_types, reading, whole_number
from fifthstreet.storage.targets import check_target, remove_leftovers

__all__ = [
    "Container",
    "FactCache",
    "FileLock",
    "LineFile",
    "NotSavedError",
    "cache_folder",
    "cached_arrays",
    "check_target",
    "checked_types",
    "failure_text",
    "load_or_previous",
    "open_container",
    "previous_file",
    "read_lines",
    "reading",
    "remove_leftovers",
    "replacing",
    "save_or_keep",
    "verify",
    "whole_number",
    "write_container",
]
