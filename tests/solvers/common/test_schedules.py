"""Schedules: the papers' factors, names, and plain data."""

import json
from typing import Any

import numpy as np
import pytest

from fifthstreet.errors import InputError
from fifthstreet.solvers.common import (
    DEFAULT_SCHEDULE,
    DEFAULT_SCHEDULE_NAME,
    SCHEDULES,
    Discounted,
    Linear,
    Plus,
    Predictive,
    Schedule,
    Vanilla,
    schedule_from_dict,
    schedule_of,
    schedule_to_dict,
)
from fifthstreet.solvers.common.schedules import Discounts

ALL = [*SCHEDULES.values(), Plus(2.5), Discounted(1.3, warm_up=9), Predictive(3.0)]


def test_schedules_by_name() -> None:
    assert schedule_of("discounted") == Discounted() == Discounted(1.5, 0.0, 2.0, warm_up=0)
    assert schedule_of("steady") == DEFAULT_SCHEDULE == schedule_of(DEFAULT_SCHEDULE_NAME)
    assert list(SCHEDULES) == ["cfr", "cfr+", "linear", "discounted", "steady", "predictive"]
    for name, schedule in SCHEDULES.items():
        assert schedule_of(name) is schedule


def test_schedule_objects_are_returned_unchanged() -> None:
    schedule = Plus(2.0)
    assert schedule_of(schedule) is schedule


def test_unknown_schedule() -> None:
    with pytest.raises(
        ValueError, match=r"schedule must be one of cfr, cfr\+, linear.*, got 'fast'"
    ):
        schedule_of("fast")


def test_factors() -> None:
    """Published weights: CFR uses 1, CFR+ weights by t, DCFR discounts by t^a / (t^a + 1)."""
    plain = Vanilla().discounts(5)
    assert (plain.positive == 1).all()
    assert (plain.keep == 1).all()
    plus = Plus().discounts(5)
    assert (plus.negative == 0).all()
    # The strategy of update k has weight k, so earlier ones keep (k - 1) / k.
    assert np.allclose(plus.keep, [0, 0, 1 / 2, 2 / 3, 3 / 4, 4 / 5])
    discounted = Discounted(1.5, 0.5, 2, warm_up=50).discounts(200)
    late = np.arange(100, 201)  # after the warm-up
    assert np.allclose(discounted.positive[late], (late - 1) ** 1.5 / ((late - 1) ** 1.5 + 1))
    assert np.allclose(discounted.negative[late], (late - 1) ** 0.5 / ((late - 1) ** 0.5 + 1))
    assert np.allclose(discounted.keep[late], ((late - 1) / late) ** 2)
    linear = Linear().discounts(5)
    assert np.allclose(linear.positive[2:], [1 / 2, 2 / 3, 3 / 4, 4 / 5])
    assert np.array_equal(linear.positive, linear.negative)
    assert np.allclose(linear.keep, plus.keep)
    predictive = Predictive(2.0).discounts(5)
    for name in ("positive", "negative", "keep"):
        assert np.array_equal(getattr(predictive, name), getattr(Plus(2.0).discounts(5), name))


@pytest.mark.parametrize("schedule", ALL, ids=repr)
@pytest.mark.parametrize("first", [0, 1, 7, 30])
def test_factors_from_a_given_iteration(schedule: Schedule, first: int) -> None:
    whole, part = schedule.discounts(30), schedule.discounts(30, first=first)
    for name in ("positive", "negative", "keep"):
        assert np.array_equal(getattr(whole, name)[first:], getattr(part, name))


@pytest.mark.parametrize("schedule", ALL, ids=repr)
def test_single_precision(schedule: Schedule) -> None:
    whole = schedule.discounts(30)
    for name in ("positive", "negative", "keep"):
        rounded = getattr(whole.single(), name)
        assert rounded.dtype == np.float32
        assert np.array_equal(rounded, getattr(whole, name).astype(np.float32))


@pytest.mark.parametrize("schedule", ALL, ids=repr)
def test_plain_data(schedule: Schedule) -> None:
    assert schedule_from_dict(json.loads(json.dumps(schedule_to_dict(schedule)))) == schedule


def test_files_from_when_steady_was_called_discounted() -> None:
    """Checkpoints hold the name of the class and all fields, so they continue as they were."""
    fields = {"alpha": 1.5, "beta": 0.5, "gamma": 3.0, "warm_up": 50}
    assert schedule_from_dict({"name": "discounted", "fields": fields}) == schedule_of("steady")
    assert schedule_to_dict(schedule_of("steady")) == {"name": "discounted", "fields": fields}


def test_bad_plain_data() -> None:
    class CustomSchedule:
        is_predictive = False

        def discounts(self, iterations: int, *, first: int = 0) -> Discounts:
            return Vanilla().discounts(iterations, first=first)

    with pytest.raises(InputError, match=r"a stored schedule must be one of cfr, cfr\+"):
        schedule_to_dict(CustomSchedule())
    for data in (
        {"name": "fast", "fields": {}},
        {"name": "cfr+", "fields": {}},
        {"name": "cfr+", "fields": {"gamma": 2.0, "delay": 10}},
    ):
        with pytest.raises(InputError, match="different version") as error:
            schedule_from_dict(data)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -31, 1e308, 31, "2", None])
def test_exponents_that_give_no_numbers(number: Any) -> None:
    for name in ("alpha", "beta", "gamma"):
        with pytest.raises(InputError, match=f"{name} must be a number from .* to 30, got"):
            Discounted(**{name: number})
    for schedule in (Plus, Predictive):
        with pytest.raises(InputError, match=r"gamma must be a number from 0 to 30, got"):
            schedule(number)


@pytest.mark.parametrize("number", [-1, 1.5, "3"])
def test_warm_ups_that_are_no_counts(number: Any) -> None:
    with pytest.raises(InputError, match=r"warm_up must be a whole number of at least 0, got"):
        Discounted(warm_up=number)


def test_factors_of_the_largest_exponents_are_numbers() -> None:
    for schedule in (Discounted(30, -30, 30), Discounted(-30, 30, 0), Plus(30)):
        discounts = schedule.discounts(2**32, first=2**32 - 3)
        for factors in (discounts.positive, discounts.negative, discounts.keep):
            assert ((factors >= 0) & (factors <= 1)).all()
