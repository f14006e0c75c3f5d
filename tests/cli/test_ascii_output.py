"""Commands where the output cannot show all characters: everything in ASCII, nothing lost."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from fifthstreet.drawing.ascii_text import ascii_text
from fifthstreet.solvers.postflop import solve, spot_toml
from tests.cli.small_spot import flags, spot_on

TURN = spot_on("QsJh2h7c")
# Numbers that differ from run to run: times, and what depends on them.
MEASURED = re.compile(r"[\d.,]+ (s|ms|per minute|GB|MB)\b|iterations (per second|in|to).*")

HANDS = """
variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [250, 250]
actions = [
  "d dh p1 ThTd", "d dh p2 AcKd", "p2 cbr 50", "p1 cc",
  "d db QsJh2h", "p1 cc", "p2 cc", "d db 7c", "p1 cc", "p2 cc",
  "d db 4d", "p1 cc", "p2 cbr 50", "p1 f",
]
players = ["José ♠", "李雷"]
"""

COMMANDS = {
    "solve": [*flags(), "--max-iterations", "20"],
    "solve --dry-run": [*flags(), "--dry-run"],
    "show": ["show", "turn.solution"],
    "show --grid": ["show", "turn.solution", "r:k", "--grid", "ev"],
    "show --hand": ["show", "turn.solution", "--hand", "AhAd"],
    "show --report": ["show", "turn.solution", "--report", "river"],
    "flops": ["flops", "spot.toml", "--sample", "2", "--max-iterations", "2"],
    "review": ["review", "hands.phh", "--solve", "--first-street", "river", "--oop", "TT,AA,KQs"],
    "tree": ["tree", "--stack", "100", "--pot", "50", "--bets", "50%", "--first", "river"],
    "train": ["train", "--game", "kuhn", "--algorithm", "cfr+", "--iterations", "100", "--table"],
    "train --list": ["train", "--list"],
    "equity": ["equity", "AA", "KQs", "--board", "Ts9s2h", "--grid"],
    "equity by sampling": ["equity", "AA", "KQs", "--method", "sample", "--samples", "1000"],
    "range": ["range", "TT+,AKs:0.5"],
    "evaluate": ["evaluate", "AsKs", "--board", "QsJsTs2h3d"],
    "doctor": ["doctor"],
    "help": ["--help"],
    "help of a command": ["solve", "--help"],
    "version": ["--version"],
    "a bad card": ["evaluate", "A♠é"],
    "a missing file": ["show", "größe.solution"],
    "an unknown command": ["größe"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ascii")
    solve(TURN, max_iterations=20).save(folder / "turn.solution")
    (folder / "spot.toml").write_text(spot_toml(spot_on("QsJh2h")), encoding="utf-8")
    (folder / "hands.phh").write_text(HANDS, encoding="utf-8")
    return folder


def run(
    folder: Path, arguments: list[str], encoding: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in the folder, with both streams in an encoding."""
    return subprocess.run(
        [sys.executable, "-m", "fifthstreet", *arguments],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONIOENCODING": encoding,
            "COLUMNS": "100",
            "NO_COLOR": "1",
            **(environment or {}),
        },
        capture_output=True,
        check=False,
    )


def contents(output: str) -> list[str]:
    """Return what output says: its words and numbers, without drawings and measured times."""
    lines = [MEASURED.sub("", line) for line in ascii_text(output).splitlines()]
    return [word for line in lines for word in re.findall(r"[\w\\%.:]*\w[\w\\%.:]*", line)]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_the_same_in_ascii(folder: Path, name: str) -> None:
    expected, shown = (run(folder, COMMANDS[name], each) for each in ("utf-8", "ascii"))
    assert shown.returncode == expected.returncode == (2 if name.startswith("a") else 0)
    for in_utf8, in_ascii in ((expected.stdout, shown.stdout), (expected.stderr, shown.stderr)):
        assert in_ascii.isascii()
        assert b"Traceback" not in in_ascii
        if name != "train --list":  # where text in cells wraps elsewhere
            assert contents(in_ascii.decode()) == contents(in_utf8.decode())


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "cp437", "gbk"])
def test_other_encodings_are_ascii_as_well(folder: Path, encoding: str) -> None:
    """Terminals often show another code page than the one that programs are told."""
    in_ascii, shown = (run(folder, COMMANDS["show"], each) for each in ("ascii", encoding))
    assert (shown.returncode, shown.stdout) == (0, in_ascii.stdout)


def test_a_locale_without_utf8_is_ascii(folder: Path) -> None:
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    shown = run(folder, COMMANDS["show"], "", locale)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout == run(folder, COMMANDS["show"], "ascii").stdout


def test_cards_and_tables_in_ascii(folder: Path) -> None:
    lines = run(folder, COMMANDS["show"], "ascii").stdout.decode().splitlines()
    assert lines[0].startswith("Qs Jh 2h 7c ")
    frame = next(number for number, line in enumerate(lines) if line.startswith("+--"))
    table = lines[frame : lines.index(lines[frame], frame + 1) + 1]
    assert len({len(line) for line in table}) == 1  # aligned
    assert {line[0] for line in table[1:-1]} == {"|"}


def test_errors_of_samples_are_aligned(folder: Path) -> None:
    shown = run(folder, COMMANDS["equity by sampling"], "ascii").stdout.decode()
    rows = [line for line in shown.splitlines() if line[0] in "|+"]
    assert shown.count("| +/- ") == 2
    assert "+/- is a 95% interval" in shown
    assert len({len(line) for line in rows}) == 1


def test_help_fits_the_terminal(folder: Path) -> None:
    shown = run(folder, ["solve", "--help"], "ascii").stdout.decode()
    assert max(map(len, shown.splitlines())) <= 100


def test_names_of_players_are_escaped(folder: Path) -> None:
    shown = run(folder, COMMANDS["review"], "ascii").stdout.decode()
    assert r"Jos\xe9 s" in shown
    assert r"\u674e\u96f7" in shown


@pytest.mark.parametrize("name", ["show", "review", "equity", "doctor"])
def test_json_is_the_same_everywhere(folder: Path, name: str) -> None:
    arguments = [*COMMANDS[name], "--json"]
    if "--grid" in arguments:
        arguments.remove("--grid")
    expected, shown = (json.loads(run(folder, arguments, each).stdout) for each in ("utf-8", "gbk"))
    if name in ("show", "review"):
        assert shown == expected
    assert shown.keys() == expected.keys()


def test_errors_name_what_was_written(folder: Path) -> None:
    shown = run(folder, COMMANDS["a missing file"], "ascii")
    assert shown.stdout == b""
    assert rb"gr\xf6\xdfe.solution" in shown.stderr
    assert shown.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names of files")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_names_of_files_that_are_not_text(folder: Path, encoding: str) -> None:
    path = os.fsdecode(b"\xff.svg")
    shown = run(folder, ["range", "AA", "--svg", path], encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.endswith(b"written to \\udcff.svg\n")
    assert (folder / path).exists()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_progress_bars(folder: Path, encoding: str) -> None:
    """Bars and spinners are shown on terminals only, so this test needs one."""
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "fifthstreet", "flops", "spot.toml", "--sample", "3"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "TERM": "xterm", "COLUMNS": "100"}
    with subprocess.Popen(
        [*command, "--max-iterations", "3"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        shown = read_all(ours)
    assert process.returncode == 0
    assert "flops" in shown.decode()
    assert "Traceback" not in shown.decode()
    assert shown.isascii() == (encoding == "ascii")


def read_all(handle: int) -> bytes:
    """Read from a pseudo-terminal until its other end is closed."""
    parts = []
    while True:
        try:
            part = os.read(handle, 4096)
        except OSError:  # what Linux reports at the end
            part = b""
        if not part:
            os.close(handle)
            return b"".join(parts)
        parts.append(part)


def test_streams_are_restored() -> None:
    code = (
        "import sys; from fifthstreet.cli import run; run(['evaluate', 'AsKsQsJsTs']); "
        "print(sys.stdout.encoding, sys.stdout.errors)"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252:strict"}
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert shown.stdout.splitlines()[-1] == b"cp1252 strict"
