"""Files that grow line by line: kills, damage and files of other runs."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.support.storage import LineFile

KIND, VERSION = "test lines", 3
FACTS: dict[str, Any] = {"settings": {"target": 0.5, "limit": None}, "matchup": ["AA", "KK"]}
RECORDS: list[dict[str, Any]] = [
    {"board": "AsKd2c", "ev": [31.25, 28.75]},
    {"board": "7h7d7c", "ev": [1 / 3, 60 - 1 / 3], "note": "line\nbreak, ü"},
]

# All examples of a test share the fixture's file, which they do not change.
shares_the_file = settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def opened(path: Path, **changes: Any) -> LineFile:
    defaults: dict[str, Any] = {"kind": KIND, "version": VERSION, "facts": FACTS}
    return LineFile(path, **{**defaults, **changes})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with two records."""
    file = opened(tmp_path / "lines")
    for record in RECORDS:
        file.add(record)
    assert file.records == RECORDS
    return tmp_path / "lines"


def test_added_records_are_read_back(path: Path) -> None:
    file = opened(path)
    assert file.records == RECORDS
    file.add(RECORDS[0])
    assert opened(path).records == [*RECORDS, RECORDS[0]]


def test_a_new_file_has_only_a_header(tmp_path: Path) -> None:
    file = opened(tmp_path / "lines")
    assert file.records == []
    assert opened(tmp_path / "lines").records == []
    assert [each.name for each in tmp_path.iterdir()] == ["lines"]


def test_lines_are_plain_json(path: Path) -> None:
    header, *records = (json.loads(line) for line in path.read_text().splitlines())
    assert header | {"sha256": ""} == {"kind": KIND, "version": VERSION, **FACTS, "sha256": ""}
    for line, record in zip(records, RECORDS, strict=True):
        assert line | {"sha256": ""} == {**record, "sha256": ""}


def test_a_kill_at_any_byte_keeps_the_complete_lines(path: Path) -> None:
    whole = path.read_bytes()
    header, first, _ = whole.splitlines(keepends=True)
    for size in range(len(header), len(whole)):
        path.write_bytes(whole[:size])
        file = opened(path)
        complete = RECORDS[: int(size >= len(header) + len(first))]
        assert file.records == complete
        file.add(RECORDS[1])  # after the last complete line
        assert opened(path).records == [*complete, RECORDS[1]]


def test_a_truncated_header_is_an_error(path: Path) -> None:
    """Headers are written completely or not at all, so this file comes from elsewhere."""
    header = path.read_bytes().splitlines(keepends=True)[0]
    path.write_bytes(header[:-1])
    with pytest.raises(InputError, match="must be a file of test lines: use another path"):
        opened(path)
    assert path.read_bytes() == header[:-1]


def test_reading_changes_nothing(path: Path) -> None:
    """Another process may be adding the line whose end is missing."""
    with path.open("ab") as file:
        file.write(b'{"half')
    before = path.read_bytes()
    assert opened(path).records == RECORDS
    assert path.read_bytes() == before


def records_of(path: Path) -> list[dict[str, Any]] | None:
    """Return the records of a file, or None if it cannot be opened."""
    try:
        return opened(path).records
    except ValueError:
        return None


@given(data=st.data())
@shares_the_file
def test_any_flipped_bit_is_detected(data: st.DataObject, path: Path) -> None:
    """Except for changes without meaning, such as the case of hex digits in a JSON escape.

    Damaged lines are skipped, and without its newline, the last one looks as if a kill had cut it
    off; a damaged header is an error.
    """
    damaged = bytearray(path.read_bytes())
    damaged[data.draw(st.integers(0, len(damaged) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    other = path.with_name("damaged")
    other.write_bytes(damaged)
    records = records_of(other)
    assert other.read_bytes() == damaged
    if records is not None:
        assert records in ([], RECORDS[:1], RECORDS[1:], RECORDS)
        if records != RECORDS and damaged.endswith(b"\n"):
            assert opened(other).damaged


@pytest.mark.parametrize(("old", "new"), [("31.25", "31.75"), ('"ev"', '"av"'), ("}", "")])
def test_a_damaged_line_does_not_lose_the_others(path: Path, old: str, new: str) -> None:
    header, first, second = path.read_text().splitlines()
    path.write_text("\n".join([header, first.replace(old, new), second, ""]))
    file = opened(path)
    assert (file.records, file.damaged) == ([RECORDS[1]], [2])
    file.add(RECORDS[0])
    assert opened(path).records == [RECORDS[1], RECORDS[0]]


def test_deeply_nested_lines_are_damaged(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"[" * 200_000 + b"\n")
        file.write(b'{"a":' * 200_000 + b"1" + b"}" * 200_000 + b"\n")
    assert opened(path).damaged == [4, 5]


def test_a_record_that_cannot_be_written_leaves_the_others(path: Path) -> None:
    """The limit on the size of files stands for a full disk."""
    command = [sys.executable, "-c", ADD_TOO_MUCH, str(path)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert "cannot be written: File too large" in shown
    assert opened(path).records == [*RECORDS, {"text": "short"}]


ADD_TOO_MUCH = """
import resource, sys
from pathlib import Path
from fifthstreet.support.storage import LineFile

facts = {"settings": {"target": 0.5, "limit": None}, "matchup": ["AA", "KK"]}
file = LineFile(sys.argv[1], "test lines", 3, facts)
size = Path(sys.argv[1]).stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 200, size + 200))
try:
    file.add({"text": "x" * 1_000})
except ValueError as error:
    print(error)
file.add({"text": "short"})
"""


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"facts": {**FACTS, "matchup": ["AA", "QQ"]}}, r"run \(different matchup\): use a"),
        ({"facts": {**FACTS, "settings": {}}}, r"run \(different settings\): use a new file"),
        ({"facts": {**FACTS, "seed": 1}}, r"run \(different seed\): use a new file"),
        ({"facts": {"matchup": FACTS["matchup"]}}, r"run \(different settings\): use a"),
        ({"version": 4}, "must have version 4, got 3"),
        ({"version": 2}, "must have version 2, got 3"),
        ({"kind": "other lines"}, "must be a file of other lines: use another path"),
    ],
)
def test_files_of_other_runs(path: Path, changes: dict[str, Any], message: str) -> None:
    before = path.read_bytes()
    with pytest.raises(InputError, match=message) as error:
        opened(path, **changes)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["", "board,ev\n", "[1, 2]\n", '{"kind": "x"}\n', "no line"])
def test_foreign_files(tmp_path: Path, content: str) -> None:
    path = tmp_path / "other"
    path.write_text(content)
    with pytest.raises(InputError, match="must be a file of test lines: use another path"):
        opened(path)
    assert path.read_text() == content


def test_facts_may_hold_tuples(tmp_path: Path) -> None:
    """JSON stores them as lists."""
    facts = {"settings": {"sizes": (1, 2)}}
    opened(tmp_path / "lines", facts=facts).add({"row": (3, 4)})
    assert opened(tmp_path / "lines", facts=facts).records == [{"row": [3, 4]}]


ADD_FOREVER = """
import sys
from fifthstreet.support.storage import LineFile

file = LineFile(sys.argv[1], "test lines", 3, {})
number = len(file.records)
while True:
    file.add({"number": number, "text": "x" * 2_000})
    print(number, flush=True)
    number += 1
"""


def test_kill_9(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    count = 0
    for _ in range(3):
        process = subprocess.Popen(
            [sys.executable, "-c", ADD_FOREVER, str(path)], stdout=subprocess.PIPE, text=True
        )
        with process:
            assert process.stdout is not None
            for _ in range(5):
                count = int(process.stdout.readline()) + 1
            process.send_signal(signal.SIGKILL)
        records = opened(path, facts={}).records
        assert len(records) >= count
        assert [record["number"] for record in records] == list(range(len(records)))
