"""Where our readings of sample logs differ from PokerKit's, field by field.

| field | difference |
|---|---|
| `actions` | known hole cards are dealt, mucks are mucks, and boards of a second run are dealt |
| `antes`, `blinds_or_straddles` | antes, dead blinds and late blinds count; short blinds do not |
| `ante_trimming_status` | true if all players post an ante |
| `winnings` | also those of showdowns and side pots; uncalled bets are not winnings |
| `players` | XML entities are decoded |
| `hand` | also that of Zoom hands and home games |
| `currency_symbol` | None in tournaments, where PokerKit has an empty one |
| `user_defined_fields` | `_runout_count`, without which the second run could not be replayed |

Amounts are equal, but written without trailing zeros: `5` where PokerKit keeps the log's `5.00`.
"""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pokerkit
import pytest

from fifthstreet.pokerkit.notation import HandHistory
from tests.pokerkit.logs.test_sites import read_theirs
from tests.pokerkit.site_logs import SITES

SAMPLES = Path(__file__).parents[2] / "game/notation/samples"
FOLDERS = {
    "absolute": "from_absolute_poker",
    "full_tilt": "from_full_tilt_poker",
    "ipoker": "from_ipoker_network",
    "ongame": "from_ongame_network",
    "partypoker": "from_partypoker",
    "pokerstars": "from_pokerstars",
}
PATHS = {
    str(path.relative_to(SAMPLES)): path
    for folder in FOLDERS
    for path in sorted((SAMPLES / folder).iterdir())
}
FORCED_BETS = ("antes", "blinds_or_straddles")
# Fields that differ, by sample and number of the hand. PokerKit reads no other hand of the samples.
DIFFERENCES: dict[str, dict[int, set[str]]] = {
    "absolute/cash.txt": {
        3010000001: {"actions", "winnings"},
        3010000002: {"actions", *FORCED_BETS},
    },
    "full_tilt/cap_run_it_twice.txt": {
        35400000003: {"actions", "winnings", "user_defined_fields"},
    },
    "full_tilt/dead_blind.txt": {33700000002: {"actions", "winnings", *FORCED_BETS}},
    "ipoker/cash.xml": {8000000002: {"actions", "players", "winnings"}},
    "partypoker/cash.txt": {13500000002: {"actions", "winnings"}},
    "pokerstars/cash.txt": {210000000003: {"actions", "winnings"}},
    "pokerstars/cashed_out.txt": {210000001801: {"winnings"}},
    "pokerstars/dead_blinds.txt": {210000001601: {"actions", "winnings", *FORCED_BETS}},
    "pokerstars/disconnected.txt": {210000002201: {"winnings"}},
    "pokerstars/home_game.txt": {210000000401: {"hand", "winnings"}},
    "pokerstars/home_game_tournament.txt": {210000000402: {"hand", "winnings", "currency_symbol"}},
    "pokerstars/short_blind.txt": {
        210000001901: {"blinds_or_straddles", "winnings", "currency_symbol"}
    },
    "pokerstars/side_pots.txt": {210000002001: {"winnings"}},
    "pokerstars/tournament_big_blind_ante.txt": {
        210000000351: {"antes", "winnings", "currency_symbol"}
    },
    "pokerstars/tournament_bounty.txt": {
        210000000301: {"actions", "ante_trimming_status", "antes", "winnings"}
    },
    "pokerstars/unfinished.txt": {210000002301: set()},
    "pokerstars/zoom.txt": {210000000101: {"hand", "winnings"}},
}


def differing_fields(ours: HandHistory, theirs: pokerkit.HandHistory) -> set[str]:
    return {
        each.name
        for each in fields(pokerkit.HandHistory)
        if each.name not in ("automations", "divmod", "rake", "parse_value")
        and getattr(ours, each.name) != getattr(theirs, each.name)
    }


def read_both(name: str) -> tuple[list[HandHistory], list[pokerkit.HandHistory]]:
    (site,) = [site for site in SITES if site.method == FOLDERS[name.partition("/")[0]]]
    text = f"{PATHS[name].read_text(encoding='utf-8').rstrip()}\n\n\n"
    return list(getattr(HandHistory, site.method)(text, error_status=True)), read_theirs(site, text)


@pytest.mark.parametrize("name", PATHS)
def test_differences(name: str) -> None:
    ours, theirs = read_both(name)
    expected = DIFFERENCES.get(name, {})
    by_number = {hand.hand: hand for hand in ours}
    assert len(ours) >= len(theirs) == len(expected)
    for number, hand in zip(expected, theirs, strict=True):
        assert hand.hand in (number, None)
        assert differing_fields(by_number[number], hand) == expected[number]


def test_amounts_have_no_trailing_zeros() -> None:
    (_, ours), (theirs,) = read_both("partypoker/cash.txt")
    assert "p1 cbr 3" in ours.actions
    assert "p1 cbr 3.00" in theirs.actions
