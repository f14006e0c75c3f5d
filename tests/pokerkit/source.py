"""PokerKit's installed sources, with their imports redirected to `fifthstreet.pokerkit`.

Nothing of PokerKit is copied and none of its modules is imported: its files are parsed, and every
import of `pokerkit` in them is replaced with an import of ours before they run.
"""

import ast
import importlib
import sys
from collections.abc import Sequence
from functools import cache
from importlib.abc import FileLoader, MetaPathFinder, SourceLoader
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType

OURS = "fifthstreet.pokerkit"
SUITE = "pokerkit_suite_on_fifthstreet"
MODULES = ("analysis", "games", "hands", "lookups", "notation", "state", "utilities")

# Where fifthstreet differs, and why. A key is a test (`test_state.PotTestCase.test_init`)
# or an example in a docstring (`state.State.pots: state.pots`).
ITERATOR = "an iterator that is not a generator, so its repr differs"
FLOATS = "floats are counted in units of 1e-8 chips"
NO_CHIPS_LOST = "a pot that all its players left goes to the last ones; in PokerKit to nobody"

DOCUMENTED_EXCEPTIONS: dict[str, str] = {
    "state.State.ante_poster_indices: state.ante_poster_indices": ITERATOR,
    "state.State.blind_or_straddle_poster_indices: state.blind_or_straddle_poster_indices": (
        ITERATOR
    ),
    "state.State.chips_pulling_indices: state.chips_pulling_indices": ITERATOR,
    "state.State.draw_statuses: state.draw_statuses": ITERATOR,
    "state.State.get_censored_hole_cards: state.get_down_cards(0)": ITERATOR,
    "state.State.get_down_cards: state.get_down_cards(0)": ITERATOR,
    "state.State.get_up_cards: state.get_down_cards(0)": ITERATOR,
    "state.State.get_up_hands: state.get_up_hands(0, 0)": ITERATOR,
    "state.State.hand_killing_indices: state.hand_killing_indices": ITERATOR,
    "state.State.pot_amounts: state.pot_amounts": ITERATOR,
    "state.State.pots: state.pots": ITERATOR,
    "test_state.StateTestCase.test_nonstandard_folds": NO_CHIPS_LOST,
    "test_state.StateTestCase.test_unknown_showdown": NO_CHIPS_LOST,
    "utilities.divmod: divmod(11.0, 3)": FLOATS,
}


def _location() -> Path:
    spec = PathFinder.find_spec("pokerkit")
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


PATH = _location()


def available() -> frozenset[str]:
    """Return the modules of PokerKit that `fifthstreet.pokerkit` has."""
    return frozenset(name for name in MODULES if find_spec(f"{OURS}.{name}") is not None)


@cache
def _homes() -> dict[str, str]:
    """Return the module that each of PokerKit's top-level names comes from."""
    tree = ast.parse((PATH / "__init__.py").read_text(encoding="utf-8"))
    return {
        alias.name: (node.module or "").removeprefix("pokerkit.")
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def needed(tree: ast.AST) -> frozenset[str]:
    """Return the modules of PokerKit that a source imports, or whose names it imports."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "pokerkit":
            _, _, name = (node.module or "").partition(".")
            if name:
                names.add(name.split(".")[0])
                continue
            for alias in node.names:
                names.update(MODULES if alias.name == "*" else [_homes()[alias.name]])
    return frozenset(names - {"tests"})


def redirected(tree: ast.Module) -> ast.Module:
    """Replace the imports of PokerKit in a source with imports of ours."""
    result = _ImportRedirector().visit(tree)
    assert isinstance(result, ast.Module)
    return ast.fix_missing_locations(result)


class _ImportRedirector(ast.NodeTransformer):
    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom:
        module = node.module or ""
        if module == "pokerkit.tests" or module.startswith("pokerkit.tests."):
            node.module = SUITE + module.removeprefix("pokerkit.tests")
        elif module == "pokerkit" or module.startswith("pokerkit."):
            node.module = OURS + module.removeprefix("pokerkit")
        return node

    def visit_Import(self, node: ast.Import) -> ast.Import:
        for alias in node.names:
            assert alias.name.split(".")[0] != "pokerkit", "want `from pokerkit import`"
        return node


class _SuiteLoader(FileLoader, SourceLoader):
    """Loads a test module of PokerKit with redirected imports; writes no bytecode."""

    def source_to_code(self, data: object, path: object = "<string>") -> CodeType:  # type: ignore[override]
        assert isinstance(data, bytes)
        return compile(redirected(ast.parse(data)), str(path), "exec", dont_inherit=True)


class _SuiteFinder(MetaPathFinder):
    """Finds PokerKit's tests under the name of `SUITE`."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        top, _, rest = fullname.partition(".")
        if top != SUITE:
            return None
        location = PATH.joinpath("tests", *rest.split(".")) if rest else PATH / "tests"
        is_package = location.is_dir()
        file = location / "__init__.py" if is_package else location.with_suffix(".py")
        return spec_from_file_location(
            fullname,
            file,
            loader=_SuiteLoader(fullname, str(file)),
            submodule_search_locations=[] if is_package else None,  # hidden from other finders
        )


def suite_modules() -> list[str]:
    """Return the names of PokerKit's test modules that need only modules that we have."""
    ours = available()
    return [
        ".".join(file.relative_to(PATH / "tests").with_suffix("").parts)
        for file in sorted((PATH / "tests").rglob("test_*.py"))
        if needed(ast.parse(file.read_text(encoding="utf-8"))) <= ours
    ]


def load_suite_module(name: str) -> ModuleType:
    """Load a test module of PokerKit so that it tests fifthstreet."""
    if not any(isinstance(finder, _SuiteFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _SuiteFinder())
    module = importlib.import_module(f"{SUITE}.{name}")
    for value in vars(module).values():
        home = getattr(value, "__module__", None) or ""
        assert not home.startswith("pokerkit."), f"{name} would test PokerKit itself"
    return module
