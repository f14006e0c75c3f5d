"""`fifthstreet docs`: the built documentation, served or named."""

import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from fifthstreet.cli import docs, run
from tests.cli.interrupting import INTERRUPTED, use_interrupting_browser

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Replace the built documentation by one page."""
    (tmp_path / "index.html").write_text("<h1>the start page</h1>", encoding="utf-8")
    monkeypatch.setattr(docs, "SITE_FOLDER", tmp_path)
    return tmp_path


def test_documentation_that_is_not_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setattr(docs, "SITE_FOLDER", tmp_path / "site")
    assert run(["docs"]) == 2
    error = capsys.readouterr().err
    assert "the documentation is not built: run `make docs`" in " ".join(error.split())


def test_where_it_is(site: Path, capsys: Capture) -> None:
    assert run(["docs", "--no-browser"]) == 0
    assert capsys.readouterr().out.strip() == str(site / "index.html")
    assert run(["docs", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts == {"folder": str(site), "start": str(site / "index.html")}


def test_it_is_served_until_ctrl_c(
    site: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    use_interrupting_browser(monkeypatch)
    assert run(["docs"]) == INTERRUPTED
    assert "The documentation is at http://127.0.0.1:" in capsys.readouterr().out


SERVE = """
import sys
from pathlib import Path
from fifthstreet.cli import docs, run
docs.SITE_FOLDER = Path(sys.argv[1])
run(["docs"])
"""


def test_pages_are_served(site: Path) -> None:
    environment = {k: v for k, v in os.environ.items() if "DISPLAY" not in k}
    command = [sys.executable, "-u", "-c", SERVE, str(site)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as program:
        try:
            assert program.stdout is not None
            address = program.stdout.readline().split()[-1]
            with urlopen(address, timeout=30) as reply:
                assert reply.read() == b"<h1>the start page</h1>"
        finally:
            program.terminate()
