"""What holds for all markup that the package writes."""

from xml.etree import ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    """The root of SVG or HTML that is well-formed, has no scripts and loads nothing."""
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
    """The body of a whole page, whose one style sheet is in its head."""
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
    """The cells of every grid."""
    groups = [group for group in root.iter(f"{SVG}g") if group.get("text-anchor") == "middle"]
    return [[cell for cell in group if cell.tag == f"{SVG}g"] for group in groups]


def cell_widths(cell: ElementTree.Element) -> float:
    """Sum of the widths of a cell's colours."""
    return sum(float(rect.attrib["width"]) for rect in cell.findall(f"{SVG}rect"))


def cell_title(cell: ElementTree.Element) -> str:
    return cell.findtext(f"{SVG}title") or ""
