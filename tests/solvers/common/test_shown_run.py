"""`solve` and `train` show progress in terminals and notebooks, unless it is switched off."""

import io
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers import train
from fifthstreet.solvers.common import Progress
from fifthstreet.solvers.postflop import Spot, solve
from fifthstreet.support import progress_bars

SPOT = Spot.of("QsJh2h7c4d", 100, 200, oop="AA,KQs", ip="QQ,AJs", bets="50%")


def solve_spot(**options: Any) -> None:
    solve(SPOT, target_pot_percent=0.1, **options)


def train_kuhn(**options: Any) -> None:
    train("kuhn", "cfr+", iterations=500, target=0.0001, **options)


RUNS = pytest.mark.parametrize("run", [solve_spot, train_kuhn])


class FakeTerminal(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        """Return True."""
        return True


class FakeNotebook(ModuleType):
    """The parts of IPython that show outputs."""

    def __init__(self) -> None:
        super().__init__("IPython")
        self.texts: list[str] = []
        self.display = SimpleNamespace(display=self.show)
        self.update = self.show

    def get_ipython(self) -> Any:
        return SimpleNamespace(kernel=object())

    def show(self, data: dict[str, str], *, raw: bool, display_id: bool = True) -> Any:
        assert raw
        assert display_id
        self.texts.append(data["text/plain"])
        return self


def new_terminal(monkeypatch: pytest.MonkeyPatch) -> FakeTerminal:
    """Replace standard error; within a test, because pytest replaces it before every test."""
    fake = FakeTerminal()
    monkeypatch.setattr(sys, "stderr", fake)
    monkeypatch.setenv("TERM", "xterm")
    return fake


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> FakeNotebook:
    fake = FakeNotebook()
    monkeypatch.setitem(sys.modules, "IPython", fake)
    monkeypatch.setitem(sys.modules, "IPython.display", fake.display)
    monkeypatch.setattr(progress_bars, "_NOTEBOOK_SECONDS", 0)
    monkeypatch.setenv("FORCE_COLOR", "1")  # as kernels of notebooks do
    return fake


def test_terminals_show_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = new_terminal(monkeypatch)
    solve(SPOT, target_pot_percent=0.1)
    assert "iteration" in terminal.getvalue()
    assert "of the pot, target 0.1%" in terminal.getvalue()


def test_terminals_show_a_bar_of_a_training(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = new_terminal(monkeypatch)
    monkeypatch.setenv("COLUMNS", "200")
    train_kuhn()
    assert "iteration" in terminal.getvalue()
    assert ", target 0.0001 chips per player" in terminal.getvalue()


def test_notebooks_show_a_line_that_changes(notebook: FakeNotebook) -> None:
    solution = solve(SPOT, target_pot_percent=0.1)
    assert "iteration 0" in notebook.texts[0]
    assert f"iteration {solution.record.iterations}" in notebook.texts[-2]
    assert f"{solution.exploitability.pot_percent:.3f}% of the pot" in notebook.texts[-2]
    assert notebook.texts[-1] == ""
    assert all("\x1b" not in text for text in notebook.texts)


def test_notebooks_show_the_line_of_a_training(notebook: FakeNotebook) -> None:
    solver = train("kuhn", "cfr+", iterations=50)
    assert "iteration 0 of 50" in notebook.texts[0]
    assert "iteration 50 of 50" in notebook.texts[-2]
    assert f"exploitability {solver.curve[-1][1]:.3g} chips per player" in notebook.texts[-2]
    assert notebook.texts[-1] == ""


@RUNS
def test_short_runs_leave_nothing_in_notebooks(
    run: Callable[..., None], notebook: FakeNotebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_bars, "_NOTEBOOK_SECONDS", 60)
    run()
    assert notebook.texts == []


@RUNS
def test_progress_can_be_switched_off(
    run: Callable[..., None], notebook: FakeNotebook, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = new_terminal(monkeypatch)
    run(progress=False)
    assert terminal.getvalue() == ""
    assert notebook.texts == []


@RUNS
def test_a_function_replaces_the_bar(
    run: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = new_terminal(monkeypatch)
    seen: list[Progress] = []
    run(progress=seen.append)
    assert seen
    assert terminal.getvalue() == ""


@RUNS
def test_files_and_pipes_get_no_bar(
    run: Callable[..., None], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run()
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(sys, "stderr", None)  # as without a console
    run()


@RUNS
def test_other_threads_show_no_bar(
    run: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = new_terminal(monkeypatch)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(run).result()
    assert terminal.getvalue() == ""


def test_the_result_is_the_same_with_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    new_terminal(monkeypatch)
    assert solve(SPOT).ev == solve(SPOT, progress=False).ev


def test_wrong_limits_are_refused_before_there_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = new_terminal(monkeypatch)
    with pytest.raises(InputError, match="iterations must be a whole number"):
        train("kuhn", "cfr+", iterations=0.5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="seconds must be at least 0"):
        solve(SPOT, seconds=-1)
    assert terminal.getvalue() == ""
