"""Refusals of the web app's screens Match, Abstraction, Library and Preflop."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from fifthstreet.errors import BusyError, DamagedFileError, NotEnoughMemoryError, NotFoundError
from fifthstreet.game.notation import parse_phh
from tests.refusals.table import Table, face, new_file, new_path, replaced
from tests.refusals.things import river, river_file, river_spot
from tests.review.hand_texts import history

bucketing = face("web.bucketing")
library = face("web.library")
matching = face("web.hand_matching")


def real_hand(actions: str = "p2 f") -> Any:
    return matching.RealHand.of(parse_phh(history(actions)), "hand 1")


def typed(path: str) -> Any:
    return matching.typed_history(path, [100, 100], [5, 10], [0])


def all_in() -> Any:
    text = history("db Td9d6h, db Qc, db 2s", stacks=(5, 5))
    return matching.RealHand.of(parse_phh(text), "hand 1")


def numbered(number: int) -> Any:
    api = face("web.api.hand_matches")
    return api._hand(api.HistoryHand(kind="history", text=history("p2 f"), number=number))


def placed() -> Any:
    return matching.place_data(
        real_hand(),
        river(),
        decision=None,
        mapping="nearest",
        verify_legal_actions=False,
        hole=None,
        budget=None,
    )


def tags(text: str | None = None) -> Any:
    path = new_path("tags.json") if text is None else new_file(text, "tags.json")
    return library.FileTags(path)


def folders() -> dict[str, Any]:
    path = new_path("solutions")
    return {"solution": library.Folder(path, ".solution")}


def uploads() -> Any:
    return library.Uploads(new_path("uploads"), folders())


def sent(content: bytes, *, size: int | None = None, offset: int = 0) -> Any:
    """Send a file in one piece, and finish it."""
    made = uploads()
    upload = made.begin("a.solution", len(content) if size is None else size)
    made.add(upload.id, offset, content)
    return made.finish(upload.id)


def preflop_game(limit: str, most: int, method: str = "game") -> Any:
    """Return a preflop game that is larger than a limit."""
    solves = face("web.api.preflop_solves")
    recipe = solves.PreflopRecipe(sizes={"preflop": {"raise": "a"}})
    return replaced({f"web.api.preflop_solves.{limit}": most}, getattr(recipe, method))


def preflop_solve() -> Any:
    solves = face("web.api.preflop_solves")
    recipe = solves.PreflopRecipe(stack=3, sizes={"preflop": {"raise": "a"}})
    services = SimpleNamespace(memory=lambda: 1)
    return solves.add_preflop_solve(solves.PreflopSolve(game=recipe), services)


def damaged_solution() -> Any:
    content = bytearray(river_file().read_bytes())
    content[-9] ^= 1
    return sent(bytes(content))


TABLE: Table = {
    "web/api/hand_matches.py": [
        ("_hand", lambda: numbered(2), "number must be from 1 to 1, got 2"),
    ],
    "web/api/preflop_files.py": [
        (
            "rename_preflop",
            lambda: face("web.api.preflop_files").rename_preflop(
                "own", face("web.api.files").NewName(name="hu100"), None
            ),
            "name must not be of a strategy of the package, got 'hu100'",
        ),
    ],
    "web/api/preflop_solves.py": [
        (
            "PreflopRecipe.before_flop",
            lambda: preflop_game("_MAX_OFFERED", 1, "before_flop"),
            "lines before the flop must be at most 1 to choose from",
        ),
        ("PreflopRecipe.game", lambda: preflop_game("_MAX_NODES", 5), "at most 5 nodes"),
        ("PreflopRecipe.game", lambda: preflop_game("_MAX_LINES", 0), "at most 0, got 1"),
        ("add_preflop_solve", preflop_solve, "at most 0 MB, got about", NotEnoughMemoryError),
    ],
    "web/bucketing.py": [
        ("_labels", lambda: bucketing.bucket_data(river_spot(), 0, "emd", 5), "on the river"),
    ],
    "web/library/tags.py": [
        ("FileTags.all", lambda: tags("[]").all(), "repair or remove tags.json", DamagedFileError),
        ("FileTags.set", lambda: tags().set("solution", "a", map(str, range(21))), "at most 20"),
        ("FileTags.set", lambda: tags().set("solution", "a", ["x,y"]), "no comma, got 'x,y'"),
    ],
    "web/library/trash.py": [
        (
            "Trash.get",
            lambda: library.Trash(new_path("trash"), folders()).get("../x"),
            "the trash has no file '../x'",
            NotFoundError,
        ),
    ],
    "web/library/uploads.py": [
        ("Uploads.begin", lambda: uploads().begin("notes.txt", 1), "must end in .solution, got"),
        ("Uploads.begin", lambda: uploads().begin("a.solution", 1 << 60), "disk", BusyError),
        (
            "Uploads.begin",
            lambda: replaced(
                {"web.library.uploads._MAX_UPLOADS": 0}, lambda: uploads().begin("a.solution", 1)
            ),
            "0 files are already being sent",
            BusyError,
        ),
        ("Uploads.add", lambda: sent(b"x", offset=1), "offset must be 0, got 1", BusyError),
        ("Uploads.add", lambda: sent(b"xyz", size=2), "the file must have 2 bytes"),
        ("Uploads.finish", lambda: sent(b"x", size=2), "1 bytes are still missing", BusyError),
        ("Uploads._get", lambda: uploads().cancel("x"), "there is no upload 'x'", NotFoundError),
        ("_check", damaged_solution, "a.solution is damaged", DamagedFileError),
    ],
    "web/hand_matching.py": [
        ("RealHand.of", all_in, "the hand has no decisions"),
        ("RealHand.turn", lambda: real_hand().turn(9), "decision must be from 1 to 1, got 9"),
        ("read_histories", lambda: matching.read_histories("nothing"), "line 1"),
        ("read_histories", lambda: matching.read_histories(" "), "the text has no hands"),
        ("typed_history", lambda: typed("r:b20:c:n:k"), "path must name the cards"),
        ("typed_history", lambda: typed("r:b20:c:k"), "path: action 3"),
        ("place_data", placed, "the hand does not reach the"),
    ],
}
