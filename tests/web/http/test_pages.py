"""The page shell, its files, and the documentation of the API."""

import re

import pytest

from numduel.web.http.routes.pages import DOCUMENTATION, STATIC

PAGES = ["/", "/m/AAAAAAAAAAAAAAAA", "/m/AAAAAAAAAAAAAAAA/join/token", "/p?game=divisor-duel"]
PAGES += ["/puzzles", "/games/divisor-duel"]


@pytest.mark.parametrize("address", PAGES)
def test_every_page_has_the_same_shell(visitor, address):
    response = visitor.get(address)
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.content == (STATIC / "index.html").read_bytes()


@pytest.mark.parametrize(
    "address", [*PAGES, "/docs", "/static/icon.svg", "/documentation/style.css"]
)
def test_what_has_not_changed_is_asked_about_each_time_and_not_sent_again(visitor, address):
    first = visitor.get(address)
    assert first.status_code == 200
    assert first.headers["cache-control"] == "no-cache"
    again = visitor.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    other = visitor.get(address, headers={"If-None-Match": '"older"'})
    assert (other.status_code, other.content) == (200, first.content)


def test_what_is_vendored_is_kept_for_a_day(visitor):
    name = next(STATIC.glob("vendor/**/*.js")).relative_to(STATIC)
    assert visitor.get(f"/static/{name}").headers["cache-control"] == "max-age=86400"


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/static"]
)
def test_nothing_else_of_the_server_can_be_read(visitor, path):
    assert visitor.get(path).status_code == 404


def test_scripts_have_their_type(visitor):
    name = next(STATIC.glob("**/*.js")).relative_to(STATIC)
    assert "javascript" in visitor.get(f"/static/{name}").headers["content-type"]


def test_the_documentation_is_our_own_and_loads_nothing_from_elsewhere(visitor):
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


@pytest.mark.parametrize("address", ["/", "/docs", "/static/icon.svg"])
def test_a_page_can_be_asked_about_without_being_sent(visitor, address):
    response = visitor.head(address)
    assert response.status_code == 200
    assert response.content == b""
