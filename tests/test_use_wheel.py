"""A wheel in dist/ replaces compiling only if it fits the machine and the sources."""

from __future__ import annotations

import base64
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from tools.use_wheel import INPUTS, ROOT, other_inputs, use_wheel

CORE = "fifthstreet/_native/core_v3.so"
SOURCES = {
    "native/cards/cards.cpp": "int cards;",
    "native/bind/module.cpp": "",
    "setup.py": "setup",
}
USED = "using the wheel in dist/: nothing is compiled\n"


@pytest.fixture(scope="module")
def tag() -> str:
    """The tag of wheels for this Python and machine, as pip lists it first."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "debug", "--verbose"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = listed.partition("Compatible tags:")[2].splitlines()
    return lines[1].strip()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with a core that was compiled in place."""
    for name, text in SOURCES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "src/fifthstreet/_native").mkdir(parents=True)
    (tmp_path / "src/fifthstreet/_native/core_local.so").write_text("compiled")
    (tmp_path / "dist").mkdir()
    return tmp_path


def listed(inputs: dict[str, str]) -> str:
    """Return the list of sources of a wheel."""
    lines = (f"{sha256(text.encode()).hexdigest()}  {name}\n" for name, text in inputs.items())
    return "".join(lines)


def make_wheel(root: Path, tag: str, inputs: dict[str, str] | None = SOURCES) -> Path:
    """Write a wheel with two modules and the hashes of its sources; None for no list of them."""
    about = "fifthstreet-0.1.0.dist-info"
    files = {
        CORE: "from the wheel",
        "abc__mypyc.so": "modules",
        "fifthstreet/__init__.py": "",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: fifthstreet\nVersion: 0.1.0\n",
        f"{about}/WHEEL": f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n",
    }
    if inputs is not None:
        files[f"{about}/{INPUTS}"] = listed(inputs)
    record = "".join(f"{name},{_record_hash(text)},{len(text)}\n" for name, text in files.items())
    path = root / "dist" / f"fifthstreet-0.1.0-{tag}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in {**files, f"{about}/RECORD": f"{record}{about}/RECORD,,\n"}.items():
            archive.writestr(name, text)
    return path


def _record_hash(text: str) -> str:
    digest = base64.urlsafe_b64encode(sha256(text.encode()).digest()).decode()
    return f"sha256={digest.rstrip('=')}"


def modules(root: Path) -> dict[str, str]:
    source = root / "src"
    return {path.relative_to(source).as_posix(): path.read_text() for path in source.rglob("*.so")}


COMPILED = {"fifthstreet/_native/core_local.so": "compiled"}
TAKEN = {CORE: "from the wheel", "abc__mypyc.so": "modules"}


def test_without_a_wheel_everything_is_compiled(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not use_wheel(checkout)
    assert modules(checkout) == COMPILED
    assert capsys.readouterr().out == ""


def test_a_wheel_of_the_same_sources_is_used(
    checkout: Path, tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_wheel(checkout, tag)
    for _ in range(2):
        assert use_wheel(checkout)
        assert modules(checkout) == TAKEN
        assert capsys.readouterr().out == USED


@pytest.mark.parametrize("name", SOURCES)
def test_a_wheel_of_other_sources_is_not_used(
    name: str, checkout: Path, tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_wheel(checkout, tag)
    (checkout / name).write_text("changed")
    assert not use_wheel(checkout)
    assert modules(checkout) == COMPILED
    assert (
        capsys.readouterr().out == f"the wheel in dist/ was built from another {name}: compiling\n"
    )


def test_any_other_source_is_named(checkout: Path) -> None:
    installed = checkout / "installed"
    about = installed / "fifthstreet-0.1.0.dist-info"
    about.mkdir(parents=True)
    assert other_inputs(installed, checkout) == "does not list its sources"
    (about / INPUTS).write_text(listed(SOURCES))
    assert other_inputs(installed, checkout) == ""
    for name, text in SOURCES.items():
        (checkout / name).write_text("changed")
        assert other_inputs(installed, checkout) == f"was built from another {name}"
        (checkout / name).unlink()
        assert other_inputs(installed, checkout) == f"was built from another {name}"
        (checkout / name).write_text(text)
    (checkout / "native/cards/new.hpp").write_text("")
    assert other_inputs(installed, checkout) == "was built from another native/cards/new.hpp"


def test_added_and_removed_sources_are_noticed(
    checkout: Path, tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_wheel(checkout, tag)
    added = checkout / "native/cards/new.hpp"
    added.write_text("")
    assert not use_wheel(checkout)
    added.unlink()
    assert use_wheel(checkout)
    (checkout / "native/bind/module.cpp").unlink()
    assert not use_wheel(checkout)
    assert (
        modules(checkout) == {}
    )  # what an old wheel left would be loaded in place of the new core
    assert capsys.readouterr().out.splitlines() == [
        "the wheel in dist/ was built from another native/cards/new.hpp: compiling",
        USED.strip(),
        "the wheel in dist/ was built from another native/bind/module.cpp: compiling",
    ]


@pytest.mark.parametrize("other", ["cp310-cp310-any", "py3-none-plan9_mips"])
def test_a_wheel_for_another_python_or_machine_is_not_used(
    other: str, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_wheel(checkout, other)
    assert not use_wheel(checkout)
    assert modules(checkout) == COMPILED
    line = "the wheel in dist/ is not for this Python and machine: compiling\n"
    assert capsys.readouterr().out == line


def test_a_wheel_that_lists_no_sources_is_not_used(
    checkout: Path, tag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    make_wheel(checkout, tag, inputs=None)
    assert not use_wheel(checkout)
    assert capsys.readouterr().out == "the wheel in dist/ does not list its sources: compiling\n"


def test_the_build_lists_its_inputs(tmp_path: Path) -> None:
    code = """
import os, runpy, setuptools
os.environ["FIFTHSTREET_COMPILE"] = "0"
setuptools.setup = lambda **_: None
print(runpy.run_path("setup.py")["build_inputs"](), end="")
"""
    command = [sys.executable, "-c", code]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    about = tmp_path / "fifthstreet-0.1.0.dist-info"
    about.mkdir()
    (about / INPUTS).write_text(listed)
    assert other_inputs(tmp_path) == ""
    paths = {line.partition("  ")[2] for line in listed.splitlines()}
    assert {"setup.py", "native/processor/levels.c", "src/fifthstreet/cards/card.py"} <= paths
    assert "src/fifthstreet/solvers/postflop/backends/cuda/regret.hpp" in paths
