"""Options are declared once: everything that shows or reads them comes from the declarations."""

from collections.abc import Iterator
from inspect import signature
from typing import Any

import pytest
from tools import option_tables

from fifthstreet.abstraction import StreetRecipe
from fifthstreet.agents import AGENTS
from fifthstreet.arena import agent_choices
from fifthstreet.cli.train import TrainCommand
from fifthstreet.solvers import ALGORITHMS, GAMES
from fifthstreet.solvers.blueprint import BlueprintOptions
from fifthstreet.solvers.cfr import SamplingSolver, StateSamplingSolver
from fifthstreet.solvers.cfr.algorithms import SampledOptions, StateOptions
from fifthstreet.solvers.registry import ALGORITHMS_ON, HOLDEM, WHOLE_GAME
from fifthstreet.support.options import REQUIRED, Named, Option, declared_options
from fifthstreet.views import arena_catalogue_data, catalogue_data

ENTRIES: dict[str, Named[Any]] = {**GAMES, **ALGORITHMS, **AGENTS}


def _options() -> Iterator[Any]:
    entries = {**ENTRIES, "recipe": Named[Any]((StreetRecipe,), "")}
    for owner, entry in entries.items():
        for name, option in entry.options.items():
            yield pytest.param(option, id=f"{owner} {name}")


@pytest.mark.parametrize("option", [*_options()])
def test_every_option_has_a_type_a_default_and_help(option: Option) -> None:
    assert option.type is not Any
    assert option.help[0].islower()
    assert not option.help.endswith(".")
    assert len(option.help) < 120
    if option.default is not REQUIRED:  # it has the declared type, which `create` checks
        alone = Named[Any]((dict,), "", read=lambda kind: {option.name: option})
        alone.create("it", **{option.name: option.default})


def test_lists_have_the_declared_options() -> None:
    listed = catalogue_data()
    for kind, table in (("games", GAMES), ("algorithms", ALGORITHMS)):
        assert {name: each["options"] for name, each in listed[kind].items()} == {
            name: [*entry.options] for name, entry in table.items()
        }
    agents = arena_catalogue_data()["agents"]
    assert {name: each["options"] for name, each in agents.items()} == {
        name: [*entry.options] for name, entry in AGENTS.items()
    }


def test_forms_have_the_declared_options() -> None:
    """Forms have the options that are declared with a form, so none that names a file."""
    choices = {each.name: each.options for each in agent_choices()}
    assert AGENTS.keys() - choices.keys() == {"strategy"}
    for name, options in choices.items():
        declared = [each for each in AGENTS[name].options.values() if each.form is not None]
        assert [each.name for each in options] == [each.name for each in declared]
        for option, own in zip(options, declared, strict=True):
            assert own.form is not None
            assert option.description == own.help
            assert (option.low, option.high) == (own.form.low, own.form.high)
            assert option.check(option.default) == option.default


def test_the_options_of_the_whole_game_are_options_of_train() -> None:
    parameters = signature(TrainCommand.function()).parameters
    for name, option in GAMES[WHOLE_GAME].options.items():
        shown = parameters[name].annotation.__metadata__[0].help
        assert option.help in shown.lower()
        assert name == "players" or option.default_text in shown


@pytest.mark.parametrize(
    ("solver", "options"), [(SamplingSolver, SampledOptions), (StateSamplingSolver, StateOptions)]
)
def test_constructors_have_the_declared_defaults(solver: type, options: type) -> None:
    """They take weightings as objects, which options name."""
    parameters = signature(solver).parameters
    declared = declared_options(options)
    assert declared.keys() < parameters.keys()
    for name in declared.keys() - {"weighting"}:
        assert parameters[name].default == declared[name].default


def test_the_page_is_up_to_date() -> None:
    assert option_tables.PAGE.read_text(encoding="utf-8") == option_tables.page()


def test_the_page_has_every_option() -> None:
    text = option_tables.page()
    for name, entry in ENTRIES.items():
        for option in entry.options.values():
            assert f"| `{option.name}` | " in text, name
            assert f"| {option.help} | " in text, name


def test_an_entry_may_leave_options_out() -> None:
    nlhe, spots = ALGORITHMS_ON[WHOLE_GAME]["external"], ALGORITHMS_ON[HOLDEM]["external"]
    own = declared_options(BlueprintOptions).keys()
    assert own - nlhe.options.keys() == {"count_visits", "backend"}
    assert own - spots.options.keys() == {"table_folder", "backend"}
