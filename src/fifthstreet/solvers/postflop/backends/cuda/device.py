"""The GPU, and the kernels compiled for it on first use."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module, resources
from itertools import product
from types import ModuleType
from typing import Any

_KINDS = ("update", "value")
_STREETS = ("street_down", "street_folds", "street_sum", "street_up")
SOURCES = ("regret.hpp", "game.cuh", "decisions.cuh", "ends.cuh", "kernels.cu")  # in this order
_FOLDER = "fifthstreet.solvers.postflop.backends.cuda"


@dataclass(frozen=True)
class Gpu:
    """A GPU to solve on."""

    name: str
    total_bytes: int
    free_bytes: int


def load_cupy() -> ModuleType:
    """Return CuPy; ValueError if CuPy or a GPU is missing."""
    try:
        cupy = import_module("cupy")
    except ImportError:
        raise ValueError(
            "backend cuda needs CuPy; use `pip install fifthstreet[gpu]`, or CuPy for your CUDA"
        ) from None
    try:
        count = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise ValueError(f"backend cuda finds no GPU: {error}") from None
    if not count:
        raise ValueError("backend cuda finds no GPU; want an NVIDIA GPU and its driver")
    return cupy


def is_available() -> bool:
    """Return whether there is a GPU to solve on."""
    try:
        load_cupy()
    except ValueError:
        return False
    return True


def find_gpu() -> Gpu:
    """Return the GPU that solves run on; ValueError if CuPy or a GPU is missing."""
    runtime = load_cupy().cuda.runtime
    name = runtime.getDeviceProperties(runtime.getDevice())["name"]
    _, total = runtime.memGetInfo()
    return Gpu(name.decode(), int(total), free_bytes())


def kernel_source() -> str:
    """Return the source of the kernels, after the formulas shared with the native core."""
    folder = resources.files(_FOLDER)
    parts = [(folder / name).read_text(encoding="utf-8") for name in SOURCES]
    return "\n".join(part.replace("#pragma once\n", "") for part in parts)


def kernel_names(constants: dict[str, int]) -> list[str]:
    """Return the names of the kernels; the river has one for each player and kind of pass."""
    rivers = ["river", "spilt_river"] if constants["HAS_SPILL"] else ["river"]
    return [
        *_STREETS,
        *(f"{kind}_{river}_{player}" for river, kind, player in product(rivers, _KINDS, (0, 1))),
    ]


@lru_cache(maxsize=32)
def kernels(precision: str, constants: tuple[tuple[str, int], ...]) -> dict[str, Any]:
    """Return the kernels for tables of a precision, and the memory of their struct, `GAME`.

    CuPy caches compiled kernels on disk.
    """
    cupy = load_cupy()
    # Divisions are accurate to two units in the last place, enough for float32 results.
    options = ["-std=c++17", "-prec-div=false", "-ftz=true"]
    options += ["-DTABLES_INT16"] if precision == "int16" else []
    options += [f"-D{name}={value}" for name, value in constants]
    module = cupy.RawModule(code=kernel_source(), options=tuple(options))
    functions = {name: module.get_function(name) for name in kernel_names(dict(constants))}
    return {**functions, "GAME": module.get_global("GAME")}


def free_bytes() -> int:
    """Return the free memory of the GPU, including what CuPy keeps for its next arrays."""
    cupy = load_cupy()
    free, _ = cupy.cuda.runtime.memGetInfo()
    return int(free) + int(cupy.get_default_memory_pool().free_bytes())
