"""The soak of several servers in short: parts of the site are killed in turn, and what clients saw
and did is checked. How long anything takes is not asked here."""

import pytest
from bench.soak.rounds import SEVERAL


@pytest.mark.long
def test_two_servers_survive_fault_injection(soak):
    said = soak("--processes", "2")
    for fault in SEVERAL:
        assert f"  {fault.__name__.replace('_', ' ')}: " in said, said
