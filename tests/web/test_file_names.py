"""Names of files from requests: nothing outside the library is read or written."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.errors import InputError, NotFoundError
from fifthstreet.web import WebSettings
from fifthstreet.web.library import Folder
from tests.web.serving import API, Running, raw_request, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, solved: Path) -> Iterator[Running]:
    """Serve a library that requests try to leave; only the tests of this file share it."""
    library = tmp_path_factory.mktemp("around") / "library"
    shutil.copytree(solved, library / "solutions")
    (library / "secret.solution").write_bytes(b"a secret")
    with serving(WebSettings(library=library, threads=1)) as running:
        yield running


HOSTILE_NAMES = [
    *(
        "..",
        "../x",
        "a/b",
        "a\\b",
        "..\\x",
        "/etc/passwd",
        "C:",
        "C:x",
        "\\\\host\\x",
        "~",
        "~root",
    ),
    *(
        ".hidden",
        "nul",
        "NUL.txt",
        "com1",
        "lpt9.x",
        "x.",
        "x ",
        " x",
        "-",
        "a\0b",
        "a\nb",
        "*",
        "?",
    ),
    *("größe", "ＣＯＮ", "x" * 81, "", "%2e%2e%2f", "a:b", "a|b", "$HOME", "`id`", "a\u202eb"),
]


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_hostile_names_are_no_files(tmp_path: Path, name: str) -> None:
    folder = Folder(tmp_path / "inside", ".solution")
    with pytest.raises(InputError, match="must be up to 80 letters, digits") as error:
        folder.new_file(name)
    assert str(tmp_path) not in str(error.value)
    with pytest.raises(NotFoundError):
        folder.file(name)


@given(
    name=st.text(st.characters(max_codepoint=0x17F), max_size=90)
    | st.text("./\\:aC~ %-", max_size=12)
)
def test_names_never_lead_out_of_the_folder(
    tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    folder = Folder(tmp_path_factory.getbasetemp() / "names", ".solution")
    try:
        path = folder.new_file(name)
    except ValueError:
        return
    assert path.parent == folder.path
    assert path.resolve().parent == folder.path.resolve()
    assert path.name == f"{name}.solution"


@pytest.mark.parametrize(
    "name",
    [
        "%2e%2e",
        "%2e%2e%2fsecret",
        "..%2fsecret",
        "%2fetc%2fpasswd",
        "C:",
        "nul",
        "..%5csecret",
        "a%00b",
    ],
)
@pytest.mark.parametrize("ending", ["", "/node", "/export.solution", "/spot", "/compare/river"])
def test_nothing_outside_the_library_is_read(server: Running, name: str, ending: str) -> None:
    answer = raw_request(server.port, f"{API}/solutions/{name}{ending}")
    assert answer.status == 404
    assert b"a secret" not in answer.body
    assert str(server.settings.library.parent).encode() not in answer.body


@pytest.mark.parametrize("name", ["../secret", "..", "/tmp/secret", "a/b", "nul", ""])
def test_nothing_outside_the_library_is_written(server: Running, name: str) -> None:
    before = all_files(server.settings.library.parent)
    spot = {"board": "QsJh2h7c4d", "pot": 1, "stack": 1, "ranges": {"oop": "AA", "ip": "KK"}}
    locks = [{"path": "r", "strategy": {"k": 1}}]
    with server.client() as client:
        replies = [
            client.post("/solutions/river/rename", json={"name": name}),
            client.post("/jobs/solve", json={"spot": spot, "name": name}),
            client.post("/jobs/lock", json={"solution": "river", "locks": locks, "name": name}),
            client.post("/jobs/lock", json={"solution": name, "locks": locks, "name": "x"}),
            client.put(f"/ranges/{name.replace('/', '%2f')}", json={"text": "AA"}),
            client.delete(f"/solutions/{name.replace('/', '%2f')}"),
        ]
    assert {reply.status_code for reply in replies} <= {400, 404, 405, 422}
    assert all_files(server.settings.library.parent) == before


def all_files(folder: Path) -> dict[Path, bytes | None]:
    return {path: path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def test_symbolic_links_are_no_solutions(server: Running, solved: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.solution"
    outside.write_bytes((solved / "river.solution").read_bytes())
    (server.settings.library / "solutions/link.solution").symlink_to(outside)
    with server.client() as client:
        names = [row["name"] for row in client.get("/solutions").json()]
        assert sorted(names) == ["river", "turn"]
        for ending in ("", "/node", "/export.solution"):
            assert client.get(f"/solutions/link{ending}").status_code == 404
        assert client.delete("/solutions/link").status_code == 404
    assert outside.exists()


@pytest.mark.parametrize("target", ["/../app.py", "/%2e%2e/app.py", "/..%2fapp.py", "//etc/passwd"])
def test_page_serves_only_its_own_files(reading_server: Running, target: str) -> None:
    assert raw_request(reading_server.port, target).status == 404


def test_errors_name_no_path_of_the_machine(server: Running) -> None:
    folder = server.settings.library / "solutions"
    whole = (folder / "river.solution").read_bytes()
    (folder / "empty.solution").write_bytes(b"")
    (folder / "cut.solution").write_bytes(whole[: len(whole) // 2])
    (folder / "text.solution").write_text("not a solution")
    (folder / "folder.solution").mkdir()
    (server.settings.library / "ranges.json").write_text("{")
    lock = {"locks": [{"path": "r", "strategy": {"k": 1}}]}
    with server.client() as client:
        for name in ("empty", "cut", "text", "folder"):
            replies = [
                client.get(f"/solutions/{name}{ending}")
                for ending in ("", "/node", "/spot", "/report?path=r", "/compare/river")
            ]
            replies.append(client.post("/jobs/lock", json=lock | {"solution": name}))
            for reply in replies:
                assert reply.status_code < 500
                assert str(server.settings.library.parent) not in reply.text
        replies = [client.get("/solutions"), client.get("/ranges")]
        assert str(server.settings.library.parent) not in "".join(r.text for r in replies)
