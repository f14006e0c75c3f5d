"""Full disks, read-only disks and special files: nothing is lost, and the answer is shown."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from fifthstreet.cli import run
from fifthstreet.solvers.postflop import load_checkpoint, open_solution
from fifthstreet.solvers.training import load_training
from tests.faults.programs import (
    PROGRAM,
    assert_one_line,
    finished,
    has_namespaces,
    on_disk,
    on_disk_at_terminal,
    posix,
    solve_arguments,
)
from tests.thoroughness import slow

pytestmark = posix
small_disks = pytest.mark.skipif(not has_namespaces(), reason="needs private mounts")
ROOT = Path(__file__).parents[2]


def shell(arguments: list[str]) -> str:
    return " ".join(f"'{part}'" for part in arguments)


def kept_file(message: str) -> Path:
    """Return the file that an error says was kept."""
    match = re.search(r"it was kept as (\S+); move it to another folder: mv -i \1 FOLDER", message)
    assert match, message
    return Path(match[1])


# Each command, with the file that it writes last.
COMMANDS = {
    "solve --save": solve_arguments(max_iterations=20, save="FILE"),
    "solve --checkpoint": solve_arguments(max_iterations=20, checkpoint="FILE"),
    "solve --export": solve_arguments(max_iterations=20, export="FILE.csv"),
    "train --out": ["train", "--game", "leduc", "--iterations", "1e5", "--out", "FILE"],
    "train --svg": ["train", "--game", "kuhn", "--iterations", "1e4", "--svg", "FILE"],
    "tree --svg": ["tree", "--stack", "100", "--pot", "10", "--svg", "FILE"],
    "range --svg": ["range", "22+", "--svg", "FILE"],
}
# Runs commands one after another, since a process for each would mostly import the package.
IN_TURN = """
import io, json, os, sys
from contextlib import redirect_stderr, redirect_stdout
from fifthstreet.cli import run

disk, *commands = json.loads(sys.argv[1])
results = []
for arguments in commands:
    before = sorted(os.listdir(disk))
    with redirect_stdout(io.StringIO()) as output, redirect_stderr(io.StringIO()) as errors:
        code = run(arguments)
    is_unchanged = sorted(os.listdir(disk)) == before
    results.append((code, output.getvalue(), errors.getvalue(), is_unchanged))
print(json.dumps(results))
"""


def all_on_disk(
    disk: Path, size: str, cache: Path, *, first: str = "true"
) -> dict[str, tuple[int, str, str, bool]]:
    """Run all commands on a disk after a shell command.

    Returns the exit code of each, its output, its errors, and whether the disk has the same files
    as before.
    """
    disk.mkdir()
    commands = [
        [part.replace("FILE", f"{disk}/file{number}") for part in arguments]
        for number, arguments in enumerate(COMMANDS.values())
    ]
    program = [sys.executable, "-c", IN_TURN, json.dumps([str(disk), *commands])]
    script = f"{first}; exec {shlex.join(program)}"
    code, output, errors = on_disk(disk, size, script, XDG_CACHE_HOME=str(cache))
    assert code == 0, errors
    return dict(zip(COMMANDS, json.loads(output), strict=True))


@small_disks
def test_a_disk_that_is_full_at_the_end(tmp_path: Path) -> None:
    """Some bytes are free, so that the file can be begun but not finished."""
    disk = tmp_path / "disk"
    fill = f"dd if=/dev/zero of={disk}/rest bs=1k count=8 2>&-"
    results = all_on_disk(disk, "8k", tmp_path / "cache", first=fill)
    for name, (code, output, errors, is_unchanged) in results.items():
        assert code == 2, (name, errors)
        if " available" not in errors:  # noticed before the work began
            assert output, name
            assert kept_file(errors).stat().st_size > 0
            assert is_unchanged, name
        assert errors.count("\n") == 1, (name, errors)


@small_disks
def test_the_kept_files_are_good(tmp_path: Path) -> None:
    """Files grow while a run goes on, so space may run out although it was there at the start."""
    disk, cache = tmp_path / "disk", tmp_path / "cache"
    disk.mkdir()
    files = {"checkpoint": disk / "a.checkpoint", "save": disk / "a.solution"}
    arguments = solve_arguments(max_iterations=3000, checkpoint_every=0.2, **files)
    fill = f"dd if=/dev/zero of={disk}/rest bs=1k 2>&-"
    script = f"$FIFTHSTREET {shell(arguments)} & program=$!; "
    script += f"until test -e {disk}/a.checkpoint || ! kill -0 $program; do sleep 0.05; done; "
    script += f"{fill}; wait $program"
    code, output, errors = on_disk(disk, "8m", script, XDG_CACHE_HOME=str(cache))
    assert code == 2, errors
    assert "3,000 iterations" in output
    assert "warning: " in errors
    assert "the solve continues without saving" in errors
    kept = cache / "fifthstreet" / "kept"
    assert load_checkpoint(kept / "a.checkpoint").iteration == 3000
    assert open_solution(kept / "a.solution", verify=True).record.iterations == 3000


def saving_on_a_full_disk(tmp_path: Path) -> tuple[Path, str]:
    """Return a folder for a disk of 8 kB, and a script that saves two files when it is full."""
    disk = tmp_path / "disk"
    disk.mkdir()
    arguments = [*COMMANDS["train --svg"], "--out", f"{disk}/b"]
    arguments = [part.replace("FILE", f"{disk}/a.svg") for part in arguments]
    fill = f"dd if=/dev/zero of={disk}/rest bs=1k count=8 2>&-"
    return disk, f"{fill}; exec $FIFTHSTREET {shell(arguments)}"


@small_disks
def test_another_place_is_asked_for_at_a_terminal(tmp_path: Path) -> None:
    """Not one that exists, or that cannot be written either."""
    cache, other = tmp_path / "cache", tmp_path / "other"
    other.mkdir()
    (other / "old").write_text("old")
    disk, script = saving_on_a_full_disk(tmp_path)
    answers = [f"{other}/old", f"{other}/no/where", "n" * 300, f"{disk}/c", f"{other}/new", other]
    typed = [f"{answer}\n" for answer in answers]
    code, output, shown = on_disk_at_terminal(
        disk, "8k", script, typed, XDG_CACHE_HOME=str(cache), COLUMNS="1000"
    )
    assert code == 0, shown
    assert "Save b as (Enter: leave it): " in shown
    assert f"{other}/old already exists: enter a new file" in shown
    assert "must be in an existing folder" in shown
    assert f"saved to {other}/new (" in output
    assert f"written to {other}/a.svg" in output
    assert load_training(other / "new")[1].iteration == 10_000
    assert (other / "a.svg").read_text().endswith("</svg>\n")
    assert (other / "old").read_text() == "old"
    assert list((cache / "fifthstreet" / "kept").iterdir()) == []


@small_disks
def test_an_export_has_its_format_in_another_place(tmp_path: Path) -> None:
    """The format is that of the name that was asked for, whatever the other file is called."""
    disk = tmp_path / "disk"
    disk.mkdir()
    arguments = [part.replace("FILE", f"{disk}/a") for part in COMMANDS["solve --export"]]
    script = f"dd if=/dev/zero of={disk}/rest bs=1k 2>&-; exec $FIFTHSTREET {shell(arguments)}"
    code, output, shown = on_disk_at_terminal(
        disk, "8k", script, [f"{tmp_path}/table.txt\n"], XDG_CACHE_HOME=str(tmp_path / "cache")
    )
    assert code == 0, shown
    assert f"exported to {tmp_path}/table.txt" in output
    assert (tmp_path / "table.txt").read_text().startswith("# exploitability ")


@small_disks
@pytest.mark.parametrize("key", ["\n", "\x03", *slow("\x04")])
def test_another_place_is_not_wanted(tmp_path: Path, key: str) -> None:
    """Enter, Ctrl-C or the end of input: the files stay where they were kept."""
    disk, script = saving_on_a_full_disk(tmp_path)
    code, output, shown = on_disk_at_terminal(
        disk, "8k", script, 2 * [key], XDG_CACHE_HOME=str(tmp_path / "cache"), COLUMNS="1000"
    )
    assert code == 2, shown
    assert "exploitability" in output
    first, second = (line for line in shown.splitlines() if "FOLDER" in line)
    assert load_training(kept_file(first))[1].iteration == 10_000
    assert kept_file(second).read_text().endswith("</svg>\n")


@small_disks
def test_each_kept_file_has_a_line(tmp_path: Path) -> None:
    """Long lines are shortened, so that one line for all would lose some of the places."""
    disk, script = saving_on_a_full_disk(tmp_path)
    cache = tmp_path / ("c" * 150) / ("d" * 150)
    code, _, errors = on_disk(disk, "8k", script, XDG_CACHE_HOME=str(cache))
    assert code == 2
    for line in errors.splitlines():
        assert kept_file(line).stat().st_size > 0
    assert errors.count("\n") == 2


@small_disks
def test_a_read_only_disk_is_noticed_before_the_work_begins(tmp_path: Path) -> None:
    results = all_on_disk(tmp_path / "disk", "ro", tmp_path / "cache")
    for name, (code, output, errors, _) in results.items():
        assert (code, output) == (2, ""), (name, errors)
        assert "cannot be written: Read-only file system" in errors, name


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("target", ["pipe", "folder", "/dev/null", "no/where", "n" * 300])
def test_bad_targets_are_noticed_before_the_work_begins(
    tmp_path: Path, name: str, target: str
) -> None:
    if name == "solve --export" and not target.startswith(("no", "n" * 300)):
        pytest.skip("exports need a name with an ending")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    arguments = [part.replace("FILE", str(tmp_path / target)) for part in COMMANDS[name]]
    assert run(arguments) == 2
    assert sorted(each.name for each in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_limit_on_the_size_of_files(tmp_path: Path) -> None:
    """It fails as a full disk does: the old training survives, and the run warns and goes on."""
    out = tmp_path / "leduc"
    train = ["train", "--game", "leduc", "--checkpoint-every", "0.05", "--out", str(out)]
    assert finished([*train, "--iterations", "1000"]).returncode == 0
    limited = [*PROGRAM, *train, "--resume", str(out), "--iterations", "2e5", "--json"]
    command = ["sh", "-c", f"ulimit -f 1; exec {shell(limited)}"]
    environment = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    result = subprocess.run(
        ["env", *(f"{name}={value}" for name, value in environment.items()), *command],
        capture_output=True,
        text=True,
    )
    assert result.returncode == 2
    assert '"iterations": 200000' in result.stdout
    assert "the training continues without saving" in result.stderr
    assert "File too large; it could not be kept elsewhere" in result.stderr
    assert load_training(out)[1].iteration == 1000
    assert sorted(each.name for each in tmp_path.iterdir()) == ["cache", "leduc"]


def test_too_little_space_for_the_solution(tmp_path: Path) -> None:
    """The size of the solution is known before it is solved."""
    command = f"ulimit -f 100; exec {shell([*PROGRAM, *solve_arguments(save=tmp_path / 'a')])}"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert_one_line(result, "not enough disk space for", "needs about", "available")
    assert result.stdout == ""
    assert list(tmp_path.iterdir()) == []
