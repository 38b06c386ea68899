"""A dry run estimates the cost, and a budget is never exceeded."""

import pytest

from numduel import NumduelError
from numduel.arena.cost import Budget, BudgetReached

PRICED = "+price_read=1000+price_written=1000+max_tokens=100"  # each reply costs 11 cents


@pytest.fixture
def invoke(small_run):
    """invoke("--dry-run"): a run of a model with prices; what it said."""
    return lambda *more, settings=PRICED: small_run(
        f"random,openai:good+name=it{settings}", *more, rounds=3
    )


def test_a_dry_run_asks_nobody_and_writes_nothing(invoke, server, tmp_path):
    first, it, whole, last = invoke("--dry-run").splitlines()
    assert first == "6 games, of which 6 are still to be played."
    assert it.startswith("it: about ")
    assert "with retries; about" in it
    assert "written (100 each, the most that is allowed); about $" in it
    assert whole.startswith("In all about $")
    assert last == "Dry run: nothing was sent or saved."
    assert server.requests == []
    assert not (tmp_path / "run").exists()


def test_a_dry_run_is_about_right(invoke, server):
    told = invoke("--dry-run", settings=f"{PRICED}+retries=0")
    invoke(settings=f"{PRICED}+retries=0")
    expected = int(told.split("it: about ")[1].split()[0])
    assert expected / 2 < len(server.requests) < expected * 2
    again = invoke("--dry-run", settings=f"{PRICED}+retries=0")
    assert "6 games, of which 0 are still to be played." in again


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ("", "A budget needs price_read and price_written of it"),
        ("+price_read=1", "A budget needs max_tokens or max_completion_tokens of it"),
    ],
)
def test_a_budget_needs_to_know_what_a_reply_may_cost(invoke, settings, reason):
    with pytest.raises(NumduelError, match=reason):
        invoke("--budget", "5", settings=settings)


def test_runs_stop_before_exceeding_budget(invoke, server):
    for _ in range(3):
        with pytest.raises(NumduelError, match=r"The budget of \$2\.00 could be exceeded.*of 6 "):
            invoke("--budget", "2")
        # A question could cost 1.10 to 1.20, so one is sent at a time; it costs 0.11.
        assert server.most_open == 1
        assert 0.7 <= 0.11 * len(server.requests) <= 2
    asked = len(server.requests)
    invoke("--budget", "300")
    assert len(server.requests) > asked


def test_what_is_set_aside_counts_until_it_is_settled():
    budget = Budget(1.0, spent=0.4)
    assert budget.set_aside(0.5)
    assert not budget.set_aside(0.2)
    budget.settle(0.5, 0.1)
    assert budget.set_aside(0.2)
    budget.settle(0.2, None)
    assert budget.spent == pytest.approx(0.7)
    with pytest.raises(BudgetReached, match=r"\$0\.7000 are spent"):
        budget.set_aside(0.4)
