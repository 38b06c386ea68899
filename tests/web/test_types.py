"""The page's types are those of the API, and what is told has a version."""

from dataclasses import fields
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Literal

import pytest
from pydantic import TypeAdapter

from numduel.study import Form
from numduel.web.forms import PuzzleShape

TOOLS = Path(__file__).parents[2] / "tools"


def load_tool(name):
    spec = spec_from_file_location(name, TOOLS / f"{name}.py")
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def test_the_types_of_the_page_are_those_that_the_api_describes():
    tool = load_tool("make_types")
    assert tool.TYPES.read_text() == tool.types_text(), "run: make types"


@pytest.mark.parametrize("form", Form.__subclasses__())
def test_what_is_described_in_the_documents_has_the_version_of_its_form(form):
    assert next(iter(fields(form))).name == "form"
    assert TypeAdapter(form).json_schema()["properties"]["form"]["const"] == 1
    assert PuzzleShape.model_fields["form"].annotation == Literal[1]
