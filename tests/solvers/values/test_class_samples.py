"""Samples of solved flops: what they say, their files, and networks trained on them."""

from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import (
    CLASS_SIZES,
    HOLE_MASKS,
    Range,
    canonical_boards,
    hole_text,
    parse_cards,
)
from fifthstreet.cards.equity import equity
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values import (
    ClassNetwork,
    ClassSamples,
    ClassSampleSettings,
    LaterBetting,
    SampleSettings,
    ShardSource,
    TableTraining,
    TableTrainingOptions,
    generate_shards,
    load_network,
    open_shards,
)
from fifthstreet.solvers.values.class_samples import SAMPLE_DEPTHS, equities
from fifthstreet.solvers.values.class_tables import ClassHands
from fifthstreet.solvers.values.situations import (
    FLOPS_UP_TO_SUITS,
    draw_class_ranges,
    draw_flops,
)
from fifthstreet.solvers.values.table_loss import TableRows, mean_error
from tests.faults.files import rewrite

SETTINGS = ClassSampleSettings(2, 1, 2, LaterBetting("", "", 0), "hand")
BETS = ClassSampleSettings(1, 1, 12, LaterBetting("a", "", 1), "hand")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("classes")
    source = ShardSource(3, settings=SETTINGS)
    assert [shard.samples for shard in generate_shards(path, source, 3)] == [2, 2, 2]
    return path


def test_equities_on_a_flop() -> None:
    flop = tuple(parse_cards("QsJh2h"))
    live = np.zeros((2, 1326))
    possible = HOLE_MASKS & np.uint64(sum(1 << card for card in flop)) == 0
    live[0] = possible
    live[1] = Range("AA,T9s").weights * possible
    found = equities(flop, live)
    for text in ("KsQd", "5c4c"):
        at = next(hand for hand in range(1326) if hole_text(hand) == text)
        known = equity(text, "AA,T9s", board="QsJh2h").players[0].equity
        assert found[0, at] == pytest.approx(2 * known - 1, abs=1e-6)


def test_ranges_are_of_classes() -> None:
    drawn = draw_class_ranges(np.random.default_rng(1), 30)
    assert drawn.shape == (30, 2, 169)
    assert (drawn.max(axis=2) == 1).all()
    assert (drawn >= 0).all()
    assert (drawn @ CLASS_SIZES >= 12).all()
    assert len({row.tobytes() for row in drawn.reshape(60, 169)}) == 60


def test_without_bets_classes_have_their_equity(folder: Path) -> None:
    """Whatever the flops: what is averaged over them is what betting adds."""
    samples = open_shards(folder).read([0, 1, 2])
    assert isinstance(samples, ClassSamples)
    hands = ClassHands.of(samples.reach)
    np.testing.assert_allclose(samples.shares, hands.equity / 2, atol=2e-3)


@pytest.mark.parametrize("depth", SAMPLE_DEPTHS)
def test_values_sum_to_zero(depth: str) -> None:
    settings = replace(BETS, depth=depth)
    samples = settings.solve(5, 0, "native")
    hands = ClassHands.of(samples.reach)
    assert (samples.shares * hands.shares).sum() == pytest.approx(0, abs=1e-6)
    assert abs(samples.shares - hands.equity / 2).max() > 0.01  # bets matter
    again = settings.solve(5, 0, "native")
    for name, array in samples.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], array)


def test_a_network_is_trained_on_them(folder: Path, tmp_path: Path) -> None:
    shards = open_shards(folder)
    assert shards.source.settings == SETTINGS
    options = TableTrainingOptions(layers=1, units=8, epochs=3, batch=2, held_out=0.3)
    training = TableTraining(shards, options)
    training.run()
    network = training.network()
    assert network.street == "preflop"
    network.save(tmp_path / "my.values")
    tables = load_network(tmp_path / "my.values").model
    assert isinstance(tables, ClassNetwork)
    order = np.random.default_rng([options.seed, 1]).permutation(shards.numbers)
    held = shards.read(sorted(order[:1]))
    assert isinstance(held, ClassSamples)
    hands = ClassHands.of(held.reach)
    found = tables.shares(held.stacks.astype(float), hands)
    dealt = CLASS_SIZES / CLASS_SIZES.sum()
    weights = 0.7 * hands.shares + 0.3 * dealt
    error = (weights * abs(found - held.shares)).sum(axis=(1, 2)).mean() / 2
    assert network.about["held_out_error"] == pytest.approx(error, abs=1e-5)


def test_training_fits_what_betting_adds() -> None:
    """Targets that are a known table of classes, the same for every sample, are learned."""
    random = np.random.default_rng(4)
    reach = draw_class_ranges(random, 64)
    hands = ClassHands.of(reach)
    added = 0.2 * np.sin(np.arange(2 * 169)).reshape(2, 169)
    shares = hands.equity / 2 + added
    shares -= (shares * hands.shares).sum(axis=(1, 2), keepdims=True) / 2
    samples = ClassSamples(
        np.full(64, 2, np.float32),
        reach.astype(np.float32),
        shares.astype(np.float32),
        np.zeros(64, np.float32),
    )
    samples.check(64)
    rows = TableRows.of(samples)
    zeros = np.zeros((64, 338), np.float32)
    outputs = np.repeat(added.reshape(1, -1), 64, axis=0)
    assert float(mean_error(rows, outputs)) / 64 < 1e-6
    assert float(mean_error(rows, zeros)) / 64 > 0.05


def test_folders_have_one_street(folder: Path, tmp_path: Path) -> None:
    other = ShardSource(3, settings=SampleSettings(1, 1, 1))
    with pytest.raises(InputError, match="street must be preflop as in the shards of"):
        next(generate_shards(folder, other, 1))
    for path in folder.glob("*.classes"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "000007.rivers").write_bytes(b"")
    with pytest.raises(InputError, match="must have shards for one street, got preflop and turn"):
        open_shards(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("reach", np.full((2, 2, 169), 2, np.float32), "reach must be from 0 to 1"),
        ("shares", np.full((2, 2, 169), np.nan, np.float32), "shares must be finite"),
        ("stacks", np.zeros(2, np.float32), "stacks must be more than 0"),
        ("shares", np.zeros((2, 2, 32), np.float32), "shares must be float32 of shape"),
    ],
)
def test_damaged_shards_are_refused(
    folder: Path, tmp_path: Path, name: str, value: np.ndarray, message: str
) -> None:
    path = tmp_path / "000000.classes"
    path.write_bytes((folder / "000000.classes").read_bytes())
    rewrite(path, lambda _, arrays: arrays.update({name: value}))
    with pytest.raises(DamagedFileError, match=message):
        open_shards(tmp_path)


def test_settings_are_checked() -> None:
    for name, most in (("ranges", "10,000"), ("flops", "1,755"), ("iterations", "10,000")):
        with pytest.raises(InputError, match=f"{name} must be from 1 to {most}, got 0"):
            replace(SETTINGS, **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="flops must be from 1 to 1,755, got 1756"):
        replace(SETTINGS, flops=1756)
    with pytest.raises(InputError, match="depth must be street or hand, got 'river'"):
        replace(SETTINGS, depth="river")


def test_streets_are_solved_with_the_network_for_the_flop() -> None:
    """Half a pot bet into a flop is worth about the same as when all of the hand is solved."""
    hands, streets = (replace(BETS, depth=depth).solve(7, 1, "native") for depth in SAMPLE_DEPTHS)
    np.testing.assert_array_equal(hands.reach, streets.reach)
    np.testing.assert_array_equal(hands.stacks, streets.stacks)
    dealt = ClassHands.of(hands.reach).shares
    assert (dealt * abs(hands.shares - streets.shares)).sum() / 2 < 0.04
    assert abs(hands.shares - streets.shares).max() > 1e-4  # they are not the same solves


@pytest.mark.parametrize("count", [1, 24, 195, 1755])
def test_drawn_flops_count_as_often_as_they_occur(count: int) -> None:
    masks, occurring = canonical_boards(3)
    flops, counts = draw_flops(np.random.default_rng(count), count)
    assert len(set(flops)) == len(flops) == len(counts)
    assert all(len(set(flop)) == 3 for flop in flops)
    assert {sum(1 << card for card in flop) for flop in flops} <= set(masks.tolist())
    if count == FLOPS_UP_TO_SUITS:
        assert len(flops) == count
        assert sorted(counts) == sorted(occurring)
    else:
        assert counts.sum() == count


def test_drawn_flops_are_all_flops_on_average() -> None:
    """Over many draws, the share of paired, suited and ace-high flops is the true one."""
    random = np.random.default_rng(2)
    aces = suited = total = 0
    for _ in range(40):
        flops, counts = draw_flops(random, 195)
        for flop, count in zip(flops, counts, strict=True):
            aces += count * any(card // 4 == 12 for card in flop)
            suited += count * (len({card % 4 for card in flop}) == 1)
            total += count
    assert aces / total == pytest.approx(1 - comb(48, 3) / comb(52, 3), abs=0.005)
    assert suited / total == pytest.approx(4 * comb(13, 3) / comb(52, 3), abs=0.01)
