"""Spots over HTTP: size, time, smaller trees, betting trees, files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.solvers.postflop import (
    Spot,
    estimate,
    make_spot,
    parse_fields,
    parse_spot,
    spot_toml,
)
from fifthstreet.tree import BettingTree, Menu, Rake, Sizes, choice_words
from fifthstreet.tree.strategy import Lock
from fifthstreet.web import WebSettings
from tests.cli.small_spot import spot_on
from tests.thoroughness import examples
from tests.web.serving import serving

FIELDS: dict[str, Any] = {
    "board": "QsJh2h7c",
    "pot": 100,
    "stack": 900,
    "ranges": {"oop": "AA,KQs,T9s:0.5", "ip": "QQ,AJs"},
}
WIDE = {"bet": "10%, 20%, 30%, 40%, 50%, 60%, 70%, 80%, 90%, 100%", "raise": "40%, 60%, 80%"}


def post(client: httpx.Client, name: str, question: dict[str, Any]) -> Any:
    reply = client.post(f"/spots/{name}", json=question)
    assert reply.status_code == 200, reply.text
    return reply.json()


# Sizes and times.


@pytest.mark.parametrize("board", ["QsJh2h", "QsJh2h7c", "QsJh2h7c4d"])
@pytest.mark.parametrize("precision", ["float32", "int16"])
def test_size_is_the_estimate(reader: httpx.Client, board: str, precision: str) -> None:
    fields = FIELDS | {"board": board}
    reply = post(reader, "size", {"spot": fields, "precision": precision})
    spot = make_spot(fields)
    size = estimate(spot)
    assert reply["nodes"] == size.nodes == len(spot.tree)
    assert reply["bytes"] == size.bytes[precision]
    assert reply["bytes_by_precision"] == size.bytes
    assert reply["information_sets"] == size.information_sets
    assert reply["runouts"] == list(size.runouts)
    assert reply["combos"] == [live.combos for live in spot.live_ranges]
    assert reply["fits"] is True
    assert reply["is_lower_bound"] is False


def test_size_of_a_tree_that_cannot_be_counted(reader: httpx.Client) -> None:
    fields = FIELDS | {"stack": 100_000, "sizes": {"turn": WIDE, "river": WIDE}}
    reply = post(reader, "size", {"spot": fields})
    assert (reply["is_lower_bound"], reply["fits"], reply["tree"]) == (True, False, None)
    refused = reader.post("/spots/time", json={"spot": fields})
    assert (refused.status_code, refused.json()["detail"]) == (
        400,
        "not enough memory for the solve: use a smaller tree",
    )
    refused = reader.post("/spots/tree", json={"spot": fields})
    assert refused.status_code == 400
    assert refused.json()["detail"].startswith(
        "the tree must have at most 2,000,000 nodes: use fewer"
    )


def test_time_has_a_range(reader: httpx.Client) -> None:
    fields = FIELDS | {"board": "QsJh2h7c4d"}
    reply = post(reader, "time", {"spot": fields, "target": 1.0, "max_iterations": 50})
    low, high = reply["seconds_range"]
    assert 0 <= low <= reply["seconds"] <= high
    assert reply["target_pot_percent"] == 1.0
    assert reply["words"]


# Budgets; tests/solvers/postflop/solving/test_budget.py has their properties.


def test_the_best_way_fits(tmp_path: Path) -> None:
    spot = make_spot(FIELDS | {"sizes": {"river": WIDE}})
    size = estimate(spot)
    memory = (size.bytes["int16"] + size.tree_bytes) // 2
    fields = parse_fields(spot_toml(spot))
    limited = WebSettings(tmp_path, threads=1, job_bytes=memory)
    with serving(limited) as server, server.client() as client:
        assert post(client, "size", {"spot": fields})["fits"] is False
        reply = post(client, "best", {"spot": fields})
        assert reply["memory"] == memory
        assert reply["bytes"] <= memory
        assert reply["precision"] == "int16"
        assert reply["left_out"]
        names = ("spot", "precision", "river_buckets")
        assert post(client, "size", {name: reply[name] for name in names})["fits"] is True
        larger = post(client, "best", {"spot": fields, "memory": 10 * memory})
        assert larger["memory"] == memory  # no more than jobs may take


def test_no_spot_if_none_fits(tmp_path: Path) -> None:
    tiny = WebSettings(tmp_path, threads=1, job_bytes=1)
    with serving(tiny) as server, server.client() as client:
        reply = post(client, "best", {"spot": FIELDS})
    assert (reply["spot"], reply["left_out"], reply["memory"]) == (None, [], 1)
    assert "even the smallest tree does not fit" in reply["words"]


def test_a_spot_that_fits_is_returned_as_it_is(reader: httpx.Client) -> None:
    reply = post(reader, "best", {"spot": FIELDS, "seconds": 60})
    assert make_spot(reply["spot"]) == make_spot(FIELDS)
    assert (reply["precision"], reply["river_buckets"], reply["left_out"]) == ("float32", None, [])
    assert reply["expected_pot_percent"] < 1
    assert "when time is over" in reply["words"]


def test_buckets_make_a_solve_smaller(reader: httpx.Client) -> None:
    turn = FIELDS | {"board": FIELDS["board"][:8], "ranges": {"oop": "20%", "ip": "25%"}}
    whole = post(reader, "size", {"spot": turn})
    shared = post(reader, "size", {"spot": turn, "river_buckets": 15})
    assert shared["bytes"] < whole["bytes"] / 2
    assert shared["backend"] == "native"


# Trees.


def check_tree(tree: BettingTree, data: dict[str, Any], depth: int) -> None:
    node, _ = tree.find(data["path"])
    assert data["actions"] == list(tree.actions(node))
    assert (data["pot"], data["stacks"]) == (tree.pot(node), list(tree.stacks(node)))
    assert data["words"] == (choice_words(tree, node) if data["actions"] else [])
    children = tree.children(node)
    if depth or not children:
        assert [child["path"] for child in data["children"]] == [tree.path(at) for at in children]
        for child in data["children"]:
            check_tree(tree, child, depth - 1)
    else:
        assert data["children"] is None


@pytest.mark.parametrize(("path", "depth"), [("r", 1), ("r", 3), ("r:k:b50", 2), ("x/b50%", 6)])
def test_trees(reader: httpx.Client, path: str, depth: int) -> None:
    spot = spot_on("QsJh2h7c")
    question = {"spot": parse_fields(spot_toml(spot)), "path": path, "depth": depth}
    data = post(reader, "tree", question)
    assert data["path"] == spot.tree.path(spot.tree.find(path)[0])
    check_tree(spot.tree, data, depth)


def test_replies_with_trees_are_limited(reader: httpx.Client) -> None:
    fields = FIELDS | {"board": "QsJh2h7c4d", "stack": 3000, "sizes": {"river": WIDE}}
    reply = reader.post("/spots/tree", json={"spot": fields, "depth": 6})
    assert reply.status_code == 400
    assert reply.json()["detail"] == "depth must be below 6 to show at most 5,000 nodes, got 6"
    assert len(post(reader, "tree", {"spot": fields, "depth": 2})["children"]) == 11


# Files.

MENUS = st.builds(
    Menu.of,
    st.sampled_from(["", "50%", "33%, 75.5%, a", "2.5c", "2e"]),
    st.sampled_from(["", "60%", "2.5x, a"]),
    st.sampled_from([None, "", "25%"]),
)


@st.composite
def spots(draw: st.DrawFn) -> Spot:
    """A spot with cents, odd stacks, and every field now and then."""
    cents = st.integers(1, 10**6).map(lambda count: count / 100)
    sizes = [Sizes.by_street({at: draw(MENUS) for at in (1, 2, 3)}) for _ in range(2)]
    try:
        return Spot.of(
            draw(st.sampled_from(["QsJh2h", "QsJh2h7c", "QsJh2h7c4d"])),
            draw(cents),
            draw(cents),
            oop="AA,KQs:0.333,T9s:0.5",
            ip=draw(st.sampled_from(["QQ,AJs", "QcQd:0.123", "random"])),
            sizes=Sizes.by_player(sizes),
            rake=draw(st.sampled_from([Rake(), Rake(0.05), Rake(0.045, 3.25)])),
            locks=draw(st.sampled_from([(), (Lock("r", {"k": 0.125}),)])),
            add_allin=draw(st.sampled_from([0.0, 1.5])),
            force_allin=draw(st.sampled_from([0.0, 0.15])),
            merge=draw(st.sampled_from([0.0, 0.1])),
            max_raises=draw(st.none() | st.integers(0, 9) | st.just((1, 2, 3, 4))),
            min_bet=draw(st.none() | st.integers(1, 5)),
        )
    except ValueError:  # sizes that are no bets here
        return spot_on("QsJh2h7c")


@settings(max_examples=examples(80))
@given(spot=spots())
def test_spots_survive_their_files(reader: httpx.Client, spot: Spot) -> None:
    fields = parse_fields(spot_toml(spot))
    text = post(reader, "write", fields)["text"]
    assert parse_spot(text) == spot
    assert post(reader, "read", {"text": text}) == fields
    assert make_spot(fields) == spot
    assert post(reader, "size", {"spot": fields})["combos"] == [
        live.combos for live in spot.live_ranges
    ]


@pytest.mark.parametrize(
    ("text", "detail"),
    [
        ("", "board is missing: specify"),
        ("board = ", "not TOML: "),
        ("x = 1", "x: no such field (fields: board"),
        ("[" * 10_000, "not TOML: "),
        ("\x00", "not TOML: "),
    ],
)
def test_wrong_files(reader: httpx.Client, text: str, detail: str) -> None:
    reply = reader.post("/spots/read", json={"text": text})
    assert reply.status_code == 400
    assert reply.json()["detail"].startswith(detail)


@pytest.mark.parametrize(
    ("changes", "status", "detail"),
    [
        ({"board": "Qs"}, 400, "board must have 3 to 5 cards, got 1"),
        ({"board": ""}, 400, "board"),
        ({"pot": 0}, 422, "spot.pot must be greater than 0, got 0"),
        ({"pot": 1e-300}, 400, "the tree has nothing to play for: add a pot"),
        ({"stack": 1e9}, 400, ""),
        ({"ranges": {"oop": "AA"}}, 422, "spot.ranges.ip is required"),
        (
            {"ranges": {"oop": "QsJs", "ip": "AA"}},
            400,
            "ranges.oop: no hand in the range is possible",
        ),
        ({"ranges": {"oop": "x", "ip": "AA"}}, 400, "ranges.oop: "),
        ({"sizes": {"preflop": {}}}, 422, "spot.sizes.preflop"),
        ({"sizes": {"river": {"bet": "-5%"}}}, 400, "sizes.river.bet: "),
        (
            {"sizes": {"river": {"bet": "5%", "oop": {}}}},
            400,
            "sizes.river.bet must be inside oop or ip",
        ),
        ({"tree": {"max_raises": [1, 2]}}, 400, "max_raises must be one number, or four, got 2"),
        ({"tree": {"chip": 1e-300}}, 400, ""),
        ({"tree": {"added": ["x" * 500]}}, 400, "added"),
        ({"rake": {"rate": 2}}, 422, "spot.rake.rate must be less than or equal to 1, got 2"),
        ({"lock": [{"path": "", "strategy": {}}]}, 400, "lock[1]"),
    ],
)
def test_wrong_spots(
    reader: httpx.Client, changes: dict[str, Any], status: int, detail: str
) -> None:
    reply = reader.post("/spots/size", json={"spot": FIELDS | changes})
    assert reply.status_code == status, reply.text
    assert reply.json()["detail"].startswith(detail)


def test_the_page_may_send_big_blinds_and_shares(reader: httpx.Client) -> None:
    chips = post(reader, "size", {"spot": FIELDS | {"pot": 5.5, "stack": 99}})
    for stack in ("99bb", "1800%"):
        fields = FIELDS | {"pot": "5.5bb", "stack": stack}
        assert post(reader, "size", {"spot": fields})["nodes"] == chips["nodes"]
    reply = reader.post("/spots/size", json={"spot": FIELDS | {"pot": "much"}})
    assert reply.status_code == 400
    assert reply.json()["detail"].startswith("pot must be a number of chips, or like '5.5bb'")


@pytest.mark.parametrize("text", ["22+,!AA", "22+, not AA", "22+ AAA", "22+;;nonsense"])
def test_ranges_that_are_not_understood_are_refused(reader: httpx.Client, text: str) -> None:
    """They are not widened, whatever reads them."""
    for board in ("", "QsJh2h"):
        reply = reader.post("/ranges/parse", json={"text": text, "board": board})
        assert reply.status_code == 400, (board, reply.json())
    spot = parse_fields(spot_toml(spot_on("QsJh2h7c4d")))
    spot["ranges"]["oop"] = text
    reply = reader.post("/spots/size", json={"spot": spot})
    assert reply.status_code == 400
    assert reply.json()["detail"].startswith("ranges.oop: ")
