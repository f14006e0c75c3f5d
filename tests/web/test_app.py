"""The routes of the app, which are built once: building them takes a third of its start."""

from importlib import import_module

from fastapi.routing import APIRoute

from fifthstreet.web import create_app
from fifthstreet.web.app import ROUTERS
from tests.web.serving import API


def test_every_route_is_built_once() -> None:
    modules = [import_module(f"fifthstreet.web.api.{name}") for name in ROUTERS]
    built = [route for module in modules for route in module.router.routes]
    added = [each for each in create_app().routes if getattr(each, "path", "").startswith(API)]
    described, *served = added
    assert getattr(described, "path", "") == f"{API}/openapi.json"
    assert len(built) > 100
    assert all(one is other for one, other in zip(served, built, strict=True))


def test_every_endpoint_describes_the_same_errors() -> None:
    description = create_app().openapi()
    detail = {"application/json": {"schema": {"$ref": "#/components/schemas/Detail"}}}
    for path, methods in description["paths"].items():
        for operation in methods.values():
            described = {
                status: reply.get("content")
                for status, reply in operation["responses"].items()
                if status >= "400"
            }
            is_machine = path == f"{API}/machine"
            statuses = [] if is_machine else ["400", "404", "409", "413", "422"]
            assert described == dict.fromkeys(statuses, detail), path
    assert set(description["components"]["schemas"]["Detail"]["properties"]) == {"detail"}


def test_only_one_error_of_an_endpoint_takes_a_field_of_pydantic() -> None:
    routes = [each for each in create_app().routes if isinstance(each, APIRoute)]
    assert {len(each.response_fields) for each in routes} == {0, 1}
