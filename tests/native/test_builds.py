"""The choice among the builds of the native core."""

import os
import subprocess
import sys

import pytest

from fifthstreet import _native
from fifthstreet._native import builds
from fifthstreet._native.processor import levels


def test_levels_are_of_this_processor() -> None:
    assert levels() in (["neon"], ["v2"], ["v2", "v3"], ["v2", "v3", "v4"])


def test_the_best_usable_build_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(builds.VARIABLE, raising=False)
    usable = builds.usable_builds()
    assert usable
    assert set(usable) <= set(builds.installed_builds())
    assert builds.chosen_build() == usable[-1]
    assert builds.load_core().COMPILER == _native.COMPILER


@pytest.mark.parametrize(
    ("installed", "of_processor", "named", "chosen"),
    [
        (["v2", "v3", "v4"], ["v2", "v3"], None, "v3"),
        (["v2", "v3", "v4"], ["v2", "v3", "v4"], None, "v4"),
        (["v2", "v3", "v4"], ["v2", "v3", "v4"], "v2", "v2"),
        (["v2", "v3", "v4"], ["v2"], None, "v2"),
        (["v3", "local"], ["v2", "v3"], None, "local"),
        (["v3", "local"], ["v2", "v3"], "v3", "v3"),
        (["neon"], ["neon"], None, "neon"),
    ],
)
def test_choices(
    monkeypatch: pytest.MonkeyPatch,
    installed: list[str],
    of_processor: list[str],
    named: str | None,
    chosen: str,
) -> None:
    _pretend(monkeypatch, installed, of_processor, named)
    assert builds.chosen_build() == chosen


@pytest.mark.parametrize(
    ("installed", "of_processor", "named", "message"),
    [
        (["v2", "v3"], ["v2"], "v3", "FIFTHSTREET_ISA must be one of v2 here, got 'v3'"),
        (["v2", "v3"], ["v2"], "avx9", "FIFTHSTREET_ISA must be one of v2 here, got 'avx9'"),
        (["v3"], ["v2"], None, "installed are v3, the processor has v2: build from source"),
        ([], [], None, "installed are none, the processor has no known instruction level"),
    ],
)
def test_impossible_choices(
    monkeypatch: pytest.MonkeyPatch,
    installed: list[str],
    of_processor: list[str],
    named: str | None,
    message: str,
) -> None:
    _pretend(monkeypatch, installed, of_processor, named)
    with pytest.raises(builds.BuildError, match=message) as caught:
        builds.chosen_build()
    assert "\n" not in str(caught.value)


def test_a_wrong_name_is_one_line_on_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fifthstreet", "equity", "AA", "KK"],
        env=os.environ | {builds.VARIABLE: "avx9"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert "here, got 'avx9'" in done.stderr
    assert "Traceback" not in done.stderr


def _pretend(
    monkeypatch: pytest.MonkeyPatch,
    installed: list[str],
    of_processor: list[str],
    named: str | None,
) -> None:
    monkeypatch.setattr(builds, "installed_builds", lambda: installed)
    monkeypatch.setattr(builds, "levels", lambda: of_processor)
    if named is None:
        monkeypatch.delenv(builds.VARIABLE, raising=False)
    else:
        monkeypatch.setenv(builds.VARIABLE, named)
