"""The runner of fuzz targets: names, findings, and machines without a fuzzer."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from fifthstreet.errors import InputError
from fuzz import __main__ as runner
from fuzz import engine
from fuzz.target import ByteGenerator, Bytes, accepted


def test_names_and_families(capsys: pytest.CaptureFixture[str]) -> None:
    assert runner.main(["--list", "cards", "histories.phh"]) == 0
    names = capsys.readouterr().out.split()
    assert names[0] == "cards.cards"
    assert names[-1] == "histories.phh"
    with pytest.raises(SystemExit, match=r"there is no target cards\.nothing"):
        runner.chosen_targets(["cards.nothing"])


def test_a_machine_without_atheris(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "find_spec", lambda _: None)
    assert runner.main(["cards"]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("Atheris is not installed")


def test_a_machine_without_clang(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fuzz.core.shutil.which", lambda _: None)
    targets = runner.chosen_targets(["cards", "calls"])
    left = runner.with_core(targets)
    assert list(left) == [name for name in targets if name.startswith("cards")]
    (line,) = capsys.readouterr().out.splitlines()
    assert line == "targets of the native core are left out: clang is not installed"


def test_one_input_is_stored_for_each_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "OUTPUT", tmp_path)

    def check(data: bytes) -> None:
        if data.startswith(b"a"):
            raise KeyError(data)
        if data.startswith(b"b"):
            raise ZeroDivisionError

    one_input = engine.kept_going("family.name", check)
    for data in (b"a1", b"c", b"b", b"a2", b"b"):
        one_input(data)
    folder = engine.findings_of("family.name")
    stored = {path.read_bytes() for path in folder.iterdir() if path.suffix != ".txt"}
    assert stored == {b"a1", b"b"}
    texts = [path.read_text() for path in folder.glob("*.txt")]
    assert any(text.startswith("KeyError at tests/fuzz/test_runner.py:") for text in texts)


def test_only_errors_of_the_package_are_refusals() -> None:
    def refuse(error: Exception) -> None:
        raise error

    assert accepted(refuse, InputError("x must be 1, got 2")) is None
    assert accepted(len, "four") == 4
    with pytest.raises(ValueError, match="plain"):
        accepted(refuse, ValueError("plain"))
    with pytest.raises(AssertionError, match="several lines"):
        accepted(refuse, InputError("two\nlines"))


def test_choices_end_with_the_bytes() -> None:
    choices = Bytes(b"\x05\x01")
    assert choices.integer(1, 3) == 3
    assert choices.pick("abc") == "b"
    assert [choices.pick("abc"), choices.integer(7, 1_000)] == ["a", 7]
    rng = ByteGenerator(Bytes(bytes(range(200))))
    assert rng.integers(0, 9, size=300).shape == (300,)
    assert 0 <= rng.random() < 1


@pytest.mark.slow
@pytest.mark.skipif(find_spec("atheris") is None, reason="Atheris is not installed")
def test_a_short_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "OUTPUT", tmp_path)
    assert runner.main(["--seconds", "5", "cards.cards"]) == 0
