"""The short game of each duel that plays by itself on the home page."""

from numduel import Match, list_games


def test_every_sample_is_a_game_by_the_rules_with_some_moves_in_it(visitor):
    told = {game["slug"]: game for game in visitor.get("/api/games").json()}
    for game_class in list_games():
        game = game_class()
        match = Match(game)
        first, *others = told[game.slug]["sample"]
        assert first["last"] is None
        assert len(others) >= 3
        for before, position in zip([first, *others], others, strict=False):
            assert before["view"] == game.view(match.state)
            assert position["last"] in before["legal"]
            match.play(position["last"])
        assert others[-1]["view"] == game.view(match.state)
