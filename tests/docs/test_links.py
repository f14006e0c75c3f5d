"""Links between pages, without building the site; tests/docs/test_site.py checks their anchors."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]+)")


def test_linked_files_exist() -> None:
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *ROOT.glob("benchmarks/*.md")]
    linked = [(page, each) for page in pages for each in LINK.findall(page.read_text("utf-8"))]
    assert len(linked) > 500
    assert [(page, each) for page, each in linked if not (page.parent / each).exists()] == []
