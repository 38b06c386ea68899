"""The page's types are those of the API, and its data has a version."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

TOOLS = Path(__file__).parents[2] / "tools"


def load_tool(name):
    spec = spec_from_file_location(name, TOOLS / f"{name}.py")
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_page_types_match_api_schema():
    tool = load_tool("make_types")
    assert tool.TYPES.read_text() == tool.types_text(), "run: make types"
