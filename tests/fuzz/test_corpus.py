"""Inputs that the fuzzers found, and valid ones, checked by every target without a fuzzer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from fuzz.corpus import FOLDER, keep, kept_inputs
from fuzz.registry import FAMILIES, all_targets, targets_of

MAX_BYTES = 400_000  # of all inputs in the repository


@pytest.mark.skipif(sys.platform == "win32", reason="some targets need signals and temporary files")
@pytest.mark.parametrize("family", FAMILIES)
def test_kept_inputs_and_seeds(family: str) -> None:
    for name, target in targets_of(family).items():
        seeds = list(target.seeds())
        assert seeds, f"{name} has no seeds"
        for data in [*seeds, *kept_inputs(name)]:
            try:
                target.check(data)
            except Exception as error:
                error.add_note(f"target {name}, input {data!r}")
                raise


def test_every_corpus_has_a_target_and_is_small() -> None:
    names = {path.stem for path in FOLDER.glob("*")}
    assert names <= set(all_targets())
    assert sum(path.stat().st_size for path in FOLDER.glob("*")) < MAX_BYTES


def test_inputs_are_kept_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fuzz.corpus.FOLDER", tmp_path)
    inputs = [b"AsKs", b"\x00\xff\n", b"'\"\\", b"AsKs"]
    assert keep("cards.cards", inputs) == 3
    assert keep("cards.cards", inputs) == 0
    with (tmp_path / "cards.cards.txt").open("a") as file:
        file.write("# what it broke\n")
    assert kept_inputs("cards.cards") == inputs[:3]
    assert kept_inputs("cards.range") == []
