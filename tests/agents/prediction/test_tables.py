"""Tables of final hands: published odds, exact values, and direct enumeration."""

import json
from math import comb

import numpy as np
import pytest

from fifthstreet.agents.prediction import (
    FINAL_HANDS,
    FINAL_SF,
    K_CLASSES,
    SF_CLASSES,
    PredictionTables,
    build_tables,
    hand_classes,
    prediction_tables,
)
from fifthstreet.agents.prediction.tables import STREETS, Street
from fifthstreet.cards import ALL_CARDS, MaskArray, parse_mask, subsets
from fifthstreet.cards.hands import STANDARD_HIGH, HandCategory, evaluate_masks
from fifthstreet.errors import InputError
from fifthstreet.support.storage import cache_folder, verify
from tests.cards.hands.test_counts import SEVEN_CARDS
from tests.thoroughness import slow

ALL_SEVEN = comb(52, 7)
CATEGORY_OF_STRENGTH = np.array([HandCategory[label.name] for label in STANDARD_HIGH.labels])


@pytest.fixture(scope="module")
def tables() -> PredictionTables:
    return prediction_tables()


def test_the_published_counts_are_complete() -> None:
    assert sum(SEVEN_CARDS) == ALL_SEVEN


@pytest.mark.parametrize(
    ("street", "orders"), [("preflop", comb(7, 2)), ("flop", comb(7, 2)), ("turn", 7)]
)
def test_marginals_are_the_odds_of_seven_cards(
    tables: PredictionTables, street: Street, orders: int
) -> None:
    # Seven cards are dealt in `orders` ways as those known now and those to come.
    counts = tables.counts(street)
    assert counts.sum() == orders * ALL_SEVEN
    odds = tables.frequency(street).ravel() @ np.nan_to_num(tables.joint(street)).reshape(-1, 9)
    np.testing.assert_allclose(odds * ALL_SEVEN, SEVEN_CARDS, rtol=1e-9)
    np.testing.assert_allclose(tables.final_hands * ALL_SEVEN, SEVEN_CARDS, rtol=1e-12)


@pytest.mark.parametrize("street", STREETS)
def test_rows_sum_to_one(tables: PredictionTables, street: Street) -> None:
    occurs = tables.frequency(street) > 0
    for rows in (
        tables.sf(street),
        tables.k(street),
        tables.factored(street),
        tables.joint(street)[occurs],
    ):
        np.testing.assert_allclose(rows.sum(axis=-1), 1, atol=1e-12)
        assert rows.min() >= 0
    assert np.isnan(tables.joint(street)[~occurs]).all()
    assert tables.frequency(street).sum() == pytest.approx(1)


def test_cells_that_occur(tables: PredictionTables) -> None:
    assert [int((tables.frequency(street) > 0).sum()) for street in STREETS] == [5, 46, 80]
    assert repr(tables) == "<PredictionTables: 46 cells on the flop, 80 on the turn>"


def test_frequencies_are_those_of_all_hands(tables: PredictionTables) -> None:
    assert (tables.frequency("preflop") * 1326).round(9).tolist() == [26, 32, 28, 56, 1184]
    sf, k = hand_classes(subsets(ALL_CARDS, 5))
    counts = np.bincount(sf.astype(int) * 6 + k, minlength=126).reshape(21, 6)
    assert (tables.flop.sum(axis=(2, 3)) == counts * comb(47, 2)).all()


def probability(
    rows: np.ndarray, names: tuple[str, ...], now: str, final: str, finals: tuple[str, ...]
) -> float:
    return round(float(rows[names.index(now), finals.index(final)]), 4)


def test_known_probabilities(tables: PredictionTables) -> None:
    k, sf = tables.k("flop"), tables.sf("flop")
    assert probability(k, K_CLASSES, "pair", "two pair", K_CLASSES) == 0.3747
    assert probability(k, K_CLASSES, "trips", "full house", K_CLASSES) == 0.2914
    # Two of the eleven runs, AKQJ and A234, have one end: 0.1647. The others make 0.3145.
    assert probability(sf, SF_CLASSES, "SO4", "straight", FINAL_SF) == 0.2848
    assert probability(tables.k("turn"), K_CLASSES, "two pair", "full house", K_CLASSES) == 0.0880
    assert probability(tables.sf("turn"), SF_CLASSES, "F4", "flush", FINAL_SF) == round(9 / 46, 4)


def test_open_ended_draws_with_two_ends() -> None:
    sf, _ = hand_classes(subsets(ALL_CARDS, 5))
    hands = subsets(ALL_CARDS, 5)[sf == SF_CLASSES.index("SO4")]
    aces = np.uint64(parse_mask("AcAdAhAs"))
    straights, deals = _finals(hands[hands & aces == 0][::50])
    assert straights[HandCategory.STRAIGHT] / deals == pytest.approx(1 - comb(39, 2) / comb(47, 2))


def _finals(hands: MaskArray, to_come: int = 2) -> tuple[np.ndarray, int]:
    """Count the categories of hands with all cards that can come, by evaluating them."""
    counts = np.zeros(9, np.int64)
    for hand in hands:
        runouts = subsets(ALL_CARDS & ~int(hand), to_come)
        counts += np.bincount(CATEGORY_OF_STRENGTH[evaluate_masks(runouts, hand)], minlength=9)
    return counts, int(counts.sum())


@pytest.mark.parametrize(
    ("street", "sf_name", "k_name"),
    [
        ("flop", "SF", "none"),
        ("flop", "J", "quads"),
        ("flop", "SFO4", "pair"),
        ("flop", "SFO3", "trips"),
        ("turn", "SF", "pair"),
        *slow(("turn", "SFO4", "trips"), ("turn", "SO3", "quads")),
    ],
)
def test_a_cell_by_evaluating_all_its_hands(
    tables: PredictionTables, street: Street, sf_name: str, k_name: str
) -> None:
    cards = 5 if street == "flop" else 6
    sf, k = SF_CLASSES.index(sf_name), K_CLASSES.index(k_name)
    hands = subsets(ALL_CARDS, cards)
    sf_of, k_of = hand_classes(hands)
    counts, deals = _finals(hands[(sf_of == sf) & (k_of == k)], 7 - cards)
    np.testing.assert_allclose(tables.joint(street)[sf, k], counts / deals, rtol=1e-12)
    assert tables.counts(street)[sf, k].sum() == deals


def test_counts_do_not_depend_on_threads(tables: PredictionTables) -> None:
    built = build_tables(threads=3)
    for street in STREETS:
        assert (built.counts(street) == tables.counts(street)).all()


def test_tables_are_read_from_the_cache() -> None:
    prediction_tables.cache_clear()
    first = prediction_tables()
    path = cache_folder() / "prediction.5th"
    verify(path)
    written = path.read_bytes()
    prediction_tables.cache_clear()
    again = prediction_tables()
    assert again is not first
    assert path.read_bytes() == written
    assert all((first.counts(street) == again.counts(street)).all() for street in STREETS)
    assert not again.flop.flags.writeable


def test_plain_data(tables: PredictionTables) -> None:
    data = json.loads(json.dumps(tables.to_dict(), allow_nan=False))
    assert list(data) == list(STREETS)
    assert [len(data[street]["joint"]) for street in STREETS] == [5, 46, 80]
    assert data["flop"]["k"]["pair"]["two pair"] == pytest.approx(0.3747, abs=5e-5)
    assert list(data["turn"]["joint"]["SO4&F3, pair"]) == list(FINAL_HANDS)


def test_bad_input(tables: PredictionTables) -> None:
    with pytest.raises(
        ValueError, match=r"^street must be one of preflop, flop, turn, got 'river'$"
    ):
        tables.sf("river")  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^flop must have shape \(21, 6, 4, 6\)"):
        PredictionTables(tables.preflop, tables.flop[1:], tables.turn)
    with pytest.raises(InputError, match=r"^threads must be at least 1, got 0$"):
        build_tables(threads=0)
