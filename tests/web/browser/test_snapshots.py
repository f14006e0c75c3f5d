"""Every screen looks as it did: light, dark and on a phone, compared with small pictures.

`FIFTHSTREET_SNAPSHOTS=1 python -m pytest tests/web/browser/test_snapshots.py` draws the pictures
again: look at them before you keep them. Pictures are a quarter as wide as the window, so that
other versions of a browser and other fonts of the system make no difference.
"""

from __future__ import annotations

import base64
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.web.browser.pages import Visitor, serving_library
from tests.web.serving import Running

PICTURES = Path(__file__).parent / "snapshots"
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
    "phone": {"viewport": {"width": 360, "height": 740}, "has_touch": True},
}
SCREENS = {
    "home": "home",
    "solve": "solve",
    "browse": "browse?solution=turn&path=r:k&class=ip+AJs",
    "cards": "browse?solution=turn&path=r:k:k",
    "compare": "compare?first=turn&path=r",
    "flops": "flops",
    "preflop": "preflop",
    "train": "train",
    "play": "play",
    "review": "review",
    "equity": "equity?board=Jh8h5c",
    "match": "match",
    "abstraction": "abstraction",
    "library": "library",
    "arena": "arena",
}
MAX_MEAN = 3.0  # of the differences, of 255
MAX_SHARE = 0.015  # of pixels that differ by more than a sixth
_COMPARE = """async ([shot, kept]) => {
  const pixels = async (address, width, height) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement("canvas");
    canvas.width = width ?? Math.round(picture.width / 4);
    canvas.height = height ?? Math.round(picture.height / 4);
    const pen = canvas.getContext("2d");
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return [canvas, pen.getImageData(0, 0, canvas.width, canvas.height).data];
  };
  const [small, seen] = await pixels(shot);
  if (!kept) return { picture: small.toDataURL("image/webp", 0.95) };
  const [, wanted] = await pixels(kept, small.width, small.height);
  let [sum, far] = [0, 0];
  for (let at = 0; at < seen.length; at += 4) {
    const differences = [0, 1, 2].map((c) => Math.abs(seen[at + c] - wanted[at + c]));
    sum += (differences[0] + differences[1] + differences[2]) / 3;
    if (Math.max(...differences) > 42) far += 1;
  }
  return { mean: (4 * sum) / seen.length, share: (4 * far) / seen.length };
}"""


@pytest.fixture(scope="module")
def shared_server(filled: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Serve a library with solutions, flops and a match."""
    folder = tmp_path_factory.mktemp("library") / "library"
    shutil.copytree(filled, folder)
    with serving_library(folder) as running:
        yield running


@pytest.fixture(scope="module")
def scales(browser: Browser) -> Iterator[Page]:
    """Open a page that compares pictures."""
    page = browser.new_page()
    yield page
    page.close()


def address_of(data: bytes, kind: str) -> str:
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"


def picture_of(
    browser: Browser, server: Running, screen: str, look: str, *, style: str = "", rest: int = 300
) -> bytes:
    """Return what a screen looks like when it rests, without what differs between machines.

    It rests for some milliseconds after the last request.
    """
    context = browser.new_context(bypass_csp=True, **LOOKS[look])
    visitor = Visitor(context.new_page(), server)
    visitor.open(SCREENS[screen])
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.add_style_tag(content=f"#machine {{ visibility: hidden }} {style}")
    visitor.page.wait_for_timeout(rest)
    shot = visitor.page.screenshot(animations="disabled", caret="hide")
    visitor.check()
    context.close()
    return shot


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_looks_as_it_did(
    browser: Browser, shared_server: Running, scales: Page, screen: str, look: str
) -> None:
    file = PICTURES / f"{screen}-{look}.webp"
    if "FIFTHSTREET_SNAPSHOTS" in os.environ:
        shot = address_of(picture_of(browser, shared_server, screen, look), "png")
        drawn = scales.evaluate(_COMPARE, [shot, None])["picture"]
        PICTURES.mkdir(exist_ok=True)
        file.write_bytes(base64.b64decode(drawn.partition(",")[2]))
    kept = address_of(file.read_bytes(), "webp")
    for rest in (300, 3_000, 10_000):  # busy machines need longer to draw everything
        shot = address_of(picture_of(browser, shared_server, screen, look, rest=rest), "png")
        found = scales.evaluate(_COMPARE, [shot, kept])
        if found["mean"] <= MAX_MEAN and found["share"] <= MAX_SHARE:
            return
    pytest.fail(str(found))


@pytest.mark.parametrize(
    "style",
    [
        ".grid-row { display: none }",
        ".rail { display: none }",
        "main { font-size: 130% }",
        ":root { --surface: #ffe0e0; --cell: #884444 }",
    ],
)
def test_a_screen_that_looks_different_is_noticed(
    browser: Browser, shared_server: Running, scales: Page, style: str
) -> None:
    shot = address_of(picture_of(browser, shared_server, "browse", "light", style=style), "png")
    kept = address_of((PICTURES / "browse-light.webp").read_bytes(), "webp")
    found = scales.evaluate(_COMPARE, [shot, kept])
    assert found["mean"] > MAX_MEAN or found["share"] > MAX_SHARE, found
