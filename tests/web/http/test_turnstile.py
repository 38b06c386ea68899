"""Requests of one client come in a few at a time, and others do not wait for all of them."""

import asyncio

from numduel.web.http.turnstile import Turnstile


def test_a_client_who_sends_many_at_once_does_not_hold_up_another():
    async def test():
        turnstile, order = Turnstile(), []

        async def enter(client, number):
            await turnstile.enter(client)
            order.append((client, number))

        many = [asyncio.create_task(enter("many", number)) for number in range(100)]
        few = [asyncio.create_task(enter("few", number)) for number in range(2)]
        await asyncio.gather(*many, *few)
        assert [number for client, number in order if client == "many"] == [*range(100)]
        assert order.index(("few", 0)) < 30
        assert order.index(("few", 1)) < 30
        assert not turnstile._lines

    asyncio.run(test())


def test_whoever_hangs_up_while_waiting_keeps_nobody():
    async def test():
        turnstile, order = Turnstile(), []

        async def enter(number):
            await turnstile.enter("one")
            order.append(number)

        tasks = [asyncio.create_task(enter(number)) for number in range(16)]
        await asyncio.sleep(0)
        tasks[11].cancel()
        tasks[15].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)
        assert order == [*range(11), 12, 13, 14]
        await turnstile.enter("one")

    asyncio.run(test())
