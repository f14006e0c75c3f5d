"""A plain function of a view is an agent everywhere; what is not an agent is refused in advance."""

import json
from typing import Any

import pytest

from fifthstreet.agents import Action, BaseAgent, ProcessAgent, as_agent, create_agent
from fifthstreet.arena import match_settings, run_match
from fifthstreet.arena.live import LiveSettings, LiveTable
from fifthstreet.cli import run
from fifthstreet.errors import InputError
from fifthstreet.game import SeatView
from tests.agents.views import holdem_view
from tests.arena.figures import figures


def call(view: SeatView) -> Action:
    """Play like the calling station."""
    return view.check_or_call()


def of_two(view: SeatView, history: Any) -> Action:
    raise AssertionError


def of_none() -> Action:
    raise AssertionError


class Undecided:
    """A class without `decide`."""


class DecidesOnNothing(BaseAgent):
    """An agent whose `decide` has no view."""

    def decide(self) -> Action:  # type: ignore[override]
        raise AssertionError


NUMBER = 7


def made(name: str) -> Any:
    """Return a new calling station, as a function of this module."""
    return call if name == "mine" else create_agent(name)


def own(thing: str) -> str:
    return f"{__name__}:{thing}"


def settings_of(name: str, **options: Any) -> Any:
    agents = [name, "random"]
    return match_settings(agents, game="leduc", hands=40, session_hands=40, seed=3, **options)


def played(name: str, **options: Any) -> Any:
    result = run_match(settings_of(name, **options), make_agent=made)
    assert not result.mistakes
    return [each["winnings"] for each in figures(result)["agents"]]


@pytest.mark.parametrize("name", ["mine", own("call")])
@pytest.mark.parametrize("isolate", [False, True])
def test_a_function_plays_in_the_arena(name: str, isolate: bool) -> None:
    assert played(name, isolate=isolate) == played("calling_station")


def test_a_function_plays_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["random", "--game", "leduc", "--hands", "40", "--workers", "1", "--json"]
    assert run(["arena", own("call"), *options]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["mistakes"] == []
    assert {each["name"]: each["raise_rate"] for each in data["agents"]}[own("call")] == 0


def test_a_function_plays_in_its_own_process() -> None:
    view = holdem_view("AsAh", to_call=10)
    with ProcessAgent(call) as agent:
        assert agent.decide(view) == view.check_or_call()


def test_a_function_plays_at_a_live_table() -> None:
    table = LiveTable(LiveSettings(agents=("mine",)), made)
    table.start_hand()
    assert not table.mistakes


@pytest.mark.parametrize(
    "thing", [Undecided, Undecided(), NUMBER, of_two, of_none, DecidesOnNothing(), json, None]
)
def test_other_things_are_refused_before_the_first_hand(thing: Any) -> None:
    with pytest.raises(InputError, match=r"^agent must "):
        as_agent(thing)
    with pytest.raises(InputError, match=r"^agent must "):
        run_match(settings_of("mine"), make_agent=lambda _: thing)


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize(
    "name", ["Undecided", "NUMBER", "of_two", "of_none", "DecidesOnNothing", "missing"]
)
def test_other_names_are_refused_before_the_first_hand(name: str, isolate: bool) -> None:
    with pytest.raises(InputError, match=r"has no agent|must accept one argument, the view"):
        run_match(settings_of(own(name), isolate=isolate))


def test_functions_have_no_options() -> None:
    with pytest.raises(InputError, match=r"call:style=1 has no option 'style' \(options: none\)"):
        create_agent(f"{own('call')}:style=1")
