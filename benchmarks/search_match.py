"""A match of the player with value networks, on processors, against solves of whole hands on a GPU.

Both play the same strategy before the flop, with 200 big blinds, and search from there on with the
same sizes; deals are played in both seats. The file has every finished session, so the same command
continues after an end by `--minutes` or a kill. Run as `python -m benchmarks.search_match FILE`.
"""

import argparse
import json
import time
from pathlib import Path

from fifthstreet.arena import MatchResult, MatchSettings, run_match

STRATEGY = "hu200"
SIZES = "flop=100%,turn=100%/a,river=100%/a,raises=2/2/2"
NETWORK = f"search:preflop={STRATEGY},{SIZES},depth=street,method=resolve,target=1,threads=1"
WHOLE = f"search:preflop={STRATEGY},{SIZES},method=resolve,target=0.5,threads=1"
SESSION_HANDS = 8


def main() -> None:
    """Play the match, and print the result so far periodically."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, help="of the match")
    parser.add_argument("--deals", type=int, default=2_000, help="each is played in both seats")
    parser.add_argument("--workers", type=int, default=14)
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--seconds", type=float, default=1.0, help="of a decision with networks")
    parser.add_argument("--backend", default="cuda", help="of the solves of whole hands")
    parser.add_argument("--whole-seconds", type=float, default=20.0, help="of such a decision")
    options = parser.parse_args()
    settings = MatchSettings(
        game="nlhe",
        agents=(
            f"{NETWORK},seconds={options.seconds}",
            f"{WHOLE},seconds={options.whole_seconds},backend={options.backend}",
        ),
        hands=2 * options.deals,
        seats=2,
        stack=200,
        session_hands=SESSION_HANDS,
        estimator="all_in",
    )
    started = time.monotonic()
    shown = started

    def progress(result: MatchResult) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - started > 60 * options.minutes:
            raise KeyboardInterrupt
        if now - shown > 20:
            shown = now
            _show(result)

    try:
        result = run_match(settings, workers=options.workers, path=options.file, progress=progress)
    except KeyboardInterrupt:
        print("ended by the limit; the same command continues")
        return
    _show(result)


def _show(result: MatchResult) -> None:
    first = result.agent_results()[0]
    facts = {
        "hands": first.hands,
        "winnings": str(first.winnings),
        "decisions_per_second": [
            round(each.decisions_per_second, 2) for each in result.agent_results()
        ],
        "mistakes": [each.mistakes for each in result.agent_results()],
    }
    print(json.dumps(facts), flush=True)


if __name__ == "__main__":
    main()
