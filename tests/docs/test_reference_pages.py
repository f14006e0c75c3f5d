"""Pages of the reference that are written from the program list what the program has."""

from tools import reference_pages

from fifthstreet.cli.app import COMMANDS, load_command
from fifthstreet.web import create_app


def test_pages_are_up_to_date() -> None:
    commands = reference_pages.COMMANDS_PAGE.read_text(encoding="utf-8")
    assert commands == reference_pages.commands_page()
    api = reference_pages.API_PAGE.read_text(encoding="utf-8")
    assert api == reference_pages.api_page(api)


def test_the_page_of_commands_has_every_command_and_option() -> None:
    text = reference_pages.commands_page()
    for name in COMMANDS:
        section = text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]
        for each in load_command(name).params:
            if each.param_type_name == "option":
                assert all(f"`{flag}`" in section for flag in each.opts), (name, each.opts)
            else:
                assert f"`{str(each.name).upper()}`" in section, (name, each.name)


def test_the_page_of_the_http_api_has_every_endpoint_and_object() -> None:
    text = reference_pages.api_page("")
    description = create_app().openapi()
    for path, methods in description["paths"].items():
        for method in methods:
            assert f"| `{method.upper()} {path}` | " in text
    for name in description["components"]["schemas"]:
        assert f"\n### {name}\n" in text
