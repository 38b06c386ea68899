"""`numduel rules` tells the rules first and plainly, and the rulings only if they are wanted."""

import pytest

RULINGS = {"divisor-duel": "D2.", "parity-duel": "P2."}


@pytest.mark.parametrize("slug", RULINGS)
def test_rules_leave_out_rulings_but_say_how_to_see_them(here, slug):
    told = here("rules", slug)
    assert "\nExample" in told.out
    assert "\n- " not in told.out
    assert "uling" not in told.out
    assert told.err.endswith(f": numduel rules {slug} --rulings\n")
    assert told.code == 0


@pytest.mark.parametrize("slug", RULINGS)
def test_the_rulings_follow_the_rules_if_they_are_wanted(here, slug):
    told = here("rules", slug, "--rulings")
    assert told.out.startswith(here("rules", slug).out)
    assert f"\n- {RULINGS[slug]} " in told.out
    assert (told.err, told.code) == ("", 0)
