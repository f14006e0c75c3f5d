"""What is shown of the result of a match: its table, and its picture."""

import re
from itertools import pairwise
from typing import Any

import pytest

from fifthstreet.arena import MatchResult, match_settings, run_match
from fifthstreet.cli import run
from fifthstreet.support.drawing import curve_picture
from fifthstreet.views import match_svg, match_text
from fifthstreet.views.pictures import matches

AGENTS = ["random", "calling_station"]


@pytest.fixture(scope="module")
def result() -> MatchResult:
    """Return a match of more sessions than points of the curve; the last ones are no multiple."""
    return run_match(match_settings(AGENTS, game="leduc", hands=1206, session_hands=2, seed=7))


def without_times(text: str) -> str:
    return re.sub(r"[\d,]+/s", "", text)


def test_a_printed_result_is_the_table_of_the_command(
    result: MatchResult, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--game", "leduc", "--hands", "1206", "--session-hands", "2", "--seed", "7"]
    assert run(["arena", *AGENTS, *options, "--workers", "1"]) == 0
    shown = capsys.readouterr().out
    print(result)  # noqa: T201
    printed = capsys.readouterr().out
    assert "antes/hand" in printed
    assert printed == f"{match_text(result)}\n"
    assert without_times(printed).split() == without_times(shown).split()
    assert repr(result) == "<MatchResult of random, calling_station: 1,206 hands of leduc>"


def test_the_curve_ends_with_the_last_hand(result: MatchResult) -> None:
    hands = [point[0] for point in result.curve]
    assert hands == sorted(set(hands))
    assert hands[-1] == 1206
    assert result.session_count == 603
    assert result.curve[-1][1] == [result.winnings(agent) for agent in (0, 1)]
    assert max(after - before for before, after in pairwise([0, *hands])) <= 6


Drawn = dict[str, list[tuple[float, ...]]]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Drawn, Drawn]]:
    """Return the captions, points and bands of curves that are drawn."""
    found: list[tuple[str, Drawn, Drawn]] = []

    def draw(points: Any, caption: str, *, bands: Any, **options: Any) -> Any:
        found.append((caption, points, bands))
        return curve_picture(points, caption, bands=bands, **options)

    monkeypatch.setattr(matches, "curve_picture", draw)
    return found


def test_the_picture_shows_the_whole_match(
    result: MatchResult, drawn: list[tuple[str, Drawn, Drawn]]
) -> None:
    assert match_svg(result).startswith("<svg")
    ((caption, points, bands),) = drawn
    assert caption == "hands played; total winnings in antes with 95% confidence bands"
    for agent, name in enumerate(AGENTS):
        assert points[name][0] == (0, 0)
        assert [point[0] for point in points[name][1:]] == [hands for hands, _ in result.curve]
        won = result.winnings(agent)
        assert points[name][-1] == pytest.approx((1206, 1206 * won.mean))
        assert bands[name][-1] == pytest.approx((1206, 1206 * won.low, 1206 * won.high))


def test_totals_count_the_hands_of_each_agent(drawn: list[tuple[str, Drawn, Drawn]]) -> None:
    settings = match_settings([*AGENTS, "random"], seats=2, game="nlhe", hands=60)
    result = run_match(settings)
    assert "total winnings in big blinds" in match_svg(result)
    ((_, points, bands),) = drawn
    for agent in result.agent_results():
        won = agent.winnings
        assert agent.hands == 40
        assert points[agent.name][0] == (0, 0)
        assert points[agent.name][-1] == pytest.approx((60, 40 * won.mean / 1000))
        totals = (40 * won.low / 1000, 40 * won.high / 1000)
        assert bands[agent.name][-1] == pytest.approx((60, *totals))
