"""Plain data, pictures and terminal tables of what the package computes.

Functions `*_data` return dicts that JSON can hold, `*_svg` and `*_html` the text of files; the
`print_*` functions of the modules write to the terminal. EVs and frequencies come with the
exploitability of their solution.
"""

from fifthstreet.views.classes import (
    breakdown_data,
    breakdown_html,
    distribution_data,
    distribution_html,
    distribution_svg,
)
from fifthstreet.views.comparison import comparison_data
from fifthstreet.views.curve import curve_svg
from fifthstreet.views.data import json_text
from fifthstreet.views.equity import equity_data
from fifthstreet.views.exports import export_csv, export_json, export_parquet
from fifthstreet.views.flops import flops_data
from fifthstreet.views.histories import histories_data
from fifthstreet.views.installation import installation_data
from fifthstreet.views.node import hand_data, node_data, node_html, node_svg
from fifthstreet.views.range import range_data, range_svg
from fifthstreet.views.report import report_data, report_html, report_svg
from fifthstreet.views.review import review_data
from fifthstreet.views.session import review_csv, review_html
from fifthstreet.views.solution import solution_data
from fifthstreet.views.training import training_data, training_svg
from fifthstreet.views.tree import tree_data, tree_svg, tree_text

__all__ = [
    "breakdown_data",
    "breakdown_html",
    "comparison_data",
    "curve_svg",
    "distribution_data",
    "distribution_html",
    "distribution_svg",
    "equity_data",
    "export_csv",
    "export_json",
    "export_parquet",
    "flops_data",
    "hand_data",
    "histories_data",
    "installation_data",
    "json_text",
    "node_data",
    "node_html",
    "node_svg",
    "range_data",
    "range_svg",
    "report_data",
    "report_html",
    "report_svg",
    "review_csv",
    "review_data",
    "review_html",
    "solution_data",
    "training_data",
    "training_svg",
    "tree_data",
    "tree_svg",
    "tree_text",
]
