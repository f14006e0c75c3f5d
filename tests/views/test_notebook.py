"""The pictures that notebooks show: every class that has one is listed, and nothing else."""

import importlib
import pkgutil

import pytest

import fifthstreet
from fifthstreet.support.pictured import Pictured
from fifthstreet.views import pictures
from fifthstreet.views.notebook import PICTURES


def test_every_pictured_class_has_a_picture() -> None:
    for info in pkgutil.walk_packages(fifthstreet.__path__, "fifthstreet."):
        if info.ispkg and not info.name.startswith("fifthstreet.interop"):
            package = importlib.import_module(info.name)
            for name in getattr(package, "__all__", ()):
                getattr(package, name)
    classes = {each.__name__ for each in Pictured.__subclasses__()}
    assert classes == set(PICTURES)


@pytest.mark.parametrize("name", PICTURES.values())
def test_the_functions_exist(name: str) -> None:
    assert callable(getattr(pictures, name))
