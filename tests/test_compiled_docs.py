"""Compiled modules have the docstrings and signatures of their sources."""

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.compiled_docs import UnexpectedCError, attribute_docstrings, document

ROOT = Path(__file__).parent.parent


def _compiled_modules() -> list[str]:
    assignments = {
        ast.unparse(node.targets[0]): node.value
        for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body
        if isinstance(node, ast.Assign)
    }
    return list(ast.literal_eval(assignments["COMPILED_MODULES"]))


def _functions(body: list[ast.stmt]) -> Iterator[ast.FunctionDef]:
    yield from (node for node in body if isinstance(node, ast.FunctionDef))


def _check(found: Any, node: ast.FunctionDef | ast.ClassDef | ast.Module, name: str) -> None:
    assert inspect.cleandoc(found.__doc__ or "") == (ast.get_docstring(node) or ""), name


def _check_signature(found: Any, node: ast.FunctionDef, *, bound: bool, name: str) -> None:
    parameters = list(inspect.signature(found).parameters.values())
    written = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    assert [
        parameter.name
        for parameter in parameters
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ] == [argument.arg for argument in written][bound:], name


@pytest.mark.parametrize("path", _compiled_modules())
def test_docstrings_and_signatures_are_those_of_the_source(path: str) -> None:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    module = importlib.import_module(".".join(Path(path).with_suffix("").parts[1:]))
    _check(module, tree, path)
    for function in _functions(tree.body):
        found = getattr(module, function.name)
        _check(found, function, function.name)
        _check_signature(found, function, bound=False, name=function.name)
    for node in tree.body:
        if not isinstance(node, ast.ClassDef):
            continue
        kind = getattr(module, node.name)
        _check(kind, node, node.name)
        for member in _functions(node.body):
            name = f"{node.name}.{member.name}"
            if member.name == "__init__":
                _check_signature(kind, member, bound=True, name=name)
            elif not member.name.startswith("__"):  # special methods are slots of the type
                found = inspect.getattr_static(kind, member.name)
                _check(found, member, name)
                if not member.decorator_list:
                    _check_signature(found, member, bound=False, name=name)
        for attribute, docstring in attribute_docstrings(node).items():
            descriptor = vars(kind).get(attribute)
            if inspect.isgetsetdescriptor(descriptor):  # interpreted classes have none
                assert descriptor.__doc__ == docstring, f"{node.name}.{attribute}"


# A module in the form that mypyc gives it, as far as docstrings go.
GENERATED = """\
static PyMethodDef amodule_methods[] = {
    {"f", (PyCFunction)CPyPy_a___f, METH_FASTCALL | METH_KEYWORDS, PyDoc_STR(NULL) /* docstring */},
    {NULL, NULL, 0, NULL}
};
static PyGetSetDef a___C_getseters[] = {
    {"size",
     (getter)a___C_get_size, (setter)a___C_set_size,
     NULL, NULL},
    {"double",
     (getter)a___C_get_double,
    NULL, NULL, NULL},
    {NULL}  /* Sentinel */
};
static PyMethodDef a___C_methods[] = {
    {"__init__",
     (PyCFunction)CPyPy_a___C_____init__,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("__init__($self, size=\\"a\\")\\n--\\n\\n")},
    {NULL}  /* Sentinel */
};
static PyTypeObject CPyType_a___C_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_doc = PyDoc_STR("C(size=\\"a\\")\\n--\\n\\n"),
};
static struct PyModuleDef amodule = {
    PyModuleDef_HEAD_INIT,
    "room.a",
    NULL, /* docstring */
    0,       /* size of per-interpreter state of the module */
    amodule_methods,
    NULL,
};
"""
SOURCE = '''
"""Module."""
def f(x, *, kind=A.B, most=-1):
    """Say "why??"."""
class C:
    """Class: ♠."""
    def __init__(self, size="a"):
        """Make."""
        self.size: str = size
        """Size as text."""
    @property
    def double(self):
        """Twice."""
'''


def test_docstrings_are_written_into_generated_c() -> None:
    text = document(GENERATED, {"room.a": ast.parse(SOURCE)})
    assert '"f(x, *, kind=..., most=-1)\\n"\n"--\\n"\n"\\n"\n"Say \\"why\\?\\?\\"."' in text
    assert '"C(size=\'a\')\\n"\n"--\\n"\n"\\n"\n"Class: \\342\\231\\240."' in text
    assert "\"__init__($self, size='a')\\n\"" in text
    assert '(setter)a___C_set_size,\n     \n"Size as text.", NULL}' in text
    assert 'NULL, \n"Twice.", NULL}' in text
    assert '\n"Module.", /* docstring */' in text


@pytest.mark.parametrize(
    ("part", "name"),
    [
        ("PyDoc_STR(NULL) /* docstring */", "room.a.f"),
        ("NULL, /* docstring */", "room.a"),
        ('{"double",', "room.a.C.double"),
        ('{"size",', "room.a.C.size"),
        (".tp_doc", "room.a.C"),
        ("static PyMethodDef a___C_methods", "room.a.C.__init__"),
    ],
)
def test_a_docstring_without_a_place_ends_the_build(part: str, name: str) -> None:
    assert part in GENERATED
    changed = GENERATED.replace(part, "something new")
    with pytest.raises(UnexpectedCError, match=f"docstring of {name} in the C"):
        document(changed, {"room.a": ast.parse(SOURCE)})
