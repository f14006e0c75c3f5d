"""Run Biome, which checks and formats the page's JavaScript: `python -m tools.biome VERSION ...`.

npm installs it below the environment once. Where npm is missing or cannot install it, the check is
skipped, and a line says so.
"""

import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(sys.prefix) / "biome"
MAX_SECONDS = 90  # of an installation


def program(version: str) -> Path | str:
    """Return the path of Biome, installed if necessary; otherwise the reason it is missing."""
    folder = FOLDER / version
    path = folder / "node_modules" / ".bin" / "biome"
    if path.exists():
        return path
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed"
    folder.mkdir(parents=True, exist_ok=True)
    options = ["--prefix", str(folder), "--no-audit", "--no-fund", "--silent"]
    options += ["--fetch-retries", "0"]  # without a network, it is skipped at once
    command = [npm, "install", *options, f"@biomejs/biome@{version}"]
    try:
        done = subprocess.run(command, check=False, timeout=MAX_SECONDS).returncode == 0
    except subprocess.TimeoutExpired:  # without a network, npm tries for many minutes
        done = False
    return path if done and path.exists() else "npm cannot install Biome"


def main(arguments: list[str]) -> int:
    """Run Biome with all arguments after its version; return its exit code, 0 if it is missing."""
    version, *rest = arguments
    found = program(version)
    if isinstance(found, str):
        print(f"JavaScript is not checked: {found}")
        return 0
    return subprocess.run([found, *rest], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
