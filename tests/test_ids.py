"""The ID of a position: one text, written in one way and read strictly."""

import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from numduel import (
    BadOption,
    IllegalMove,
    Match,
    NumduelError,
    UnknownGame,
    UnreadableMove,
    list_games,
    load_game,
    read_id,
    write_id,
)
from numduel.game import options_of, write_value
from numduel.match import LONGEST_ID

from .conftest import largest_games


@pytest.mark.parametrize(
    ("options", "moves", "written"),
    [
        ({}, "", "divisor-duel"),
        ({"opening": "even", "numbers": 40}, "6 3", "divisor-duel/numbers=40,opening=even/6,3"),
        ({"numbers": 20}, "6", "divisor-duel/6"),
    ],
)
def test_an_id_leaves_out_defaults_and_empty_parts(play, options, moves, written):
    match = play("divisor-duel", moves, **options)
    assert match.id == written
    assert write_id(match.game, match.written_moves) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Divisor-Duel/opening=even,numbers=40/06,3", "divisor-duel/numbers=40,opening=even/6,3"),
        ("divisor-duel/numbers=20", "divisor-duel"),
        ("grundys-game/start=8/8:5,5:4", "grundys-game/start=8/8:5,5:4"),
    ],
)
def test_any_order_and_defaults_are_read(text, written):
    assert read_id(text).id == written


@st.composite
def matches(draw):
    game_class = draw(st.sampled_from(list_games()))
    options = {}
    for option in options_of(game_class):
        if option.kind is int:
            values = st.integers(option.minimum, min(option.maximum, 60))
        else:
            values = st.sampled_from([option.read(word) for word in option.words])
        options |= draw(st.just({}) | values.map(lambda value, name=option.name: {name: value}))
    try:
        match = Match(load_game(game_class.slug, **options))
    except BadOption:  # values that do not go together
        match = Match(game_class())
    for _ in range(draw(st.integers(0, 6))):
        if legal := match.game.legal_moves(match.state):
            match.play(draw(st.sampled_from(legal)))
    return match


@given(matches(), st.randoms())
def test_what_is_written_is_read_back(match, random):
    again = read_id(match.id)
    assert (again.game, again.moves, again.id) == (match.game, match.moves, match.id)
    every = [f"{name}={write_value(value)}" for name, value in match.game.options.items()]
    random.shuffle(every)
    whole = "/".join(
        filter(None, [match.game.slug, ",".join(every), ",".join(match.written_moves)])
    )
    assert read_id(whole).id == match.id


@pytest.mark.parametrize("game", largest_games(), ids=lambda game: game.slug)
def test_the_longest_game_has_an_id(game):
    if game.slug not in [known.slug for known in list_games()]:
        pytest.skip("not in the catalogue")
    match = Match(game)
    while legal := game.legal_moves(match.state):
        match.play(legal[-1])
    assert read_id(match.id).moves == match.moves


REFUSED = [
    ("", UnknownGame, 'There is no game "".'),
    ("divisr-duel/6", UnknownGame, 'There is no game "divisr-duel". Did you mean "divisor-duel"?'),
    ("divisor-duel/", NumduelError, 'The ID "divisor-duel/" has an empty part: leave out the /.'),
    ("divisor-duel/6/3", NumduelError, 'An ID is GAME/options/moves: "3" is out of place.'),
    ("divisor-duel/numbers=40,6", BadOption, '"6" is not an option: write name=value.'),
    ("divisor-duel/numbers=", BadOption, '"numbers=" is not an option: write name=value.'),
    ("divisor-duel/numbers=4,numbers=4", BadOption, "The ID gives numbers twice."),
    ("divisor-duel/number=4", BadOption, 'Unknown option "number". Did you mean "numbers"?'),
    ("divisor-duel/numbers=many", BadOption, 'from 1 to 1000, not "many".'),
    ("divisor-duel/numbers=1001", BadOption, "from 1 to 1000, not 1001."),
    ("divisor-duel/6,,3", NumduelError, "Move 2 of the ID is empty."),
    ("divisor-duel/6,5", IllegalMove, 'Move 2, "5": 5 is neither a divisor nor a multiple of 6.'),
    ("divisor-duel/6,x", UnreadableMove, 'Move 2: "x" is not a whole number.'),
    ("divisor-duel/6, 3", NumduelError, 'An ID cannot contain " ".'),
    ("divisor-duel/６", NumduelError, 'An ID cannot contain "６".'),
    (
        f"divisor-duel/{'1' * LONGEST_ID}",
        NumduelError,
        "The ID is too long: it may have 20,000 characters.",
    ),
]


@pytest.mark.parametrize(("text", "error", "sentence"), REFUSED)
def test_a_wrong_id_gets_a_sentence(text, error, sentence):
    with pytest.raises(error) as refused:
        read_id(text)
    assert sentence in str(refused.value)
    assert str(refused.value).isprintable()
    assert str(refused.value)[-1] in ".?"


@example("sequence-builder/length=9,numbers=3")
@given(
    st.text()
    | st.text(string.ascii_lowercase + "0123456789:.,=/-")
    | st.tuples(
        st.sampled_from([game.slug for game in list_games()]), st.text("numbersoe=,0123456789/:.-")
    ).map("/".join)
)
def test_garbage_is_refused_or_means_one_position(text):
    try:
        match = read_id(text)
    except NumduelError:
        return
    assert read_id(match.id).id == match.id
