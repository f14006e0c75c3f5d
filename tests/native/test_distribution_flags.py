"""C and C++ compiled with the flags that Ubuntu, Fedora and Arch add to every compilation.

Warnings are errors here and nowhere else: other compilers have other warnings, which must not stop
anyone from building or testing the package.
"""

import os
import platform
import runpy
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import setuptools
from benchmarks import plain_solver

from fifthstreet._native.processor import levels
from fifthstreet.solvers.blueprint.cuda import sampler
from fifthstreet.solvers.common import SCHEDULES
from fifthstreet.solvers.postflop.backends.cuda import device
from fifthstreet.solvers.postflop.spot.plan import make_plan
from tests.native.test_thread_pool import output_of
from tests.solvers.blueprint.cuda import games
from tests.solvers.postflop.backends.cuda import test_emulation, test_kernels
from tests.solvers.postflop.backends.cuda.cupy_on_cpu import CupyOnCpu
from tests.thoroughness import slow

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="flags of Linux distributions")

ROOT = Path(__file__).parents[2]
NATIVE = ROOT / "native"
CORE_CHECK = str(ROOT / "tools/core_check.cpp")
IS_X86 = platform.machine() in ("x86_64", "AMD64")
HARDENING = [
    "-O2",  # _FORTIFY_SOURCE requires optimization
    "-Wformat",
    "-Wformat-security",
    "-Werror=format-security",
    "-U_FORTIFY_SOURCE",  # defined by some compilers
    "-D_FORTIFY_SOURCE=3",
    "-D_GLIBCXX_ASSERTIONS",
    "-fstack-protector-strong",
    "-fstack-clash-protection",
    "-fcf-protection" if IS_X86 else "-mbranch-protection=standard",
    "-flto",
]
STRICT = ["-Wall", "-Wextra", "-Werror"]
GCC, CLANG = ("gcc", "g++"), ("clang", "clang++")
OPTIONS = {GCC: [], CLANG: ["-Qunused-arguments"]}  # some flags have no effect on some processors
# Folders whose files compile together, in seconds. The slow test compiles the others as well.
FOLDERS = ["blueprint", "cards", "cfr", "envs", "postflop", "tree"]
# Quick tests that use every part of the core.
TESTS_OF_THE_CORE = [
    "tests/native/test_stub.py",
    "tests/cards/hands/test_against_oracle.py",
    "tests/cards/equity/test_equity.py",
    "tests/tree/test_build.py",
    "tests/solvers/cfr/test_sampling.py",
    "tests/solvers/blueprint/test_solver.py",
    "tests/solvers/postflop/solving/test_solver.py",
    "tests/abstraction/test_clustering.py",
    "tests/abstraction/test_hand_index.py",
    "tests/abstraction/test_strength.py",
    "tests/agents/prediction/test_native.py",
    "tests/envs",
]


def write_compiler(path: Path, program: str, flags: Sequence[str]) -> None:
    """Write a script that runs a compiler with default flags, which other flags may override."""
    path.write_text(f'#!/bin/sh\nexec {shlex.join([program, *flags])} "$@"\n')
    path.chmod(0o755)


@pytest.fixture(params=[GCC, CLANG], ids=["gcc", "clang"])
def compiler(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """A C++ compiler as a distribution would configure it; everything that compiles uses it."""
    folder = tmp_path / "compiler"
    folder.mkdir()
    for name, program in zip(GCC, request.param, strict=True):
        path = shutil.which(program)
        if path is None:
            pytest.skip(f"{program} is not installed")
        write_compiler(folder / name, path, [*HARDENING, *OPTIONS[request.param], *STRICT])
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    monkeypatch.setenv("CC", str(folder / "gcc"))
    monkeypatch.setenv("CXX", str(folder / "g++"))
    trial = subprocess.run(
        ["g++", "-x", "c++", "-", "-o", str(folder / "trial")],
        input="int main() {}\n",
        capture_output=True,
        text=True,
    )
    if trial.returncode:
        pytest.skip(f"{request.param[1]} does not support the flags: {trial.stderr.strip()}")
    return str(folder / "g++")


@pytest.fixture
def gpu(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[CupyOnCpu]:
    """An emulated GPU with kernels of its own."""
    kernels = tmp_path / "kernels"
    kernels.mkdir()
    emulated = CupyOnCpu(kernels)
    monkeypatch.setitem(sys.modules, "cupy", emulated)
    monkeypatch.setitem(sys.modules, "cupyx", SimpleNamespace(empty_pinned=np.empty))
    caches = (device.kernels, sampler.board_kernels)
    for cached in caches:
        cached.cache_clear()
    yield emulated
    for cached in caches:
        cached.cache_clear()
    libraries = [path.read_bytes() for path in kernels.glob("*.so")]
    assert libraries
    assert all(b"__stack_chk_fail" in library for library in libraries)  # the flags were used


@pytest.mark.usefixtures("gpu")
@pytest.mark.parametrize(
    ("precision", "schedule"), [*slow(("float32", "discounted")), ("int16", "predictive")]
)
def test_kernels_of_the_solver(precision: str, schedule: str) -> None:
    options = {"precision": precision, "schedule": SCHEDULES[schedule]}
    test_kernels.check(test_kernels.solvers_at(test_kernels.A_RIVER, (2, 9, 2), **options))


@pytest.mark.usefixtures("gpu")
def test_kernels_of_blueprints() -> None:
    native, cuda = games.solvers("turn")
    for solver in (native, cuda):
        solver.iterate(3)
    games.compare(native, cuda)


def test_errors_of_the_emulation(gpu: CupyOnCpu) -> None:
    module = gpu.RawModule(code=test_emulation.SOURCE, options=())
    for name, error in (
        ("at_two_barriers", r"^threads wait in lines \d+ and \d+$"),
        ("ends_early", r"^threads wait for others that have ended$"),
    ):
        with pytest.raises(RuntimeError, match=error):
            test_emulation.run(module.get_function(name), (np.int32(64),))


@pytest.mark.usefixtures("compiler")
def test_thread_pool(tmp_path: Path) -> None:
    output = output_of(tmp_path, "thread_pool", ["shared/thread_pool.cpp"])
    assert output == "0 wrong\n"


@pytest.mark.slow
@pytest.mark.usefixtures("compiler")
def test_failed_allocations(tmp_path: Path) -> None:
    cards = [f"cards/{name}.cpp" for name in ("equity_ranges", "ranking", "rank_keys")]
    output = output_of(tmp_path, "out_of_memory", ["shared/thread_pool.cpp", *cards])
    assert output.endswith(" reported, 0 wrong\n")


def test_baseline_of_the_benchmarks(compiler: str) -> None:
    assert plain_solver.compiler() == compiler
    plain_solver._library.cache_clear()
    try:
        solver = plain_solver.PlainSolver(make_plan(test_kernels.A_RIVER))
        solver.run(target_pot_percent=0.5, max_iterations=200)
        assert solver.exploitability().pot_percent <= 0.5
    finally:
        plain_solver._library.cache_clear()


@pytest.mark.usefixtures("compiler")
def test_levels_of_the_processor(tmp_path: Path) -> None:
    library = tmp_path / "processor.so"
    source = str(NATIVE / "processor/levels.c")
    include = ["-isystem", sysconfig.get_path("include")]
    run("gcc", *include, "-fPIC", "-shared", source, "-o", str(library))
    loader = ExtensionFileLoader("processor", str(library))
    spec = spec_from_file_location("processor", library, loader=loader)
    assert spec is not None
    assert module_from_spec(spec).levels() == levels()


@pytest.mark.parametrize("compiler", [GCC], ids=["gcc"], indirect=True)
@pytest.mark.parametrize("folder", FOLDERS)
def test_native_code_has_no_warnings(compiler: str, tmp_path: Path, folder: str) -> None:
    """Without code generation, and by gcc only, to save time; the slow test does the rest.

    The files of a folder are compiled together, since headers take longest. Where that fails, two
    files may use the same name for different things, so each is compiled by itself.
    """
    sources = sorted((NATIVE / folder).glob("*.cpp"))
    together = tmp_path / "together.cpp"
    together.write_text("".join(f'#include "{source}"\n' for source in sources))
    command = [compiler, *core_flags(), "-fsyntax-only"]
    if subprocess.run([*command, str(together)], capture_output=True).returncode:
        for source in sources:
            run(*command, str(source))


@pytest.mark.parametrize("compiler", [GCC, *slow((CLANG,))], ids=["gcc", "clang"], indirect=True)
def test_check_of_the_core_has_no_warnings(compiler: str) -> None:
    run(compiler, *core_flags(), "-fsyntax-only", CORE_CHECK)


@pytest.mark.slow
def test_whole_core(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Built by setup.py, then used by tools/core_check.cpp and by the tests of the core."""
    package, objects, program = (tmp_path / name for name in ("fifthstreet", "objects", "check"))
    ignored = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "src/fifthstreet", package, ignore=ignored)
    for name in ("CFLAGS", "CXXFLAGS"):
        monkeypatch.setenv(name, shlex.join(system_includes(setup_names())))
    switches = {"FIFTHSTREET_BUILDS": "local", "FIFTHSTREET_MYPYC": "0", "FIFTHSTREET_QUICK": "1"}
    for name, value in switches.items():
        monkeypatch.setenv(name, value)
    folders = ["--build-lib", str(tmp_path), "--build-temp", str(objects)]
    run(sys.executable, "setup.py", "-q", "build_ext", *folders)
    (core,) = (package / "_native").glob("core_local*.so")
    assert b"__stack_chk_fail" in core.read_bytes()  # the flags were used

    without_python = [
        str(path) for path in objects.rglob("*.o") if path.parent.name not in ("bind", "processor")
    ]
    run(compiler, *core_flags(), CORE_CHECK, *without_python, "-o", str(program))
    output = run(str(program))
    assert "river, best response of OOP" in output
    assert "WRONG" not in output

    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    options = ["-q", "-p", "no:cacheprovider", f"--basetemp={tmp_path / 'tests'}"]
    run(sys.executable, "-m", "pytest", *options, *TESTS_OF_THE_CORE)


def setup_names() -> dict[str, Any]:
    """Return the names that setup.py defines."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        patch.setenv("FIFTHSTREET_COMPILE", "0")
        patch.setenv("FIFTHSTREET_BUILDS", "local")
        patch.setattr(setuptools, "setup", lambda **_: None)
        return runpy.run_path("setup.py")


def core_flags() -> list[str]:
    """Return the flags with which setup.py compiles the native core."""
    names = setup_names()
    (core,) = names["native_cores"]()
    macros = [name if value is None else f"{name}={value}" for name, value in core.define_macros]
    own = [ROOT / folder for folder in (names["NATIVE"], *names["SHARED"])]
    return [
        *core.extra_compile_args,
        *(f"-D{macro}" for macro in macros),
        *(f"-I{folder}" for folder in own),
        *system_includes(names),
    ]


def system_includes(names: dict[str, Any]) -> list[str]:
    """Return flags that include Python and nanobind as system headers, which cause no warnings.

    They take precedence over flags that include the same folders as ordinary headers.
    """
    nanobind = names["nanobind_dir"]()
    folders = [nanobind / name for name in ("include", "src", "ext/robin_map/include")]
    return [f"-isystem{folder}" for folder in (*folders, sysconfig.get_path("include"))]


def run(*command: str) -> str:
    """Run a command in the root of the repository and return what it prints."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout
