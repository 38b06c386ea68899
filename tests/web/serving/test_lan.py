"""`numduel serve --lan`: a class gets in without a proxy."""

import os
import socket

import pexpect

from numduel.web.serving import command

from ..conftest import PATIENCE, wait_until
from .conftest import SCRIPT


def test_it_listens_in_the_network_and_says_where_and_what_that_means(serve):
    with serve("--lan") as serving:
        address = serving.address
        host, _, port = address.removeprefix("http://").strip("/").rpartition(":")
        assert host == command.lan_addresses()[0]
        wait_until(lambda: "Everyone in this network can open it" in serving.said)
        assert "█" not in serving.said  # it is no terminal
        name = socket.gethostname()
        for asked in (f"{host}:{port}", f"{name.upper()}:{port}", f"{name}.local", "127.0.0.1"):
            assert serving.get("api/games", headers={"Host": asked}).status_code == 200
        assert serving.get("api/games", headers={"Host": "evil.example"}).status_code == 421
        page = serving.get("", f"http://127.0.0.1:{port}/").text
        assert f'<meta name="lan-origin" content="{address.strip("/")}">' in page


def test_at_a_terminal_it_shows_a_qr_code(tmp_path):
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    terminal = pexpect.spawn(
        SCRIPT,
        ["serve", "--lan", "--port", "0"],
        env=environment,
        encoding="utf-8",
        timeout=PATIENCE,
        dimensions=(60, 100),
    )
    terminal.expect(r"numduel is at http://[\d.]+:\d+/")
    terminal.expect("█{25,}")
    terminal.expect("Everyone in this network")
    terminal.sendintr()
    terminal.expect("Goodbye")
    terminal.close()
