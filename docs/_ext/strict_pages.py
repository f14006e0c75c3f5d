"""Pages under a strict content security policy, as in the web app.

The policy allows scripts and styles in files of the same server only. Those that the theme writes
into pages are moved to files.
"""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_ATTRIBUTE = re.compile(r'<(\w+)((?:\s+(?!style=)[\w:-]+(?:="[^"]*")?)*)\s+style="([^"]*)"')
_CLASS = re.compile(r'\bclass="')


def move_to_files(app: Sphinx, exception: Exception | None) -> None:
    """Move inline scripts and styles of all pages to files in `_static`."""
    if exception is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir)
    static = folder / "_static"

    def save(text: str, suffix: str) -> str:
        name = f"inline-{sha256(text.encode()).hexdigest()[:12]}{suffix}"
        (static / name).write_text(text, encoding="utf-8")
        return name

    for page in folder.rglob("*.html"):
        root = "../" * (len(page.relative_to(folder).parts) - 1)
        before = page.read_text(encoding="utf-8")
        rules: dict[str, str] = {}

        def classed(match: re.Match[str], rules: dict[str, str] = rules) -> str:
            tag, attributes, style = match.groups()
            name = f"inline-{sha256(style.encode()).hexdigest()[:12]}"
            rules[name] = style
            if _CLASS.search(attributes):
                changed = _CLASS.sub(f'class="{name} ', attributes, count=1)
                return f"<{tag}{changed}"
            return f'<{tag}{attributes} class="{name}"'

        text = _SCRIPT.sub(
            lambda match, root=root: (
                f'<script src="{root}_static/{save(match[1], ".js")}"></script>'
            ),
            before,
        )
        text = _STYLE.sub(
            lambda match, root=root: (
                f'<link rel="stylesheet" href="{root}_static/{save(match[1], ".css")}">'
            ),
            text,
        )
        text = _ATTRIBUTE.sub(classed, text)
        if rules:
            sheet = "".join(f".{name} {{ {style} }}\n" for name, style in sorted(rules.items()))
            link = f'<link rel="stylesheet" href="{root}_static/{save(sheet, ".css")}">'
            text = text.replace("</head>", f"{link}\n</head>", 1)
        if text != before:
            page.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the event."""
    app.connect("build-finished", move_to_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
