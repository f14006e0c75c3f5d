"""Build of the native core and of the typed Python modules compiled with mypyc.

Everything else about the package is in pyproject.toml. Switches, all environment variables:

FIFTHSTREET_BUILDS=...  builds of the native core, separated by commas: "local" (the default) is for
                        this very processor, v2, v3, v4 or neon for any with that instruction level,
                        and "portable" stands for all levels of this architecture, as wheels have
FIFTHSTREET_MYPYC=0     leave the typed modules interpreted, for debugging
FIFTHSTREET_COMPILE=0   install without compiling, as `make` does before it compiles in place
FIFTHSTREET_QUICK=1     optimize modules of mypyc, bindings and betting trees less, as `make` does
                        for its own environment
FIFTHSTREET_DEBUG=1     add debugging symbols, which make the build a quarter longer
NANOBIND_DIR=path       take nanobind's sources from here (offline builds)

On Windows the core needs clang-cl, from PATH or named by CXX: Microsoft's own compiler has no
vector types, and gcc does not align the stack for vectors of 32 bytes there (gcc bug 54412).
"""

import os
import platform
import shutil
import sys
import sysconfig
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from hashlib import sha256
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

if sys.platform == "darwin":  # a universal Python would compile for the other processor as well
    os.environ.setdefault("ARCHFLAGS", f"-arch {platform.machine()}")

sys.path.insert(0, str(Path(__file__).parent))  # isolated builds do not look here for `tools`

NATIVE = Path("native")
SHARED = [  # formulas and records that GPUs compile as well
    Path("src/fifthstreet/solvers/postflop/backends/cuda"),
    Path("src/fifthstreet/solvers/blueprint/cuda"),
]

# Modules of the package that run often enough from Python to be worth compiling.
COMPILED_MODULES = [
    "src/fifthstreet/cards/card.py",
    "src/fifthstreet/game/values.py",
    "src/fifthstreet/game/street.py",
    "src/fifthstreet/game/rules.py",
    "src/fifthstreet/game/events.py",
    "src/fifthstreet/game/core.py",
    "src/fifthstreet/game/holdings.py",
    "src/fifthstreet/game/side_pots.py",
    "src/fifthstreet/game/phases/forced_bets.py",
    "src/fifthstreet/game/phases/dealing.py",
    "src/fifthstreet/game/phases/betting.py",
    "src/fifthstreet/game/phases/showdown.py",
    "src/fifthstreet/game/phases/settling.py",
    "src/fifthstreet/game/state.py",
    "src/fifthstreet/game/legality.py",
    "src/fifthstreet/game/seat_views.py",
    "src/fifthstreet/game/notation/errors.py",
    "src/fifthstreet/game/notation/fields.py",
    "src/fifthstreet/game/notation/actions.py",
    "src/fifthstreet/game/notation/replay.py",
    "src/fifthstreet/game/notation/readers/toml.py",
    "src/fifthstreet/game/notation/readers/building/seats.py",
    "src/fifthstreet/game/notation/readers/building/blinds.py",
    "src/fifthstreet/game/notation/readers/building/script.py",
    "src/fifthstreet/game/notation/readers/building/money.py",
    "src/fifthstreet/game/notation/readers/building/builder.py",
    "src/fifthstreet/tree/translate/tree_view.py",
    "src/fifthstreet/tree/translate/walk.py",
    "src/fifthstreet/tree/translate/terms.py",
    "src/fifthstreet/tree/translate/seats.py",
    "src/fifthstreet/tree/translate/judge.py",
    "src/fifthstreet/tree/translate/counted_hand.py",
    "src/fifthstreet/tree/translate/follow.py",
    "src/fifthstreet/support/seeded_random.py",
    "src/fifthstreet/arena/seeds.py",
    "src/fifthstreet/arena/answering.py",
    "src/fifthstreet/arena/hand.py",
]


def is_on(name: str, default: str) -> bool:
    """Whether an environment switch is on."""
    return os.environ.get(name, default).lower() not in ("", "0", "no", "off", "false")


# Commands that need no extensions; mypyc would check and translate its modules for each of them.
METADATA_COMMANDS = {"egg_info", "dist_info", "sdist"}
DEBUG_LEVEL = "2" if is_on("FIFTHSTREET_DEBUG", "0") else "0"  # the compiler of Python may add -g
# Optimization level of mypyc's modules, bindings and other non-kernel code.
OPTIMIZATION = "1" if is_on("FIFTHSTREET_QUICK", "0") else "3"

# What is compiled together, slowest first. Most of the time of a small C++ file goes into its
# headers, so the files of a folder are one unit. The bindings include headers whose names collide;
# they are divided.
UNITS: dict[str, list[str]] = {
    "blueprint": ["blueprint/*"],
    "abstraction": ["abstraction/*"],
    "postflop": ["postflop/*"],
    "cards": ["cards/*"],
    "bind_abstraction": [
        "bind/blueprint",
        "bind/bucket_tables",
        "bind/clustering",
        "bind/hand_index",
        "bind/strength",
    ],
    "cfr": ["cfr/*"],
    "bind_tree": ["bind/cfr", "bind/tree", "bind/envs"],
    "bind_cards": ["bind/module", "bind/prediction", "bind/sampling"],
    "bind_postflop": [
        "bind/leaf_matrix",
        "bind/multiway",
        "bind/multiway_streets",
        "bind/postflop",
        "bind/ring",
        "bind/runouts",
        "bind/values",
    ],
    "values": ["values/*"],
    "multiway": ["multiway/*"],
    "ring": ["ring/*"],
    "tree": ["tree/*"],
    "bind_runtime": ["bind/nanobind_runtime"],
    "envs": ["envs/*"],
    "prediction": ["prediction/*"],
    "shared": ["shared/*"],
}
QUICK_UNITS = ("bind", "tree")  # have no kernels: optimized less in a quick build
# Packages of compiled modules that run once for each hand history or match, not for each action:
# not optimized in a quick build.
UNOPTIMIZED_PACKAGES = ("game.notation", "tree.translate")
# CFR on trees rounds every product, so that all processors give the same result.
ROUNDED_UNITS = ("cfr",)
CORE_FLAGS = [
    "-std=c++20",
    "-O3",
    f"-g{DEBUG_LEVEL}",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-pthread",
]


def compiles() -> bool:
    """Whether anything is compiled: installers also call this file to read metadata."""
    is_metadata = not METADATA_COMMANDS.isdisjoint(sys.argv[1:])
    return is_on("FIFTHSTREET_COMPILE", "1") and not is_metadata


def check_headers() -> None:
    """End with one line if Python has no headers, which systems package separately."""
    folders = [Path(sysconfig.get_path(name)) for name in ("include", "platinclude")]
    if not any((folder / "Python.h").exists() for folder in folders):
        raise SystemExit(
            f"{folders[0]} has no Python.h: install the headers of Python, on Debian and Ubuntu "
            "the package python3-dev, on Fedora python3-devel"
        )


def nanobind_dir() -> Path:
    """The folder that holds nanobind's include/ and src/."""
    if given := os.environ.get("NANOBIND_DIR"):
        return Path(given)
    import nanobind

    return Path(nanobind.include_dir()).parent


# Compiler flags of each build of the native core. What this machine's own processor is called
# differs: on 64-bit ARM some compilers know it only as -mcpu.
IS_ARM = platform.machine().lower() in ("arm64", "aarch64")
LEVEL_FLAGS = (
    {"neon": []}  # part of every 64-bit ARM
    if IS_ARM
    else {level: [f"-march=x86-64-{level}"] for level in ("v2", "v3", "v4")}
)
BUILD_FLAGS = {**LEVEL_FLAGS, "local": ["-mcpu=native" if IS_ARM else "-march=native"]}


def chosen_builds() -> list[str]:
    """The builds of the native core to compile."""
    names: list[str] = []
    for name in os.environ.get("FIFTHSTREET_BUILDS", "local").split(","):
        names.extend(LEVEL_FLAGS if name == "portable" else [name])
    if unknown := set(names) - set(BUILD_FLAGS):
        raise SystemExit(
            f"FIFTHSTREET_BUILDS must be some of {', '.join([*BUILD_FLAGS, 'portable'])}, "
            f"got {', '.join(sorted(unknown))}"
        )
    return list(dict.fromkeys(names))


def unit_files(unit: str) -> list[Path]:
    """The C++ files of a unit."""
    return sorted(path for pattern in UNITS[unit] for path in NATIVE.glob(f"{pattern}.cpp"))


def native_units() -> list[str]:
    """Write a C++ file for each unit, which includes the files of the unit; return the paths."""
    folder = Path("build/units")
    folder.mkdir(parents=True, exist_ok=True)
    for unit in UNITS:
        names = [path.relative_to(NATIVE).as_posix() for path in unit_files(unit)]
        text = "".join(f'#include "{name}"\n' for name in names)
        path = folder / f"{unit}.cpp"
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
    return [str(folder / f"{unit}.cpp") for unit in UNITS]


def native_cores() -> list[Extension]:
    """The C++ core once for each build, with nanobind's runtime compiled into it."""
    nanobind = nanobind_dir()
    sources = native_units()
    return [
        Extension(
            f"fifthstreet._native.core_{build}",
            sources=list(sources),
            depends=sorted(
                map(
                    str,
                    [
                        *NATIVE.rglob("*.[ch]pp"),
                        *(path for folder in SHARED for path in folder.glob("*.hpp")),
                    ],
                )
            ),
            include_dirs=[
                str(NATIVE),
                *map(str, SHARED),
                str(nanobind / "include"),
                str(nanobind / "src"),
                str(nanobind / "ext/robin_map/include"),
            ],
            define_macros=[
                ("NDEBUG", None),
                ("NB_COMPACT_ASSERTIONS", None),
                ("FIFTHSTREET_CORE", f"core_{build}"),
            ],
            extra_compile_args=[*CORE_FLAGS, *BUILD_FLAGS[build]],
            extra_link_args=["-pthread"],
            language="c++",
        )
        for build in chosen_builds()
    ]


def processor() -> Extension:
    """The module that tells which builds of the core the processor can run."""
    return Extension(
        "fifthstreet._native.processor", sources=[str(NATIVE / "processor" / "levels.c")]
    )


def compiled_modules() -> list[Extension]:
    """The typed Python modules that mypyc turns into C."""
    if not is_on("FIFTHSTREET_MYPYC", "1"):
        return []
    from mypyc.build import mypycify
    from tools.compiled_docs import document_extensions

    # Only the compiled modules are checked here: the rest needs packages that a build lacks.
    # Reading those that are installed takes six times as long, and gives the same C.
    flags = ["--follow-imports=silent", "--ignore-missing-imports", "--no-site-packages"]
    extensions = mypycify(
        [*flags, *COMPILED_MODULES],
        opt_level=OPTIMIZATION,
        debug_level=DEBUG_LEVEL,
        multi_file=True,  # a C file for each module, which compile in parallel
    )
    document_extensions(extensions, COMPILED_MODULES)
    return extensions


def clang_cl_flags(flags: Iterable[str]) -> list[str]:
    """Translate compiler flags for clang-cl, whose own options are those of Microsoft's compiler.

    Threads and hidden symbols are what it does without being told.
    """
    implied = ("-pthread", "-fvisibility=hidden")
    target = f"--target={'aarch64' if IS_ARM else 'x86_64'}-pc-windows-msvc"
    return [
        target,
        *(
            flag.replace("-std=", "/std:") if flag.startswith("-std=") else f"/clang:{flag}"
            for flag in flags
            if flag not in implied
        ),
    ]


def clang_cl() -> str:
    """The path of clang-cl."""
    if found := shutil.which(os.environ.get("CXX", "clang-cl")):
        return found
    raise SystemExit(
        "clang-cl is not on PATH; install LLVM, or the component 'C++ Clang tools for Windows' of "
        "Visual Studio, or name it with CXX"
    )


def flags_of_file(source: str) -> list[str]:
    """Flags for one file, after the flags of its extension: kernels are always fully optimized."""
    path = Path(source)
    if path.parent.name != "units":
        module = path.stem.replace("___", ".")  # of mypyc's C: __native_fifthstreet___game___core
        is_unoptimized = any(f".{each}." in module for each in UNOPTIMIZED_PACKAGES)
        is_quick = OPTIMIZATION == "1" and sys.platform != "win32"  # its compiler has other flags
        return ["-O0"] if is_unoptimized and is_quick else []
    is_quick = path.stem.startswith(QUICK_UNITS) and OPTIMIZATION == "1"
    is_rounded = path.stem in ROUNDED_UNITS
    return [*(["-O1"] if is_quick else []), *(["-ffp-contract=off"] if is_rounded else [])]


class ParallelBuild(build_ext):
    """Compile the files of all extensions in parallel."""

    def build_extensions(self) -> None:
        """Compile as many files at a time as there are cores, and link each extension."""
        self.check_extensions_list(self.extensions)
        if self.compiler.compiler_type == "msvc" and not self.compiler.initialized:
            self.compiler.initialize(self.plat_name)  # which several threads must not try
        with (
            ThreadPoolExecutor(os.cpu_count()) as files,
            ThreadPoolExecutor(len(self.extensions) or 1) as extensions,
        ):
            jobs = [
                extensions.submit(self.build_alone, extension, files)
                for extension in self.extensions
            ]
            for job in jobs:
                job.result()

    def build_alone(self, extension: Extension, files: ThreadPoolExecutor) -> None:
        """Build an extension with a command and a compiler of its own.

        On Windows, the native core is compiled with clang-cl, and the modules of mypyc with the
        compiler that mypyc supports there, Microsoft's.
        """
        command = copy(self)
        command.compiler = copy(self.compiler)
        # Builds of the core share their sources, so their object files need folders of their own.
        command.build_temp = str(Path(self.build_temp) / extension.name)
        is_native = extension.name.startswith("fifthstreet._native.")
        prefix = ""
        if is_native and self.compiler.compiler_type == "msvc":
            extension.extra_compile_args = clang_cl_flags(extension.extra_compile_args)
            extension.extra_link_args = []
            command.compiler.cc = clang_cl()
            prefix = "/clang:"
        compile_file = command.compiler.compile

        def compile_in_parallel(
            sources: list[str], *args: object, extra_postargs: list[str], **kwargs: object
        ) -> list[str]:
            jobs = {}
            for source in sources:
                flags = [*extra_postargs, *(prefix + flag for flag in flags_of_file(source))]
                jobs[source] = files.submit(
                    compile_file, [source], *args, extra_postargs=flags, **kwargs
                )
            return [path for source in sources for path in jobs[source].result()]

        command.compiler.compile = compile_in_parallel
        command.build_extension(extension)

    def copy_extensions_to_source(self) -> None:
        """Put the compiled files in place at once: a program that starts never sees half a file."""
        build_py = self.get_finalized_command("build_py")
        for extension in self.extensions:
            target, made = self._get_inplace_equivalent(build_py, extension)
            if not extension.optional or Path(made).exists():
                partial = f"{target}.new"
                shutil.copyfile(made, partial)
                shutil.copymode(made, partial)
                Path(partial).replace(target)


def build_inputs() -> str:
    """The files that are compiled and how, with their hashes, in the format of sha256sum."""
    headers = [path for folder in SHARED for path in folder.glob("*.hpp")]
    steps = [Path("setup.py"), Path("tools/compiled_docs.py")]
    native = [path for path in NATIVE.rglob("*") if path.is_file()]
    paths = sorted({*native, *headers, *steps, *map(Path, COMPILED_MODULES)})
    return "".join(
        f"{sha256(path.read_bytes()).hexdigest()}  {path.as_posix()}\n" for path in paths
    )


class ListedWheel(bdist_wheel):
    """Puts lists of what is compiled, compiled in and required into the wheel."""

    def egg2dist(self, egginfo_path: str, distinfo_path: str) -> None:
        """Convert the metadata, and add the lists."""
        super().egg2dist(egginfo_path, distinfo_path)
        from tools.bill_of_materials import bill_of_materials

        inputs = Path(distinfo_path) / "build_inputs.sha256"  # read by tools/use_wheel.py
        inputs.write_text(build_inputs(), encoding="utf-8")
        about = self.distribution.metadata
        path = Path(distinfo_path) / "sboms" / "fifthstreet.cdx.json"
        path.parent.mkdir(exist_ok=True)
        path.write_text(
            bill_of_materials(
                about.get_name(), about.get_version(), self.distribution.install_requires
            )
        )


if compiles():
    check_headers()
setup(
    ext_modules=([*compiled_modules(), *native_cores(), processor()] if compiles() else []),
    cmdclass={"build_ext": ParallelBuild, "bdist_wheel": ListedWheel},
)
