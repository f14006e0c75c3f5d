"""The GPU, and the kernels compiled for it on first use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module, resources
from itertools import product
from types import ModuleType
from typing import Any

from fifthstreet.errors import InputError, MissingLibraryError

_KINDS = ("update", "value")
_STREETS = ("street_down", "street_folds", "street_sum", "street_up")
_GADGET = ("gadget_enter", "gadget_update")
# In this order: the formulas shared with the native core come first.
SOURCES = ("regret.hpp", "game.cuh", "decisions.cuh", "ends.cuh", "gadget.cuh", "kernels.cu")
STREET_SOURCES = ("regret.hpp", "street_betting.cu", "street_leaves.cu")
STREET_KERNELS = ("betting_split", "betting_join", "leaf_values")
FOLDER = "fifthstreet.solvers.postflop.backends.cuda"


@dataclass(frozen=True)
class Gpu:
    """A GPU to solve on."""

    name: str
    total_bytes: int
    free_bytes: int


def load_cupy() -> ModuleType:
    """Return CuPy; InputError if CuPy or a GPU is missing."""
    try:
        cupy = import_module("cupy")
    except ImportError:
        raise MissingLibraryError(
            "backend cuda requires CuPy: use `pip install fifthstreet[gpu]`, or CuPy for your CUDA"
        ) from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise InputError(f"backend cuda finds no GPU: {error}") from None
    if not count:
        raise InputError("backend cuda finds no GPU: it requires an NVIDIA GPU and its driver")
    return cupy


def is_available() -> bool:
    """Return whether there is a GPU to solve on."""
    try:
        load_cupy()
    except InputError:
        return False
    return True


def find_gpu() -> Gpu:
    """Return the GPU for solves; InputError if CuPy or a GPU is missing."""
    runtime = load_cupy().cuda.runtime
    name = runtime.getDeviceProperties(runtime.getDevice())["name"]
    _, total = runtime.memGetInfo()
    return Gpu(name.decode(), int(total), free_bytes())


def joined_sources(folder: str, names: Sequence[str]) -> str:
    """Return source files of a package one after another."""
    files = resources.files(folder)
    parts = [(files / name).read_text(encoding="utf-8") for name in names]
    return "\n".join(part.replace("#pragma once\n", "") for part in parts)


def kernel_names(constants: dict[str, int]) -> list[str]:
    """Return the names of the kernels; the river has one for each player and kind of pass."""
    rivers = ["river", "spilt_river"] if constants["HAS_SPILL"] else ["river"]
    return [
        *_STREETS,
        *_GADGET,
        *(f"{kind}_{river}_{player}" for river, kind, player in product(rivers, _KINDS, (0, 1))),
    ]


@lru_cache(maxsize=32)
def kernels(precision: str, constants: tuple[tuple[str, int], ...]) -> dict[str, Any]:
    """Return the kernels for tables of a precision, and the memory of their struct, `GAME`.

    CuPy caches compiled kernels on disk.
    """
    macros = [*constants, *([("TABLES_INT16", 1)] if precision == "int16" else [])]
    source = joined_sources(FOLDER, SOURCES)
    return compiled_kernels(source, kernel_names(dict(constants)), macros, variable="GAME")


@lru_cache(maxsize=1)
def street_kernels() -> dict[str, Any]:
    """Return the kernels for the betting of a single street and for the leaves of a flop."""
    return compiled_kernels(joined_sources(FOLDER, STREET_SOURCES), STREET_KERNELS, ())


def compiled_kernels(
    source: str,
    names: Sequence[str],
    macros: Sequence[tuple[str, int]],
    *,
    variable: str | None = None,
) -> dict[str, Any]:
    """Return kernels by name, and the memory of a variable that the host fills, if any."""
    # Divisions are accurate to two units in the last place, enough for float32 results.
    options = ["-std=c++17", "-prec-div=false", "-ftz=true"]
    options += [f"-D{name}={value}" for name, value in macros]
    module = load_cupy().RawModule(code=source, options=tuple(options))
    functions = {name: module.get_function(name) for name in names}
    return functions if variable is None else {**functions, variable: module.get_global(variable)}


def free_bytes() -> int:
    """Return the free memory of the GPU, including memory that CuPy keeps for its next arrays."""
    cupy = load_cupy()
    free, _ = cupy.cuda.runtime.memGetInfo()
    return int(free) + int(cupy.get_default_memory_pool().free_bytes())
