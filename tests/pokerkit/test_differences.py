"""Differences from PokerKit other than rules; docs/how_to/from_pokerkit.md names their tests."""

import ast
import copy
import dataclasses
import inspect
import re
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pokerkit
import pytest

from fifthstreet import cards
from fifthstreet import pokerkit as facade
from fifthstreet.errors import InputError
from tests.pokerkit.site_logs import SITES, log_of

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs/how_to/from_pokerkit.md"
PHH = (
    "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
    "starting_stacks = [100, 100]\nactions = ['d dh p1 AsKs', 'd dh p2 ????', 'p2 f']\n"
)


def state_of(library: Any) -> Any:
    return library.NoLimitTexasHoldem.create_state(
        tuple(library.Automation), True, 0, (1, 2), 2, 200, 2
    )


def card_of(library: Any, text: str = "As") -> Any:
    return next(iter(library.Card.parse(text)))


# The page.


def rows() -> list[tuple[str, list[str]]]:
    """Return each row of the page's tables of differences, with the tests that it names."""
    section = PAGE.read_text(encoding="utf-8").partition("\n## Differences\n")[2]
    lines = [line for line in section.splitlines() if line.startswith("| ")]
    return [
        (line, re.findall(r"`(test_\w+)`", line.rsplit("|", 2)[1]))
        for line in lines
        if not line.startswith("| case |")
    ]


@cache
def names_of_tests(*folders: str) -> set[str]:
    files = [file for folder in folders for file in (ROOT / folder).rglob("test_*.py")]
    return {
        node.name
        for file in files
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    }


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][2:50])
def test_every_difference_on_the_page_names_its_tests(row: tuple[str, list[str]]) -> None:
    _, names = row
    assert names
    assert {*names} <= names_of_tests("tests/game", "tests/pokerkit")


def test_every_difference_in_this_file_is_on_the_page() -> None:
    named = {name for _, names in rows() for name in names}
    source = ast.parse(Path(__file__).read_text(encoding="utf-8"))
    here = {node.name for node in source.body if isinstance(node, ast.FunctionDef)}
    own = {name for name in here if name.startswith("test_every_difference")}
    assert {name for name in here if name.startswith("test_")} - own <= named
    assert len(named) > 50


# States and games.


def test_states_are_no_dataclasses() -> None:
    assert dataclasses.is_dataclass(pokerkit.State)
    assert not dataclasses.is_dataclass(facade.State)


def test_vars_of_a_state_are_added_attributes() -> None:
    ours, theirs = state_of(facade), state_of(pokerkit)
    assert "stacks" in vars(theirs)
    assert vars(ours) == {}
    ours.winner = 1
    assert vars(ours) == {"winner": 1}


def test_states_have_a_short_repr() -> None:
    assert len(repr(state_of(pokerkit))) > 1000
    assert repr(state_of(facade)).startswith("<State: 2 players, street 0, pot 3")


def test_states_can_be_hashed() -> None:
    with pytest.raises(TypeError):
        hash(state_of(pokerkit))
    state = state_of(facade)
    before = hash(state)
    assert hash(copy.copy(state)) == before
    state.fold()
    assert hash(state) != before


def test_shallow_copies_are_independent() -> None:
    ours, theirs = state_of(facade), state_of(pokerkit)
    assert copy.copy(theirs).stacks is theirs.stacks
    assert copy.copy(ours).stacks is not ours.stacks


def test_the_engine_does_not_call_overridden_methods() -> None:
    def never(self: Any) -> None:
        raise ValueError

    answers = []
    for library in (facade, pokerkit):
        game = library.NoLimitTexasHoldem(tuple(library.Automation), True, 0, (1, 2), 2)
        kind = type("Unfoldable", (library.State,), {"verify_folding": never})
        terms = (game.streets, game.betting_structure, True, 0, (1, 2), 0, 200, 2)
        state = kind(game.automations, game.deck, game.hand_types, *terms)
        with pytest.raises(ValueError, match=r"^$"):
            state.verify_folding()
        answers.append(state.can_fold())
    assert answers == [True, False]


def test_amounts_of_short_all_ins_are_missing() -> None:
    assert state_of(pokerkit).consecutive_short_all_in_amounts == []
    assert not hasattr(state_of(facade), "consecutive_short_all_in_amounts")


def test_operations_have_no_signatures() -> None:
    theirs = inspect.signature(state_of(pokerkit).deal_hole)
    ours = inspect.signature(state_of(facade).deal_hole)
    assert [*theirs.parameters] == ["cards", "player_index", "commentary"]
    assert [*ours.parameters] == ["arguments", "options"]


def test_chips_can_be_pushed_to_given_stacks() -> None:
    automations = tuple(
        each for each in facade.Automation if each is not facade.Automation.CHIPS_PUSHING
    )
    game: Any = facade.NoLimitTexasHoldem
    state = game.create_state(automations, True, 0, (1, 2), 2, 200, 2)
    state.fold()
    assert state.can_push_chips(finishing_stacks=[201, 199])
    state.push_chips(finishing_stacks=[201, 199])
    assert state.stacks == [201, 199]


def test_hands_are_shuffled_by_seed() -> None:
    game: Any = facade.NoLimitTexasHoldem
    theirs: Any = pokerkit.NoLimitTexasHoldem
    terms = (tuple(facade.Automation), True, 0, (1, 2), 2, 200, 2)
    assert game.create_state(*terms, seed=1) == game.create_state(*terms, seed=1)
    with pytest.raises(TypeError, match="seed"):
        theirs.create_state(*terms, seed=1)


def test_create_state_takes_the_arguments_of_a_subclass() -> None:
    def begin(library: Any) -> Any:
        def set_up(self: Any, automations: Any, blinds: Any) -> None:
            library.NoLimitTexasHoldem.__init__(self, automations, True, 0, blinds, 2)

        kind: Any = type("HomeGame", (library.NoLimitTexasHoldem,), {"__init__": set_up})
        return kind.create_state(tuple(library.Automation), (1, 2), 200, 2)

    assert begin(facade).stacks == [198, 199]
    with pytest.raises(TypeError):
        begin(pokerkit)


def test_properties_return_other_iterators() -> None:
    ours, theirs = state_of(facade), state_of(pokerkit)
    for name in ("pots", "pot_amounts", "draw_statuses", "cards_in_play"):
        assert type(getattr(theirs, name)).__name__ in ("generator", "filter")
        assert type(getattr(ours, name)).__name__ == "list_iterator"


# Cards and values.


def test_cards_are_ints_that_equal_no_plain_int() -> None:
    ours, theirs = card_of(facade), card_of(pokerkit)
    assert not isinstance(theirs, int)
    assert isinstance(ours, int)
    assert int(ours) == 51
    assert ours == cards.Card("A", "s") == ours
    for card in (ours, theirs):
        assert (card == 51, card != 51, 51 == card, 51 != card) == (False, True, False, True)  # noqa: SIM300
        assert {51: "found"}.get(card) is None
    assert cards.hands.evaluate(list(facade.Card.parse("AsKsQsJsTs"))) == 7462


def test_cards_can_be_sorted() -> None:
    assert sorted(facade.Card.parse("As2cKd")) == [*facade.Card.parse("2cKdAs")]
    with pytest.raises(TypeError):
        sorted(pokerkit.Card.parse("As2cKd"))  # type: ignore[type-var]


def test_equal_cards_are_one_object() -> None:
    assert card_of(pokerkit) == card_of(pokerkit)
    assert card_of(pokerkit) is not card_of(pokerkit)
    assert card_of(facade) is card_of(facade)


def test_parts_of_cards_become_ranks_and_suits() -> None:
    theirs: Any = pokerkit.Card
    assert type(theirs("A", "s").rank) is str
    assert facade.Card("A", "s").rank is facade.Rank.ACE


def test_cards_with_invalid_parts_are_refused() -> None:
    theirs: Any = pokerkit.Card
    assert repr(theirs("1", "z")) == "1z"
    with pytest.raises(InputError, match="card must be a rank and a suit"):
        facade.Card("1", "z")


def test_items_that_are_not_cards_are_refused() -> None:
    items: Any = [51]
    cleaned: Any = pokerkit.Card.clean(items)
    assert cleaned == (51,)
    with pytest.raises(InputError, match="card must be a Card or its text"):
        facade.Card.clean(items)


def test_floats_are_divided_in_units() -> None:
    theirs: Any = pokerkit.divmod
    assert theirs(11.0, 3) == (11 / 3, 0)
    quotient, remainder = facade.divmod(11.0, 3)
    assert (quotient, remainder) == (3.66666666, 2e-08)


# Hand histories.


def test_logs_whose_money_does_not_add_up_are_refused() -> None:
    log = (ROOT / "tests/game/notation/samples/pokerstars/cash.txt").read_text(encoding="utf-8")
    wrong = re.sub(r"collected (\S*?)(\d+)", r"collected \g<1>9\2", log)
    assert wrong != log
    assert len([*facade.HandHistory.from_pokerstars(log)]) > 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = [*facade.HandHistory.from_pokerstars(wrong)]
        assert [*pokerkit.HandHistory.from_pokerstars(f"{wrong}\n\n\n")]
    assert not read


def test_fields_outside_the_format_cause_no_warning() -> None:
    (site,) = [site for site in SITES if site.method == "from_pokerstars"]
    log = log_of(site, 3)
    with pytest.warns(UserWarning, match="'time_zone_abbreviation' is an unexpected field"):
        assert [*pokerkit.HandHistory.from_pokerstars(log)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert [*facade.HandHistory.from_pokerstars(log)]


def test_parsers_have_no_patterns() -> None:
    assert pokerkit.PokerStarsParser.HAND
    assert not hasattr(facade.PokerStarsParser, "HAND")


def test_hand_histories_have_a_short_repr() -> None:
    assert len(repr(pokerkit.HandHistory.loads(PHH))) > 1000
    assert len(repr(facade.HandHistory.loads(PHH))) < 100
