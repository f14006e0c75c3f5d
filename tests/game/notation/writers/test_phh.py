"""Writing PHH: the same texts as PokerKit, and exact round trips."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from random import Random
from typing import Any

import pokerkit
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.game.enums import Automation, Mode
from fifthstreet.game.notation import HandHistory, parse_phh, parse_phhs, phh_text, phhs_text
from fifthstreet.game.notation.fields import VARIANT_CODES
from fifthstreet.game.variants import VARIANTS, term_names
from tests.game.notation.test_history import Case, cases
from tests.game.notation.texts import PHH
from tests.game.test_variants import MOST_PLAYERS
from tests.thoroughness import examples


@settings(deadline=None)
@given(cases)
def test_texts_match_pokerkit(case: Case) -> None:
    text = case().dumps()
    assert phh_text(parse_phh(text)) == text


@settings(deadline=None, max_examples=examples(20))
@given(st.lists(cases, max_size=5))
def test_many_hands_in_one_text(chosen: list[Case]) -> None:
    text = pokerkit.HandHistory.dumps_all(case() for case in chosen)
    assert phhs_text(parse_phhs(text)) == text


field_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


@given(
    st.dictionaries(field_texts.map("_{}".format), st.one_of(field_texts, st.integers())),
    st.lists(field_texts, min_size=2, max_size=2),
)
def test_any_names_and_user_defined_fields_read_back(
    user_defined: dict[str, Any], players: list[str]
) -> None:
    hand = parse_phh(PHH, players=players, user_defined_fields=user_defined)
    parsed = parse_phh(phh_text(hand))
    assert parsed == hand
    assert parsed.user_defined_fields == user_defined
    assert phh_text(parsed) == phh_text(hand)


AMOUNTS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "tenths": lambda units: units / 10,
    "hundredths": lambda units: units / 100,
    "decimals": lambda units: Decimal(units) / 100,
}


@pytest.mark.parametrize("kind", AMOUNTS)
@settings(deadline=None, max_examples=examples(40))
@given(st.sampled_from([*VARIANT_CODES.values()]), st.integers(0, 2**30))
def test_every_hand_of_the_engine_reads_back(kind: str, variant: str, seed: int) -> None:
    rng = Random(seed)
    amount = AMOUNTS[kind]
    player_count = rng.randint(2, MOST_PLAYERS.get(variant, 5))
    names = term_names(VARIANTS[variant])
    least_ante = 0 if "raw_blinds_or_straddles" in names else 10
    terms = {
        "raw_antes": amount(rng.choice((least_ante, 10, 30))),
        "raw_blinds_or_straddles": (amount(10), amount(20)),
        "bring_in": amount(10),
        "small_bet": amount(20),
        "big_bet": amount(40),
        "min_bet": amount(20),
    }
    game_type: Any = VARIANTS[variant]
    game = game_type(
        tuple(Automation),
        rng.random() < 0.5,
        **{name: value for name, value in terms.items() if name in names},
        mode=rng.choice(list(Mode)),
    )
    stacks = [amount(rng.randint(1, 300)) for _ in range(player_count)]
    state = game(stacks, player_count, seed=seed)
    while state.status:
        if state.can_discard():
            state.discard(state.hole_cards[state.turn_index or 0][: rng.randrange(3)])
        elif state.can_post_bring_in():
            state.post_bring_in()
        elif rng.random() < 0.4 and state.can_bet_or_raise_to():
            low = state.min_raise_to
            high = state.max_raise_to
            state.bet_or_raise_to(rng.choice((low, high)))
        elif rng.random() < 0.2 and state.amount_to_call:
            state.fold()
        else:
            state.check_or_call()
    trims = game.ante_trimming_status
    hand = HandHistory.from_game_state(game, state, ante_trimming_status=trims)
    text = phh_text(hand)
    *_, replayed = parse_phh(text)
    assert not replayed.status
    for stack, wanted in zip(replayed.stacks, state.stacks, strict=True):
        assert float(stack) == pytest.approx(float(wanted), abs=1e-7), text


def test_unknown_variants_cannot_be_written() -> None:
    with pytest.raises(InputError, match=r"variant must be one of FT, .*, got 'XX'"):
        phh_text(parse_phh(PHH.replace("'NT'", "'XX'")))
