"""The pages and what a link to one shows elsewhere, the files they load, and the documentation."""

import gzip
import re
from html import unescape

import pytest

from numduel import list_games
from numduel.web.page import static_files
from numduel.web.routes.pages import DOCUMENTATION

PAGES = ["/", "/p/divisor-duel/numbers=40/6,3"]
PAGES += ["/puzzles", "/puzzles/daily", "/learn", "/sheets", "/games/divisor-duel"]
MISSING = ["/m/AAAAAAAAAAAAAAAA", "/m/AAAAAAAAAAAAAAAA/join/token", "/games/nowhere", "/p/nowhere"]


def tags_of(response):
    """What a page says of itself in its head."""
    tags = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', response.text)
    title = re.search("<title>(.*)</title>", response.text)[1]
    return {name: unescape(text) for name, text in [*tags, ("title", title)]}


def loaded_by(response):
    return re.findall(r'(?:src|href)="(/(?:static|documentation)/[^"]+)"', response.text)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_loads_the_same_files_and_all_are_there(visitor, address):
    response = visitor.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    loaded = loaded_by(response)
    assert loaded == loaded_by(visitor.get("/"))
    assert [path for path in loaded if visitor.get(path).status_code != 200] == []
    assert {path.split("/", 3)[3] for path in loaded} >= {"theme.js", "script.js", "styles.css"}
    assert not any(path.endswith("app.js") for path in loaded)


@pytest.mark.parametrize("address", MISSING)
def test_a_page_of_nothing_is_not_found_and_still_the_page(visitor, address):
    response = visitor.get(address)
    assert response.status_code == 404
    assert loaded_by(response) == loaded_by(visitor.get("/"))
    assert tags_of(response)["robots"] == "noindex"


@pytest.mark.parametrize("address", ["/", "/p/divisor-duel", "/docs", "/static/icon.svg"])
def test_unchanged_files_are_revalidated_and_not_sent_again(visitor, address):
    first = visitor.get(address)
    assert first.status_code == 200
    assert first.headers["cache-control"].endswith("no-cache")
    again = visitor.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = visitor.get(address, headers={"If-None-Match": '"older"'})
    assert (other.status_code, other.content) == (200, first.content)


def test_pages_are_gzipped_if_accepted(visitor):
    for path in ["/", "/docs", f"{static_files().address}/app.js", "/static/styles/base.css"]:
        with visitor.stream("GET", path, headers={"Accept-Encoding": "br, gzip"}) as response:
            sent = b"".join(response.iter_raw())
            assert response.headers["content-encoding"] == "gzip"
            assert response.headers["vary"] == "Accept-Encoding"
        plain = visitor.get(path, headers={"Accept-Encoding": "identity, gzip;q=0"})
        assert "content-encoding" not in plain.headers
        assert gzip.decompress(sent) == plain.content
        assert plain.headers["etag"] != response.headers["etag"]


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/"])
def test_nothing_else_of_the_server_can_be_read(visitor, path):
    assert visitor.get(path).status_code == 404


def test_docs_load_nothing_from_third_parties(visitor):
    page = visitor.get("/docs")
    assert page.status_code == 200
    loaded = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert all(address.startswith("/") and "//" not in address for address in loaded)
    for address in loaded:
        assert visitor.get(address).status_code == 200
    assert not re.search(r"<script>|<style|style=", page.text)
    for file in DOCUMENTATION.iterdir():
        assert "http://" not in file.read_text()
        assert "https://" not in file.read_text()


def test_game_page_has_open_graph_tags(site, visitor):
    game = list_games()[0]
    tags = tags_of(visitor.get(f"/games/{game.slug}"))
    assert tags["og:title"] == game.title
    assert tags["description"] == tags["og:description"] == game.summary
    assert tags["og:url"] == f"{site.address}/games/{game.slug}"
    picture = tags["og:image"].removeprefix(site.address)
    assert picture.endswith(f"/pictures/{game.slug}.png")
    sent = visitor.get(picture)
    assert sent.headers["content-type"] == "image/png"
    assert [int.from_bytes(sent.content[at : at + 4]) for at in (16, 20)] == [1200, 630]
    assert "robots" not in tags


@pytest.mark.parametrize("rest", ["6,5", "number=5", "", "6/3"])
def test_impossible_position_is_noindex(visitor, rest):
    response = visitor.get(f"/p/divisor-duel/{rest}")
    assert response.status_code == 200
    assert response.headers["x-robots-tag"] == "noindex"


def test_link_preview_shows_the_result_but_no_names_before(visitor, friend):
    made = visitor.create("number-split-duel", name="Ann <b>", options={"start": 3})
    address = f"/m/{made['match']['id']}"
    invited = tags_of(friend.get(made["seat_link"]))
    assert invited["og:title"] == "You are invited to Number Split Duel"
    assert "Ann" not in friend.get(address).text
    friend.join(made["seat_link"], name="Bea")
    visitor.move(made["match"]["id"], 0, "1")
    response = friend.get(address)
    assert tags_of(response)["og:title"] == "Number Split Duel: Ann <b> against Bea"
    used = tags_of(friend.get(made["seat_link"]))
    assert used["og:title"] == tags_of(response)["og:title"]
    assert tags_of(response)["og:description"].startswith("Ann <b> wins")
    assert "<b>" not in response.text
    assert response.headers["x-robots-tag"] == tags_of(response)["robots"] == "noindex"
