"""`numduel replay` shows a saved game again."""

from numduel.journal import load

PARITY = ["play", "parity-duel", "--numbers", "9"]
ASKED = "Enter the number to remove: "


def test_replay_shows_the_game_without_wrong_entries(transcript, here, data, only):
    here(*transcript.arguments, "--plain", typed=transcript.typed)
    path = only(data / "finished")
    right = [
        answer for game, state, move in plies(path) for answer in game.words.answers(state, move)
    ]
    told = here(*transcript.arguments, typed=right)
    replayed = here("replay", str(path))
    assert replayed == (told.out, "", 0)
    wrong = len(transcript.typed.split("\n")) - 1 - len(right)
    assert wrong > 0
    assert len(transcript.told.split("\n")) - len(told.out.split("\n")) == 2 * wrong


def plies(path):
    match = load(path).match
    state = match.game.start()
    for move in match.moves:
        yield match.game, state, move
        state = match.game.after(state, move)


def test_replay_without_a_file_lists_the_finished_games(here, data):
    here(*PARITY, typed=["resign", "yes"])
    here("play", "number-split-duel", "--start", "3", "--names", "Ann,Bob", typed=["2 1", "1"])
    newest, oldest = sorted(
        (data / "finished").glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    split = "Number Split Duel, Ann against Bob, 1 move, Ann won because 1 has no split into"
    assert here("replay") == (
        f"{newest}\n  {split} unequal parts\n"
        f"{oldest}\n  Parity Duel, Player 1 against Player 2, 0 moves,"
        " Player 2 won by resignation\n",
        "",
        0,
    )


def test_a_game_cut_off_at_its_end_counts_as_finished(here, data, records, only):
    """Killed after the last move and before its record was put away."""
    here("play", "number-split-duel", "--start", "3", typed=["2 1", "1"])
    path = only(data / "finished")
    ended = "".join(line for line in path.read_text().splitlines(True) if "end" not in line)
    path.unlink()
    (data / "unfinished" / path.name).write_text(ended)
    assert here("resume").err == "Error: There is no unfinished game.\n"
    assert records("unfinished") == []
    assert records("finished")[0].match.outcome.winner == 1
