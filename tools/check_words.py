"""Find turns of phrase that english readers stumble over: `python -m tools.check_words`.

Prints `file:line: what was found -> what to write` for each, and exits with 1 if there are any. A
line that needs such a phrase, for example because a format defines it, ends with the comment
`# words: ok`.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PATTERNS = {
    r"; want\b": "<thing> must be <what is accepted>, got <what was given>",
    r"\bbut for\b": "except",
    r"\b(?:nobody|somebody)\b": "no player, no caller, someone by role",
    r"\b(?:goes|go|going) on (?:from|with|until|after)\b": "continues, resumes",
    r"\bnow and then\b": "periodically",
    r"\b(?:is|are|was|were) told\b": "receives, is called with",
    r"\b(?:is|are) asked\b": "is called, is requested",
    r"\btells? the time\b": "estimates the duration",
    r"(?<!there )\b(?:is|are) no (?:number|card|kernel|range|board|flop|path|spot|file|such)\b": (
        "is not a"
    ),
    r"\bof theirs\b": "their",
    r"\bthose of\b|\bthat of (?:a|the|its|all)\b": "repeat the noun",
    r"\bso (?:many|much)\b": "the number, the parameter's name",
    r"\bis not said\b|\bweighed\b": "is not stated, is weighted",
    r"\b(?:half|a third|a quarter) (?:as \w+ again|longer)\b": "1.5 times as long",
    r"\b(?:this|a|the|its|own|other|each|these|of) rooms?\b": "package, module, layer",
    r"\b_?(?:MOST|LEAST|LONGEST)_[A-Z]": "MAX_, MIN_",
}
SUFFIXES = {".py", ".pyi", ".md", ".js", ".html", ".cpp", ".hpp", ".cu", ".cuh", ".toml"}
FOLDERS = (
    *("src", "fuzz", "docs", "native", "tools", "benchmarks", "examples"),
    *("README.md", "CHANGELOG.md"),
)
ALLOWED = "# words: ok"


def findings(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the line number, the phrase and what to write instead for each finding in a file."""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.endswith(ALLOWED):
            continue
        for pattern, instead in PATTERNS.items():
            if match := re.search(pattern, line):
                yield number, match[0], instead


def main() -> int:
    """Check all files that git knows; return the exit code."""
    listed = subprocess.run(
        ["git", "ls-files", *FOLDERS], capture_output=True, text=True, check=True
    )
    count = 0
    for name in listed.stdout.splitlines():
        path = Path(name)
        if path.suffix not in SUFFIXES or path == Path(__file__).relative_to(Path.cwd()):
            continue
        for number, phrase, instead in findings(path):
            print(f"{path}:{number}: {phrase!r} -> {instead}")
            count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
