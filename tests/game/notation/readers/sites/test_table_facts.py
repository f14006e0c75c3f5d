"""Samples of all sites: table, date, level and tournament are what the log says."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fifthstreet.game.notation import read_hands
from tests.game.notation.samples import ROOT, sample

FAST_FOLD = {
    "ggpoker/rush_and_cash.txt",
    "poker888/snap.txt",
    "pokerstars/run_twice_before_flop.txt",
    "pokerstars/zoom.txt",
}


@pytest.mark.parametrize(
    ("name", "table", "seat_count", "when"),
    [
        ("absolute/cash.txt", "MELANIE ST", None, "2009-7-1 00:00:15"),
        ("full_tilt/cash.txt", "Goldring", 6, "2014-1-5 21:11:15"),
        ("full_tilt/dead_blind.txt", "Crane", None, "2011-2-28 18:46:08"),
        ("ggpoker/cash.txt", "NLHWhite33", 6, "2023-4-1 18:20:11"),
        ("ipoker/cash.xml", "Ebenthal", 6, "2022-6-20 15:38:34"),
        ("ipoker/omaha.xml", "Wels", None, "2022-6-21 10:00:00"),
        ("ongame/cash.txt", "Bukarest", None, "2014-1-6 23:28:00"),
        ("partypoker/cash.txt", "Zurich", 6, "2020-1-6 05:54:36"),
        ("partypoker/dead_blind.txt", "127365", 9, "2020-12-18 12:34:56"),
        ("poker888/cash.txt", "Abbotsford", 6, "2022-1-6 22:40:28"),
        ("pokerstars/cash.txt", "Alcor IV", 6, "2021-3-4 20:15:01"),
        ("winamax/cash.txt", "Nice 17", 5, "2022-4-15 07:20:01"),
    ],
)
def test_table_and_time(name: str, table: str, seat_count: int | None, when: str) -> None:
    hand = next(iter(read_hands(ROOT / name)))
    assert (hand.table, hand.seat_count) == (table, seat_count)
    assert f"{hand.year}-{hand.month}-{hand.day} {hand.time}" == when


@pytest.mark.parametrize(
    ("name", "tournament", "buy_in", "table", "level"),
    [
        ("full_tilt/tournament.txt", "255700001", None, "179", None),
        ("ggpoker/tournament.txt", "150000001", None, "12", 7),
        (
            "ipoker/tournament.xml",
            "120000001",
            "€0.91 + €0.91 + €0.18",
            "€2 MYSTERY, 120000001",
            None,
        ),
        ("partypoker/tournament.txt", "71000062", None, "$1,000 Gtd (71000062) Table #4", 8),
        ("poker888/tournament.txt", "83700001", "$18.30 + $1.70", "3", None),
        ("pokerstars/tournament_antes.txt", "3100000001", "$10+$1 USD", "3100000001 9", 11),
        ("pokerstars/tournament_big_blind_ante.txt", "3100000003", "$20+$2 USD", "3100000003 1", 9),
        (
            "pokerstars/tournament_bounty.txt",
            "3100000002",
            "€4.60+€4.60+€0.80 EUR",
            "3100000002 3",
            4,
        ),
        ("winamax/tournament.txt", "103500001", "4.50€ + 0.50€", "ATOM(103500001)#0035", 7),
    ],
)
def test_tournaments(
    name: str, tournament: str, buy_in: str | None, table: str, level: int | None
) -> None:
    (hand,) = read_hands(ROOT / name)
    extras = hand.user_defined_fields
    assert (str(extras["_tournament"]), extras.get("_buy_in")) == (tournament, buy_in)
    assert (hand.table, hand.level) == (table, level)


def test_fast_fold_tables() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in sorted(ROOT.glob("*/*.*"))
        if path.suffix in (".txt", ".xml", ".ohh")
        for hand in read_hands(path)
        if hand.user_defined_fields.get("_fast_fold")
    }
    assert found == FAST_FOLD


@pytest.mark.parametrize(
    ("name", "boards"),
    [
        ("full_tilt/cap_run_it_twice.txt", ["Td3d3hQhAc", "Td3d3hQh2h"]),
        ("pokerstars/run_twice_before_flop.txt", ["7c7h4h7s5h", "3sAs4s6s6h"]),
        ("ggpoker/run_three_times.txt", ["5d4h3h4c8h", "5d4h3hJd6d", "5d4h3h8c9s"]),
    ],
)
def test_runouts_keep_their_order(name: str, boards: list[str]) -> None:
    (hand,) = read_hands(ROOT / name)
    *_, state = hand
    cards = [state.get_board_cards(index) for index in range(state.board_count)]
    assert ["".join(map(repr, board)) for board in cards] == boards


def test_the_cap_of_full_tilt_poker_without_an_amount_is_30_big_blinds() -> None:
    text = sample("full_tilt/cap_run_it_twice.txt")
    (with_amount,) = read_hands(text)
    assert "$5/$10 - $300 Cap No Limit Hold'em" in text
    (without,) = read_hands(text.replace("$300 Cap No Limit", "CAP NL"))
    assert without == with_amount
    assert without.starting_stacks == [300, 300]
    assert without.user_defined_fields["_chips_behind"] == [Decimal("664.50"), 1850]


@pytest.mark.parametrize(
    "date", ["92 01 2022 22:40:28", "30 02 2022 22:40:28", "06 01 2022 25:40:28"]
)
def test_a_date_that_does_not_exist_is_refused(date: str) -> None:
    log = sample("poker888/cash.txt")
    assert "06 01 2022 22:40:28" in log
    reader = read_hands(log.replace("06 01 2022 22:40:28", date))
    list(reader)
    assert "date and time must exist, got 2022/" in str(reader.errors[0])
