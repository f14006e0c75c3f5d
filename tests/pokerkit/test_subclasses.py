"""Subclasses of games and states behave as in PokerKit."""

import copy
import pickle
from typing import Any

import pokerkit
import pytest

from fifthstreet import pokerkit as facade

both = pytest.mark.parametrize("library", [facade, pokerkit], ids=lambda each: each.__name__)


def state_terms(library: Any) -> tuple[Any, ...]:
    game = library.NoLimitTexasHoldem(tuple(library.Automation), True, 0, (1, 2), 2)
    return (
        *(game.automations, game.deck, game.hand_types, game.streets, game.betting_structure),
        *(True, 0, (1, 2), 0, 200, 2),
    )


class LoggedState(facade.State):
    """A state that counts folds, with an attribute set before the hand begins."""

    def __init__(self, *terms: Any, **options: Any) -> None:
        """Begin a hand."""
        self.fold_count = 0
        super().__init__(*terms, **options)
        self.name = "logged"

    def fold(self, *, commentary: str | None = None) -> Any:
        """Fold, and count it."""
        self.fold_count += 1
        return super().fold(commentary=commentary)

    @property
    def chips(self) -> int:
        """All chips behind."""
        return sum(self.stacks)


class TheirLoggedState(pokerkit.State):
    """The same for PokerKit."""

    fold_count: int
    name: str

    def __init__(self, *terms: Any, **options: Any) -> None:
        """Begin a hand."""
        self.fold_count = 0
        super().__init__(*terms, **options)
        self.name = "logged"

    def fold(self, *, commentary: str | None = None) -> Any:
        """Fold, and count it."""
        self.fold_count += 1
        return super().fold(commentary=commentary)

    @property
    def chips(self) -> Any:
        """All chips behind."""
        return sum(self.stacks)


@pytest.mark.parametrize("kind", [LoggedState, TheirLoggedState], ids=["ours", "theirs"])
def test_subclasses_of_states(kind: Any) -> None:
    library = facade if kind is LoggedState else pokerkit
    state = kind(*state_terms(library))
    assert (state.fold_count, state.name, state.chips) == (0, "logged", 397)
    for again in (copy.deepcopy(state), copy.copy(state), pickle.loads(pickle.dumps(state))):
        assert type(again) is kind
        assert again == state
        assert again.name == "logged"
    operation = state.fold()
    assert type(operation) is library.Folding
    assert state.fold_count == 1


@both
def test_constructors_of_their_own(library: Any) -> None:
    class HomeGame(library.NoLimitTexasHoldem):  # type: ignore[misc]
        def __init__(self, automations: Any, big_blind: int, host: str = "Ann") -> None:
            blinds = (big_blind // 2, big_blind)
            super().__init__(automations, True, 0, blinds, big_blind)
            self.host = host

    game = HomeGame(tuple(library.Automation), 10)
    assert game.host == "Ann"
    assert game(200, 2).stacks == [190, 195]
    assert copy.deepcopy(game)(200, 2).stacks == [190, 195]


@both
def test_constructors_that_pass_arguments_on(library: Any) -> None:
    class CountedGame(library.NoLimitTexasHoldem):  # type: ignore[misc]
        count = 0

        def __init__(self, *terms: Any, **options: Any) -> None:
            super().__init__(*terms, **options)
            type(self).count += 1

    state = CountedGame.create_state(tuple(library.Automation), True, 0, (1, 2), 2, 200, 2)
    assert state.stacks == [198, 199]
    assert CountedGame.count == 1


@both
def test_other_names_of_parameters(library: Any) -> None:
    class Renamed(library.NoLimitTexasHoldem):  # type: ignore[misc]
        def __init__(self, auto: Any, trim: Any, antes: Any, blinds: Any, bet: Any, **options: Any):
            super().__init__(auto, trim, antes, blinds, bet, **options)

        def __call__(self, stacks: Any, count: int) -> Any:
            return super().__call__(stacks, count)

    state = Renamed.create_state(tuple(library.Automation), True, 0, (1, 2), 2, 200, 2)
    assert state.stacks == [198, 199]


@both
def test_other_decks_and_hand_types(library: Any) -> None:
    class ShortOmaha(library.PotLimitOmahaHoldem):  # type: ignore[misc]
        deck = library.Deck.SHORT_DECK_HOLDEM
        hand_types = (library.OmahaHoldemHand,)

    state = ShortOmaha.create_state(tuple(library.Automation), True, 0, (1, 2), 2, 200, 2)
    cards = [*state.deck_cards, *state.hole_cards[0], *state.hole_cards[1]]
    assert len(cards) == 36
    assert state.max_completion_betting_or_raising_to_amount == 6
