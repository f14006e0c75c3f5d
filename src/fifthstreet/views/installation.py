"""The installation and the machine it runs on: plain data, and what the terminal shows."""

from __future__ import annotations

import os
import platform
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.text import Text

from fifthstreet import _native
from fifthstreet._native import builds
from fifthstreet._native.processor import levels
from fifthstreet.errors import InputError
from fifthstreet.solvers.common import available_bytes, bytes_text
from fifthstreet.solvers.postflop import Speed
from fifthstreet.solvers.postflop.backends.cuda import find_gpu
from fifthstreet.support.drawing import Table, text_columns
from fifthstreet.support.installation import compiled_modules, processor_name
from fifthstreet.support.threads import thread_count
from fifthstreet.support.version import __version__
from fifthstreet.views.data import error_data
from fifthstreet.views.terminal import print_table


def installation_data(speed: Speed, *, threads: int | None = None) -> dict[str, Any]:
    """Return the versions, the machine, and how fast it solved a small spot.

    Memory is in bytes. If CuPy can use no GPU, `gpu` is None and `gpu_missing` is the
    reason.
    """
    gpu, gpu_missing = _gpu_data()
    return {
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": processor_name(),
        "levels": levels(),
        "core": {
            "loaded": builds.chosen_build(),
            "usable": builds.usable_builds(),
            "installed": builds.installed_builds(),
            "compiler": _native.COMPILER,
            "lanes": _native.LANES,
        },
        "compiled_modules": compiled_modules(),
        "threads": thread_count(threads),
        "cpus": os.cpu_count(),
        "memory_available": available_bytes(),
        "gpu": gpu,
        "gpu_missing": gpu_missing,
        "speed": {
            "board": speed.board,
            "backend": speed.backend,
            "threads": speed.threads,
            "seconds_per_iteration": speed.seconds_per_iteration,
            "iterations": speed.iterations,
            "seconds": speed.seconds,
            **error_data(speed.exploitability),
        },
    }


def _gpu_data() -> tuple[dict[str, Any] | None, str | None]:
    """Return the GPU, or None and the reason."""
    try:
        return asdict(find_gpu()), None
    except InputError as error:
        return None, str(error)


def print_installation(console: Console, data: dict[str, Any]) -> None:
    """Print the result of `installation_data`."""
    core, speed, memory = data["core"], data["speed"], data["memory_available"]
    modules, gpu = len(data["compiled_modules"]), data["gpu"]
    rows = [
        ("Python", data["python"]),
        ("system", data["system"]),
        ("processor", data["processor"]),
        ("instruction levels", _listed(data["levels"])),
        ("core", f"{core['loaded']}, vectors of {core['lanes']} floats, {core['compiler']}"),
        ("builds of the core installed", _listed(core["installed"])),
        ("builds that run here", _listed(core["usable"])),
        ("modules compiled with mypyc", f"{modules}" if modules else "none: they run interpreted"),
        ("threads", f"{data['threads']}, on a machine with {data['cpus']} CPUs"),
        ("memory available", "unknown" if memory is None else bytes_text(memory)),
        (
            "GPU",
            f"{gpu['name']}, {bytes_text(gpu['total_bytes'])}, {bytes_text(gpu['free_bytes'])} free"
            if gpu
            else f"none: {data['gpu_missing']}",
        ),
        (
            f"turn {speed['board']}, backend {speed['backend']}",
            f"{1000 * speed['seconds_per_iteration']:.2f} ms per iteration",
        ),
        ("exploitability of the turn", f"{speed['exploitability_pot_percent']:.2f}% of the pot"),
        ("reached after", f"{speed['iterations']} iterations, {speed['seconds']:.2f} s"),
    ]
    console.print(Text(f"fifthstreet {data['version']}", style="bold"))
    print_table(console, Table(text_columns("what", "found"), tuple(rows)))


def _listed(names: list[str]) -> str:
    return ", ".join(names) or "none"
