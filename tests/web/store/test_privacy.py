"""Stored data is for its owner alone, and logs have no ids and hashes."""

import json
import logging
import os
import stat
from contextlib import contextmanager

import pytest

from numduel.web.errors import StoreUnavailable
from numduel.web.serving.server import JsonLines
from numduel.web.settings import Settings, default_database

from .test_match_store import new_header


@contextmanager
def careless():
    """While this lasts, files are made for everybody."""
    before = os.umask(0)
    try:
        yield
    finally:
        os.umask(before)


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("is_there", [False, True])
def test_only_its_owner_may_read_the_database(run_site, tmp_path, monkeypatch, is_there):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    folder = tmp_path / "numduel"
    with careless():
        if is_there:  # somebody made them first
            folder.mkdir()
            (folder / "web.sqlite").touch()
        with run_site(Settings(default_database())) as site:
            site.visitor().create()
            found = {path.name: mode(path) for path in folder.iterdir()}
    assert mode(folder) == 0o700
    names = ["web.sqlite", "web.sqlite-wal", "web.sqlite-shm", "web.sqlite-lease"]
    assert found == dict.fromkeys(names, 0o600)


def test_logged_database_error_has_no_ids_or_hashes(with_store, caplog):
    async def test(store):
        header = new_header()
        await store.create(header)
        with pytest.raises(StoreUnavailable):
            await store.create(header)  # the same id again
        (told,) = [JsonLines().format(record) for record in caplog.records]
        assert json.loads(told)["fault"]
        assert header.id not in told
        assert not any(secret * 64 in told for secret in "ab")

    caplog.set_level(logging.ERROR)
    with_store(test)
