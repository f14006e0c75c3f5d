"""Equities in notebooks: every number is shown with its error."""

import pytest
from tests.support.drawing.markup_checks import all_text, grids_of, parsed

from fifthstreet import EquityResult, equity
from fifthstreet.errors import InputError
from fifthstreet.views.pictures.equity import equity_cells, equity_table, method_note


def test_an_exact_result_has_grids_and_says_exact() -> None:
    result = equity("AA,KQs", "random", board="2c7d9h")
    root = parsed(result._repr_html_())
    text = all_text(root)
    for player in result.players:
        assert f"{player.equity:.3%}" in text
    rows = [[all_text(cell) for cell in row.iter("td")] for row in root.iter("tr")][1:]
    assert [row[2] for row in rows] == ["exact", "exact"]
    assert f"exact: {result.deals:,} deals" in text
    assert [len(cells) for cells in grids_of(root)] == [169, 169]
    assert len(result._repr_html_()) < 2 * 60_000


def test_a_sampled_result_shows_its_errors() -> None:
    result = equity("AA", "KK", "random", method="sample", samples=20_000)
    text = all_text(parsed(result._repr_html_()))
    for player in result.players:
        assert f"± {player.error:.3%}" in text
    assert "± is a 95% interval" in text
    with pytest.raises(InputError, match="a grid requires an exact result"):
        equity_cells(result, 0)


def test_names_and_low_hands() -> None:
    hands = ("As2hKsQh", "KdKcJdTc")
    result = equity(*hands, game="omaha-8", board="3c4d8h")
    assert "by low" in [column.name for column in equity_table(result).columns]
    root = parsed(result._repr_html_())
    assert "player 2" in all_text(root)
    assert not grids_of(root)
    named = equity_table(result, ["<A>", "B"], title="t")
    assert (named.columns[0].name, named.title) == ("hand", "t")


def test_two_runs_differ_only_in_time() -> None:
    first, second = (equity("AA", "KK", board="2c7d9h") for _ in range(2))
    other = EquityResult(
        first.game, first.method, first.players, first.deals, second.seconds, first.hands
    )
    assert other._repr_html_() == second._repr_html_()
    assert method_note(first).startswith("exact: ")
