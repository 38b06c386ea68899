"""A review says who was winning when, and where the game was given away."""

from numduel import Match, Player, load_game
from numduel.study import Address, decision_of, review_of

BOOK_EXAMPLE = [6, 3, 9, 18, 2, 12, 4, 8, 16, 1, 7, 14]


def reviewed(game, moves):
    return review_of(Match.at(game, [*map(game.write_move, moves)]))


def test_review_finds_mistake_in_book_example() -> None:
    told = reviewed(load_game("divisor-duel"), BOOK_EXAMPLE)
    assert [(step.ply, step.move) for step in told.mistakes] == [(11, "7")]
    assert set(told.mistakes[0].better) == {"11", "13", "17", "19"}
    assert told.winners == (Player.ONE,) * 11 + (Player.TWO,) * 2
    assert told.mattered
    assert [*told.sentences] == [
        "Move 11: Player 1 played 7 and gave the win away. 11, 13, 17 or 19 would have kept it.",
        "Move 11 decided the game.",
    ]


def test_review_says_no_move_mattered() -> None:
    told = reviewed(load_game("parity-duel", numbers=4), [2, 3, 4, 1])
    assert told.mistakes == []
    assert not told.mattered
    assert told.winners == (Player.TWO,) * 5
    assert told.sentences[-1] == "No move could change who wins."


def test_a_game_given_up_in_a_won_position_is_told() -> None:
    game = load_game("number-split-duel")
    match = Match(game)
    match.play(10)
    match.resign()
    told = review_of(match)
    assert told.sentences[-1] == "Player 2 gave up a game that could still be won."
    assert (told.outcome.winner, told.outcome.reason) == match.outcome
    assert [step.ply for step in told.mistakes] == [1]


def test_review_of_resignation_before_first_move() -> None:
    match = Match(load_game("number-split-duel"))
    match.resign()
    assert [*review_of(match).sentences] == [
        "No move was made.",
        "Player 1 gave up a game that could still be won.",
    ]


def test_mistakes_of_both_players_are_told_in_order() -> None:
    told = reviewed(load_game("number-split-duel"), [10, 6, 1])
    assert [(step.ply, step.player) for step in told.mistakes] == [(1, Player.ONE), (2, Player.TWO)]
    assert told.sentences[0].startswith(
        "Move 1: Player 1 played 10 and 6 (hand over 10) and gave the win away."
        " 15 and 1 (hand over 1) or 14 and 2 (hand over 2) would have kept it."
    )
    assert told.sentences[-1] == "Move 2 decided the game."


def told_to(seat, moves, winner=None, slug="divisor-duel", **options):
    match = Match.at(load_game(slug, **options), [*map(str, moves)])
    if winner:
        match.end(winner, "by resignation")
    return decision_of(match, Address.of(match, (seat,)) if seat else Address())


def test_review_names_the_decisive_mistake() -> None:
    kept = "had it won until move 11: 11, 13, 17 or 19 would have kept it."
    assert told_to(Player.ONE, BOOK_EXAMPLE) == (f"You {kept}", 11)
    assert told_to(Player.TWO, BOOK_EXAMPLE) == (f"Player 1 {kept}", 11)
    assert told_to(None, BOOK_EXAMPLE) == (f"Player 1 {kept}", 11)
    lost = "first move lost it: 15 and 1 (hand over 1) or 14 and 2 (hand over 2) would have won."
    assert told_to(Player.ONE, [6, 1], slug="number-split-duel") == (f"Your {lost}", 1)
    assert told_to(Player.TWO, [6, 1], slug="number-split-duel") == (f"Player 1's {lost}", 1)


def test_flawless_loser_was_losing_from_start() -> None:
    told = ("You were losing from the start, and Player 1 made no mistake.", None)
    assert told_to(Player.TWO, [1], slug="number-split-duel") == told
    told = ("You were winning from the start and made no mistake.", None)
    assert told_to(Player.ONE, [1], slug="number-split-duel") == told


def test_a_decided_game_says_that_no_choice_mattered() -> None:
    moves = [2, 3, 4, 1]
    told = "Player 2 (you) always wins with these options: no choice mattered."
    assert told_to(Player.TWO, moves, slug="parity-duel", numbers=4) == (told, None)
    told = "Player 2 always wins with the original rules: no choice mattered."
    assert told_to(None, range(1, 21), slug="parity-duel") == (told, None)


def test_resigned_won_game_has_no_deciding_move() -> None:
    told = ("You gave up a game that could still be won.", None)
    assert told_to(Player.ONE, [6, 3], Player.TWO) == told
    assert told_to(Player.ONE, [6, 3]) == ("", None)
