"""The computer's moves, and what happens in a match while it thinks."""

import asyncio

from numduel.web.live.replies import Replies
from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog


def test_a_move_that_is_found_too_late_is_not_written():
    log = MatchLog(new_match("divisor-duel", {}, "computer", "easy", "me", None).header)
    log.apply({"move": "6"})
    decided = []

    async def find(_match_id):
        return log

    async def act(_match_id, decide):
        decided.append(decide(log))

    async def think(choose):
        move = choose()
        log.apply({"undo": 1})  # its opponent takes back meanwhile
        return move

    async def reply():
        replies = Replies(find, act, lambda _match_id: False, think)
        replies.begin(log)
        await replies.wait(log.header.id, None)

    asyncio.run(reply())
    assert decided == [None]
