"""`numduel serve --lan`: a class gets in without a proxy."""

import os
import socket

import httpx
import pexpect

from numduel.web.serving import command

from ..conftest import PATIENCE
from .conftest import SCRIPT


def test_lan_prints_address_qr_code_and_warning(tmp_path):
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    terminal = pexpect.spawn(
        SCRIPT,
        ["serve", "--lan", "--port", "0"],
        env=environment,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(60, 100),
    )
    terminal.expect(r"numduel is at (http://([\d.]+):(\d+))/")
    address, host, port = terminal.match.groups()
    assert host == command.lan_addresses()[0]
    terminal.expect("█{25,}")  # the QR code
    terminal.expect("Everyone in this network can open it")

    def get(path, asked):
        return httpx.get(f"{address}{path}", headers={"Host": asked}, timeout=PATIENCE)

    name = socket.gethostname()
    for asked in (f"{host}:{port}", f"{name.upper()}:{port}", f"{name}.local", "127.0.0.1"):
        assert get("/api/games", asked).status_code == 200
    assert get("/api/games", "evil.example").status_code == 421
    assert f'<meta name="lan-origin" content="{address}">' in get("/", "127.0.0.1").text
    terminal.sendintr()
    terminal.expect("Goodbye")
    terminal.close()
