"""A library with solutions, a matchup on many flops and a match."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

from fifthstreet.arena import MatchStore, match_settings, play_session
from fifthstreet.solvers.postflop import FlopFile, deal_flops, solve_flops
from fifthstreet.solvers.postflop.flops.flops import with_equity
from fifthstreet.solvers.postflop.spot.spot_file import make_spot

SPOT: dict[str, Any] = {
    "board": "QsJh2h",
    "pot": 60,
    "stack": 60,
    "ranges": {"oop": "JJ-66,AQs-ATs,KQs", "ip": "TT+,AJs+,KQs,QJs"},
    "sizes": {
        "flop": {"bet": "50%, a", "raise": ""},
        "turn": {"bet": "a", "raise": ""},
        "river": {"bet": "a", "raise": ""},
    },
}
AGENTS = ("random", "calling_station", "random")
MATCH = match_settings(AGENTS, game="leduc", seats=2, hands=1_200, session_hands=20, seed=3)


def fill_library(folder: Path, solved: Path) -> None:
    """Copy the solutions, one of which is damaged; add `matchup.flops` and `duel.match`."""
    shutil.copytree(solved, folder / "solutions")
    (folder / "solutions/broken.solution").write_bytes(b"nothing of this kind")
    (folder / "flops").mkdir()
    (folder / "matches").mkdir()
    spot = make_spot(SPOT)
    options: dict[str, Any] = {"target_pot_percent": 0.5, "max_iterations": 1000, "seconds": 60}
    deal = {"sample": 8, "subset": None, "seed": 1}
    options["precision"] = "float32"
    settings = {"board": "QsJh2h", "deal": deal, "options": options, "lines": ["r:k"]}
    file = FlopFile(folder / "flops/matchup.flops", spot, settings)
    flops = deal_flops(spot, sample=8, seed=1)
    for flop, result in zip(
        flops, solve_flops(flops, max_iterations=40, lines=["r:k"]), strict=True
    ):
        file.add(with_equity(result, flop.spot, threads=1))
    store = MatchStore(folder / "matches/duel.match", MATCH)
    for number in range(MATCH.session_count):
        store.add(play_session(MATCH, number))
    store.close()
