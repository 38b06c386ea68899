"""The page's types are those of the API, and what is told has a version."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Literal

import pytest

from numduel.web.http import answers

TOOL = Path(__file__).parents[2] / "tools" / "make_types.py"


def test_the_types_of_the_page_are_those_that_the_api_describes():
    spec = spec_from_file_location("make_types", TOOL)
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    assert tool.TYPES.read_text() == tool.types_text(), "run: make types"


@pytest.mark.parametrize(
    "name",
    "PositionTruth ConsequenceShape ReviewShape ForegoneShape FactsShape PuzzleShape PuzzleResult"
    " NudgeShape LessonAbout LessonResult".split(),
)
def test_what_is_described_in_the_documents_has_the_version_of_its_form(name):
    assert getattr(answers, name).model_fields["form"].annotation == Literal[1]
