"""The tool that changes the sources and counts the changes that no test notices."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from tools import measure_mutants
from tools.measure_mutants import DECISIONS, GROUPS, ROOT, SOURCES, Group, MutantTree, modules_of
from tools.mutant_report import (
    MutantDecision,
    MutantResult,
    add_result,
    counts_table,
    read_decisions,
    read_results,
    survivors_table,
)
from tools.mutants import (
    Change,
    Mutant,
    change_of,
    definition_at,
    module_mutants,
    sample,
    unnoticed_ranges,
)

RESULT = MutantResult("money", "a.py", "f", 1, "a < b", "a | b", "survived", "", 1.0)


def test_groups_name_modules_and_tests_that_exist() -> None:
    modules = [module for group in GROUPS for module in modules_of(group)]
    assert len(modules) == len(set(modules)) > 70
    for group in GROUPS.values():
        for pattern in group.modules:
            assert list((ROOT / SOURCES).glob(pattern)), pattern
        for test in group.tests:
            assert (ROOT / test.partition("::")[0]).exists(), test


def test_decisions_are_about_lines_that_exist() -> None:
    for module, _, was, _ in read_decisions(DECISIONS):
        source = (ROOT / SOURCES / module).read_text(encoding="utf-8")
        assert was in " ".join(source.split()), f"{module}: {was}"


def test_decisions_have_known_verdicts(tmp_path: Path) -> None:
    path = tmp_path / "decisions.toml"
    fields = 'module = "a.py"\ndefinition = "f"\nwas = "a < b"\nnow = "a | b"\nwhy = "b"\n'
    path.write_text(f'[[decision]]\n{fields}verdict = "equivalent"\n')
    assert read_decisions(path) == {RESULT.change: MutantDecision("equivalent", "b")}
    path.write_text(f'[[decision]]\n{fields}verdict = "fine"\n')
    with pytest.raises(ValueError, match="must be one of equivalent, unimportant, got 'fine'"):
        read_decisions(path)


def test_a_result_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    assert read_results(path) == []
    add_result(path, RESULT)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    assert read_results(path) == [RESULT]
    killed = replace(RESULT, outcome="killed", test="tests/test_a.py::test_f")
    add_result(path, killed)
    assert read_results(path) == [RESULT, killed]


def test_tables() -> None:
    other = replace(RESULT, now="a <= b")
    killed = replace(other, outcome="killed", test="test_f[a: b]")
    results = [RESULT, other, replace(RESULT, now="a", outcome="timed out"), killed]
    decisions = {RESULT.change: MutantDecision("equivalent", "a and b are bits")}
    row = counts_table(results, decisions).splitlines()[2]
    assert row == "| money | 3 | 0 | 1 | 2 (67%) | 1 | 1 | 0 (0%) |"
    assert counts_table(results, {}).splitlines()[3].endswith("| 0 | 1 (33%) |")
    assert survivors_table(results, decisions).splitlines()[2:] == [
        "| `a.py` f | `` a < b `` → `` a <= b `` | killed by `test_f` |",
        "| `a.py` f | `` a < b `` → `` a \\| b `` | equivalent: a and b are bits |",
    ]
    assert "| not decided yet |" in survivors_table(results, {})
    gone = replace(RESULT, outcome="removed")
    assert survivors_table([RESULT, gone], {}).endswith("| the line was removed |")


def test_the_sample_has_one_mutant_of_each_place_and_keeps_its_order() -> None:
    def mutant(line: int, text: str, operator: str) -> Mutant:
        return Mutant("a.py", operator, 0, (line, 4), (line, 5), text)

    lines = [f"x{i} = {i}" for i in range(20)] + ["return x"] * 3
    before = [mutant(i, text, op) for i, text in enumerate(lines) for op in "abc"]
    drawn = list(sample(before, 1))
    assert len(drawn) == len({each.start for each in drawn}) == len(lines)
    assert {each.operator for each in drawn} == set("abc")
    after = [mutant(i, text, op) for i, text in enumerate(["new", *lines[1:]]) for op in "abc"]
    kept = [each for each in sample(after, 1) if each.text != "new"]
    assert kept == [each for each in drawn if each.text != "x0 = 0"]
    assert list(sample(before, 2)) != drawn


SOURCE = """
if TYPE_CHECKING:
    LIMIT = 1

class Row:
    @final
    def size(self, a: int | None = 3) -> Literal[4]:
        b: Literal[5] = 6
        return a + zip(b, strict=True)

def last() -> int:
    return 1
"""


def test_code_that_tests_cannot_notice_is_found() -> None:
    lines = SOURCE.splitlines()
    ranges = unnoticed_ranges(SOURCE)
    skipped = {
        number[0]
        for row, line in enumerate(lines, 1)
        for number in re.finditer(r"@final|\d|True", line)
        if any(first <= (row, number.start()) < last for first, last in ranges)
    }
    assert skipped == {"1", "@final", "4", "5", "True"}
    assert definition_at(SOURCE, 6) == definition_at(SOURCE, 8) == "Row.size"
    assert definition_at(SOURCE, 3) == ""


def test_cosmic_ray_makes_the_mutants() -> None:
    pytest.importorskip("cosmic_ray")
    mutants = module_mutants("a.py", SOURCE)
    changes = [change for each in mutants if (change := change_of(each, SOURCE))]
    keys = {change.key for change in changes}
    assert ("Row.size", "return a + zip(b, strict=True)", "return a - zip(b, strict=True)") in keys
    assert ("last", "return 1", "return 2") in keys
    assert {was for _, was, _ in keys} == {
        "def size(self, a: int | None = 3) -> Literal[4]:",
        "b: Literal[5] = 6",
        "return a + zip(b, strict=True)",
        "return 1",
    }


SMALL_TEST = """
from fifthstreet import small

def test_half():
    assert small.half(4) == 2
"""
SMALL_EXAMPLES = """
import pytest

@pytest.mark.parametrize("name", ["fifthstreet.small"])
def test_docstring_examples(name):
    from fifthstreet import small
    assert small.half(-4) == -2
"""
PROFILE = 'from hypothesis import settings\nsettings.register_profile("mutants")\n'


def test_a_mutant_runs_its_tests_in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    half = "def half(x):\n    return x // 2\n"
    project = {
        "src/fifthstreet/small.py": half,
        "src/fifthstreet/__init__.py": "",
        "tests/test_small.py": SMALL_TEST,
        "tests/test_examples.py": SMALL_EXAMPLES,
        "tests/refusals/test_refusals.py": "",
        "tests/conftest.py": PROFILE,
    }
    for name, text in project.items():
        path = tmp_path / "project" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(measure_mutants, "ROOT", tmp_path / "project")
    monkeypatch.setattr(measure_mutants, "SECONDS_OF_A_TEST", 2)
    group = Group(("small.py",), ("tests/test_small.py",))
    monkeypatch.setattr(measure_mutants, "GROUPS", {"small": group})
    tree = MutantTree(tmp_path / "tree")

    def outcome(now: str) -> tuple[str, str]:
        change = Change(half.replace("x // 2", now), 2, "half", "return x // 2", f"return {now}")
        result = tree.result("small", "small.py", change)
        assert result.change == ("small.py", "half", "return x // 2", f"return {now}")
        return result.outcome, result.test

    assert outcome("x >> 1") == ("survived", "")
    assert outcome("x // 3") == ("killed", "tests/test_small.py::test_half")
    examples = "tests/test_examples.py::test_docstring_examples[fifthstreet.small]"
    assert outcome("abs(x) // 2") == ("killed", examples)
    assert outcome("half(x) if [1 for _ in iter(int, 1)] else 2") == ("timed out", "")
    assert (tmp_path / "tree" / SOURCES / "small.py").read_text(encoding="utf-8") == half


def test_groups_that_do_not_exist_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        measure_mutants.main(["cards"])
    assert "group must be one of money, rules, notation, translate, storage, got 'cards'" in (
        capsys.readouterr().err
    )
