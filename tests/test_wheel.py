"""The wheel installs and runs where there is no compiler; the source distribution is complete.

Slow, because everything is compiled: `pytest -m slow tests/test_wheel.py`. FIFTHSTREET_DIST=dist
tests the files that `make wheel` left there instead.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from tools.make_wheel import build, part_sizes
from tools.use_wheel import other_inputs

from tests.test_examples import COMMANDS, EARLY_STOP, README, ROOT, needed_by

pytestmark = pytest.mark.slow
LEVELS = {"neon"} if platform.machine().lower() in ("arm64", "aarch64") else {"v2", "v3", "v4"}
PACKAGE = ROOT / "src/fifthstreet"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    if given := os.environ.get("FIFTHSTREET_DIST"):
        (sources,), (wheel,) = (sorted(Path(given).glob(each)) for each in ("*.tar.gz", "*.whl"))
        return sources.resolve(), wheel.resolve()
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def sources(built: tuple[Path, Path]) -> Path:
    return built[0]


@pytest.fixture(scope="module")
def wheel(built: tuple[Path, Path]) -> Path:
    return built[1]


class Installation:
    """A virtual environment with the wheel, and a folder to work in, without a compiler."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        subprocess.run([sys.executable, "-m", "venv", folder / "venv"], check=True)
        self.programs = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PYTHON", "FIFTHSTREET_", "VIRTUAL_ENV"))
        }
        self.environment |= {
            "PATH": str(self.programs),
            "CC": str(folder / "no-such-cc"),
            "CXX": str(folder / "no-such-c++"),
            "PYTHONUTF8": "1",
        }
        pip = ["python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
        constraints = ROOT / "constraints.txt"
        # Older releases of pip do not take hashes from constraints.
        (own,) = re.findall(r"^pip==[\w.]+", constraints.read_text(), re.MULTILINE)
        self.run(*pip, own)
        pins = ["--only-binary", ":all:", "--constraint", str(constraints)]
        self.run(*pip, *pins, *project["dependencies"])
        self.run(*pip, "--no-deps", str(wheel))
        shutil.copytree(ROOT / "examples", self.folder / "examples")

    def run(self, program: str, *arguments: str) -> str:
        """Run a program of the environment and return what it prints."""
        done = subprocess.run(
            [str(self.programs / program), *arguments],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(tmp_path_factory.mktemp("installed"), wheel)


def test_wheel_has_what_the_package_needs_and_no_sources(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    wanted = [
        path
        for pattern in (
            "**/*.py",
            "**/*.pyi",
            "py.typed",
            "abstraction/data/*",
            "cards/data/*",
            "cards/data/preflop/*",
            "cards/equity/data/*",
            "solvers/search/data/*",
            "web/data/*",
            "web/static/**/*",
            "**/*.cu*",
            "**/*.hpp",
        )
        for path in PACKAGE.glob(pattern)
        if path.is_file()
    ]
    assert len(wanted) > 100
    assert {path.relative_to(PACKAGE.parent).as_posix() for path in wanted} <= names
    assert not [name for name in names if Path(name).suffix in (".c", ".cpp", ".h", ".o")]
    assert {Path(name).parent.name for name in names if name.endswith(".toml")} <= {"preflop"}
    assert not [name for name in names if name.startswith(("native/", "tests/", "tools/"))]
    assert [name for name in names if name.endswith(".dist-info/sboms/fifthstreet.cdx.json")]
    cores = {match[1] for name in names if (match := re.search(r"_native/core_(\w+)\.", name))}
    assert cores == LEVELS


@pytest.mark.skipif(sys.platform != "linux", reason="manylinux tags are of Linux")
def test_wheel_has_a_manylinux_tag(wheel: Path) -> None:
    assert re.search(rf"-manylinux_2_\d+_{platform.machine()}\.whl$", wheel.name)


def test_wheel_lists_the_sources_that_were_compiled(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
    assert other_inputs(tmp_path) == ""  # so `make run` may use it


def test_wheel_is_small(wheel: Path) -> None:
    sizes = part_sizes(wheel)
    assert all(sizes[f"core_{level}"][0] < 4e6 for level in LEVELS)
    _, networks = sizes.get("networks", (0, 0))
    assert networks < 20e6
    _, charts = sizes.get("charts", (0, 0))
    assert charts < 5e6
    assert wheel.stat().st_size - networks - charts < 6.5e6


def test_source_distribution_is_complete(sources: Path) -> None:
    with tarfile.open(sources) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = [path for path in (ROOT / "native").rglob("*") if path.is_file()]
    assert {path.relative_to(ROOT).as_posix() for path in wanted} <= names
    assert {"setup.py", "pyproject.toml", "README.md", "LICENSE"} <= names
    assert not [name for name in names if name.startswith("build/") or name.endswith(".so")]


def test_a_build_for_an_instruction_level_is_loaded(installation: Installation) -> None:
    output = installation.run("python", str(ROOT / "tools/check_wheel.py"))
    loaded = [line.split()[0] for line in output.splitlines()]
    assert loaded
    assert set(loaded) <= LEVELS


def test_there_is_no_compiler(installation: Installation) -> None:
    search = "import shutil; print([shutil.which(each) for each in ('cc', 'gcc', 'c++', 'clang')])"
    assert installation.run("python", "-c", search).strip() == "[None, None, None, None]"


def test_readme_python_runs(installation: Installation) -> None:
    examples = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    outputs = [installation.run("python", "-c", example) for example in examples]
    shown = re.search(r"```python\n[^`]*\n# (.*\n)```", README)
    assert shown is not None
    # Processors and versions of NumPy add in another order, which 1,000 iterations amplify.
    found, expected = (re.findall(r"[\d.]+", text) for text in (outputs[0], shown[1]))
    assert [float(each) for each in found] == pytest.approx([float(each) for each in expected], 0.1)
    assert all(outputs)


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each[0] not in ("online", "web")], ids=" ".join
)
def test_readme_command_runs(command: list[str], installation: Installation) -> None:
    for each in (*needed_by(command).values(), command):
        assert installation.run("fifthstreet", *each, *EARLY_STOP.get(each[0], []))
