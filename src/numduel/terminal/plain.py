"""The line mode apart from playing: the menu, resuming, looking back and learning in plain lines.
On a real terminal the app does all of this."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from numduel.catalogue import list_games
from numduel.errors import BadRecord, NumduelError, reason_of
from numduel.game import AnyGame, Player
from numduel.journal import Journal, Record, entries_of, load
from numduel.match import Match
from numduel.players import find_player
from numduel.study import (
    Difficulty,
    Lesson,
    Puzzle,
    PuzzleAttempt,
    Puzzles,
    Review,
    Statistics,
    first_offer,
    future_id,
    judge_step,
    list_lessons,
    match_of,
    nudges,
    puzzle_settings,
    question,
    review_of,
    solved,
    statistics_of,
    tell_streak,
    title_of,
    write_attempt,
    write_step,
)
from numduel.study.lessons import PUZZLES
from numduel.tables import cell_width, draw_table
from numduel.terminal.dialogue import (
    BOARD,
    HELP,
    MOVES,
    QUIT,
    RULES,
    MovePrompt,
    Request,
    ToMenu,
    ending_lines,
    play_new,
    play_session,
    say_answers,
)
from numduel.terminal.line_input import InputEnded, Left
from numduel.terminal.saved import (
    LearningFile,
    SavedGames,
    describe,
    has_more_games,
    load_file,
    open_journal,
)
from numduel.terminal.screen import Screen
from numduel.words import count, line, turn_of

# Playing.


def or_menu(screen: Screen, play: Callable[[], int]) -> int:
    """Play, and open the menu if that is wanted; return the exit code."""
    try:
        return play()
    except ToMenu:
        return open_menu(screen)


def open_menu(screen: Screen) -> int:
    """Open the app on a real terminal; elsewhere ask which game, and play it. Return the exit
    code."""
    if screen.has_app:
        from numduel.terminal.app.app import run_app

        return run_app()
    while True:
        with suppress(ToMenu):
            return _choose_game(screen)


def _choose_game(screen: Screen) -> int:
    games = list_games()
    for number, game in enumerate(games, start=1):
        screen.tell(f"{number}  {game.title}: {game.summary}")
    chosen = games[_ask_number(screen, "Which game", len(games)) - 1]
    screen.tell("1  against the computer\n2  two people")
    offer = first_offer(chosen)
    is_alone = _ask_number(screen, "Who plays", 2) == 1
    if offer.game.changed_options:
        screen.notice(f"{offer.label}. As written: numduel play {chosen.slug}")
    screen.tell("")
    if not is_alone:
        return play_new(screen, offer.game)
    return play_new(screen, offer.game, first=str(int(offer.seat)), vs=offer.level)


def _ask_number(screen: Screen, asked: str, last: int) -> int:
    """Ask for a number from 1; Enter takes 1."""
    while True:
        typed = screen.ask(f"{asked}? 1 to {last} [1]: ").strip().lower()
        if typed in ("quit", "q", "exit"):
            raise Left
        if not typed:
            return 1
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= last:
            return int(typed)
        screen.tell(f"Enter a number from 1 to {last}, or quit.")


def resume_latest(screen: Screen) -> int:
    """Continue the unfinished game that was played last; return the exit code."""
    games, open_elsewhere, faults = SavedGames().unfinished()
    for fault in faults:
        screen.notice(fault)
    for record in open_elsewhere:
        screen.notice(f"Open in another window: {describe(record)}.")
    if not games:
        other = "other " if open_elsewhere else ""
        raise NumduelError(f"There is no {other}unfinished game.")
    path, record = games[0]
    return _go_on(screen, record, open_journal(path, record))


def resume_file(screen: Screen, file: Path) -> int:
    """Continue a game that `save` wrote; return the exit code."""
    record, journal = copy_to_resume(file)
    return _go_on(screen, record, journal)


def copy_to_resume(file: Path) -> tuple[Record, Journal]:
    """Return a saved game, and the journal of a copy in which it continues, so that the file stays
    as it is. An unfinished game in the data folder is not copied."""
    saved_games, record = SavedGames(), load_file(file)
    if record.match.outcome is not None and not has_more_games(record):
        raise NumduelError(f"The game in {file} is over. Look back at it with: numduel review FILE")
    if file.resolve().parent == saved_games.unfinished_folder.resolve():
        return record, open_journal(file, record)
    journal = saved_games.new_journal(record.match)
    with suppress(OSError):  # the next move tries again, and reports it
        saved_games.make_folders()
        journal.write(*entries_of(record.match, record.series))
    return record, journal


def _go_on(screen: Screen, record: Record, journal: Journal) -> int:
    for seat in record.match.seats:
        if not seat.is_person:
            find_player(seat.kind)  # raises an error if it is unknown
    if record.is_cut:
        screen.notice("The last line was incomplete and is left out.")
    screen.notice(f"Resumed: {describe(record)}.")
    return play_session(screen, record.match, record.series, journal)


# Looking back.


def show_replay(screen: Screen, match: Match) -> None:
    """Print a match as it was played."""
    words, state = match.game.words, match.game.start()
    screen.names = match.names
    screen.say(words.opening(state))
    for before, move in match.turns:
        screen.say(words.turn(before))
        say_answers(screen, match.game, before, move)
        state = match.game.after(before, move)
        screen.say(words.played(before, move, state))
    screen.say(ending_lines(match) if match.outcome else words.turn(state))


def show_review(screen: Screen, match: Match) -> None:
    """Print each move with who was winning, a chart of that, and a summary."""
    with screen.thinking():
        told = review_of(match)
    screen.names = names = match.names
    wide = max(len("mistakes"), *map(cell_width, names.values()))
    screen.tell(f"{title_of(match.game)}: {count(len(told.moves), 'move')}\n")
    longest = max((len(move.name) for move in told.moves), default=0)
    for move in told.moves:
        who = turn_of(move.player, str(move.player) + " " * (wide - cell_width(names[move.player])))
        name = f"  {move.name:>{longest}}{'?' if move.is_mistake else ' '}  {move.text}"
        screen.say([line(f"{move.ply:4}  ", who, name)])
    _show_winners(screen, told, names, wide)
    screen.say(map(line, told.sentences))
    beaten = [(move, move.refutation) for move in told.moves if move.refutation]
    if beaten:
        screen.tell("\nWhy these were mistakes:")
    for move, beaten_by in beaten:
        screen.say([line(f"Move {move.ply}: {beaten_by.text}")])


def _show_winners(screen: Screen, told: Review, names: Mapping[Player, str], wide: int) -> None:
    """Print a chart of who was winning: a band per player, and mistakes below."""
    room = max(10, min(60, (screen.width or 80) - wide - 2))
    marks = " " + "".join("?" if move.is_mistake else " " for move in told.moves)
    screen.tell("")
    for begin in range(0, len(told.winners), room):
        part = slice(begin, begin + room)
        for player in Player:
            band = "".join("━" if winner == player else "·" for winner in told.winners[part])
            who = turn_of(player, str(player) + " " * (wide - cell_width(names[player])))
            screen.say([line(who, f"  {band}")])
        if marks[part].strip():
            screen.tell(f"{'mistakes':{wide}}  {marks[part].rstrip()}")
        screen.tell("")


def list_finished(screen: Screen, most: int = 20) -> None:
    """List the latest finished games, each with its file."""
    paths = SavedGames().finished()
    if not paths:
        screen.notice("There is no finished game yet.")
    for path in paths[:most]:
        try:
            about = describe(load(path))
        except (BadRecord, OSError) as fault:
            about = f"cannot be read: {reason_of(fault)}."
        screen.tell(f"{path}\n  {about}")
    if len(paths) > most:
        screen.notice(f"The latest {most} of {len(paths)}; all are in {paths[0].parent}.")


def read_statistics(tell: Callable[[str], None]) -> Statistics:
    """Return the statistics of all finished games; report files that cannot be read."""

    def matches() -> Iterator[Match]:
        for path in SavedGames().finished():
            try:
                yield load(path).match
            except (BadRecord, OSError) as fault:
                tell(f"{path} cannot be read: {reason_of(fault)}.")

    return statistics_of(matches())


def show_statistics(screen: Screen) -> None:
    """Print the statistics by opponent and by game."""
    told = read_statistics(screen.notice)
    if not told.games:
        screen.tell("There is no finished game yet.")
        return
    between = f", {told.between_people:,} between two people" if told.between_people else ""
    screen.tell(f"{count(told.games, 'finished game')}{between}\n")
    opponents = [
        [one.text, f"{one.games:,}", f"{one.won:,}", one.right_text] for one in told.opponents
    ]
    games = [
        [one.text, f"{one.games:,}", f"{one.between_people:,}", f"{one.won:,}", one.right_text]
        for one in told.by_game
    ]
    heads = ["", "games", "won", "right moves"]
    screen.tell(draw_table(heads, opponents, screen.width, right=True) + "\n")
    heads = ["", "games", "two people", "computer beaten", "right moves"]
    screen.tell(draw_table(heads, games, screen.width, right=True) + "\n")
    screen.tell("Right moves are counted where one move wins and another loses.")


# Learning.


class _GivenUp(Exception):
    """The player wants to see the answer."""


class QuestionPrompt(MovePrompt):
    """Asks for a winning move. Hints come in steps, and a wrong answer costs nothing."""

    def __init__(self, screen: Screen, match: Match) -> None:
        super().__init__(screen, match)
        self.hints = 0  # steps of the hint given so far
        self.was_told = False  # whether the last step was given, which is the answer

    def ask(self, judge: Callable[[Any], Any]) -> Iterator[Any]:
        """Ask until the answer is right or given up; yield what `judge` returns for each."""
        self.screen.say(self.words.board(self.match.state))
        is_first = True
        while True:
            try:
                chosen = self.ask_move()
            except _GivenUp:
                chosen = None
            with self.screen.thinking():
                told = judge(chosen)
            self.screen.tell(told.text)
            yield told
            if is_first:
                self.screen.tell("Try again, or enter hint for a hint, why for the answer.")
            is_first = False

    def show_hint(self, _: str) -> None:
        with self.screen.thinking():
            steps = nudges(self.match)
        self.hints = min(self.hints + 1, len(steps))
        self.was_told = self.hints == len(steps)
        self.tell_advice([steps[self.hints - 1].text])

    def take_back(self, _: str) -> None:
        if self.said:
            self.said = ()
        else:
            self.screen.tell("There is nothing to take back: you have not begun a move.")

    def give_up(self, move: str) -> None:
        if move:
            self.show_consequence(move)
            return
        raise _GivenUp

    requests: Sequence[Request] = (
        HELP,
        MOVES,
        BOARD,
        Request("hint", "i", "the theme, then where to look, then the move", show_hint),
        Request("why", "w", "the answer, or what a move leads to", give_up, " [MOVE]"),
        Request("undo", "u", "begin the move again, where it takes two answers", take_back),
        RULES,
        QUIT._replace(help="leave; what you found is kept"),
    )


def ask_puzzles(screen: Screen, stream: Iterable[Puzzle], day: date | None = None) -> None:
    """Ask puzzles until they or the input end, then tell how many were solved at the first try.
    `day` is that of a daily puzzle."""
    learning, asked, right = LearningFile(screen.notice), 0, 0
    if day in learning.read().days:
        screen.notice("You have solved this one already.")
    try:
        for number, puzzle in enumerate(stream, start=1):
            match = match_of(puzzle)
            title = f"Puzzle {number}" if day is None else f"Puzzle of {day.day} {day:%B %Y}"
            what = question(len(puzzle.answers))
            screen.tell(f"{title}: {title_of(match.game)}, {puzzle.difficulty}. {what}")
            prompt, is_first = QuestionPrompt(screen, match), True
            for told in prompt.ask(lambda move, match=match: solved(match, move)):  # type: ignore[misc]
                if is_first:
                    is_right = told.is_right and not prompt.was_told
                    future = future_id(match.game, match.state)
                    attempt = PuzzleAttempt(future, puzzle.game, puzzle.theme, is_right, day)
                    learning.add(write_attempt(attempt))
                    asked, right, is_first = asked + 1, right + is_right, False
                if told.truth:
                    break
            for sentence in (*told.truth.why.sentences, ""):
                screen.tell(sentence)
    except Left:
        pass
    except InputEnded:
        screen.end_row()
    if asked:
        screen.notice(f"You found {right} of {asked} at the first try.")
    if day is not None and asked:
        progress = learning.read()
        if days := progress.streak(day):
            screen.notice(tell_streak(days))
        if share := progress.share(day):
            screen.notice(f"To share: {share}")


def unsolved(stream: Iterable[Puzzle], known: set[str]) -> Iterator[Puzzle]:
    """Yield the puzzles of a stream that were not solved before."""
    for puzzle in stream:
        match = match_of(puzzle)
        if future_id(match.game, match.state) not in known:
            yield puzzle


class Mixed(Iterator[Puzzle]):
    """Puzzles of all games in turn, of the solver's level and not solved before."""

    def __init__(self, learning: LearningFile, seed: int | None = None) -> None:
        self.learning = learning
        self.seed = secrets.randbits(32) if seed is None else seed
        self.streams: dict[Difficulty, list[Iterator[Puzzle]]] = {}

    def __next__(self) -> Puzzle:
        progress = self.learning.read()
        level = progress.level
        if level not in self.streams:
            self.streams[level] = self._streams(level)
        streams = self.streams[level]
        while streams:
            stream = streams.pop(0)
            for puzzle in stream:
                match = match_of(puzzle)
                if future_id(match.game, match.state) not in progress.solved:
                    streams.append(stream)
                    return puzzle
        raise StopIteration

    def _streams(self, level: Difficulty) -> list[Iterator[Puzzle]]:
        games: list[AnyGame] = [game for book in list_games() for game in puzzle_settings(book)]
        Random(f"{self.seed}/games").shuffle(games)
        return [Puzzles(game, 1_000, self.seed, level, is_fair=True) for game in games]


def learn(screen: Screen, lesson: Lesson | None = None) -> None:
    """Take a lesson from where it was left, by default the first that is not done."""
    learning = LearningFile(screen.notice)
    progress, lessons = learning.read(), list_lessons()
    waiting = (each for each in lessons if len(progress.steps_done(each)) < len(each.steps))
    chosen = lesson or next(waiting, lessons[0])
    screen.tell(f"{chosen.title}. {chosen.about}")
    screen.tell(f"This lesson is about {chosen.game.title}. Enter rules to read its rules.\n")
    done, numbers = progress.steps_done(chosen), range(len(chosen.steps))
    first = next((number for number in numbers if number + 1 not in done), 0)
    try:
        for number in numbers[first:]:
            screen.tell(f"Step {number + 1} of {len(numbers)}. {chosen.steps[number].ask}\n")
            prompt = QuestionPrompt(screen, chosen.match_at(number))
            for told in prompt.ask(lambda move, number=number: judge_step(chosen, number, move)):  # type: ignore[misc]
                if told.why:
                    screen.tell(f"{told.why}\n")
                    break
            learning.add(write_step(chosen.key, number + 1))
    except InputEnded as ended:
        if not isinstance(ended, Left):
            screen.end_row()
        screen.notice("Goodbye. Continue with: numduel learn")
        return
    screen.tell(f"That was the lesson. Now {PUZZLES} puzzles on the same theme.\n")
    ask_puzzles(screen, islice(unsolved(chosen.puzzles(), learning.read().solved), PUZZLES))
    screen.notice(f"Now play it: numduel play {chosen.game.slug}")
