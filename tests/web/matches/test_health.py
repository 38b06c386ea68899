"""Whether the server is well: one look for all who ask in the same moment."""

import asyncio

import pytest

from numduel.web.matches.live.health import SharedCheck
from numduel.web.settings import Settings

AN_HOUR = 3_600


class Looks:
    """Counts how often somebody looked; each look lasts until `go` is set."""

    def __init__(self):
        self.count = 0
        self.is_well = True
        self.go = asyncio.Event()

    async def __call__(self):
        self.count += 1
        await self.go.wait()
        if not self.is_well:
            raise ValueError


async def ask(check, times):
    asked = [asyncio.create_task(check()) for _ in range(times)]
    await asyncio.sleep(0)
    return asked


@pytest.mark.parametrize("seconds", [0, AN_HOUR])
def test_those_who_ask_while_one_looks_share_it(seconds):
    async def test():
        looks = Looks()
        check = SharedCheck(looks, seconds)
        asked = await ask(check, 100)
        asked[0].cancel()  # somebody hangs up, and the others are answered all the same
        looks.go.set()
        await asyncio.gather(*asked[1:])
        assert looks.count == 1

    asyncio.run(test())


@pytest.mark.parametrize(("seconds", "count"), [(0, 11), (AN_HOUR, 1)])
def test_a_result_holds_for_a_moment_and_no_longer(seconds, count):
    async def test():
        looks = Looks()
        looks.go.set()
        check = SharedCheck(looks, seconds)
        await check()
        for _ in range(10):
            await check()
        assert looks.count == count

    asyncio.run(test())


def test_a_fault_is_told_to_all_who_ask_and_forgotten_when_it_is_gone():
    async def test():
        looks = Looks()
        check = SharedCheck(looks, 0)
        looks.is_well = False
        asked = await ask(check, 3)
        looks.go.set()
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in told] == [ValueError] * 3
        looks.is_well = True
        await check()

    asyncio.run(test())


def test_the_disk_is_written_to_once_for_all_who_ask_at_the_same_time(run_site, tmp_path):
    settings = Settings(f"sqlite:///{tmp_path / 'web.sqlite'}", healthy_for=AN_HOUR)
    with run_site(settings) as site:
        commits = []
        site.app.state.services.store.commits.on_commit = lambda *told: commits.append(told)
        visitor = site.visitor()
        assert [visitor.get("/healthz").status_code for _ in range(20)] == [200] * 20
        assert len(commits) <= 2  # cleaning up writes one too
