"""A browser for the tests of the page: `python -m tools.browsers` installs one if there is none.

Debian's Chromium without a window (a quarter less CPU time in tests) if apt can install it, or
Chromium itself, otherwise Playwright's own build. Where none can be had, the tests of the page are
skipped, with a message.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

_PACKAGES = ("chromium-headless-shell", "chromium")
NAMES = (*_PACKAGES, "chromium-browser", "google-chrome", "google-chrome-stable")


def find_browser() -> str | None:
    """Return the path of an installed Chromium; None if there is none."""
    if chosen := os.environ.get("FIFTHSTREET_BROWSER"):
        return chosen
    for name in NAMES:
        if found := shutil.which(name):
            return found
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return str(path) if path.exists() else None


def install_browser() -> str | None:
    """Install a browser; return its path, or None if none can be had."""
    for command in _install_commands():
        print("installing a browser:", *command, flush=True)
        try:
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=600)
        except (OSError, subprocess.SubprocessError) as error:
            print(f"that failed: {error}", flush=True)
            continue
        if found := find_browser():
            return found
    return None


def _install_commands() -> list[list[str]]:
    commands = []
    if shutil.which("apt-get"):
        prefix = [] if os.geteuid() == 0 else ["sudo", "-n"]
        install = [*prefix, "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        commands += [[*install, package] for package in _PACKAGES]
    commands.append([sys.executable, "-m", "playwright", "install", "chromium"])
    return commands


def main() -> int:
    """Find or install a browser, and say loudly if there is none."""
    if find_browser() or install_browser():
        return 0
    print("=" * 80)
    print("NO BROWSER: the tests of the page will be skipped. Install chromium, or set")
    print("FIFTHSTREET_BROWSER to the path of one.")
    print("=" * 80, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
