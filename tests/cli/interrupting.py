"""A browser that interrupts the program that opens it, for commands that serve until Ctrl-C."""

import signal
import webbrowser

import pytest

# Browsers are opened only where there is a screen.
ENVIRONMENT = {"BROWSER": "sh -c 'kill -INT $PPID' %s", "DISPLAY": ":0"}
INTERRUPTED = 128 + signal.SIGINT  # exit code
SERVING = ("web",)  # commands


def use_interrupting_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process open that browser."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(webbrowser, "_tryorder", None)  # so that the variable is read
