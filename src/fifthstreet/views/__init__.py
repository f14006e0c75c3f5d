"""Plain data, pictures and terminal tables of what the package computes.

Functions `*_data` return dicts that JSON can hold, `*_svg` and `*_html` the text of files; the
`print_*` functions of the modules write to the terminal. EVs and frequencies come with the
exploitability of their solution.
"""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.views.classes import breakdown_data as breakdown_data
    from fifthstreet.views.classes import breakdown_html as breakdown_html
    from fifthstreet.views.classes import distribution_data as distribution_data
    from fifthstreet.views.classes import distribution_html as distribution_html
    from fifthstreet.views.classes import distribution_svg as distribution_svg
    from fifthstreet.views.comparison import comparison_data as comparison_data
    from fifthstreet.views.curve import curve_svg as curve_svg
    from fifthstreet.views.data import json_text as json_text
    from fifthstreet.views.equity import equity_data as equity_data
    from fifthstreet.views.exports import export_csv as export_csv
    from fifthstreet.views.exports import export_json as export_json
    from fifthstreet.views.exports import export_parquet as export_parquet
    from fifthstreet.views.flops import flops_data as flops_data
    from fifthstreet.views.histories import histories_data as histories_data
    from fifthstreet.views.installation import installation_data as installation_data
    from fifthstreet.views.node import hand_data as hand_data
    from fifthstreet.views.node import node_data as node_data
    from fifthstreet.views.node import node_html as node_html
    from fifthstreet.views.node import node_svg as node_svg
    from fifthstreet.views.range import range_data as range_data
    from fifthstreet.views.range import range_svg as range_svg
    from fifthstreet.views.report import report_data as report_data
    from fifthstreet.views.report import report_html as report_html
    from fifthstreet.views.report import report_svg as report_svg
    from fifthstreet.views.review import review_data as review_data
    from fifthstreet.views.review_page import review_page_data as review_page_data
    from fifthstreet.views.session import review_csv as review_csv
    from fifthstreet.views.session import review_html as review_html
    from fifthstreet.views.solution import solution_data as solution_data
    from fifthstreet.views.training import training_data as training_data
    from fifthstreet.views.training import training_svg as training_svg
    from fifthstreet.views.tree import tree_data as tree_data
    from fifthstreet.views.tree import tree_svg as tree_svg
    from fifthstreet.views.tree import tree_text as tree_text
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "classes": (
                "breakdown_data",
                "breakdown_html",
                "distribution_data",
                "distribution_html",
                "distribution_svg",
            ),
            "comparison": ("comparison_data",),
            "curve": ("curve_svg",),
            "data": ("json_text",),
            "equity": ("equity_data",),
            "exports": ("export_csv", "export_json", "export_parquet"),
            "flops": ("flops_data",),
            "histories": ("histories_data",),
            "installation": ("installation_data",),
            "node": ("hand_data", "node_data", "node_html", "node_svg"),
            "range": ("range_data", "range_svg"),
            "report": ("report_data", "report_html", "report_svg"),
            "review": ("review_data",),
            "review_page": ("review_page_data",),
            "session": ("review_csv", "review_html"),
            "solution": ("solution_data",),
            "training": ("training_data", "training_svg"),
            "tree": ("tree_data", "tree_svg", "tree_text"),
        },
    )
