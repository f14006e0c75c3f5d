"""Files of live tables: a table continues where it was, whatever happened to its process."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import pytest

from fifthstreet.agents import Action, BaseAgent, HandResult, create_agent
from fifthstreet.arena.live import LiveSettings, LiveTable, TableFile, read_table
from fifthstreet.errors import BusyError, DamagedFileError, InputError
from fifthstreet.game import Event, SeatView
from fifthstreet.game.variants import VARIANTS
from fifthstreet.views import live_table_data
from tests.arena.test_live_table import decided, random_answer, random_table
from tests.thoroughness import slow

CODES = ["NT", "F7S", "F2L3D", "KP"]


class Scatterbrain(BaseAgent):
    """Observes everything, and fails at both observing and deciding."""

    def __init__(self) -> None:
        self.seen = 0

    def decide(self, view: SeatView) -> Action:
        raise RuntimeError("no idea")

    def observe(self, event: Event) -> None:
        self.seen += 1
        if self.seen == 3:
            raise RuntimeError("what was that?")

    def hand_over(self, result: HandResult) -> None:
        self.seen += 100


def continued(path: Path) -> LiveTable:
    """Return the table of a file, as after a restart."""
    stored = read_table(path)
    table = LiveTable(stored.settings)
    table.replay(stored.hands)
    table.resume()
    return table


@pytest.mark.parametrize("code", [*CODES, *slow(*(c for c in VARIANTS if c not in CODES))])
def test_a_table_continues_at_every_decision(tmp_path: Path, code: str) -> None:
    rng = Random(code)
    table = random_table(code, rng)
    path = tmp_path / "one.table"
    with TableFile(path, table.settings) as file:
        table.keep(lambda: file.save(table))
        for _ in range(4):
            if table.is_over:
                break
            table.start_hand()
            while (decision := table.decision) is not None:
                assert live_table_data(continued(path)) == live_table_data(table)
                answer, amount, cards = random_answer(table, rng)
                table.act(decision.number, answer, amount, cards)
            again = continued(path)
            assert live_table_data(again, reveals=True) == live_table_data(table, reveals=True)
            assert list(again.histories) == list(table.histories)


def test_agents_play_on_with_the_same_random_numbers(tmp_path: Path) -> None:
    """Twin tables: one is continued from its file after every decision, and ends the same."""
    settings = LiveSettings(("random",) * 5, seed=4, stacks="rebuy")
    table, path = LiveTable(settings), tmp_path / "one.table"
    with TableFile(path, settings) as file:
        twin = LiveTable(settings)
        for _ in range(5):
            twin.keep(partial(file.save, twin))
            table.start_hand()
            twin.start_hand()
            while table.decision is not None:
                twin = continued(path)
                twin.keep(partial(file.save, twin))
                for each in (table, twin):
                    answers = decided(each).answers
                    each.act(decided(each).number, "check" if "check" in answers else "call")
            assert live_table_data(twin, reveals=True) == live_table_data(table, reveals=True)


def test_agents_learn_from_hands_before_the_restart(tmp_path: Path) -> None:
    settings = LiveSettings(("scatterbrain",), seed=1)
    agents: list[Scatterbrain] = []

    def make(text: str) -> Scatterbrain:
        agents.append(Scatterbrain())
        return agents[-1]

    table = LiveTable(settings, make)
    with TableFile(tmp_path / "one.table", settings) as file:
        table.keep(lambda: file.save(table))
        table.start_hand()
        table.act(decided(table).number, "raise")
        table.start_hand()
    stored = read_table(tmp_path / "one.table")
    assert (stored.finished, stored.winnings) == (2, 3)
    again = LiveTable(stored.settings, make)
    again.replay(stored.hands)
    again.resume()
    assert agents[0].seen == agents[1].seen > 100
    assert list(map(repr, again.mistakes)) == list(map(repr, table.mistakes))
    assert again.statistics == table.statistics


def test_what_agents_did_is_saved_while_they_play(tmp_path: Path) -> None:
    """A page that has seen a decision of an agent sees the same one after a kill."""
    settings = LiveSettings(("calling_station",), seed=2)
    path = tmp_path / "one.table"
    with TableFile(path, settings) as file:
        table = LiveTable(settings, lambda text: Saving(text, lambda: file.save(table)))
        table.start_hand()
        while table.decision is not None:
            answers = decided(table).answers
            table.act(decided(table).number, "check" if "check" in answers else "call")
            assert continued(path).hand_number == 1
        file.save(table)
        assert live_table_data(continued(path)) == live_table_data(table)


class Saving(BaseAgent):
    """Lets the table be saved in the middle of its decisions, as a reply to a page does."""

    def __init__(self, text: str, save: object) -> None:
        self._agent = create_agent(text)
        self._save = save

    def decide(self, view: SeatView) -> Action:
        assert callable(self._save)
        self._save()
        return self._agent.decide(view)


def written(path: Path) -> LiveTable:
    settings = LiveSettings(("calling_station",), seed=1)
    table = LiveTable(settings)
    with TableFile(path, settings) as file:
        table.keep(lambda: file.save(table))
        for _ in range(2):
            table.start_hand()
            while table.decision is not None:
                answers = table.decision.answers
                table.act(table.decision.number, "check" if "check" in answers else "call")
    return table


@pytest.mark.parametrize("line", [0, 2, 4])
def test_damaged_files_are_refused(tmp_path: Path, line: int) -> None:
    path = tmp_path / "one.table"
    written(path)
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b":", b";", 1)
    path.write_bytes(b"".join(lines))
    with pytest.raises(DamagedFileError):
        continued(path)


def test_a_line_that_a_kill_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "one.table"
    table = written(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    again = continued(path)
    assert (again.hand_number, again.result) == (2, None)
    again.act(decided(again).number, "check")
    assert again.result is not None
    assert live_table_data(again) == live_table_data(table)


def test_a_file_has_one_writer(tmp_path: Path) -> None:
    path, settings = tmp_path / "one.table", LiveSettings(("random",), seed=1)
    with TableFile(path, settings), pytest.raises(BusyError, match="is being written"):
        TableFile(path, settings)
    with pytest.raises(InputError, match="different settings"):
        TableFile(path, LiveSettings(("random",), seed=2))


def test_a_full_disk_loses_no_decision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, settings = tmp_path / "one.table", LiveSettings(("calling_station",), seed=1)
    table = LiveTable(settings)
    with TableFile(path, settings) as file:
        table.keep(lambda: file.save(table))
        table.start_hand()
        with monkeypatch.context() as patch:

            def full(record: object) -> None:
                raise InputError("no space left")

            patch.setattr(file._file, "add", full)
            with pytest.raises(InputError, match="no space left"):
                table.act(decided(table).number, "fold")
        table.start_hand()
        assert live_table_data(continued(path)) == live_table_data(table)
