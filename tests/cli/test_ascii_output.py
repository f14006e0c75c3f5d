"""Commands where the output cannot show all characters: everything in ASCII, nothing lost."""

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from fifthstreet import cli
from fifthstreet.abstraction import CardAbstraction
from fifthstreet.cli.app import COMMANDS as PROGRAM_COMMANDS
from fifthstreet.solvers.blueprint import save_blueprint
from fifthstreet.solvers.postflop import solve, spot_toml
from fifthstreet.support.drawing.ascii_only import ascii_text
from tests.cli import interrupting
from tests.cli.forked import run_forked
from tests.cli.interrupting import INTERRUPTED, SERVING, use_interrupting_browser
from tests.cli.push_or_fold import PUSH_OR_FOLD
from tests.cli.small_spot import flags, spot_on
from tests.solvers.blueprint.small_buckets import push_or_fold_solver
from tests.thoroughness import slow

TURN = spot_on("QsJh2h7c")
# What differs from run to run: times and what depends on them, and how the program is called.
DIFFERENT = re.compile(
    r"[\d.,]+ (s|ms|per minute|GB|MB)\b|iterations (per second|in).*|Usage:.*"
    r"|\d+ iterations, .*|[\d.]+% of the pot"  # a solve for a given time
    r"|seconds per iteration.*|about .*|measured .*"  # an estimate
    r"|[\d,]+/s\b"
    r"|127\.0\.0\.1:\d+"  # a free port
)

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
    "values": [
        "values",
        "generate",
        "rivers",
        "--shards",
        "1",
        "--turns",
        "1",
        "--rivers",
        "1",
        "--ranges",
        "1",
        "--workers",
        "1",
    ],
    "show": ["show", "turn.solution"],
    "show --grid": ["show", "turn.solution", "r:k", "--grid", "ev"],
    "show --hand": ["show", "turn.solution", "--hand", "AhAd"],
    "show --hand by class": ["show", "turn.solution", "--hand", "A♥x♥, top pair"],
    "show --classes": ["show", "turn.solution", "--classes"],
    "show --distribution": ["show", "turn.solution", "--distribution", "ev"],
    "show --report": ["show", "turn.solution", "--report", "river"],
    "compare": ["compare", "turn.solution", "longer.solution"],
    "check": ["check", "turn.solution"],
    "compare --actions": ["compare", "turn.solution", "--actions", "x, b50%"],
    "lock": ["lock", "turn.solution", "x", "x 80%, b50% 20%", "--max-iterations", "3"],
    "flops": ["flops", "spot.toml", "--sample", "2", "--max-iterations", "2"],
    "preflop": ["preflop", "push.toml", "--max-iterations", "9"],
    "review": ["review", "hands.phh", "--solve", "--first-street", "river", "--oop", "TT,AA,KQs"],
    "histories": ["histories", "hands.phh"],
    "convert": ["convert", "turn.toml", "turn.txt", "--to", "texas"],
    "match": ["match", "hands.phh", "--stack", "100", "--blinds", "1,2", "--preflop", "raise 3x"],
    "advise": ["advise", "hands.phh", "--solution", "turn.solution", "--decision", "6"],
    "tree": ["tree", "--stack", "100", "--pot", "50", "--bets", "50%", "--first", "river"],
    "abstraction": ["abstraction", "show", "preflop.abstraction"],
    "size": ["size", "turn.toml", "--memory", "8GB"],
    "size --examples": ["size", "--examples"],
    "train": ["train", "--game", "kuhn", "--algorithm", "cfr+", "--iterations", "100", "--table"],
    "train --list": ["train", "--list"],
    "chart": ["chart", "push.blueprint"],
    "arena": ["arena", "random", "calling_station", "--hands", "100", "--workers", "1"],
    "arena --list": ["arena", "--list"],
    "acpc": ["acpc", "dealer", "nolimit-2p", *["--agent", "calling_station"] * 2, "--hands", "9"],
    "online": ["online", "--list"],
    "equity": ["equity", "AA", "KQs", "--board", "Ts9s2h", "--grid"],
    "equity by sampling": ["equity", "AA", "KQs", "--method", "sample", "--samples", "1000"],
    "range": ["range", "TT+,AKs:0.5"],
    "range --board": ["range", "A♥x♥, set", "--board", "QsJh2h"],
    "evaluate": ["evaluate", "AsKs", "--board", "QsJsTs2h3d"],
    "web": ["web", "--port", "0", "--library", "library"],
    "doctor": ["doctor"],
    "help": ["--help"],
    "help of a command": ["solve", "--help"],
    "version": ["--version"],
}
BAD_INPUT = {
    "bad card": ["evaluate", "A♠é"],
    "missing file": ["show", "größe.solution"],
    "unknown command": ["größe"],
}
SHOWN = list(COMMANDS)
COMMANDS |= BAD_INPUT
TERMINAL = {"COLUMNS": "100", "NO_COLOR": "1", **interrupting.ENVIRONMENT}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("ascii")
    solve(TURN, max_iterations=20).save(folder / "turn.solution")
    solve(TURN, max_iterations=30).save(folder / "longer.solution")
    table = np.arange(169, dtype=np.uint8) // 17
    CardAbstraction({"preflop": table}, {"preflop": 10}).save(folder / "preflop.abstraction")
    solver = push_or_fold_solver()
    solver.iterate(4096)
    save_blueprint(solver, folder / "push.blueprint")
    (folder / "spot.toml").write_text(spot_toml(spot_on("QsJh2h")), encoding="utf-8")
    (folder / "push.toml").write_text(PUSH_OR_FOLD, encoding="utf-8")
    (folder / "turn.toml").write_text(spot_toml(TURN), encoding="utf-8")
    (folder / "hands.phh").write_text(HANDS, encoding="utf-8")
    return folder


Outputs = Callable[[str], subprocess.CompletedProcess[bytes]]


@pytest.fixture(scope="module")
def in_ascii(folder: Path) -> Outputs:
    """Return what a command of `COMMANDS` shows in ASCII; each is run once."""
    return cache(lambda name: run(folder, COMMANDS[name], PYTHONIOENCODING="ascii"))


def run(
    folder: Path, arguments: list[str], **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run a command in the folder, as a process of its own."""
    return run_forked(arguments, folder, environment=TERMINAL | environment)


def contents(output: str) -> list[str]:
    """Return the words and numbers of output, without drawings and what was measured."""
    lines = [DIFFERENT.sub("", line) for line in ascii_text(output).splitlines()]
    return [word for line in lines for word in re.findall(r"[\w\\%.:]*\w[\w\\%.:]*", line)]


# Commands whose tables, grids and bars differ; the others show the same widgets.
QUICK = ("solve", "show", "show --report", "compare", "review", "tree", "equity", "range", "web")


@pytest.mark.parametrize("name", [*QUICK, *slow(*(name for name in COMMANDS if name not in QUICK))])
def test_every_command_shows_the_same_in_ascii(
    folder: Path,
    in_ascii: Outputs,
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    for variable, value in TERMINAL.items():
        monkeypatch.setenv(variable, value)
    use_interrupting_browser(monkeypatch)
    if name == "values":  # from the second time on, it says what was there already
        cli.run(COMMANDS[name])
        capsys.readouterr()
    code = cli.run(COMMANDS[name])
    in_utf8, shown = capsys.readouterr(), in_ascii(name)
    assert shown.returncode == code == (2 if name in BAD_INPUT else exit_code(name))
    for output, expected in ((shown.stdout, in_utf8.out), (shown.stderr, in_utf8.err)):
        assert output.isascii()
        assert b"Traceback" not in output
        assert contents(output.decode()) == contents(expected)


def exit_code(name: str) -> int:
    return INTERRUPTED if name in SERVING else 0


def test_no_command_is_left_out() -> None:
    # `docs` prints a path or an address, if the documentation is built: tests/cli/test_docs.py.
    # `drill` reads answers: tests/cli/test_drill.py
    assert set(PROGRAM_COMMANDS) - {"docs", "drill"} <= {part[0] for part in COMMANDS.values()}


@pytest.mark.parametrize(
    "name", [name for name in SHOWN if not name.startswith(("help", "version"))]
)
def test_every_command_prints_one_json_object(
    folder: Path,
    name: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    use_interrupting_browser(monkeypatch)
    assert cli.run([*COMMANDS[name], "--json"]) == exit_code(name)
    output = capsys.readouterr().out
    assert output.count("\n") == 1
    assert isinstance(json.loads(output), dict)


# How they print is the same; the slow ones take long before they do.
PRINTED_FIRST = ("range", "train", "show", "tree", "help", "histories")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in PRINTED_FIRST else pytest.mark.slow)
        for name in SHOWN
        if " " not in name
    ],
)
def test_no_command_fails_if_its_output_is_closed(folder: Path, name: str) -> None:
    """As with `| head`, which ends as soon as it has seen enough."""
    shown = run_forked(COMMANDS[name], folder, is_read=False, environment=TERMINAL).stderr
    size = rb"1 spot to solve: .*\n" if name == "review" else b""  # said before the solve
    assert re.fullmatch(size, shown)


def test_a_program_of_its_own_does_not_fail_if_its_output_is_closed(folder: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with subprocess.Popen(
        [sys.executable, "-m", "fifthstreet", *COMMANDS["show"]],
        cwd=folder,
        env={**os.environ, **TERMINAL},
        stdout=writing,
        stderr=subprocess.PIPE,
    ) as process:
        os.close(writing)
        assert process.communicate()[1] == b""


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"},  # has some of the characters, but terminals may differ
        pytest.param({"PYTHONIOENCODING": "gbk"}, marks=pytest.mark.slow),
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""},
    ],
    ids=["cp1252", "gbk", "C"],
)
def test_other_encodings_are_ascii_as_well(
    folder: Path, in_ascii: Outputs, environment: dict[str, str]
) -> None:
    shown = run(folder, COMMANDS["show"], **environment)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout == in_ascii("show").stdout


def test_cards_and_tables(in_ascii: Outputs) -> None:
    lines = in_ascii("show").stdout.decode().splitlines()
    assert lines[0].startswith("Qs Jh 2h 7c ")
    frame = next(number for number, line in enumerate(lines) if line.startswith("+--"))
    table = lines[frame : lines.index(lines[frame], frame + 1) + 1]
    assert len({len(line) for line in table}) == 1  # aligned
    assert {line[0] for line in table[1:-1]} == {"|"}


def test_errors_of_samples_are_aligned(in_ascii: Outputs) -> None:
    shown = in_ascii("equity by sampling").stdout.decode()
    assert shown.count("| +/- ") == 2
    assert "+/- is a 95% interval" in shown
    assert len({len(line) for line in shown.splitlines() if line.endswith(("|", "+"))}) == 1


def test_help_fits_the_terminal(in_ascii: Outputs) -> None:
    shown = in_ascii("help of a command").stdout.decode()
    assert max(map(len, shown.splitlines())) <= int(TERMINAL["COLUMNS"])


def test_names_of_players_are_escaped(in_ascii: Outputs) -> None:
    shown = in_ascii("review").stdout.decode()
    assert r"Jos\xe9 s" in shown
    assert r"\u674e\u96f7" in shown


def test_json_has_the_names_as_they_are(folder: Path) -> None:
    shown = run(folder, [*COMMANDS["review"], "--json"], PYTHONIOENCODING="ascii")
    assert shown.stdout.isascii()
    assert set(json.loads(shown.stdout)["players"]) == {"José ♠", "李雷"}


def test_errors_show_what_was_written(in_ascii: Outputs) -> None:
    shown = in_ascii("missing file")
    assert shown.stdout == b""
    assert rb"gr\xf6\xdfe.solution" in shown.stderr
    assert shown.stderr.count(b"\n") == 1


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names of files")
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_names_of_files_that_are_not_text(folder: Path, encoding: str) -> None:
    path = os.fsdecode(b"\xff.svg")
    shown = run(folder, ["range", "AA", "--svg", path], PYTHONIOENCODING=encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    assert shown.stdout.endswith(b"written to \\udcff.svg\n")
    assert (folder / path).exists()


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_progress_bars(folder: Path, encoding: str) -> None:
    """Bars and spinners are shown on terminals only, so this test needs one."""
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
    parts: list[bytes] = []
    while True:
        try:
            part = os.read(handle, 4096)
        except OSError:  # what Linux reports at the end
            part = b""
        if not part:
            os.close(handle)
            return b"".join(parts)
        parts.append(part)


@pytest.mark.parametrize(
    ("encoding", "columns"),
    [
        ("ascii", 60),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in (("ascii", 80), ("utf-8", 60), ("utf-8", 80))
        ),
    ],
)
@pytest.mark.parametrize(
    "arguments",
    [
        ["range", "TT+,AKs:0.5"],
        ["range", "AA,AQs", "--board", "QsJh2h"],
        ["show", "turn.solution"],
        ["show", "turn.solution", "x/b50%"],
        ["show", "turn.solution", "--grid", "ev"],
        ["show", "turn.solution", "--player", "ip", "--grid", "reach"],
        ["show", "turn.solution", "--hand", "AA"],
        ["show", "turn.solution", "--classes"],
        ["show", "turn.solution", "--distribution", "equity"],
        ["show", "turn.solution", "--report", "river"],
    ],
)
def test_narrow_terminals_without_colours(
    folder: Path, columns: int, arguments: list[str], encoding: str
) -> None:
    shown = run(folder, arguments, COLUMNS=str(columns), PYTHONIOENCODING=encoding)
    assert (shown.returncode, shown.stderr) == (0, b"")
    lines = shown.stdout.decode().splitlines()
    # Explanations are whole lines, which a terminal wraps between words.
    prose = (
        *("exploitability", "what ", "the range of ", "each range ", "EV of ", "how "),
        *("stopped early", "OOP ", "IP ", "tree: "),
    )
    drawn = [line for line in lines if not line.startswith(prose)]
    assert max(len(line.rstrip()) for line in drawn) <= columns
    grid = [line for line in lines if re.match(r"\S+ +\S+ +\S+( +\S+){10} *$", line)]
    assert len({len(line) for line in grid if line.startswith(("AA", "."))}) <= 1


def test_grids_without_colours_show_only_what_is_held(folder: Path) -> None:
    shown = run(folder, ["range", "TT+,AKs:0.5"], COLUMNS="60", PYTHONIOENCODING="ascii")
    lines = shown.stdout.decode().splitlines()
    assert lines[0].split() == ["AA", "AKs", *["."] * 11]
    assert lines[1].split() == ["100", "50%"]
    assert lines[2].split() == [".", "KK", *["."] * 11]


def test_streams_are_restored() -> None:
    code = (
        "import sys; from fifthstreet.cli import run; run(['evaluate', 'AsKsQsJsTs']); "
        "print(sys.stdout.encoding, sys.stdout.errors)"
    )
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252:strict"}
    shown = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True)
    assert shown.stdout.splitlines()[-1] == b"cp1252 strict"
