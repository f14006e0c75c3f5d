"""The documentation in the web app, and the page that stands in for it."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fifthstreet.web import WebSettings, app


def client(tmp_path: Path) -> TestClient:
    settings = WebSettings(library=tmp_path / "library", hosts=("testserver",))
    return TestClient(app.create_app(settings))


def test_built_documentation_has_the_headers_of_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = tmp_path / "site"
    (site / "how_to").mkdir(parents=True)
    (site / "index.html").write_text("start page", encoding="utf-8")
    (site / "how_to" / "install.html").write_text("install", encoding="utf-8")
    monkeypatch.setattr(app, "SITE_FOLDER", site)
    browser = client(tmp_path)
    reply = browser.get("/help/")
    assert reply.text == "start page"
    assert reply.headers["content-security-policy"].startswith("default-src 'none'")
    assert browser.get("/help/how_to/install.html").text == "install"
    assert browser.get("/help/../app.py").status_code == 404


def test_documentation_that_is_not_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "SITE_FOLDER", tmp_path / "nowhere")
    reply = client(tmp_path).get("/help/")
    assert reply.status_code == 200
    assert "make docs" in reply.text
