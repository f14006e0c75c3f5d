"""The core without Python: known answers here, and a Windows program from MinGW."""

import shutil
from pathlib import Path

import pytest
from tools import cross_compile

pytestmark = pytest.mark.slow


def test_core_check_passes_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The level "neon" adds no flag, so the program runs on any processor of this architecture."""
    arguments = ["--compiler", "c++", "--levels", "neon", "--output", str(tmp_path)]
    assert cross_compile.main(arguments) == 0
    output = capsys.readouterr().out
    assert "river, best response of OOP" in output
    assert "WRONG" not in output


@pytest.mark.skipif(
    shutil.which(cross_compile.MINGW) is None, reason=f"{cross_compile.MINGW} is not installed"
)
def test_core_compiles_for_windows(tmp_path: Path) -> None:
    assert cross_compile.main(["--output", str(tmp_path)]) == 0
    for level in ("v2", "v3"):
        program = tmp_path / level / "core_check.exe"
        assert program.read_bytes()[:2] == b"MZ"


def test_a_missing_compiler_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cross_compile.main(["--compiler", "no-such-compiler"]) == 2
    message = "no-such-compiler is not installed; name a compiler with --compiler\n"
    assert capsys.readouterr().err == message
