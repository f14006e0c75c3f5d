"""The command lines of setup.py for Windows, where these tests do not run themselves."""

import runpy
import sys
import sysconfig
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import setuptools
from setuptools import Distribution, Extension

ROOT = Path(__file__).parent.parent


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Names of setup.py, run up to the call of setup()."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("FIFTHSTREET_COMPILE", "0")
    monkeypatch.delenv("FIFTHSTREET_QUICK", raising=False)
    monkeypatch.setattr(setuptools, "setup", lambda **_: None)
    return runpy.run_path("setup.py")


@pytest.fixture
def commands(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> dict[str, list[list[str]]]:
    """What setuptools would run for Windows, by extension, with its compiler class for Windows."""
    msvc = import_module("distutils.compilers.C.msvc")  # under the name that setuptools gives it
    monkeypatch.setenv("CXX", sys.executable)  # any program that exists stands for clang-cl
    monkeypatch.setattr(msvc, "_get_vc_env", lambda _: {"path": str(tmp_path)})
    done: dict[str, list[list[str]]] = {}
    for name in ("fifthstreet._native.core_v3", "fifthstreet.game.state"):
        source = tmp_path / "file.cpp"
        source.touch()
        extension = Extension(name, [str(source)], language="c++")
        if "_native" in name:
            extension.extra_compile_args = [*script["CORE_FLAGS"], "-march=x86-64-v3"]
            extension.extra_link_args = ["-pthread"]
        distribution = Distribution({"name": "fifthstreet", "ext_modules": [extension]})
        command = script["ParallelBuild"](distribution)
        command.build_temp, command.build_lib = str(tmp_path / "temp"), str(tmp_path / "lib")
        command.plat_name = "win-amd64"
        command.ensure_finalized()
        command.compiler = msvc.Compiler()
        calls = done.setdefault(name, [])
        for method in ("call", "spawn"):  # setuptools compiles by one and links by the other
            record = partial(_record, calls)
            monkeypatch.setattr(command.compiler, method, record, raising=False)
        command.build_extensions()
    return done


def _record(calls: list[list[str]], call: list[str]) -> None:
    calls.append(list(call))


def test_native_code_is_compiled_with_clang_cl_on_windows(
    commands: dict[str, list[list[str]]],
) -> None:
    compile_core, link_core = commands["fifthstreet._native.core_v3"]
    assert compile_core[0] == sys.executable
    assert {"/std:c++20", "/clang:-O3", "/clang:-march=x86-64-v3"} <= set(compile_core)
    assert link_core[0].endswith("link.exe")
    for call in (compile_core, link_core):
        assert not [part for part in call if "-pthread" in part or "-fvisibility" in part]
        assert not [part for part in call[1:] if part.startswith("-") and part[:2] != "--"]


def test_modules_of_mypyc_are_compiled_with_microsofts_compiler(
    commands: dict[str, list[list[str]]],
) -> None:
    assert commands["fifthstreet.game.state"][0][0].endswith("cl.exe")


def test_a_missing_clang_cl_is_one_line(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CXX", "no-such-clang-cl")
    with pytest.raises(SystemExit, match=r"^clang-cl is not on PATH; install LLVM, or .*CXX$"):
        script["clang_cl"]()


def test_code_without_kernels_is_optimized_less_in_a_quick_build(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = [f"build/units/{unit}.cpp" for unit in script["UNITS"]]
    assert not any("-O1" in script["flags_of_file"](source) for source in sources)
    monkeypatch.setenv("FIFTHSTREET_QUICK", "1")
    quick = runpy.run_path("setup.py")
    assert {
        path.parent.name
        for unit, source in zip(quick["UNITS"], sources, strict=True)
        if "-O1" in quick["flags_of_file"](source)
        for path in quick["unit_files"](unit)
    } == {"bind", "tree"}


@pytest.mark.skipif(sys.platform == "win32", reason="its compiler has other flags")
def test_modules_that_run_rarely_are_not_optimized_in_a_quick_build(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    stems = [each.removeprefix("src/")[:-3] for each in script["COMPILED_MODULES"]]
    sources = [f"build/documented/__native_{stem.replace('/', '___')}.c" for stem in stems]
    assert not any(script["flags_of_file"](source) for source in sources)
    monkeypatch.setenv("FIFTHSTREET_QUICK", "1")
    quick = runpy.run_path("setup.py")
    found = {
        str(Path(stem).parent)
        for stem, source in zip(stems, sources, strict=True)
        if quick["flags_of_file"](source) == ["-O0"]
    }
    assert {folder for folder in found if "readers" not in folder} == {
        "fifthstreet/game/notation",
        "fifthstreet/tree/translate",
    }


def test_game_solvers_round_in_the_same_way_on_all_processors(script: dict[str, Any]) -> None:
    rounded = [
        unit
        for unit in script["UNITS"]
        if script["flags_of_file"](f"build/units/{unit}.cpp") == ["-ffp-contract=off"]
    ]
    assert rounded == ["cfr"]


def test_every_file_of_the_core_is_compiled_once(script: dict[str, Any]) -> None:
    compiled = [path for unit in script["UNITS"] for path in script["unit_files"](unit)]
    assert sorted(compiled) == sorted(Path("native").rglob("*.cpp"))


def test_compiled_files_are_replaced_and_never_overwritten(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target, made = tmp_path / "core.so", tmp_path / "made.so"
    target.write_text("old")
    made.write_text("new")
    extension = Extension("core", ["core.cpp"])
    command = script["ParallelBuild"](
        Distribution({"name": "fifthstreet", "ext_modules": [extension]})
    )
    command.extensions = [extension]
    monkeypatch.setattr(
        command, "_get_inplace_equivalent", lambda *_: (str(target), str(made)), raising=False
    )
    with target.open() as opened:
        command.copy_extensions_to_source()
        assert opened.read() == "old"
    assert target.read_text() == "new"
    assert sorted(tmp_path.iterdir()) == [target, made]


def test_missing_headers_of_python_are_one_line(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    script["check_headers"]()
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))
    with pytest.raises(SystemExit, match=r"^.* has no Python.h: install the .* python3-devel$"):
        script["check_headers"]()
    (tmp_path / "Python.h").touch()
    script["check_headers"]()


@pytest.mark.parametrize(
    ("command", "expected"),
    [("egg_info", False), ("dist_info", False), ("sdist", False), ("bdist_wheel", True)],
)
def test_metadata_is_read_without_translating_modules(
    command: str, expected: bool, script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["setup.py", command])
    assert not script["compiles"]()  # FIFTHSTREET_COMPILE is 0
    monkeypatch.delenv("FIFTHSTREET_COMPILE")
    assert script["compiles"]() is expected
