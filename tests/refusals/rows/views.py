"""Refusals of pictures and exports."""

from __future__ import annotations

from fifthstreet.errors import MissingLibraryError
from tests.refusals.rows.game import hand
from tests.refusals.rows.search import leaf_value_solution, push_solver
from tests.refusals.rows.tree import flop
from tests.refusals.table import Table, face, new_path, without
from tests.refusals.things import river, turn

fs = face("")
views = face("views")


def wide() -> object:
    """Return a tree with many nodes."""
    sizes = fs.Sizes.uniform("25%, 50%, 75%, 100%, 150%", "50%, 100%")
    return fs.build_tree(fs.TreeRules(stacks=(900, 900), pot=20, sizes=sizes, last_street=2))


TABLE: Table = {
    "views/exports.py": [
        (
            "export_parquet",
            lambda: without("pyarrow", lambda: views.export_parquet(river(), new_path())),
            "Parquet needs pyarrow",
            MissingLibraryError,
        ),
        ("_nodes", lambda: views.export_csv(river(), new_path(), paths="r"), "got the text 'r'"),
        (
            "_nodes",
            lambda: views.export_json(leaf_value_solution()),
            "an export requires a solution of the whole hand, got <LeafValueSolution",
        ),
    ],
    "views/flop_rows.py": [
        ("TextureFilter.__post_init__", lambda: views.TextureFilter(suits=("x",)), "got 'x'"),
    ],
    "views/pictures/equity.py": [
        (
            "equity_cells",
            lambda: face("views.pictures").equity_cells(
                fs.equity("AA", "KK", method="sample", samples=1000), 0
            ),
            "a grid requires an exact result",
        ),
    ],
    "views/pictures/nodes.py": [
        ("grid_kind", lambda: views.node_svg(river().root, 0, "x"), "got 'x'"),
        ("grid_kind", lambda: views.node_svg(river().root, 1, "strategy"), "not their turn"),
    ],
    "views/pictures/states.py": [
        ("state_text", lambda: views.state_text(hand(), viewer=2), "from 0 to 1, got 2"),
    ],
    "views/pictures/trees.py": [
        ("tree_boxes", lambda: views.tree_svg(flop(), depth=-1), "at least 0 levels, got -1"),
        ("tree_boxes", lambda: views.tree_svg(wide(), depth=9), "use a lower depth"),
    ],
    "views/preflop_page.py": [
        ("strategy_spot", lambda: views.strategy_spot(push_solver().strategy(), "r"), "to a flop"),
    ],
    "views/report.py": [
        (
            "report_svg",
            lambda: views.report_svg(fs.card_report(turn(), "r:k:k"), grid="x"),
            "got 'x'",
        ),
    ],
    "views/tree.py": [
        ("tree_text", lambda: views.tree_text(flop(), depth=-1), "at least 0 levels, got -1"),
    ],
}
