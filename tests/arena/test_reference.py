"""The reference of the arena names everything that a result has."""

from pathlib import Path

import pytest

from fifthstreet.arena import AgentResult, Interval, MatchResult, Mistake, match_settings, run_match

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "python" / "arena.md"
REFERENCE = PAGE.read_text(encoding="utf-8").partition("\n## What a match returns\n")[2]
RESULT = run_match(match_settings(["random", "calling_station"], game="kuhn", hands=4))


def section(title: str) -> str:
    return REFERENCE.partition(f"\n### {title}\n")[2].partition("\n### ")[0]


@pytest.mark.parametrize(
    ("title", "item"),
    [
        ("Match result", RESULT),
        ("Agent result", RESULT.agent_results()[0]),
        ("Intervals and mistakes", RESULT.winnings(0)),
        ("Intervals and mistakes", Mistake("random", 0, "error", "ValueError")),
    ],
)
def test_every_name_of_a_result_is_listed(
    title: str, item: MatchResult | AgentResult | Interval | Mistake
) -> None:
    text = section(title)
    names = {name for name in dir(item) if not name.startswith("_")}
    assert names
    assert not {name for name in names if f"`{name}`" not in text and f"`{name}(" not in text}
