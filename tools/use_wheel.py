"""Take compiled modules from a wheel in dist/ instead of compiling them.

    python -m tools.use_wheel

The wheel must be for this Python and machine, and built from the sources of this checkout: each
wheel lists what was compiled, with hashes. Its modules are put where compiling in place would put
them. The exit code is 0 if a wheel is used and 1 if everything has to be compiled; if dist/ has a
wheel that does not fit, a line says why. Only pip and the standard library are needed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent.parent
INPUTS = "build_inputs.sha256"  # in the wheel's metadata; setup.py writes it
_NAMES = Path("build/from_wheel.txt")  # modules that were taken from a wheel
_MODULES = (".so", ".pyd")


def use_wheel(root: Path = ROOT) -> bool:
    """Use a wheel in the folder `dist` of a checkout, if one fits; return whether one is used."""
    dist = root / "dist"
    reason = ""
    if any(dist.glob("fifthstreet-*.whl")):
        with tempfile.TemporaryDirectory() as folder:
            installed = Path(folder)
            reason = _install(dist, installed) or other_inputs(installed, root)
            if not reason:
                _take(installed, root)
                print("using the wheel in dist/: nothing is compiled")
                return True
        print(f"the wheel in dist/ {reason}: compiling")
    _remove_taken(root)
    return False


def _install(dist: Path, folder: Path) -> str:
    """Unpack the newest wheel that pip accepts here; return why there is none, or nothing."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    options = ["--no-deps", "--no-index", "--no-compile", "--only-binary", ":all:"]
    places = ["--find-links", str(dist), "--target", str(folder)]
    done = subprocess.run([*pip, *options, *places, "fifthstreet"], capture_output=True)
    return "is not for this Python and machine" if done.returncode else ""


def other_inputs(installed: Path, root: Path = ROOT) -> str:
    """Return how an unpacked wheel's sources differ from a checkout, or nothing if they do not."""
    lists = list(installed.glob(f"fifthstreet-*.dist-info/{INPUTS}"))
    if not lists:
        return "does not list its sources"
    lines = lists[0].read_text(encoding="utf-8").splitlines()
    sums = {path: digest for digest, _, path in (line.partition("  ") for line in lines)}
    found = {
        path.relative_to(root).as_posix() for path in (root / "native").rglob("*") if path.is_file()
    }
    for path in sorted({*sums, *found}):
        file = root / path
        digest = sha256(file.read_bytes()).hexdigest() if file.is_file() else None
        if digest is None or digest != sums.get(path):
            return f"was built from another {path}"
    return ""


def _take(installed: Path, root: Path) -> None:
    """Put the modules of an unpacked wheel in place, and remove other builds of the core."""
    _remove_taken(root)
    source = root / "src"
    for path in (source / "fifthstreet/_native").glob("core_*"):
        path.unlink()
    modules = [path for path in sorted(installed.rglob("*")) if path.suffix in _MODULES]
    names = [path.relative_to(installed).as_posix() for path in modules]
    (root / _NAMES).parent.mkdir(exist_ok=True)
    (root / _NAMES).write_text("".join(f"{name}\n" for name in names), encoding="utf-8")
    for path, name in zip(modules, names, strict=True):
        partial = source / f"{name}.new"  # a program that starts never sees half a file
        shutil.copyfile(path, partial)
        shutil.copymode(path, partial)
        partial.replace(source / name)


def _remove_taken(root: Path) -> None:
    """Remove modules that were taken from a wheel earlier."""
    names = root / _NAMES
    if names.exists():
        for name in names.read_text(encoding="utf-8").splitlines():
            (root / "src" / name).unlink(missing_ok=True)
        names.unlink()


if __name__ == "__main__":
    raise SystemExit(0 if use_wheel() else 1)
