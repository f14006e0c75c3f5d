"""The core without Python: known answers here and on x86-64, and a Windows program from MinGW."""

import shutil
from pathlib import Path

import pytest
from tools import cross_compile

pytestmark = pytest.mark.slow

X86 = "x86_64-linux-gnu-g++"
QEMU = "qemu-x86_64"


def test_core_check_passes_here(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The level "neon" adds no flag, so the program runs on any processor of this architecture."""
    arguments = ["--compiler", "c++", "--levels", "neon", "--output", str(tmp_path)]
    assert cross_compile.main(arguments) == 0
    output = capsys.readouterr().out
    assert "river, best response of OOP" in output
    assert "WRONG" not in output


@pytest.mark.skipif(
    not (shutil.which(X86) and shutil.which(QEMU)), reason=f"{X86} and {QEMU} are not installed"
)
def test_core_check_passes_on_emulated_x86_64(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """qemu has no AVX-512, so v4 is not run."""
    runner = f"{QEMU} -cpu max -L /usr/x86_64-linux-gnu"
    arguments = ["--compiler", X86, "--levels", "v2,v3", "--runner", runner]
    assert cross_compile.main([*arguments, "--output", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "4 lanes" in output
    assert "8 lanes" in output
    assert output.count("river, best response of OOP") == 2
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
