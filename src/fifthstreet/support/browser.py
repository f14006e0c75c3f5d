"""Open pages in the user's browser."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser


def open_browser(address: str) -> None:
    """Open the page where there is a screen; nothing happens elsewhere."""
    has_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_screen:  # otherwise a browser in text mode would take over the terminal
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
