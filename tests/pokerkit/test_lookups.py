"""Lookups compared with PokerKit's: the same entries for every possible hand."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pokerkit as pk
import pokerkit.state
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fifthstreet.errors import InputError
from fifthstreet.pokerkit import lookups
from fifthstreet.pokerkit.cards import Card, RankOrder
from fifthstreet.pokerkit.lookups import Entry, Label, Lookup, StandardLookup
from tests.thoroughness import examples

NAMES = [
    "BadugiLookup",
    "EightOrBetterLookup",
    "KuhnPokerLookup",
    "LeducHoldemLookup",
    "Numeral211HoldemLookup",
    "RegularLookup",
    "RhodeIslandHoldemLookup",
    "ShortDeckHoldemLookup",
    "Standard2Lookup",
    "StandardBadugiLookup",
    "StandardLookup",
]


@cache
def our_lookup(name: str) -> Any:
    return getattr(lookups, name)()


@cache
def their_lookup(name: str) -> Any:
    return getattr(pk, name)()


def texts(most: int) -> Iterator[str]:
    """Yield up to `most` cards of all ranks, in one suit, in several and in unknown suits."""
    for count in range(most + 1):
        for ranks in combinations_with_replacement("23456789TJQKA", count):
            for suits in ("s" * count, "shdch"[:count], "sh" + "?" * count):
                yield "".join(rank + suit for rank, suit in zip(ranks, suits, strict=False))


def entry_of(lookup: Any, cards: Any) -> str:
    """Return the index and label of cards, or the name of the error raised."""
    try:
        entry = lookup.get_entry_or_none(cards)
    except (ValueError, KeyError) as error:
        return "ValueError" if isinstance(error, ValueError) else type(error).__name__
    return "-" if entry is None else f"{entry.index} {entry.label}"


@pytest.mark.parametrize("name", NAMES)
def test_all_entries_match_pokerkit(name: str) -> None:
    ours, theirs = our_lookup(name), their_lookup(name)
    most = 5 if name in ("StandardLookup", "Standard2Lookup", "RegularLookup") else 4
    wrong = [text for text in texts(most) if entry_of(ours, text) != entry_of(theirs, text)]
    assert not wrong


@pytest.mark.parametrize("name", ["HighHandOpeningLookup", "LowHandOpeningLookup"])
def test_all_entries_of_open_hands_match_pokerkit(name: str) -> None:
    ours, theirs = our_lookup(name), getattr(pokerkit.state, f"_{name}")()
    wrong = [text for text in texts(4) if entry_of(ours, text) != entry_of(theirs, text)]
    assert not wrong


@given(
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.sampled_from("23456789TJQKA"), st.sampled_from("cdhs?")), max_size=6),
)
def test_queries_match_pokerkit(name: str, parts: list[tuple[str, str]]) -> None:
    text = "".join(rank + suit for rank, suit in parts)
    ours, theirs = our_lookup(name), their_lookup(name)
    assert ours.has_entry(text) is theirs.has_entry(text)
    if theirs.has_entry(text):
        assert repr(ours.get_entry(text)) == repr(theirs.get_entry(text))
    else:
        with pytest.raises(InputError, match=r"is not a hand of|suits must be different"):
            ours.get_entry(text)


shapes = st.dictionaries(st.integers(1, 3), st.integers(0, 2), min_size=1, max_size=2)
suitednesses = st.sampled_from([(False,), (True,), (False, True)])
steps = st.lists(
    st.tuples(st.just("multisets"), shapes, suitednesses, st.sampled_from([*Label.__members__]))
    | st.tuples(
        st.just("straights"),
        st.tuples(st.integers(1, 4), st.booleans()),
        suitednesses,
        st.sampled_from([*Label.__members__]),
    ),
    min_size=1,
    max_size=6,
)


def custom_lookup(base: Any, labels: Any, order: Any, recipe: list[Any]) -> Any:
    """Build a custom lookup, in either library."""

    class Custom(base):  # type: ignore[misc]
        rank_order = order

        def _add_entries(self) -> None:
            for kind, shape, suited, label in recipe:
                if kind == "multisets":
                    self._add_multisets(Counter(shape), suited, labels[label])
                else:
                    self._add_straights(shape[0], suited, labels[label], shape[1])

    return Custom()


@settings(deadline=None, max_examples=examples(50))
@given(steps, st.sampled_from(["KUHN_POKER", "ROYAL_HOLDEM", "EIGHT_OR_BETTER_LOW"]))
def test_custom_lookups_match_pokerkit(recipe: list[Any], order: str) -> None:
    ours = custom_lookup(Lookup, Label, RankOrder[order], recipe)
    theirs = custom_lookup(pk.Lookup, pk.Label, pk.RankOrder[order], recipe)
    for text in texts(3):
        assert entry_of(ours, text) == entry_of(theirs, text)


@pytest.mark.parametrize("name", NAMES)
def test_cards_of_unknown_rank_have_no_key(name: str) -> None:
    for cards in ("??", "?s", "As??"):
        with pytest.raises(KeyError):
            their_lookup(name).has_entry(cards)
        with pytest.raises(KeyError):
            our_lookup(name).has_entry(cards)


def test_labels_match_pokerkit() -> None:
    assert [*map(repr, Label)] == [*map(repr, pk.Label)]


def test_entries_compare_by_index_alone() -> None:
    assert Entry(1, Label.FLUSH) == Entry(1, Label.STRAIGHT)
    assert hash(Entry(1, Label.FLUSH)) == hash(Entry(1, Label.STRAIGHT))
    assert Entry(0, Label.FLUSH) < Entry(1, Label.HIGH_CARD)
    assert repr(Entry(1, Label.FLUSH)) == repr(pk.Entry(1, pk.Label.FLUSH))


def test_lookups_are_values() -> None:
    assert StandardLookup() == StandardLookup()
    assert lookups.BadugiLookup() != lookups.StandardBadugiLookup()
    assert repr(StandardLookup()) == repr(pk.StandardLookup())


def test_a_lookup_takes_cards_in_any_form() -> None:
    lookup = StandardLookup()
    cards = Card.clean("AsKsQsJsTs")
    for form in (cards, [*cards], iter(cards), "AsKsQsJsTs", "As Ks Qs Js Ts"):
        assert lookup.get_entry(form) == Entry(7461, Label.STRAIGHT_FLUSH)
