"""Every matrix of a session has the layout of the course engine's README, and so has its record."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.agents import Agent, BaseAgent, create_agent
from fifthstreet.agents.course import CourseAgent, CourseHistory, CourseInfo
from fifthstreet.arena import (
    KeptHand,
    match_settings,
    play_session,
    record_hand,
    record_text,
    run_match,
)
from fifthstreet.arena.course_record import RecordBlocks
from fifthstreet.arena.hand_results import dealt_cards
from fifthstreet.errors import InputError
from fifthstreet.game import Action, SeatView
from fifthstreet.game.events import BlindPosted, Folded
from tests.agents.course.scripted import Prompter, Script
from tests.agents.course.test_history import EXAMPLE_CODES, EXAMPLE_ROWS

STAGES = 4


class Follower(CourseAgent):
    """Follows a script where there is one; otherwise its cards decide."""

    def __init__(self, prompter: Prompter | None) -> None:
        super().__init__()
        self.prompter = prompter
        self.games: list[CourseHistory] = []

    def decide(self, view: SeatView) -> Action:
        self.code = None if self.prompter is None else self.prompter.next_code(view)
        return super().decide(view)

    def make_decision(self, info: CourseInfo) -> int:
        if self.code is not None:
            return self.code
        luck = int(info.hole_card.sum()) * 7 + info.stage + int(info.paid.sum()) // 10
        return (1, 1, 2, 2, 3)[luck % 5]

    def update_opponent(self, history: CourseHistory, i: int) -> None:
        self.games.append(history)


def played(
    seats: int, hands: int, script: Script | None = None, **options: Any
) -> dict[int, tuple[list[KeptHand], list[CourseHistory]]]:
    """Return the hands of each table of a session, and the history of each player."""
    names = [f"player {number}" for number in range(1, seats + 1)]
    tables: list[dict[str, Follower]] = []
    prompters: list[Prompter] = []

    def make_agent(name: str) -> Agent:
        if name == names[0]:  # new agents at each table
            tables.append({})
            prompters.append(Prompter(script or {}))
        tables[-1][name] = Follower(prompters[-1] if script is not None else None)
        return tables[-1][name]

    chosen: dict[str, Any] = {"game": "course", "hands": hands, "session_hands": hands} | options
    kept: list[KeptHand] = []
    result = play_session(
        match_settings(names, **chosen), 0, make_agent=make_agent, keep=kept.append
    )
    assert not result.mistakes
    return {
        table: (
            [hand for hand in kept if hand.table == table],
            [agent.games[-1] for agent in agents.values()],
        )
        for table, agents in enumerate(tables)
    }


def check_stage(rows: NDArray[np.int64], first: int, folded: set[int]) -> None:
    """Check the rows of a stage, in which all players have chips; add the players who fold.

    The first row has zeros before the first player, the last one after the last action. Every zero
    in between belongs to a player who has folded.
    """
    seats = rows.shape[1]
    codes = rows.ravel().tolist()
    if not any(codes):
        assert len(rows) == 1
        assert len(folded) == seats - 1
        return
    acting = [place for place, code in enumerate(codes) if code]
    in_turn = [(first + step) % seats for step in range(seats)]
    assert acting[0] == next(column for column in in_turn if column not in folded)
    assert acting[-1] // seats == len(rows) - 1
    for place in range(acting[0], acting[-1] + 1):
        assert (codes[place] == 0) == (place % seats in folded)
        if codes[place] == 3:
            folded.add(place % seats)


def check_table(kept: list[KeptHand], history: CourseHistory) -> None:
    """Check all matrices of a session."""
    names = kept[0].players
    seats = len(names)
    assert len(history.start) == len(history.pos) == len(kept)
    assert history.pos.tolist() == [game % seats for game in range(len(kept))]
    assert history.start.ravel().tolist() == sorted(set(history.start.ravel().tolist()))
    assert history.row_index == len(history.bet) + 1
    for game, hand in enumerate(kept):
        assert hand.players == names[game % seats :] + names[: game % seats]
        folded: set[int] = set()
        small_blind = next(e.seat for e in hand.state.events if isinstance(e, BlindPosted))
        if seats == 2:
            small_blind = 1  # on the button
        for stage in range(STAGES):
            first = names.index(hand.players[0 if stage else small_blind])
            check_stage(history.stage_rows(game, stage), first, folded)
        gone = {e.seat for e in hand.state.events if isinstance(e, Folded)}
        assert folded == {names.index(hand.players[seat]) for seat in gone}
        by_name = dict(zip(hand.players, hand.state.stacks, strict=True))
        assert history.money[game].tolist() == [by_name[name] for name in names]


@pytest.mark.parametrize("carry_stacks", [False, True])
@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("seats", [2, 3, 8, 10])
def test_every_stage_of_a_session_has_the_layout_of_the_readme(
    seats: int, duplicate: bool, carry_stacks: bool
) -> None:
    hands = 12 * (seats if duplicate else 1)
    tables = played(seats, hands, duplicate=duplicate, carry_stacks=carry_stacks, seed=seats)
    assert len(tables) == (seats if duplicate else 1)
    for kept, histories in tables.values():
        assert len(kept) == 12
        for history in histories:
            check_table(kept, history)
            assert np.array_equal(history.bet, histories[0].bet)


def test_the_example_of_the_readme_at_every_table() -> None:
    """The fourth player is first after the button in the fourth game; row 2 is 12 14 17 18."""
    three_rows = [*[1] * 7, 2, *[1] * 6, 2, *[1] * 7]
    script: Script = {
        (0, 0): [*[1] * 5, 2, *[1] * 6, 2, *[1] * 7],
        (0, 1): three_rows,
        (0, 2): three_rows,
        (0, 3): [*[1] * 7, 2, *[1] * 7],
        (1, 1): [*[1] * 6, 2, *[1] * 6, 2, 1, 3, *[1] * 5],
        (3, 1): EXAMPLE_CODES,
    }
    for kept, histories in played(8, 32, script).values():
        for history in histories:
            check_table(kept, history)
            assert history.start[1].tolist() == [12, 14, 17, 18]
            assert history.stage_rows(3, 1).tolist() == EXAMPLE_ROWS
            assert history.pos.tolist() == [0, 1, 2, 3]
        text = "".join(record_text(kept))
        flop = text[text.index("*** Game 4:") :].split("After ")[2]
        bets = [line.replace("Bets", "").split() for line in flop.splitlines()[6:9]]
        assert bets == [[str(code) for code in row] for row in EXAMPLE_ROWS]


def test_duplicate_deals_rotate_the_order() -> None:
    tables = played(5, 35)
    first = tables[0][0]
    for table, (kept, _) in tables.items():
        for game, hand in enumerate(kept):
            around = first[0].players
            shift = (game + table) % 5
            assert hand.players == around[shift:] + around[:shift]
            assert hand.seed == first[game].seed
            cards = [dealt_cards(hand.state, seat) for seat in range(5)]
            assert cards == [dealt_cards(first[game].state, seat) for seat in range(5)]


def sections(text: str) -> Iterator[tuple[list[str], dict[str, dict[str, list[list[str]]]]]]:
    """Yield the names of each game of a record, and its rows of cells by part and label."""
    for game in text.split("*** Game ")[1:]:
        lines = game.partition("*** Match over")[0].rstrip().splitlines()[1:]
        names = lines[0].split("  ")
        parts: dict[str, dict[str, list[list[str]]]] = {}
        part = label = ""
        for line in lines[1:]:
            if not line.startswith(" "):
                part, label = line, ""
                parts[part] = {}
                continue
            if line[2] != " ":
                label = line[2:17].strip()
            cells = re.split(" {2,}", line[17:].strip())  # "two pair" is one cell
            parts[part].setdefault(label, []).append(cells)
        yield [name.strip() for name in names if name.strip()], parts


@pytest.mark.parametrize("duplicate", [False, True])
def test_every_line_of_the_record_has_the_columns_of_the_history(duplicate: bool) -> None:
    hands = 12 * (6 if duplicate else 1)
    for kept, histories in played(6, hands, duplicate=duplicate, seed=3).values():
        history = histories[0]
        columns = kept[0].players
        games = list(sections("".join(record_text(kept))))
        assert len(games) == len(kept)
        for game, (hand, (names, parts)) in enumerate(zip(kept, games, strict=True)):
            seats = [hand.players.index(name) for name in columns]
            assert names == list(columns)
            *stages, ending = list(parts)[1:]
            cards = ["".join(map(repr, dealt_cards(hand.state, seat))) for seat in seats]
            folded: set[int] = set()
            for stage, title in enumerate(stages):
                lines = parts[title]
                assert title == f"After {('preflop', 'flop', 'turn', 'river')[stage]}"
                rows = history.stage_rows(game, stage).tolist()
                assert [[int(code) for code in row] for row in lines["Bets"]] == rows
                folded |= {at for row in rows for at, code in enumerate(row) if code == 3}
                status = [str(int(column not in folded)) for column in range(6)]
                assert lines["Player status"] == [status]
                assert lines["Hole cards"] == [cards]
                pot = int(lines["Pot"][0][0])
                assert sum(map(int, lines["Money left"][0])) + pot == 6 * 5000
                for label in ("K types", "SF types") if stage else ():
                    out = [at for at, text in enumerate(lines[label][0]) if text == "-"]
                    assert set(out) == folded
            assert parts[ending]["Money left"] == [
                [f"{chips:.0f}" for chips in history.money[game]]
            ]


class Passive(BaseAgent):
    def decide(self, view: SeatView) -> Action:
        return view.check_or_call()


def orders(agents: Sequence[Agent], **options: Any) -> list[tuple[str, ...]]:
    names = [f"player {number}" for number in range(len(agents))]
    by_name = dict(zip(names, agents, strict=True))
    kept: list[KeptHand] = []
    chosen: dict[str, Any] = {"hands": 20, "session_hands": 20, "duplicate": False} | options
    settings = match_settings(names, **chosen)
    play_session(settings, 0, make_agent=by_name.__getitem__, keep=kept.append)
    return [hand.players for hand in kept]


def from_first(players: tuple[str, ...]) -> tuple[str, ...]:
    """Return players around the table, from the first by name."""
    at = players.index(min(players))
    return players[at:] + players[:at]


@pytest.mark.parametrize("game", ["course", "nlhe"])
def test_one_course_agent_keeps_the_seats_of_a_table(game: str) -> None:
    found = orders([Passive(), Passive(), Passive(), CourseAgent(lambda info: 1)], game=game)
    first = found[0]
    assert found == [first[n % 4 :] + first[: n % 4] for n in range(20)]


class Steady(Passive):
    keeps_seats = True


def test_other_agents_can_keep_their_seats_and_samples_are_sessions() -> None:
    """Deals in one order of the players are not independent of each other."""
    found = orders([Passive(), Passive(), Steady()], game="nlhe")
    assert found == [found[0][n % 3 :] + found[0][: n % 3] for n in range(20)]
    settings = match_settings(["a", "b", "c"], hands=18, session_hands=9)
    assert not run_match(settings, make_agent=lambda name: Passive()).counts_sessions
    assert run_match(settings, make_agent=lambda name: Steady()).counts_sessions


def test_other_agents_sit_in_a_new_order_in_every_deal() -> None:
    found = orders([Passive(), Passive(), Passive(), Passive()], game="course")
    assert len({from_first(order) for order in found}) > 3


def test_sessions_draw_their_own_order() -> None:
    names = ["a", "b", "c", "d", "e"]
    settings = match_settings(names, game="course", hands=40, session_hands=10, duplicate=False)
    seen = set()
    for number in range(4):
        kept: list[KeptHand] = []
        play_session(
            settings, number, make_agent=lambda name: CourseAgent(lambda info: 1), keep=kept.append
        )
        seen.add(from_first(kept[0].players))
    assert len(seen) > 1


def test_course_agents_in_their_own_processes_keep_their_seats() -> None:
    settings = match_settings(
        ["tests.agents.course.test_layout:Caller", "random", "calling_station"],
        game="course",
        hands=6,
        session_hands=6,
        duplicate=False,
        isolate=True,
    )
    kept: list[KeptHand] = []
    play_session(settings, 0, keep=kept.append)
    first = kept[0].players
    assert [hand.players for hand in kept] == [first[n % 3 :] + first[: n % 3] for n in range(6)]


class Caller(CourseAgent):
    def make_decision(self, info: CourseInfo) -> int:
        return 1


def test_a_record_of_other_agents_has_new_columns_where_the_order_is_new() -> None:
    """In the columns of the first hand, most stages would have rows in the wrong order."""
    settings = match_settings(
        ["random"], game="course", seats=6, hands=50, session_hands=50, duplicate=False
    )
    kept: list[KeptHand] = []
    play_session(settings, 0, make_agent=create_agent, keep=kept.append)
    for hand, block in zip(kept, map(RecordBlocks().block, kept), strict=True):
        first, folded = block.players.index(hand.players[0]), set[int]()
        for stage in block.stages:
            check_stage(np.array(stage.bets or [[0] * 6]), first, folded)


def test_columns_in_another_order_than_the_seats_are_refused() -> None:
    kept, _ = played(4, 1, duplicate=False)[0]
    first, second, *others = kept[0].players
    with pytest.raises(InputError, match="columns must be in the order of the seats, got"):
        record_hand(kept[0], [second, first, *others])
