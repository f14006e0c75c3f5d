"""PokerKit's own test suite, run on fifthstreet: each of its tests is one of ours."""

import unittest
from collections.abc import Iterator

import pytest
from _pytest.mark import ParameterSet

from tests.pokerkit.source import (
    DOCUMENTED_EXCEPTIONS,
    load_suite_module,
    suite_modules,
)

TESTS_IN_POKERKIT = 160

# Each looks up to millions of hands up, one by one in Python; tests/game/test_lookups.py compares
# every entry of the same tables.
SLOW_TESTS = {
    "test_lookups.BadugiLookupTestCase.test_get_entry",
    "test_lookups.EightOrBetterLookupTestCase.test_get_entry",
    "test_lookups.ShortDeckHoldemLookupTestCase.test_get_entry",
    "test_lookups.StandardBadugiLookupTestCase.test_get_entry",
    "test_lookups.StandardLookupTestCase.test_get_entry",
    "test_lookups.Standard2LookupTestCase.test_get_entry",
    "test_lookups.RegularLookupTestCase.test_get_entry",
    "test_state.HighHandOpeningLookupTestCase.test_get_entry",
}


def _cases(suite: unittest.TestSuite) -> Iterator[unittest.TestCase]:
    for item in suite:
        if isinstance(item, unittest.TestSuite):
            yield from _cases(item)
        else:
            yield item


def _parameters() -> Iterator[ParameterSet]:
    for name in suite_modules():
        loaded = unittest.defaultTestLoader.loadTestsFromModule(load_suite_module(name))
        for case in _cases(loaded):
            _, _, method = case.id().rpartition(".")
            test_id = f"{name}.{type(case).__name__}.{method}"
            reason = DOCUMENTED_EXCEPTIONS.get(test_id)
            marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
            if test_id in SLOW_TESTS:
                marks.append(pytest.mark.slow)
            yield pytest.param(case, id=test_id, marks=marks)


PARAMETERS = [*_parameters()]


@pytest.mark.parametrize("case", PARAMETERS)
def test_pokerkit_test(case: unittest.TestCase) -> None:
    # A suite of one, so that class fixtures run as well.
    unittest.TestSuite([case]).debug()


def test_no_test_is_left_out() -> None:
    assert len(PARAMETERS) == TESTS_IN_POKERKIT
    assert {parameter.id for parameter in PARAMETERS} >= SLOW_TESTS
