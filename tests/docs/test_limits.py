"""The page of limits has the values of the constants that it names."""

import re
from importlib import import_module
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "limits.md"
ROWS = re.findall(
    r"^\| .* \| ([\d,]+)(?: ([KMG]iB))? \| `(fifthstreet[\w.]+)` \|$",
    PAGE.read_text(encoding="utf-8"),
    re.MULTILINE,
)
UNITS = {"": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def test_every_row_is_read() -> None:
    rows = re.findall(r"^\|.*`fifthstreet", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(ROWS) == len(rows) > 50


@pytest.mark.parametrize(("number", "unit", "constant"), ROWS, ids=[row[2] for row in ROWS])
def test_limit(number: str, unit: str, constant: str) -> None:
    module, _, name = constant.rpartition(".")
    assert getattr(import_module(module), name) == int(number.replace(",", "")) * UNITS[unit]
