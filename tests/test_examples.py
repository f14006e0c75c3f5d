"""Every example in the documentation and in docstrings runs and prints what it shows."""

import doctest
import importlib
import re
import shlex
import shutil
from pathlib import Path

import pytest

from fifthstreet.cards import cards_text
from fifthstreet.cli import run
from fifthstreet.cli.app import COMMANDS as PROGRAM_COMMANDS
from fifthstreet.cli.app import load_command
from fifthstreet.solvers.postflop import parse_spot, read_spot
from fifthstreet.tree import read_line
from tests.cli.interrupting import INTERRUPTED, SERVING, use_interrupting_browser
from tests.interop.servers import SlumbotServer, serving
from tests.package_files import SOURCES, source_files

ROOT = Path(__file__).parent.parent


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCES.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = [
    module_name(path) for path in source_files() if ">>>" in path.read_text(encoding="utf-8")
]
DOCS = ROOT / "docs"
DOCUMENTS = [path.relative_to(DOCS).as_posix() for path in sorted(DOCS.rglob("*.md"))]
README = (ROOT / "README.md").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line, comments=True)
    for line in re.findall(r"^fifthstreet (.*)$", README, re.MULTILINE)
]
# As typed, some commands take long, so only a slow test runs them. In the others, these options
# stop them early; the last value of an option counts. An abstraction cannot be stopped:
# tests/cli/test_abstraction.py runs that command with one that is built already. Commands that
# serve are interrupted once they do.
EARLY_STOP = {
    "arena": ["--hands", "150"],
    "acpc": ["--hands", "9"],
    "online": ["--hands", "2", "--seconds-between", "0"],
    "train": ["--seconds", "0.5", "--evaluation-hands", "0"],
    "solve": ["--max-iterations", "5", "--target", "5"],
    "flops": ["--max-iterations", "5", "--target", "5", "--sample", "2"],
}


def document(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


def documented_commands(name: str) -> list[list[str]]:
    """Return the commands in the blocks of a document."""
    blocks = re.findall(r"```sh\n(.*?)```", document(name), re.DOTALL)
    joined = "\n".join(blocks).replace("\\\n", "")
    lines = re.findall(r"^fifthstreet (.*)$", joined, re.MULTILINE)
    return [shlex.split(line, comments=True) for line in lines]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documented_commands_have_their_options(name: str) -> None:
    for command, *arguments in documented_commands(name):
        if command in PROGRAM_COMMANDS:
            params = load_command(command).params
            known = {flag for each in params for flag in (*each.opts, *each.secondary_opts)}
            used = {word for word in arguments if re.match(r"--[a-z]", word)}
            assert used <= {*known, "--help"}, [command, *arguments]


def shows_the_default_spot(name: str) -> bool:
    """Whether a page prints `examples/default.toml`; commands on its solution are about it."""
    spot = read_spot(ROOT / "examples" / "default.toml")
    blocks = re.findall(r"```toml\n(.*?)```", document(name), re.DOTALL)
    whole = [each for each in blocks if cards_text(spot.board) in each and "[ranges]" in each]
    for fields in whole:
        assert parse_spot(fields) == spot, name
    return bool(whole)


def test_lines_of_the_default_spot_are_in_its_tree() -> None:
    spot = read_spot(ROOT / "examples" / "default.toml")
    pages = [name for name in DOCUMENTS if shows_the_default_spot(name)]
    assert pages
    lines = [
        command[2]
        for name in pages
        for command in documented_commands(name)
        if command[:2] == ["show", "spot.solution"]
    ]
    assert len(lines) >= 5
    for line in lines:
        assert read_line(spot.tree, line).notes == (), line


@pytest.mark.parametrize("name", MODULES)
def test_docstring_examples(name: str) -> None:
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=doctest.ELLIPSIS).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_document_examples(name: str) -> None:
    path = DOCS / name
    failed = doctest.testfile(
        str(path), module_relative=False, optionflags=doctest.ELLIPSIS, encoding="utf-8"
    ).failed
    assert failed == 0


def test_readme_example_prints_what_it_shows(capsys: pytest.CaptureFixture[str]) -> None:
    match = re.search(r"```python\n([^`]*\n)# (.*\n)```", README)
    assert match is not None
    example, output = match.groups()
    assert len(example.strip().splitlines()) <= 12
    exec(compile(example, "README.md", "exec"), {})
    assert capsys.readouterr().out == output


def test_readme_python_runs(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(examples) >= 2
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
        assert capsys.readouterr().out


def test_readme_shows_commands_of_the_program() -> None:
    assert COMMANDS
    assert {command[0] for command in COMMANDS} <= set(PROGRAM_COMMANDS)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Change to a folder with the examples, for the files that commands read and write."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    use_interrupting_browser(monkeypatch)
    return tmp_path


@pytest.fixture(scope="module")
def saved_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder for files that several commands read."""
    return tmp_path_factory.mktemp("saved")


def needed_by(command: list[str]) -> dict[str, list[str]]:
    """Return the files that this command reads, with the earlier commands that save them."""
    before = COMMANDS[: COMMANDS.index(command)]
    return {
        each[each.index(option) + 1]: each
        for each in before
        for option in ("--save", "--strategy")
        if option in each and each[each.index(option) + 1] in command
    }


def run_here(command: list[str]) -> int:
    """Run a command; one that plays a bot on the internet finds it on this machine."""
    if command[0] != "online":
        return run(command)
    with serving(SlumbotServer()) as address:
        return run([*command, "--address", f"{address}/slumbot/api"])


def exit_code(command: list[str]) -> int:
    return INTERRUPTED if command[0] in SERVING else 0


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each[0] != "abstraction"], ids=" ".join
)
def test_readme_command_runs(
    command: list[str], folder: Path, saved_files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run each command by itself, after those it needs, so that workers can run in parallel."""
    for name, earlier in needed_by(command).items():
        if not (saved_files / name).exists():
            assert run([*earlier, *EARLY_STOP.get(earlier[0], [])]) == 0
            shutil.move(name, saved_files / name)
        shutil.copy(saved_files / name, name)
    capsys.readouterr()
    assert run_here([*command, *EARLY_STOP.get(command[0], [])]) == exit_code(command)
    assert capsys.readouterr().out


@pytest.mark.slow
def test_readme_commands_run_as_typed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert run_here(command) == exit_code(command)
        assert capsys.readouterr().out
