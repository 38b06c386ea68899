"""The API conforms to its OpenAPI description, tested by Schemathesis."""

from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis.strategies import sampled_from
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from numduel import list_games
from numduel.web import health
from numduel.web.routes import events, games, learning, matches, positions
from numduel.web.settings import Settings

from ...conftest import PATIENCE, mostly_long, tries

load_all_checks()
WANTED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
)
ROUTERS = (
    games.router,
    matches.router,
    events.router,
    positions.router,
    learning.puzzles,
    learning.lessons,
    health.router,
)
OPERATIONS = sorted(
    (method, route.path)
    for router in ROUTERS
    for route in router.routes
    for method in route.methods
)
LONGEST_ADDRESS = 7_900  # a longer one is refused with 414 before it is looked at
ENDLESS = ("GET", "/api/matches/{id}/events")
TAKES_NOTHING = (("GET", "/api/games"), ("GET", "/api/lessons"), ("GET", "/healthz"))
CASES = [
    (*operation, mode)
    for operation in OPERATIONS
    for mode in GenerationMode
    if operation != ENDLESS and not (operation in TAKES_NOTHING and mode is GenerationMode.NEGATIVE)
]
# Where something wrong is posted. The other tests of the API ask as it is described.
WRONG = [
    place
    for place, (method, _, mode) in enumerate(CASES)
    if method == "POST" and mode is GenerationMode.NEGATIVE
]


@pytest.fixture(scope="module")
def site(run_site, tmp_path_factory):
    """A site whose workers soon give up what they are asked of a position."""
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'web.sqlite'}"
    with run_site(Settings(database, requests_per_minute=0, processor_seconds=2)) as site:
        yield site


@pytest.fixture(scope="module")
def schema(site):
    """The description as Schemathesis reads it, which takes longer than to ask by it."""
    return schemathesis.openapi.from_url(f"{site.address}/openapi.json")


@pytest.mark.parametrize(("method", "path", "mode"), mostly_long(*CASES, now=WRONG))
def test_whatever_is_asked_is_answered_as_described(site, schema, method, path, mode):
    """Both what the description allows and what it forbids."""
    visitor = site.visitor()
    modes = ("link", "computer", "screen") if "{id}" in path else ()
    ids = [None, *(visitor.create(mode=mode)["match"]["id"] for mode in modes)]
    checks = [CHECKS.get_one(name) for name in WANTED]

    @settings(max_examples=tries(20), suppress_health_check=list(HealthCheck), derandomize=True)
    @given(case=schema[path][method].as_strategy(generation_mode=mode), match_id=sampled_from(ids))
    def ask(case, match_id):
        if match_id is not None:
            case.path_parameters["id"] = match_id
        asked = urlencode(case.query or {}, doseq=True, errors="surrogatepass")
        assume(len(asked) < LONGEST_ADDRESS)
        answer = case.call(cookies=dict(visitor.cookies), timeout=PATIENCE)
        assume(answer.status_code != 413)  # too large a body is refused before it is read
        case.validate_response(answer, checks=checks)

    ask()


@pytest.mark.parametrize("path", ["", "/events"])
def test_an_answer_that_does_not_fit_its_model_is_not_sent(site, monkeypatch, path):
    visitor = site.visitor()
    match_id = visitor.create(mode="link")["match"]["id"]
    site.app.state.services.matches._logs.clear()
    for game in list_games():
        monkeypatch.setattr(game, "title", 7)  # the model says that it is a text
    response = visitor.get(f"/api/matches/{match_id}{path}")
    assert response.status_code == 500, response.text
    assert response.headers["content-type"] == "application/problem+json"
