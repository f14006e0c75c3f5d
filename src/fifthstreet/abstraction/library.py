"""Card abstractions by name: built once, and kept in the user's cache folder."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from pathlib import Path

from fifthstreet.abstraction.building import Progress, build_abstraction
from fifthstreet.abstraction.card_abstraction import CardAbstraction
from fifthstreet.abstraction.recipes import RECIPES, Recipe
from fifthstreet.errors import InputError, NotFoundError
from fifthstreet.support.close_names import did_you_mean
from fifthstreet.support.storage import cache_folder


def load_abstraction(
    source: str | os.PathLike[str] | Recipe,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> CardAbstraction:
    """Return the abstraction of a recipe, of a recipe's name, or of a file.

    A recipe's buckets are built the first time, which takes minutes, and then read from the user's
    cache folder.

    Args:
        source: A recipe, a name of `RECIPES`, like `small`, or the path of a file: a recipe ending
            in `.toml`, or what `CardAbstraction.save` wrote.
        threads: Number of threads for building; by default one per core.
        progress: Called several times a second with the progress of building.

    Raises:
        NotFoundError: If there is neither such a recipe nor such a file.
        InputError: If the file is not an abstraction or a recipe.
    """
    recipe = find_recipe(source)
    if recipe is None:
        assert not isinstance(source, Recipe)
        return CardAbstraction.load(source)
    path = cached_file(recipe)
    with suppress(InputError):  # missing or damaged
        abstraction = CardAbstraction.load(path)
        if abstraction.recipe == recipe:
            return abstraction
    abstraction = build_abstraction(recipe, threads=threads, progress=progress)
    with suppress(OSError, InputError):  # read-only or full: the next run builds it again
        path.parent.mkdir(parents=True, exist_ok=True)
        abstraction.save(path)
    return abstraction


def find_recipe(source: str | os.PathLike[str] | Recipe) -> Recipe | None:
    """Return the recipe of a name or a TOML file; None for another file.

    Args:
        source: A name of `RECIPES`, like `small`, or a path. A recipe is returned as it is.

    Raises:
        NotFoundError: If there is neither such a recipe nor such a file.
        InputError: If a TOML file is not a recipe.
    """
    if isinstance(source, Recipe):
        return source
    name = os.fspath(source)
    if name in RECIPES:
        return RECIPES[name]
    if name.endswith(".toml"):
        return read_recipe(name)
    if not Path(name).exists():
        hint = did_you_mean(name, RECIPES)
        raise NotFoundError(f"recipe must be {', '.join(RECIPES)} or a file, got {name!r}{hint}")
    return None


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """Read a recipe from a file.

    Args:
        path: A TOML file with a table for each street, and optionally a seed.

    Returns:
        The recipe, which is checked but not built.

    Raises:
        InputError: If the file cannot be read or is not a recipe.
    """
    try:
        return Recipe.from_dict(tomllib.loads(Path(path).read_text(encoding="utf-8")))
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not a recipe: {' '.join(str(error).split())}") from None


def cached_file(recipe: Recipe) -> Path:
    """Return the file for the abstraction of a recipe, whether or not it exists.

    Args:
        recipe: The file's name is its hash.
    """
    return cache_folder() / "abstractions" / f"{recipe.hash[:32]}.abstraction"
