"""Write reference pages from the program: `python -m tools.reference_pages`.

docs/reference/commands.md lists the commands. docs/reference/http_api.md has an introduction that
is kept, and the endpoints after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fifthstreet.cli.app import COMMANDS, load_command, summary
from fifthstreet.web import create_app

ROOT = Path(__file__).parents[1]
COMMANDS_PAGE = ROOT / "docs/reference/commands.md"
API_PAGE = ROOT / "docs/reference/http_api.md"
GENERATED = "<!-- The rest of this page is written by `python -m tools.reference_pages`. -->\n"
_COMMANDS_INTRODUCTION = """\
# Commands

All commands of the program `fifthstreet`, with their arguments and options. `fifthstreet COMMAND
--help` prints the same for one command, and `fifthstreet --version` the version.

Exit codes are 0 for success, 2 for invalid input, 1 if the reader of the output is gone, and 128
plus the number of the signal that ended the program (130 for Ctrl-C). Errors are one line on
standard error. `--json` prints one JSON object instead of tables. Options of games, algorithms and
agents, which follow their names, are in [Options](options.md).

This page is written by `python -m tools.reference_pages` from the program.
"""


def commands_page() -> str:
    """Return the text of the page of commands."""
    table = [f"| [{name}](#{name}) | {_cell(summary(name))} |" for name in COMMANDS]
    parts = [_COMMANDS_INTRODUCTION, "\n".join(["| command | purpose |", "|---|---|", *table, ""])]
    parts += ["\n".join(_command_lines(name)) for name in COMMANDS]
    return "\n".join(parts)


def _command_lines(name: str) -> Iterator[str]:
    command: Any = load_command(name)
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    words = [_shown_argument(each) for each in arguments]
    yield f"## {name}\n"
    yield f"```\nfifthstreet {' '.join([name, *words])} [OPTIONS]\n```\n"
    yield f"{command.help.strip()}\n"
    if arguments:
        yield "| argument | meaning |\n|---|---|"
        for each in arguments:
            yield f"| `{each.name.upper()}` | {_cell(each.help)} |"
        yield ""
    yield "| option | default | meaning |\n|---|---|---|"
    for each in command.params:
        if each.param_type_name == "option":
            flags = ", ".join(f"`{flag}`" for flag in (*each.opts, *each.secondary_opts))
            kind = "" if each.is_flag else f" {_type_name(each)}"
            variable = f" Environment variable: `{each.envvar}`." if each.envvar else ""
            yield f"| {flags}{kind} | {_default(each)} | {_cell(each.help)}{variable} |"
    yield ""


def _shown_argument(argument: Any) -> str:
    name = argument.name.upper()
    if argument.nargs == -1:
        name += "..."
    return name if argument.required else f"[{name}]"


def _type_name(option: Any) -> str:
    names = {"str": "TEXT", "int": "INTEGER", "float": "NUMBER", "Path": "PATH"}
    annotation = option.type_descriptor.annotation
    inner = getattr(annotation, "__args__", (annotation,))[0]
    return names.get(getattr(inner, "__name__", ""), "TEXT")


def _default(option: Any) -> str:
    value = option.default
    if callable(value):
        value = value()
    if option.is_flag:
        return f"`{option.opts[0]}`" if value and option.secondary_opts else ""
    if value is None or value in ((), [], ""):
        return ""
    if isinstance(value, tuple | list):
        value = ", ".join(map(str, value))
    return f"`{value}`"


def api_page(page: str) -> str:
    """Return the text of the page of the HTTP API: its introduction, and all endpoints."""
    introduction = page.partition(GENERATED)[0]
    description = create_app().openapi()
    sections: dict[str, list[str]] = {}
    for path, methods in description["paths"].items():
        for method, endpoint in methods.items():
            sections.setdefault(endpoint["tags"][0], []).append(_endpoint(path, method, endpoint))
    schemas = description["components"]["schemas"]
    parts = [introduction + GENERATED, "## Endpoints\n"]
    for tag, entries in sections.items():
        head = "| endpoint | purpose | parameters | body | reply |\n|---|---|---|---|---|"
        title = tag.replace("_", " ").capitalize()
        parts.append("\n".join([f"### {title}\n", head, *entries, ""]))
    parts.append("## Objects\n")
    parts += [_schema(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join(parts)


def _endpoint(path: str, method: str, endpoint: dict[str, Any]) -> str:
    parameters = [
        f"`{each['name']}`" + ("" if each["required"] else " (optional)")
        for each in endpoint.get("parameters", [])
    ]
    body = endpoint.get("requestBody", {}).get("content", {})
    purpose = endpoint["description"].partition("\n\n")[0].replace("\n", " ")
    replies = {code: reply for code, reply in endpoint["responses"].items() if code.startswith("2")}
    shown = [
        f"{code} {_content(reply.get('content', {}))}".strip() for code, reply in replies.items()
    ]
    cells = (f"`{method.upper()} {path}`", _cell(purpose), ", ".join(parameters), _content(body))
    return f"| {' | '.join([*cells, ', '.join(shown)])} |"


def _content(content: dict[str, Any]) -> str:
    return ", ".join(
        _type(each.get("schema", {})) if kind == "application/json" else kind
        for kind, each in content.items()
    )


def _type(schema: dict[str, Any]) -> str:
    """Return the type of a value, with a link to an object."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#object-{name.lower()})"
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(_type(each) for each in choices))
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"`{value}`" for value in values)
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type", "any"))


def _schema(name: str, schema: dict[str, Any]) -> str:
    text = _cell(schema.get("description", "").partition("\n\n")[0])
    lines = [f"(object-{name.lower()})=\n### {name}\n"]
    if text:
        lines.append(f"{text}\n")
    if "properties" not in schema:
        return "\n".join([*lines, f"{_type(schema)}\n"])
    lines.append("| field | type | limits and default | meaning |\n|---|---|---|---|")
    required = schema.get("required", ())
    for field, each in schema["properties"].items():
        limits = ["required"] if field in required else [f"default `{each.get('default')}`"]
        limits += [
            f"{words} {each[key]}" for key, words in _LIMITS.items() if each.get(key) is not None
        ]
        cells = (f"`{field}`", _type(each), ", ".join(limits), _cell(each.get("description", "")))
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


_LIMITS = {
    "minimum": "at least",
    "exclusiveMinimum": "above",
    "maximum": "at most",
    "exclusiveMaximum": "below",
    "minLength": "characters at least",
    "maxLength": "characters at most",
    "minItems": "items at least",
    "maxItems": "items at most",
}


def _cell(text: str | None) -> str:
    """Return text for a cell of a table."""
    return re.sub(r"(?<!\\)([|*<])", r"\\\1", " ".join((text or "").split()))


if __name__ == "__main__":
    COMMANDS_PAGE.write_text(commands_page(), encoding="utf-8")
    API_PAGE.write_text(api_page(API_PAGE.read_text(encoding="utf-8")), encoding="utf-8")
