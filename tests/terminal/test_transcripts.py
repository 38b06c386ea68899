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
    assert (told.out, told.notices) == (transcript.told, "")
    assert told.code == 0


def test_names_stand_where_player_1_and_player_2_stood(transcript, here):
    named = [*transcript.arguments, "--names", "Ann,Bob", "--first", "2"]
    told = here(*named, typed=transcript.typed)
    assert told.out == transcript.told.replace("Player 1", "Bob").replace("Player 2", "Ann")
    assert told.notices == ""


def test_input_may_have_crlf_or_no_final_newline(transcript, here):
    typed = transcript.typed.removesuffix("\n").replace("\n", "\r\n")
    told = here(*transcript.arguments, typed=typed)
    assert (told.out, told.notices, told.code) == (transcript.told, "", 0)
