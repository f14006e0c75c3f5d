"""Files of the library: solutions and named ranges, whole and damaged."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from threading import Thread

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fifthstreet.cards import Range, cards_text, range_of_name
from fifthstreet.errors import BusyError, InputError, NotFoundError
from fifthstreet.solvers.postflop import Solution
from fifthstreet.web.library import (
    Folder,
    NamedRanges,
    ReviewShelf,
    SolutionShelf,
    check_name,
    free_name,
    write_review,
)
from tests.cli.small_spot import spot_on

NAMES = st.from_regex(r"[A-Za-z0-9](?:[A-Za-z0-9 ._+-]{0,78}[A-Za-z0-9_+-])?", fullmatch=True)


@pytest.fixture
def shelf(library: Path) -> SolutionShelf:
    return SolutionShelf(library / "solutions", max_open=2, threads=1)


# Names.


@given(wanted=NAMES.filter(lambda name: not name.lower().startswith(("con", "prn", "aux", "nul"))))
def test_free_names_are_names(wanted: str) -> None:
    try:
        check_name(wanted)
    except ValueError:  # of a device
        return
    taken = [wanted]
    for _ in range(3):
        name = free_name(wanted, taken)
        assert check_name(name) not in taken
        assert name.lower() not in {each.lower() for each in taken}
        taken.append(name.upper())


# Solutions.


def test_facts_are_those_of_the_solution(shelf: SolutionShelf, turn: Solution) -> None:
    facts = shelf.facts("turn")
    spot = spot_on("QsJh2h7c")
    assert facts["error"] is None
    assert facts["board"] == cards_text(spot.board)
    assert (facts["pot"], facts["stack"], facts["street"]) == (100, 200, "turn")
    assert facts["combos"] == [live.combos for live in spot.live_ranges]
    assert facts["exploitability"] == turn.exploitability.chips
    assert facts["exploitability_pot_percent"] == turn.exploitability.pot_percent
    assert facts["iterations"] == turn.record.iterations == 40
    assert facts["locks"] == 0
    assert facts["last_street"] == "river"
    assert facts["bytes"] == (shelf.folder.path / "turn.solution").stat().st_size


def test_newest_is_first(shelf: SolutionShelf) -> None:
    os.utime(shelf.folder.path / "turn.solution", (1, 1))
    assert [row["name"] for row in shelf.all()] == ["river", "turn"]
    os.utime(shelf.folder.path / "river.solution", (0, 0))
    assert [row["name"] for row in shelf.all()] == ["turn", "river"]


def test_open_solutions_are_kept_and_limited(shelf: SolutionShelf) -> None:
    first = shelf.open("river")
    assert shelf.open("river") is first
    for copy in ("a", "b"):
        shutil.copy(shelf.folder.path / "turn.solution", shelf.folder.path / f"{copy}.solution")
        shelf.open(copy)
    assert repr(shelf) == "<SolutionShelf: 4 files, 2 open>"
    assert shelf.open("river") is not first


def test_changed_file_is_opened_again(shelf: SolutionShelf) -> None:
    first = shelf.open("river")
    shelf.facts("river")
    path = shelf.folder.path / "river.solution"
    path.with_name("turn.solution").replace(path)
    assert len(shelf.open("river").board) == 4
    assert shelf.facts("river")["street"] == "turn"
    assert len(first.root.strategy)  # those who still read the old one can


def test_rename_and_delete(shelf: SolutionShelf) -> None:
    opened = shelf.open("river")
    shelf.rename("river", "River 2")
    assert sorted(shelf.folder.names()) == ["River 2", "turn"]
    shelf.rename("River 2", "River 2")  # nothing happens
    with pytest.raises(BusyError, match="there is a solution 'turn' already"):
        shelf.rename("River 2", "turn")
    with pytest.raises(NotFoundError, match="there is no solution 'river'"):
        shelf.rename("river", "x")
    with pytest.raises(InputError, match="must be up to 80 letters"):
        shelf.rename("turn", "../x")
    shelf.close("River 2")
    shelf.folder.delete("River 2")
    with pytest.raises(NotFoundError):
        shelf.open("River 2")
    with pytest.raises(NotFoundError):
        shelf.close("River 2")
    assert opened.root.strategy.any()
    assert shelf.folder.names() == ["turn"]


@pytest.mark.parametrize("kept", [0, 1, 8, 100, 0.5, -1])
def test_damaged_solutions_are_listed_with_an_error(shelf: SolutionShelf, kept: float) -> None:
    path = shelf.folder.path / "river.solution"
    whole = path.read_bytes()
    size = int(len(whole) * kept) if isinstance(kept, float) else kept
    path.write_bytes(whole[:size])
    rows = {row["name"]: row for row in shelf.all()}
    assert rows["turn"]["error"] is None
    error = rows["river"]["error"] or ""
    if kept != -1:  # a file without its last byte may have whole facts
        assert error.startswith("river")
    assert str(path) not in error
    with pytest.raises(InputError, match="river"):
        shelf.open("river").root.strategy.sum()


def test_damage_in_the_middle_is_found_when_it_is_read(client: httpx.Client, library: Path) -> None:
    path = library / "solutions/turn.solution"
    data = bytearray(path.read_bytes())
    for at in range(len(data) // 3, len(data), len(data) // 50):
        data[at] ^= 0xFF
    path.write_bytes(data)
    replies = [
        client.get("/solutions/turn/node", params={"path": path}) for path in ("r", "r:k:k:n8c")
    ]
    assert {reply.status_code for reply in replies} <= {200, 400}
    assert 400 in {reply.status_code for reply in replies}
    assert client.get("/solutions/river/node").status_code == 200


def test_other_files_are_no_solutions(shelf: SolutionShelf) -> None:
    folder = shelf.folder.path
    for name in (".hidden.solution", "-.solution", "größe.solution", "x.part", "nul.solution"):
        (folder / name).write_bytes(b"")
    (folder / "folder.solution").mkdir()
    assert sorted(shelf.folder.names()) == ["river", "turn"]


def test_list_survives_files_that_come_and_go(shelf: SolutionShelf) -> None:
    source, target = (shelf.folder.path / f"{name}.solution" for name in ("river", "gone"))
    is_over = False

    def come_and_go() -> None:
        while not is_over:
            shutil.copy(source, target)
            target.unlink()

    thread = Thread(target=come_and_go)
    thread.start()
    try:
        for _ in range(200):
            assert {row["name"] for row in shelf.all()} >= {"river", "turn"}
    finally:
        is_over = True
        thread.join()


def test_folder_says_what_it_holds(tmp_path: Path) -> None:
    assert repr(Folder(tmp_path, ".solution")) == "<Folder of .solution files>"


def test_added_solutions(shelf: SolutionShelf, tmp_path: Path, solved: Path) -> None:
    source = tmp_path / "river.solution"
    shutil.copy(solved / "turn.solution", source)
    assert shelf.add(source) == "river 2"  # another spot has that name
    assert shelf.facts("river")["street"] == "river"
    shutil.copy(solved / "river.solution", source)
    assert shelf.add(source) == "river"  # the same spot
    assert shelf.add(shelf.folder.path / "turn.solution") == "turn"
    assert shelf.folder.names() == ["river", "river 2", "turn"]
    source.write_bytes(b"")
    with pytest.raises(InputError, match="got a file of another kind"):
        shelf.add(source)


# Named ranges.


@given(
    ranges=st.dictionaries(
        NAMES.filter(lambda name: len(name) > 4),
        st.sampled_from(["AA", "88+,A8s+", "KQs:0.5", "random"]),
        max_size=4,
    )
)
def test_named_ranges_are_kept(
    tmp_path_factory: pytest.TempPathFactory, ranges: dict[str, str]
) -> None:
    path = tmp_path_factory.mktemp("ranges") / "ranges.json"
    for name, text in ranges.items():
        NamedRanges(path).save(name, text)
    assert NamedRanges(path).all() == dict(sorted(ranges.items()))
    for name in ranges:
        NamedRanges(path).delete(name)
    assert NamedRanges(path).all() == {}


def test_ranges_through_the_interface(client: httpx.Client) -> None:
    assert client.get("/ranges").json() == []
    assert client.put("/ranges/BTN open", json={"text": "22+,A2s+"}).status_code == 204
    assert client.put("/ranges/BTN open", json={"text": "22+"}).status_code == 204
    assert client.get("/ranges").json() == [{"name": "BTN open", "text": "22+"}]
    for text, status in (("nonsense", 400), ("", 400), ("A" * 50_001, 422)):
        assert client.put("/ranges/x", json={"text": text}).status_code == status
    assert client.delete("/ranges/x").status_code == 404
    assert client.delete("/ranges/BTN open").status_code == 204
    assert client.get("/ranges").json() == []


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "[]", "null", "7", "\x00", "[" * 100_000),
        '{"version": 1}',
        '{"version": 2, "ranges": {}}',
        '{"version": 1, "ranges": []}',
        '{"version": 1, "ranges": {"a": 7}}',
        '{"version": 1, "ranges": {"a": null}}',
    ],
)
def test_damaged_ranges(reader: httpx.Client, tmp_path: Path, text: str) -> None:
    path = tmp_path / "ranges.json"
    path.write_text(text)
    ranges = NamedRanges(path)
    for attempt in (
        ranges.all,
        lambda: ranges.save("a", "AA"),
        lambda: ranges.delete("a"),
    ):
        with pytest.raises(InputError, match=r"cannot be read: repair or remove ranges\.json"):
            attempt()
    assert path.read_text() == text  # what can be repaired is not overwritten


def test_ranges_that_many_save_at_once_are_all_kept(tmp_path: Path) -> None:
    ranges = NamedRanges(tmp_path / "ranges.json")
    threads = [Thread(target=ranges.save, args=(f"range {n}", "AA")) for n in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ranges.all()) == 20
    assert json.loads((tmp_path / "ranges.json").read_text())["version"] == 1


# Ranges as text and weights.


def test_parse_gives_weights_and_back(reader: httpx.Client) -> None:
    text = "88+,A8s+:0.5,KhQh"
    reply = reader.post("/ranges/parse", json={"text": text}).json()
    expected = Range.parse(text)
    assert reply["weights"] == expected.weights.tolist()
    assert (reply["combos"], reply["percent"]) == (expected.combos, expected.percent)
    back = reader.post("/ranges/text", json={"weights": reply["weights"]}).json()
    assert Range.parse(back["text"]) == expected
    assert back == reply


def test_classes_of_hands_on_a_board(reader: httpx.Client) -> None:
    question = {"text": "top pair", "board": "QsJh2h"}
    reply = reader.post("/ranges/parse", json=question).json()
    assert reply["combos"] > 0
    assert reader.post("/ranges/parse", json={"text": "top pair"}).status_code == 400


def test_range_fields_of_the_page_read_names(reader: httpx.Client) -> None:
    reply = reader.post("/ranges/parse", json={"text": "6max:LJ.four_bet"})
    assert reply.json()["text"] == range_of_name("6max:LJ.four_bet")
    wrong = reader.post("/ranges/parse", json={"text": "6max:BTN.opn"})
    assert wrong.status_code == 400
    assert "Did you mean 'open'?" in wrong.text


def test_empty_range(reader: httpx.Client) -> None:
    reply = reader.post("/ranges/parse", json={"text": " "}).json()
    assert (reply["text"], reply["combos"], sum(reply["weights"])) == ("", 0, 0)
    assert reader.post("/ranges/text", json={"weights": reply["weights"]}).json() == reply


@pytest.mark.parametrize("weights", [[0.5] * 1325, [2.0] * 1326, [-0.1] * 1326, ["x"] * 1326])
def test_wrong_weights(reader: httpx.Client, weights: list[float]) -> None:
    assert reader.post("/ranges/text", json={"weights": weights}).status_code == 422


def test_a_review_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_review(tmp_path / "mine.review", {"created": 1.0}, {})

    def fail(_: Path) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "read_bytes", fail)
    with pytest.raises(InputError, match="the review 'mine' cannot be read: Input/output error"):
        ReviewShelf(tmp_path).get("mine")
