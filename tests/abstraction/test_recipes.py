"""Recipes of abstractions: plain data both ways, and one-line errors for what cannot be built."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fifthstreet.abstraction import RECIPES, Recipe, StreetRecipe, read_recipe
from fifthstreet.abstraction.library import cached_file, find_recipe
from fifthstreet.errors import InputError

TOML = """
seed = 7
[flop]
method = "emd"
buckets = 100
bins = 30
[turn]
method = "ehs"
buckets = 50
"""


@pytest.mark.parametrize("name", RECIPES)
def test_named_recipes_survive_plain_data(name: str) -> None:
    recipe = RECIPES[name]
    assert Recipe.from_dict(recipe.to_dict()) == recipe
    assert find_recipe(name) is recipe
    if name in ("tiny", "small", "medium"):
        methods = [street.method for _, street in recipe.streets()]
        assert methods == ["lossless", "emd", "emd", "ochs"]


def test_hashes_differ_with_every_field() -> None:
    street = StreetRecipe("emd", 100)
    recipes = [
        *RECIPES.values(),
        Recipe(flop=street),
        Recipe(turn=street),
        Recipe(flop=street, seed=1),
        *(
            Recipe(flop=StreetRecipe.from_dict({"method": "emd", "buckets": 100, **change}))
            for change in (
                {"buckets": 101},
                {"bins": 30},
                {"opponents": 9},
                {"sample": 1000},
                {"restarts": 2},
                {"method": "ehs"},
            )
        ),
    ]
    assert len({recipe.hash for recipe in recipes}) == len(recipes)
    assert len({cached_file(recipe) for recipe in recipes}) == len(recipes)


def test_toml(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(TOML)
    recipe = read_recipe(path)
    assert recipe == Recipe(
        flop=StreetRecipe("emd", 100, bins=30), turn=StreetRecipe("ehs", 50), seed=7
    )
    assert find_recipe(path) == recipe
    assert repr(recipe) == "Recipe(flop=100 emd, turn=50 ehs, seed=7)"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[flop]\nmethod = 'emd'\n", "missing field 'buckets'"),
        ("[flop]\nmethod = 'emd'\nbuckets = 'x'\n", "a recipe: buckets must be int, got 'x'"),
        ("[flop]\nmethod = 'emd'\nbuckets = 5\ncolour = 1\n", "field 'colour'"),
        (
            "[flops]\nmethod = 'emd'\nbuckets = 5\n",
            "a recipe may have seed, preflop, flop, turn, river, got 'flops'",
        ),
        ("flop = 5\n", "method, buckets, bins, opponents, sample, restarts is required, got 5"),
        ("flop = [1, 2]\n", "bins, opponents, sample, restarts is required, got [1, 2]"),
        ("seed = 'x'\n[turn]\nmethod = 'ehs'\nbuckets = 5\n", "seed must be int, got 'x'"),
        ("seed = -1\n[turn]\nmethod = 'ehs'\nbuckets = 5\n", "seed must be 0 to 2^64 - 1, got -1"),
        ("", "is not a recipe: the recipe must have at least one street"),
        ("[flop\n", "line 1"),
    ],
)
def test_wrong_files(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text)
    with pytest.raises(InputError, match="is not a recipe") as error:
        read_recipe(path)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


def test_missing_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_recipe(tmp_path / "missing.toml")
    with pytest.raises(InputError, match=r"recipe must be tiny, small, medium.* got 'huge'"):
        find_recipe("huge")


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"method": "magic", "buckets": 5}, "method must be one of .*, got 'magic'"),
        ({"method": "ehs", "buckets": 0}, "must be a whole number from 1 to 65,535, got 0"),
        (
            {"method": "ehs", "buckets": 70_000},
            "buckets must be a whole number from 1 to 65,535, got",
        ),
        ({"method": "emd", "buckets": 5, "bins": 1}, "bins must be a whole number from 2 to 64"),
        (
            {"method": "emd", "buckets": 500, "sample": 400},
            "sample must be a whole number from 500",
        ),
        ({"method": "emd", "buckets": True}, "be a whole number from 1 to 65,535, got True"),
    ],
)
def test_wrong_streets(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        StreetRecipe(**fields)


@pytest.mark.parametrize(
    ("streets", "reason"),
    [
        ({"flop": StreetRecipe("ochs", 5)}, "flop: method must be one of .*, got 'ochs'"),
        ({"river": StreetRecipe("emd", 5)}, "river: method must be one of ehs.*, got 'emd'"),
        (
            {"river": StreetRecipe("warm-up", 5)},
            "river: method must be one of ehs.*, got 'warm-up'",
        ),
        ({"flop": StreetRecipe("lossless", 169)}, "flop: method must be one of .*, got 'lossless'"),
        ({"preflop": StreetRecipe("lossless", 5)}, "lossless buckets must be 169, got 5"),
        ({"flop": StreetRecipe("potential-aware", 5)}, "buckets of the turn"),
    ],
)
def test_methods_without_features(streets: dict[str, StreetRecipe], reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Recipe(**streets)  # type: ignore[arg-type]
