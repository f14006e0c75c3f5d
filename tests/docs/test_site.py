"""The documentation site builds without warnings and documents every public name once."""

import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"

BLOCKED = re.compile(r"<script>|<style>|<\w[^>]*\sstyle=|https?://[^\"]*\.(js|css)\b")

needs_sphinx = pytest.mark.skipif(find_spec("sphinx") is None, reason="needs the group docs")


def load_faces() -> Any:
    """Import the extension that documents packages, from the folder of the documentation."""
    if str(DOCS / "_ext") not in sys.path:
        sys.path.append(str(DOCS / "_ext"))
    return import_module("faces")


def build(target: Path, *options: str) -> str:
    """Build the site with warnings as errors, and return what Sphinx reports."""
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--keep-going"]
    completed = subprocess.run(
        [*command, "--doctree-dir", f"{target}/doctrees", *options, str(DOCS), f"{target}/site"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    return completed.stderr if completed.returncode else ""


@needs_sphinx
def test_links_anchors_and_terms(tmp_path: Path) -> None:
    """All pages without the API, which takes a minute more."""
    assert build(tmp_path, "--builder", "dummy", "--define", "fifthstreet_api=0") == ""


@needs_sphinx
@pytest.mark.slow
def test_the_site_builds(tmp_path: Path) -> None:
    faces = load_faces()
    assert build(tmp_path, "--jobs", "auto") == ""
    site = tmp_path / "site"
    pages = [page.read_text(encoding="utf-8") for page in site.glob("reference/python/*.html")]
    ids = re.findall(r'<dt class="[^"]*" id="(fifthstreet[\w.]+)"', "\n".join(pages))
    assert sorted(set(ids)) == sorted(ids)
    names = faces.canonical_names()
    assert len(names) > 1_500
    assert set(names.values()) - set(ids) == set()
    for page in site.rglob("*.html"):  # nothing that the web app's policy would block
        text = page.read_text(encoding="utf-8")
        assert not re.search(
            r"<script>|<style>|<\w[^>]*\sstyle=|https?://[^\"]*\.(js|css)", text
        ), page


@needs_sphinx
def test_every_public_name_has_a_page() -> None:
    faces = load_faces()
    missing = {face for face in faces.faces() if face != "fifthstreet" and not faces.home(face)}
    assert missing == set()
    for (module, name), full_name in faces.canonical_names().items():
        assert faces.home(full_name.rpartition(".")[0]), (module, name)
    assert faces.canonical_names()["fifthstreet.cards.ranges", "Range"] == "fifthstreet.cards.Range"
    blocks = [
        face
        for page in sorted((DOCS / "reference").rglob("*.md"))
        for face in re.findall(r"^\.\. automodule:: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert sorted(set(blocks)) == sorted(blocks)
