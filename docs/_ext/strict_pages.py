"""Pages under a strict content security policy: their scripts and styles are files."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the events."""
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
