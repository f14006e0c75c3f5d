"""Reading hand histories: logs of each site, parsed, replayed and checked on one core."""

from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import Figure, at_least, cpu_seconds
from fifthstreet.game.notation import read_hands

SAMPLES = Path(__file__).parent.parent / "tests" / "game" / "notation" / "samples"
SITES = ("pokerstars", "ggpoker", "winamax", "poker888", "ipoker", "partypoker", "full_tilt")
HANDS = 600
HANDS_PER_MINUTE = 100_000


def figures() -> Iterator[Figure]:
    """Yield each figure as soon as it is measured."""
    for site in SITES:
        log = "\n\n".join(
            path.read_text(encoding="utf-8") for path in sorted((SAMPLES / site).iterdir())
        )
        count = len(list(read_hands(log)))
        text = f"{log}\n\n" * (HANDS // count)
        seconds = cpu_seconds(lambda text=text: list(read_hands(text)))  # type: ignore[misc]
        rate = HANDS // count * count / seconds * 60
        yield at_least(f"{site}, hands a minute", rate, HANDS_PER_MINUTE, "hands/min")
