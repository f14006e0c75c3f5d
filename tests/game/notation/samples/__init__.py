"""Logs in the layouts of the sites, with invented names and hands, and what they come to."""

from __future__ import annotations

import tomllib
from decimal import Decimal
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
EXPECTED: dict[str, list[dict[str, Any]]] = tomllib.loads(
    (ROOT / "expected.toml").read_text(encoding="utf-8")
)


def sample(name: str) -> str:
    """Return the text of a sample."""
    return (ROOT / name).read_text(encoding="utf-8")


def amounts(values: dict[str, str]) -> dict[str, Decimal]:
    return {name: Decimal(value) for name, value in values.items()}
