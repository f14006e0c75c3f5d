"""Samples of solved flops: what they say, their files, and networks trained on them."""

from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest

from fifthstreet.cards import (
    CLASS_SIZES,
    HOLE_CLASS,
    HOLE_MASKS,
    Range,
    canonical_boards,
    hole_text,
    parse_cards,
)
from fifthstreet.cards.equity import equity
from fifthstreet.errors import DamagedFileError, InputError
from fifthstreet.solvers.values import (
    CoordinateNetwork,
    CoordinateTraining,
    CoordinateTrainingOptions,
    FlopSamples,
    FlopSampleSettings,
    LaterBetting,
    SampleSettings,
    ShardSource,
    TableTraining,
    generate_shards,
    load_network,
    open_shards,
)
from fifthstreet.solvers.values.board_samples import WEIGHT_STEPS, equities
from fifthstreet.solvers.values.flop_samples import SAMPLE_DEPTHS, possible_on
from fifthstreet.solvers.values.situations import (
    FLOPS_UP_TO_SUITS,
    draw_class_ranges,
    draw_flop,
    draw_flops,
)
from tests.faults.files import rewrite

SETTINGS = FlopSampleSettings(1, 2, 2, LaterBetting("", "", 0), "hand")
BETS = FlopSampleSettings(1, 1, 4, LaterBetting("a", "", 1))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("flops")
    source = ShardSource(3, settings=SETTINGS)
    assert [shard.samples for shard in generate_shards(path, source, 2)] == [2, 2]
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


def test_without_bets_hands_have_their_equity(folder: Path) -> None:
    samples = open_shards(folder).read([0, 1])
    assert isinstance(samples, FlopSamples)
    assert abs(samples.targets).max() < 2e-3
    assert samples.boards.shape == (4, 3)


@pytest.mark.parametrize("depth", SAMPLE_DEPTHS)
def test_samples_are_of_flops_and_classes(depth: str) -> None:
    settings = replace(BETS, depth=depth)
    samples = settings.solve(5, 0, "native")
    samples.check(settings.samples)
    steps = samples.reach.astype(int)
    for board, held, targets in zip(samples.boards, steps, samples.targets, strict=True):
        possible = possible_on(tuple(map(int, board)))
        assert not held[:, ~possible].any()
        assert not targets[:, ~possible].any()
        assert abs(targets).max() > 0.01  # bets matter
        for row in held:
            for hands in (possible & (number == HOLE_CLASS) for number in range(169)):
                assert len(set(row[hands])) <= 1
    again = settings.solve(5, 0, "native")
    for name, array in samples.arrays().items():
        np.testing.assert_array_equal(again.arrays()[name], array)


def test_flops_of_a_shard_follow_each_other() -> None:
    settings = replace(BETS, flops=3, ranges=2, iterations=1)
    samples = settings.solve(5, 0, "native")
    flops = samples.boards.tolist()
    assert flops[::2] == flops[1::2]
    assert len({tuple(flop) for flop in flops}) == 3
    assert len(set(samples.stacks)) == 1
    possible = [possible_on(tuple(flop)) for flop in flops]
    both = possible[0] & possible[2]  # the ranges are the same on all flops
    np.testing.assert_array_equal(samples.reach[:2, :, both], samples.reach[2:4, :, both])
    assert (samples.reach[0] != samples.reach[1]).any()


def test_streets_are_solved_with_the_network_for_the_flop() -> None:
    """An all-in bet into a flop is worth about the same as when all of the hand is solved."""
    hands, streets = (replace(BETS, depth=depth).solve(7, 1, "native") for depth in SAMPLE_DEPTHS)
    for name in ("reach", "boards", "stacks"):
        np.testing.assert_array_equal(hands.arrays()[name], streets.arrays()[name])
    reach = hands.reach / WEIGHT_STEPS
    apart = abs(hands.targets.astype(float) - streets.targets.astype(float))
    assert (reach * apart).sum() / reach.sum() < 0.04
    assert apart.max() > 1e-4  # they are not the same solves


def test_a_network_is_trained_on_them(folder: Path, tmp_path: Path) -> None:
    shards = open_shards(folder)
    assert shards.source.settings == SETTINGS
    options = CoordinateTrainingOptions(
        layers=1, units=8, hand_layers=1, hand_units=6, width=4, epochs=2, batch=2, held_out=0.3
    )
    training = CoordinateTraining(shards, options)
    assert training.samples == (2, 2)
    training.run()
    network = training.network()
    assert network.street == "preflop"
    network.save(tmp_path / "my.values")
    model = load_network(tmp_path / "my.values").model
    assert isinstance(model, CoordinateNetwork)
    assert model.width == 4
    with pytest.raises(InputError, match="samples must be rivers, got FlopSamples"):
        TableTraining(shards)


def test_folders_have_one_street(folder: Path, tmp_path: Path) -> None:
    other = ShardSource(3, settings=SampleSettings(1, 1, 1))
    with pytest.raises(InputError, match="street must be preflop as in the shards of"):
        next(generate_shards(folder, other, 1))
    for path in folder.glob("*.flops"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "000007.rivers").write_bytes(b"")
    with pytest.raises(InputError, match="must have shards for one street, got preflop and turn"):
        open_shards(tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("boards", np.full((2, 3), 7, np.uint8), "boards must be 3 different cards from 0 to 51"),
        ("boards", np.zeros((2, 4), np.uint8), "boards must be uint8 of shape"),
        ("targets", np.full((2, 2, 1326), np.nan, np.float16), "targets must be finite"),
        ("stacks", np.zeros(2, np.float32), "stacks must be more than 0"),
    ],
)
def test_damaged_shards_are_refused(
    folder: Path, tmp_path: Path, name: str, value: np.ndarray, message: str
) -> None:
    path = tmp_path / "000000.flops"
    path.write_bytes((folder / "000000.flops").read_bytes())
    rewrite(path, lambda _, arrays: arrays.update({name: value}))
    with pytest.raises(DamagedFileError, match=message):
        open_shards(tmp_path)


def test_settings_are_checked() -> None:
    for name in ("ranges", "flops", "iterations"):
        with pytest.raises(InputError, match=f"{name} must be from 1 to 10,000, got 0"):
            replace(SETTINGS, **{name: 0})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="depth must be street or hand, got 'river'"):
        replace(SETTINGS, depth="river")


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


def test_single_flops_are_drawn_as_often_as_they_occur() -> None:
    random = np.random.default_rng(3)
    drawn = [draw_flop(random) for _ in range(4000)]
    suited = sum(len({card % 4 for card in flop}) == 1 for flop in drawn) / len(drawn)
    paired = sum(len({card // 4 for card in flop}) == 2 for flop in drawn) / len(drawn)
    assert suited == pytest.approx(4 * comb(13, 3) / comb(52, 3), abs=0.015)
    assert paired == pytest.approx(13 * comb(4, 2) * 48 / comb(52, 3), abs=0.025)
    masks = {sum(1 << card for card in flop) for flop in drawn}
    assert masks <= set(canonical_boards(3)[0].tolist())
