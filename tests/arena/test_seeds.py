"""Seeds of decks, orders and agents."""

from collections import Counter

from fifthstreet.arena.seeds import DealSeeds, estimate_seed
from fifthstreet.support.seeded_random import SeededRandom


def test_every_order_around_the_table_is_as_likely() -> None:
    """With rotations alone, one of three players would always act right before another."""
    counts = Counter(DealSeeds(7, deal, 4, 1).order for deal in range(24_000))
    assert len(counts) == 24
    assert all(abs(count - 1000) < 5 * 1000**0.5 for count in counts.values())


def test_seeds_do_not_repeat() -> None:
    seeds = []
    for deal in range(200):
        drawn = DealSeeds(1, deal, 10, 10)
        assert len(drawn.agents) == 100
        seeds += [drawn.deck, *drawn.agents]
        seeds += [estimate_seed(1, deal, table) for table in range(10)]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_numbers_are_spread_evenly() -> None:
    """Chi-squared tests with 99 degrees of freedom: 1 in 20,000 is outside 50 to 165."""
    for seed in range(20):
        numbers = SeededRandom(seed)
        whole = [numbers.below(100) for _ in range(20_000)]
        for drawn in (whole, [int(100 * numbers.random()) for _ in range(20_000)]):
            counts = Counter(drawn)
            squares = sum((counts[i] - 200) ** 2 / 200 for i in range(100))
            assert 50 < squares < 165
    pairs = Counter(
        (numbers.below(10), numbers.below(10)) for numbers in map(SeededRandom, range(20_000))
    )
    squares = sum((pairs[i, j] - 200) ** 2 / 200 for i in range(10) for j in range(10))
    assert 50 < squares < 165


def test_large_ranges_and_weights() -> None:
    numbers = SeededRandom(5)
    drawn = [numbers.below(10**15) for _ in range(2000)]
    assert 0.45 < sum(drawn) / 2000 / 10**15 < 0.55
    assert len(set(drawn)) == 2000
    counts = Counter(numbers.weighted([0.0, 1.0, 3.0, 0.0]) for _ in range(8000))
    assert set(counts) == {1, 2}
    assert abs(counts[2] - 6000) < 200
