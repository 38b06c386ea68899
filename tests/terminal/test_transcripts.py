"""The words are the rule book's: each game whole, to the letter."""

import pytest

PLAIN_WAYS = {
    "--plain": (["--plain"], {}),
    "a pipe": ([], {}),
    "NO_COLOR": ([], {"NO_COLOR": "1"}),
    "TERM=dumb": ([], {"TERM": "dumb"}),
}


@pytest.mark.parametrize("way", PLAIN_WAYS)
def test_a_game_is_told_to_the_letter(transcript, run, way):
    arguments, variables = PLAIN_WAYS[way]
    told = run(*transcript.arguments, *arguments, typed=transcript.typed, **variables)
    assert told.out == transcript.told
    assert told.notices == ""
    assert told.code == 0


def test_names_stand_where_player_1_and_player_2_stood(transcript, here):
    told = here(*transcript.arguments, "--names", "Ann,Bob", typed=transcript.typed)
    assert told.out == transcript.told.replace("Player 1", "Ann").replace("Player 2", "Bob")
    assert told.notices == ""


def test_whoever_begins_is_named_where_player_1_stood(transcript, here):
    told = here(*transcript.arguments, "--names", "Ann,Bob", "--first", "2", typed=transcript.typed)
    assert told.out == transcript.told.replace("Player 1", "Bob").replace("Player 2", "Ann")


def test_a_last_line_without_its_end_is_read_all_the_same(transcript, here):
    told = here(*transcript.arguments, typed=transcript.typed.removesuffix("\n"))
    assert (told.out, told.notices, told.code) == (transcript.told, "", 0)


def test_lines_may_end_as_on_windows(transcript, here):
    told = here(*transcript.arguments, typed=transcript.typed.replace("\n", "\r\n"))
    assert (told.out, told.notices, told.code) == (transcript.told, "", 0)
