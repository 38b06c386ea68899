"""The page's types are those of the API."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

TOOL = Path(__file__).parents[2] / "tools" / "make_types.py"


def test_the_types_of_the_page_are_those_that_the_api_describes():
    spec = spec_from_file_location("make_types", TOOL)
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.TYPES.read_text() == tool.types_text(), "run: make types"
