"""The API does what its description says, whatever it is asked: tried out by Schemathesis."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from urllib.parse import urlencode

import pytest
import schemathesis
from hypothesis import HealthCheck, assume, given, settings
from hypothesis.strategies import sampled_from
from pydantic import TypeAdapter
from pydantic_core import PydanticSerializationError
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS, load_all_checks

from numduel import Match, list_games, load_game
from numduel.study import Nudge, PositionTruth, Review, truth_of
from numduel.web.forms import (
    GameShape,
    Health,
    LessonShape,
    MatchAnswer,
    NewMatchAnswer,
    PuzzleShape,
)
from numduel.web.matches.snapshot import Position, Snapshot
from numduel.web.routes import games
from numduel.web.settings import Settings
from numduel.web.shapes import encode_form

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


OPERATIONS = [
    ("GET", "/api/games"),
    ("GET", "/api/games/{slug}/facts"),
    ("GET", "/api/games/{slug}/options"),
    ("GET", "/api/games/{slug}/outlook"),
    ("GET", "/api/games/{slug}/rules"),
    ("GET", "/api/lessons"),
    ("POST", "/api/lessons/answer"),
    ("GET", "/api/lessons/{game}/{name}"),
    ("POST", "/api/matches"),
    ("POST", "/api/matches/names"),
    ("GET", "/api/matches/{id}"),
    ("GET", "/api/matches/{id}/events"),
    ("POST", "/api/matches/{id}/join"),
    ("POST", "/api/matches/{id}/moves"),
    ("POST", "/api/matches/{id}/presence"),
    ("GET", "/api/matches/{id}/record"),
    ("POST", "/api/matches/{id}/redo"),
    ("POST", "/api/matches/{id}/rematch"),
    ("POST", "/api/matches/{id}/resign"),
    ("GET", "/api/matches/{id}/review"),
    ("POST", "/api/matches/{id}/takeback"),
    ("POST", "/api/matches/{id}/truth"),
    ("POST", "/api/matches/{id}/undo"),
    ("POST", "/api/next"),
    ("GET", "/api/positions"),
    ("GET", "/api/positions/consequence"),
    ("GET", "/api/positions/truth"),
    ("POST", "/api/puzzles/answer"),
    ("GET", "/api/puzzles/at"),
    ("GET", "/api/puzzles/daily"),
    ("GET", "/api/puzzles/hint"),
    ("GET", "/api/puzzles/next"),
    ("GET", "/api/puzzles/share"),
    ("GET", "/healthz"),
]
LONGEST_ADDRESS = 7_900  # a longer one is refused with 414 before it is looked at
ENDLESS = ("GET", "/api/matches/{id}/events")
TAKES_NOTHING = (("GET", "/api/games"), ("GET", "/api/lessons"), ("GET", "/healthz"))
CASES = [
    (*operation, mode)
    for operation in OPERATIONS
    for mode in GenerationMode
    if operation != ENDLESS and not (operation in TAKES_NOTHING and mode is GenerationMode.NEGATIVE)
]
# Where something wrong is asked. The other tests of the API ask as it is described.
WRONG = [place for place, (_, _, mode) in enumerate(CASES) if mode is GenerationMode.NEGATIVE]


@pytest.fixture(scope="module")
def site(run_site, tmp_path_factory):
    """A site whose workers soon give up what they are asked of a position."""
    database = f"sqlite:///{tmp_path_factory.mktemp('site') / 'web.sqlite'}"
    with run_site(Settings(database, requests_per_minute=0, processor_seconds=2)) as site:
        yield site


def test_the_description_tells_every_operation(site):
    paths = site.visitor().get("/openapi.json").json()["paths"]
    described = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    assert sorted(described) == sorted(OPERATIONS)


def test_the_description_is_written_once_and_the_event_loop_goes_on_meanwhile(run_site, tmp_path):
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")) as site:
        describe, threads = site.app.openapi, []

        def describe_and_note():
            threads.append(threading.get_ident())
            return describe()

        site.app.openapi = describe_and_note
        with ThreadPoolExecutor(4) as several:
            asked = several.map(lambda _: site.visitor().get("/openapi.json").content, range(4))
            assert len({*asked}) == 1

        async def find_thread():
            return threading.get_ident()

        assert len(threads) == 1
        assert threads[0] != site.do(find_thread())


@pytest.fixture(scope="module")
def schema(site):
    """The description as Schemathesis reads it, which takes longer than to ask by it."""
    return schemathesis.openapi.from_url(f"{site.address}/openapi.json")


@pytest.mark.parametrize(("method", "path", "mode"), mostly_long(*CASES, now=WRONG))
def test_whatever_is_asked_is_answered_as_described(site, schema, method, path, mode):
    """Both what the description allows and what it forbids."""
    visitor = site.visitor()
    ids = [visitor.create(mode=mode)["match"]["id"] for mode in ("link", "computer", "screen")]
    checks = [CHECKS.get_one(name) for name in WANTED]

    @settings(max_examples=tries(20), suppress_health_check=list(HealthCheck), derandomize=True)
    @given(
        case=schema[path][method].as_strategy(generation_mode=mode),
        place=sampled_from([None, *range(3)]),
    )
    def ask(case, place):
        if "{id}" in path and place is not None:
            case.path_parameters["id"] = ids[place]
        asked = urlencode(case.query or {}, doseq=True, errors="surrogatepass")
        assume(len(asked) < LONGEST_ADDRESS)
        answer = case.call(cookies=dict(visitor.cookies), timeout=PATIENCE)
        assume(answer.status_code != 413)  # too large a body is refused before it is read
        case.validate_response(answer, checks=checks)

    ask()


def test_answers_have_exactly_the_described_fields(run_site, tmp_path):
    # Here nothing may be given up, however slow the machine is.
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")) as site:
        check_fields(site.visitor())


def check_fields(visitor):
    made = visitor.create(mode="screen")
    NewMatchAnswer.model_validate(made)
    match_id = made["match"]["id"]
    MatchAnswer.model_validate_json(visitor.move(match_id, 0, "6").content)
    Snapshot.model_validate(visitor.see(match_id))
    visitor.act(match_id, "resign")
    TypeAdapter(Review).validate_json(visitor.get(f"/api/matches/{match_id}/review").content)
    TypeAdapter(list[GameShape]).validate_json(visitor.get("/api/games").content)
    position = {"id": "divisor-duel/6,3"}
    Position.model_validate_json(visitor.get("/api/positions", params=position).content)
    TypeAdapter(PositionTruth).validate_json(
        visitor.get("/api/positions/truth", params=position).content
    )
    puzzle = visitor.get("/api/puzzles/next", params={"game": "divisor-duel"}).json()
    PuzzleShape.model_validate(puzzle)
    hint = visitor.get("/api/puzzles/hint", params={"address": puzzle["address"]})
    TypeAdapter(Nudge).validate_json(hint.content)
    lesson = visitor.get("/api/lessons").json()[0]["key"]
    LessonShape.model_validate_json(visitor.get(f"/api/lessons/{lesson}").content)
    Health.model_validate_json(visitor.get("/healthz").content)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/games"),
        ("GET", "/api/positions?id=parity-duel"),
        ("POST", "/api/matches"),
        ("GET", "/api/matches/{id}"),
        ("GET", "/api/matches/{id}/events"),
        ("POST", "/api/matches/{id}/moves"),
        ("POST", "/api/matches/{id}/takeback"),  # a refusal with a snapshot in it
    ],
)
def test_an_answer_that_does_not_fit_its_model_is_not_sent(site, monkeypatch, method, path):
    visitor = site.visitor()
    match_id = visitor.create(mode="link")["match"]["id"]
    site.app.state.services.matches._logs.clear()
    body = {"game": "divisor-duel", "mode": "screen", "ply": 0, "move": "6", "action": "agree"}
    fields = {"/moves": ("ply", "move"), "/takeback": ("action",), "/matches": ("game", "mode")}
    wanted = next((fields[end] for end in fields if path.endswith(end)), ())
    for game in list_games():
        monkeypatch.setattr(game, "title", 7)  # the model says that it is a text
    games.encode_games.cache_clear()
    response = visitor.request(
        method, path.format(id=match_id), json={name: body[name] for name in wanted} or None
    )
    assert response.status_code == 500, response.text
    assert response.headers["content-type"] == "application/problem+json"


def test_an_answer_that_a_worker_encodes_is_held_to_its_model_too():
    truth = replace(truth_of(Match(load_game("number-split-duel"))), game=7)
    with pytest.raises(PydanticSerializationError):
        encode_form(truth)
