"""Look-ups of buckets by an abstraction, and its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from fifthstreet.abstraction import CardAbstraction, Recipe, StreetRecipe, hold_em_index
from fifthstreet.abstraction.building import Builder, build_abstraction
from fifthstreet.abstraction.library import cached_file, load_abstraction
from fifthstreet.cards import (
    HOLE_CARDS,
    HOLE_MASKS,
    SUIT_PERMUTATIONS,
    hole_permutation,
    mask_of,
    parse_cards,
    permute_mask,
)
from fifthstreet.errors import InputError
from fifthstreet.support.storage import write_container
from tests.conftest import BUILT_ABSTRACTIONS

BOARDS = ("", "QsJs2h", "QsJs2s", "7c7d7h", "QsJs2h7c", "2c3c4c5c")
FEW = slice(0, None, 1_700)
COUNTS = {"preflop": 169, "flop": 200, "turn": 9_000}


@pytest.fixture(scope="module")
def abstraction() -> CardAbstraction:
    tables: dict[str, NDArray[Any]] = {}
    for name, board_cards in (("preflop", 0), ("flop", 3), ("turn", 4)):
        index = hold_em_index(board_cards)
        scattered = np.arange(index.size(len(index.rounds) - 1)) * 2_654_435_761 % COUNTS[name]
        tables[name] = scattered.astype(np.uint8 if COUNTS[name] <= 256 else np.uint16)
    return CardAbstraction(tables, COUNTS)


@pytest.mark.parametrize("board", BOARDS)
def test_all_look_ups_agree(abstraction: CardAbstraction, board: str) -> None:
    cards = parse_cards(board)
    mask = mask_of(cards)
    buckets = abstraction.buckets(board)
    live = np.flatnonzero((HOLE_MASKS & np.uint64(mask)) == 0)
    assert (buckets[np.setdiff1d(np.arange(1326), live)] == 65535).all()
    deals = [[*HOLE_CARDS[hand], *cards] for hand in live]
    masks = np.full(len(live), mask, np.uint64)
    np.testing.assert_array_equal(buckets[live], abstraction.buckets_of_cards(deals))
    np.testing.assert_array_equal(
        buckets[live], abstraction.buckets_of_masks(HOLE_MASKS[live], masks, threads=2)
    )
    np.testing.assert_array_equal(buckets, abstraction.buckets_of_boards([mask, mask])[1])
    np.testing.assert_array_equal(abstraction.keys(cards)[live], buckets[live])
    for hand in live[::200]:
        assert abstraction.bucket(HOLE_CARDS[hand].tolist(), board) == buckets[hand]


@pytest.mark.parametrize("board", BOARDS)
def test_suits_do_not_matter(abstraction: CardAbstraction, board: str) -> None:
    mask = mask_of(parse_cards(board))
    buckets = abstraction.buckets(board)
    for permutation in SUIT_PERMUTATIONS:
        images = abstraction.buckets_of_boards([permute_mask(mask, permutation)])[0]
        np.testing.assert_array_equal(images[hole_permutation(permutation)], buckets)


def test_order_of_the_board_does_not_matter(abstraction: CardAbstraction) -> None:
    assert abstraction.bucket("AhKd", "QsJs2h7c") == abstraction.bucket("KdAh", "7c2hQsJs")


def test_wrong_look_ups(abstraction: CardAbstraction) -> None:
    for hole, board, reason in (
        ("AhKd", "AhJs2h", "row 0 must be distinct cards: two and a board of 0 or 3 or 4 cards"),
        ("Ah", "QsJs2h", "row 0 must be distinct cards: two and a board of 0 or 3 or 4 cards"),
        ("AhKd", "QsJs2h7c4d", "a board of 0 or 3 or 4 cards"),
        ("AhAh", "QsJs2h", "Ah"),
        ("AhKd", "QsJs", "row 0 must be distinct cards: two and a board of 0 or 3 or 4 cards"),
    ):
        with pytest.raises(InputError, match=reason):
            abstraction.bucket(hole, board)
    with pytest.raises(InputError, match="of 0 or 3 or 4 cards, for which there are buckets"):
        abstraction.buckets("QsJs")
    with pytest.raises(InputError, match=r"be rows of 2 or 5 or 6 cards, got shape \(1, 3\)"):
        abstraction.buckets_of_cards([[1, 2, 3]])
    with pytest.raises(InputError, match="row 1 must be distinct cards from 0 to 51"):
        abstraction.buckets_of_cards([[1, 2], [3, 3]])
    with pytest.raises(InputError, match=r"must be rows of one length, got \(1,\) and \(2,\)"):
        abstraction.buckets_of_masks([3], [0, 0])
    with pytest.raises(InputError, match=r"boards must be a row of masks, got shape \(1, 1\)"):
        abstraction.buckets_of_boards([[7]])


def test_wrong_tables() -> None:
    table = np.arange(169, dtype=np.uint8)
    for tables, counts, reason in (
        ({}, {}, "counts must have the same streets, one or more of preflop, flop, turn, river"),
        ({"ocean": table}, {"ocean": 169}, "streets, one or more of preflop, flop, turn, river"),
        ({"preflop": table}, {}, "the same streets"),
        ({"preflop": table.astype(int)}, {"preflop": 169}, "uint8 or uint16"),
        ({"flop": table}, {"flop": 169}, "must have 1286792 buckets, got 169"),
        ({"preflop": table}, {"preflop": 100}, "not below the number"),
    ):
        with pytest.raises(InputError, match=reason):
            CardAbstraction(tables, counts)


def test_tables_cannot_be_changed(abstraction: CardAbstraction) -> None:
    with pytest.raises(ValueError, match="read-only"):
        abstraction.tables["flop"][0] = 3


def test_file_keeps_everything(tmp_path: Path) -> None:
    recipe = Recipe(flop=StreetRecipe("emd", 20), turn=StreetRecipe("ehs", 30))
    built = Builder(recipe, boards={"flop": FEW, "turn": FEW}).build()
    path = tmp_path / "small.abstraction"
    built.save(path)
    loaded = CardAbstraction.load(path)
    assert loaded.hash == built.hash
    assert loaded.recipe == recipe
    assert loaded.to_dict() == built.to_dict()
    assert repr(loaded) == "<CardAbstraction: 20 buckets flop, 30 turn>"
    for name, quality in built.quality.items():
        np.testing.assert_array_equal(loaded.tables[name], built.tables[name])
        np.testing.assert_array_equal(loaded.quality[name].ehs, quality.ehs)
        assert loaded.quality[name].mean_cost == quality.mean_cost
    del loaded.hash
    assert loaded.hash == built.hash  # computed from the tables


def test_damaged_files(tmp_path: Path) -> None:
    path = tmp_path / "preflop.abstraction"
    CardAbstraction({"preflop": np.arange(169, dtype=np.uint8)}, {"preflop": 169}).save(path)
    whole = path.read_bytes()
    for size in (0, 10, 100, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(InputError, match=path.name) as error:
            CardAbstraction.load(path)
        assert "\n" not in str(error.value)
    for at in range(0, len(whole), 97):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(InputError, match=path.name) as error:
            CardAbstraction.load(path)
        assert "\n" not in str(error.value)


def test_foreign_contents(tmp_path: Path) -> None:
    path = tmp_path / "foreign.abstraction"
    table = np.arange(169, dtype=np.uint8)
    facts = {"kind": "buckets", "counts": {"preflop": 169}, "recipe": None, "hash": "x"}
    good = {**facts, "mean_costs": {}}
    for kind, content, arrays in (
        ("solution", good, {"preflop": table}),
        ("abstraction", facts, {"preflop": table}),
        ("abstraction", {**good, "counts": {"flop": 169}}, {"preflop": table}),
        ("abstraction", {**good, "counts": {"preflop": 168}}, {"preflop": table}),
        ("abstraction", {**good, "counts": {"preflop": "x"}}, {"preflop": table}),
        ("abstraction", {**good, "counts": {}}, {"preflop": table}),
        ("abstraction", {**good, "recipe": {"flop": 3}}, {"preflop": table}),
        ("abstraction", {**good, "mean_costs": {"preflop": 1.0}}, {"preflop": table}),
        ("abstraction", good, {"preflop": table.astype(np.float32)}),
        ("abstraction", good, {"preflop": table[:-1]}),
        ("abstraction", good, {}),
    ):
        with path.open("wb") as file:
            write_container(file, kind, content, arrays)
        with pytest.raises(InputError, match=path.name) as error:
            CardAbstraction.load(path)
        assert "\n" not in str(error.value)


@pytest.mark.slow
def test_the_abstractions_that_tests_find_built_are_those_of_their_recipes() -> None:
    for path in BUILT_ABSTRACTIONS.iterdir():
        kept = CardAbstraction.load(path)
        assert kept.recipe is not None
        assert path.name == cached_file(kept.recipe).name
        assert build_abstraction(kept.recipe).hash == kept.hash


def test_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    recipe = Recipe(turn=StreetRecipe("ehs", 10))
    builds = []

    def build(recipe: Recipe, **_: object) -> CardAbstraction:
        builds.append(recipe)
        return Builder(recipe, boards={"turn": FEW}).build()

    monkeypatch.setattr("fifthstreet.abstraction.library.build_abstraction", build)
    first, second = load_abstraction(recipe), load_abstraction(recipe)
    assert first.hash == second.hash
    assert len(builds) == 1
    path = cached_file(recipe)
    path.write_bytes(path.read_bytes()[:-100])
    assert load_abstraction(recipe).hash == first.hash  # built again
    assert len(builds) == 2
    assert load_abstraction(path).hash == first.hash
