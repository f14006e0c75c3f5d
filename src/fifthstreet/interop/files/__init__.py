"""Files of other programs."""

from typing import TYPE_CHECKING

from fifthstreet.lazy_names import lazy_names

if TYPE_CHECKING:
    from fifthstreet.interop.files.convert import Converted as Converted
    from fifthstreet.interop.files.convert import convert_file as convert_file
    from fifthstreet.interop.files.convert import recognise as recognise
    from fifthstreet.interop.files.hrc import HrcAction as HrcAction
    from fifthstreet.interop.files.hrc import HrcNode as HrcNode
    from fifthstreet.interop.files.hrc import parse_hrc_node as parse_hrc_node
    from fifthstreet.interop.files.hrc import read_hrc_export as read_hrc_export
    from fifthstreet.interop.files.hrc import read_hrc_node as read_hrc_node
    from fifthstreet.interop.files.imported import ExportedText as ExportedText
    from fifthstreet.interop.files.imported import ImportedSpot as ImportedSpot
    from fifthstreet.interop.files.imported import RunSettings as RunSettings
    from fifthstreet.interop.files.pio_config import parse_pio_config as parse_pio_config
    from fifthstreet.interop.files.pio_config import read_pio_config as read_pio_config
    from fifthstreet.interop.files.pio_report import ReportRow as ReportRow
    from fifthstreet.interop.files.pio_report import parse_pio_report as parse_pio_report
    from fifthstreet.interop.files.pio_report import pio_report_text as pio_report_text
    from fifthstreet.interop.files.pio_report import read_pio_report as read_pio_report
    from fifthstreet.interop.files.pio_script import parse_pio_script as parse_pio_script
    from fifthstreet.interop.files.pio_script import pio_script_text as pio_script_text
    from fifthstreet.interop.files.pio_script import read_pio_script as read_pio_script
    from fifthstreet.interop.files.range_texts import block_range_text as block_range_text
    from fifthstreet.interop.files.range_texts import plain_range_text as plain_range_text
    from fifthstreet.interop.files.range_texts import weights_text as weights_text
    from fifthstreet.interop.files.texas_parameters import (
        parse_texas_parameters as parse_texas_parameters,
    )
    from fifthstreet.interop.files.texas_parameters import (
        read_texas_parameters as read_texas_parameters,
    )
    from fifthstreet.interop.files.texas_parameters import (
        texas_parameters_text as texas_parameters_text,
    )
    from fifthstreet.interop.files.texas_result import TexasStrategy as TexasStrategy
    from fifthstreet.interop.files.texas_result import parse_texas_result as parse_texas_result
    from fifthstreet.interop.files.texas_result import read_texas_result as read_texas_result
    from fifthstreet.interop.files.texas_result import texas_result_text as texas_result_text
else:
    __getattr__, __dir__, __all__ = lazy_names(
        __name__,
        {
            "convert": ("Converted", "convert_file", "recognise"),
            "hrc": ("HrcAction", "HrcNode", "parse_hrc_node", "read_hrc_export", "read_hrc_node"),
            "imported": ("ExportedText", "ImportedSpot", "RunSettings"),
            "pio_config": ("parse_pio_config", "read_pio_config"),
            "pio_report": ("ReportRow", "parse_pio_report", "pio_report_text", "read_pio_report"),
            "pio_script": ("parse_pio_script", "pio_script_text", "read_pio_script"),
            "range_texts": ("block_range_text", "plain_range_text", "weights_text"),
            "texas_parameters": (
                "parse_texas_parameters",
                "read_texas_parameters",
                "texas_parameters_text",
            ),
            "texas_result": (
                "TexasStrategy",
                "parse_texas_result",
                "read_texas_result",
                "texas_result_text",
            ),
        },
    )
