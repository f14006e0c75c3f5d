"""Peers that some platforms lack; tests that need them are skipped there."""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest


def _peer(name: str) -> Any:
    """Import a peer, or return None if it is not installed."""
    return import_module(name) if find_spec(name) is not None else None


eval7 = _peer("eval7")
needs_eval7 = pytest.mark.skipif(eval7 is None, reason="eval7 has no build for this platform")
