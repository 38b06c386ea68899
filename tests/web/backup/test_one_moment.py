"""A backup has all matches as they were at one moment, and holds up nobody meanwhile."""

import asyncio
from io import BytesIO

from numduel.web.backup.backup_file import BackupReader
from numduel.web.backup.taking import take_backup
from numduel.web.settings import Settings
from numduel.web.store.database import make_engine

from ..conftest import PATIENCE


class DisturbedOutput(BytesIO):
    """Before the first line is written, something happens at the site."""

    def __init__(self, disturb):
        super().__init__()
        self._disturb = disturb

    def write(self, data):
        if self._disturb is not None:
            disturb, self._disturb = self._disturb, None
            disturb()
        return super().write(data)


def test_what_happens_while_a_backup_is_taken_is_acknowledged_and_not_in_it(run_site, database):
    async def take(output):
        engine = make_engine(database, PATIENCE)
        taken = await take_backup(engine, output, lambda done, all: None)
        await engine.dispose()
        return taken

    with run_site(Settings(database)) as site:
        visitor = site.visitor()
        match_id = visitor.create(mode="screen")["match"]["id"]
        assert visitor.move(match_id, 0, "6").status_code == 200

        def play_on():
            assert visitor.move(match_id, 1, "3").status_code == 200
            visitor.create(mode="screen")

        output = DisturbedOutput(play_on)
        taken = asyncio.run(take(output))
        assert visitor.see(match_id)["moves"] == ["6", "3"]
    assert (taken.amount, taken.damaged) == ((1, 1), {})
    (copied,) = BackupReader(BytesIO(output.getvalue())).matches()
    assert (copied.id, [kept.entry for kept in copied.entries]) == (match_id, [{"move": "6"}])
