"""Checks for all markup that the package writes."""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    """Parse SVG or HTML; it must be well-formed, have no scripts and load nothing."""
    lowered = text.lower()
    for word in (
        "<script",
        "javascript:",
        "onclick",
        "onload",
        " href=",
        " src=",
        "url(",
        "<style",
    ):
        assert word not in lowered, word
    return ElementTree.fromstring(text)


def parsed_page(text: str) -> ElementTree.Element:
    """Parse a whole page with one style sheet, and return its body."""
    assert text.startswith("<!DOCTYPE html>\n")
    page = ElementTree.fromstring(text.removeprefix("<!DOCTYPE html>\n"))
    body = page.find("body")
    assert body is not None
    assert len(list(page.iter("style"))) == 1
    parsed(ElementTree.tostring(body, encoding="unicode"))
    return body


def all_text(root: ElementTree.Element) -> str:
    return "".join(root.itertext())


def grids_of(root: ElementTree.Element) -> list[list[ElementTree.Element]]:
    """Return the cells of each grid."""
    groups = [group for group in root.iter(f"{SVG}g") if group.get("text-anchor") == "middle"]
    return [[cell for cell in group if cell.tag == f"{SVG}g"] for group in groups]


def cell_widths(cell: ElementTree.Element) -> float:
    """Return the total width of a cell's colours."""
    return sum(float(rect.attrib["width"]) for rect in cell.findall(f"{SVG}rect"))


def cell_title(cell: ElementTree.Element) -> str:
    return cell.findtext(f"{SVG}title") or ""
