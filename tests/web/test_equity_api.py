"""Equity over HTTP: the numbers of the package, exactly or with their error."""

import httpx
import pytest

from fifthstreet.cards.equity import equity, icm
from fifthstreet.cards.hands import range_hits


def test_equities_and_hits(client: httpx.Client) -> None:
    question = {"ranges": ["QQ,AKs", "JTs,22"], "board": "QsJh2h"}
    reply = client.post("/equity", json=question).json()
    expected = equity("QQ,AKs", "JTs,22", board="QsJh2h")
    assert reply["is_exact"]
    for row, player in zip(reply["players"], expected.players, strict=True):
        assert row["equity"] == pytest.approx(player.equity)
        assert row["error"] == 0
    hits = range_hits("QQ,AKs", "QsJh2h")
    assert reply["hits"][0]["combos"] == hits.combos
    assert [row["name"] for row in reply["hits"][0]["made"]] == [hit.name for hit in hits.made]


def test_long_ones_are_sampled_and_have_an_error(client: httpx.Client) -> None:
    reply = client.post("/equity", json={"ranges": ["50%", "40%", "30%", "60%"]}).json()
    assert not reply["is_exact"]
    assert sum(row["equity"] for row in reply["players"]) == pytest.approx(1)
    assert all(0 < row["error"] < 0.01 for row in reply["players"])
    assert reply["hits"] is None  # before the flop


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"ranges": ["AA"]}, "ranges"),
        ({"ranges": ["AA", "nonsense"]}, "nonsense"),
        ({"ranges": ["AA", "KK"], "board": "Qx"}, "Qx"),
        ({"ranges": ["AsAh", "AsAh"]}, "share"),
    ],
)
def test_what_cannot_be_counted_is_refused(
    client: httpx.Client, question: dict[str, object], words: str
) -> None:
    reply = client.post("/equity", json=question)
    assert reply.status_code in (400, 422)
    assert words in reply.text


def test_prizes(client: httpx.Client) -> None:
    reply = client.post("/equity/icm", json={"stacks": [50, 30, 20], "payouts": [70, 30]}).json()
    assert reply["prizes"] == pytest.approx(icm([70, 30], [50, 30, 20]))
    assert client.post("/equity/icm", json={"stacks": [-1], "payouts": [1]}).status_code == 422


@pytest.mark.parametrize("wrong", [True, "50"])
def test_only_numbers_are_numbers(reader: httpx.Client, wrong: object) -> None:
    """A boolean was taken for 1, and text for the number that it looks like."""
    reply = reader.post("/equity/icm", json={"stacks": [100, 50], "payouts": [wrong]})
    assert reply.status_code == 422, reply.text
