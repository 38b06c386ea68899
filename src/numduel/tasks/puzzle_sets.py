"""Sets of puzzles for programs: made from a seed, stored in files, and their answers scored. Single
puzzles, and the feedback for people, are in `study/puzzles.py`.

The same seed gives the same puzzles on any machine, however many are asked for. In a file a puzzle
is one JSON object a line and needs `game`, `moves` and `answers` (and `options`, if they are not
the defaults). Its other fields are optional, and must be right if given.

In a file of answers each line has the puzzle's `id`, and either the `answer`, which is a written
move, with or without a `reason`, or the whole `reply`, which is parsed as everywhere else.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from threading import Lock
from typing import Any, overload

from numduel.catalogue import build_game, find_game, list_games, preset_games, rule_book, take_game
from numduel.errors import BadOption, BadRecord, NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study import DIFFICULTIES, Difficulty, Puzzle, Puzzles, match_of, puzzle_at
from numduel.study.form import FORM
from numduel.study.puzzles import puzzle_of
from numduel.tasks.asking import USUAL, Asking, is_prompt, prompt
from numduel.tasks.reading import Failure, Reading, read, read_answer
from numduel.tasks.reasons import Grade, grade_reason, proves_some, reason_in
from numduel.tasks.scoring import GuessedShare, Share
from numduel.theory import write_reason
from numduel.words import count

_COUNT = 100  # puzzles, by default
VERDICTS = ("right", "wrong", "illegal", "unreadable", "missing")


class PuzzleList(Sequence[Puzzle]):
    """The puzzles of a seed, made lazily and in order.

    The first hundred of a thousand are the same as a hundred. There may be fewer than `count`;
    `shortage` then says why. It can be pickled and is thread-safe.
    """

    def __init__(
        self,
        game: AnyGame,
        seed: int,
        count: int = _COUNT,
        difficulty: Difficulty | None = None,
    ) -> None:
        if type(count) is not int or count < 0:
            raise BadOption(f"count must be a whole number from 0 on, not {count!r}.")
        if difficulty not in (None, *DIFFICULTIES):
            raise BadOption(f"difficulty must be {', '.join(DIFFICULTIES)} or None.")
        self._settings = (game, seed, count, difficulty)
        self._stream = Puzzles(game, count, seed, difficulty)
        self._made: list[Puzzle] = []
        self._lock = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return PuzzleList, self._settings

    def __len__(self) -> int:
        """Return the number of puzzles, after making all of them."""
        self._make(self._stream.count)
        return len(self._made)

    @overload
    def __getitem__(self, place: int) -> Puzzle: ...
    @overload
    def __getitem__(self, place: slice) -> list[Puzzle]: ...
    def __getitem__(self, place: int | slice) -> Puzzle | list[Puzzle]:
        if isinstance(place, slice):
            ends = (place.start, place.stop, place.step)
            is_simple = all(end is None or end >= 0 for end in ends) and place.stop is not None
            self._make(place.stop if is_simple else self._stream.count)
            return self._made[: self._stream.count][place]
        self._make(self._stream.count if place < 0 else place + 1)
        try:
            return self._made[place]
        except IndexError:
            raise IndexError(self.shortage or f"There are {len(self._made)} puzzles.") from None

    @property
    def shortage(self) -> str | None:
        """Why there are fewer puzzles than asked for, as a sentence; None if unknown yet."""
        return self._stream.shortage

    def _make(self, wanted: int) -> None:
        with self._lock:
            while len(self._made) < wanted:
                puzzle = next(self._stream, None)
                if puzzle is None:
                    return
                self._made.append(puzzle)


def puzzles(
    game: str | AnyGame,
    seed: int = 0,
    *,
    count: int = _COUNT,
    difficulty: Difficulty | None = None,
    **options: Any,
) -> PuzzleList:
    """Return different puzzles of a game, given itself or by its name and options.

    With `difficulty`, only those.
    """
    return PuzzleList(take_game(game, options), seed, count, difficulty)


def puzzle_games() -> list[AnyGame]:
    """Return the games of the catalogue at all presets for puzzles."""
    return [game for book in list_games() for game in preset_games(book, "puzzles")]


def puzzle(game: str | AnyGame, moves: Sequence[str], **options: Any) -> Puzzle:
    """Return the position after these written moves as a puzzle; NumduelError if it is not one."""
    found = puzzle_at(take_game(game, options), moves)
    if found is None:
        raise NumduelError("This is not a puzzle: one move must be known to win and one to lose.")
    return found


def _read_entries(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the JSON objects of a file with their line numbers; BadRecord for any other line."""
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            entry = json.loads(text)
        except (ValueError, RecursionError):
            raise BadRecord(number, "it is not JSON.") from None
        if not isinstance(entry, dict):
            raise BadRecord(number, "it is not a JSON object.")
        yield number, entry


def read_puzzles(lines: Iterable[str]) -> Iterator[tuple[int, Puzzle]]:
    """Yield the puzzles of a file with their line numbers. Each is recomputed and compared with the
    file; BadRecord for a wrong or repeated one."""
    seen: dict[Any, int] = {}
    for number, entry in _read_entries(lines):
        try:
            puzzle = from_record(entry)
        except NumduelError as error:
            raise BadRecord(number, str(error)) from None
        match = match_of(puzzle)
        game, state = match.game, match.state
        key = game, game.canonical(state)
        if key in seen:
            raise BadRecord(number, f"it is the same puzzle as line {seen[key]}.")
        seen[key] = number
        yield number, puzzle


def write_puzzle(puzzle: Puzzle, asking: Asking = USUAL) -> str:
    """Return a puzzle as a line of a file."""
    return json.dumps(to_record(puzzle, asking), ensure_ascii=False)


def to_record(puzzle: Puzzle, asking: Asking = USUAL) -> dict[str, Any]:
    """Return a puzzle as JSON, with its prompt, the refutations of wrong answers, and a reason for
    the first answer. The schema is the same for all games."""
    match = match_of(puzzle)
    reason = write_reason(match.game, match.state, match.game.read_move(puzzle.answers[0]))
    told = puzzle_of(puzzle) | {"reason": reason, "prompt": prompt(match, asking)}
    return {name: [*part] if isinstance(part, tuple) else part for name, part in told.items()}


def from_record(entry: Mapping[str, Any]) -> Puzzle:
    """Recompute a record's puzzle from its position; NumduelError if the record is wrong."""
    form = entry.get("form", FORM)
    if form != FORM:
        raise NumduelError(f"its form is {_show(form)}; form {FORM} is known here.")
    slug, moves = entry.get("game"), entry.get("moves")
    if not isinstance(slug, str) or not _are_texts(moves):
        raise NumduelError("a puzzle must name its game and the moves so far, as texts.")
    if not _are_texts(entry.get("answers")):
        raise NumduelError("a puzzle must list its answers, as texts.")
    game = build_game(find_game(slug), _read_options(entry.get("options", {})))
    assert isinstance(moves, list)
    puzzle = puzzle_at(game, moves)
    if puzzle is None:
        raise NumduelError("it is not a puzzle: one move must be known to win and one to lose.")
    _compare(entry, puzzle)
    return puzzle


def _read_options(told: object) -> dict[str, Any]:
    """Read options: a JSON object, or one as text."""
    try:
        options = json.loads(told) if isinstance(told, str) else told
    except (ValueError, RecursionError):
        options = None
    if not isinstance(options, dict):
        raise NumduelError("options must be a JSON object, or one written as a text.")
    return options


def _compare(entry: Mapping[str, Any], puzzle: Puzzle) -> None:
    """Raise NumduelError if a record is wrong about its puzzle."""
    ours: dict[str, Any] = json.loads(json.dumps(asdict(puzzle)))
    for name in (name for name in ours if name in entry and name not in ("options", "moves")):
        told, right = entry[name], ours[name]
        is_right = sorted(told) == sorted(right) if name == "answers" else told == right
        if not is_right:
            raise NumduelError(f"{name} is {_show(told)} and should be {_show(right)}.")
    match = match_of(puzzle)
    # The wording of rules and reasons may change, so only their facts are compared.
    asked = entry.get("prompt", "")
    if asked and not (isinstance(asked, str) and is_prompt(asked, match, USUAL)):
        raise NumduelError("prompt does not ask for this position.")
    reason = entry.get("reason", "")
    is_proof = isinstance(reason, str) and (
        not reason or proves_some(match, puzzle.answers, reason)
    )
    if not is_proof:
        raise NumduelError("reason does not prove that one of the answers wins.")
    told = entry.get("refutations", [])
    if not isinstance(told, list) or not all(_is_refutation(item, match, puzzle) for item in told):
        raise NumduelError("refutations must each have a losing move, a line from it and a text.")


def _is_refutation(item: object, match: Match, puzzle: Puzzle) -> bool:
    """Return whether an item is a losing move with a playable line."""
    if not isinstance(item, dict) or not isinstance(item.get("text"), str):
        return False
    move, line = item.get("move"), item.get("line")
    if move not in puzzle.legal or move in puzzle.answers:
        return False
    if not isinstance(line, list) or not _are_texts(line) or line[:1] != [move]:
        return False
    game, state = match.game, match.state
    try:
        for played in line:
            state = game.play(state, game.read_move(played))
    except NumduelError:
        return False
    return True


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _show(value: object) -> str:
    """Return a value as JSON for an error message, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:80]}…"


@dataclass
class Tally:
    """The results of the answers to some puzzles; unanswered ones count too."""

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    right: GuessedShare = field(default_factory=GuessedShare)
    grades: dict[Grade, int] = field(default_factory=lambda: dict.fromkeys(Grade, 0))

    @property
    def proved(self) -> Share:
        """The share of moves proved by their reasons."""
        return Share(self.grades[Grade.VALID], self.right.whole)

    def add(self, puzzle: Puzzle, verdict: str, grade: Grade | None) -> None:
        self.counts[verdict] += 1
        self.right.add(verdict == "right", puzzle.chance)
        if grade is not None:
            self.grades[grade] += 1


def score_answers(
    puzzles: Iterable[Puzzle], answers: Iterable[str], reasons: bool = False
) -> dict[str, Tally]:
    """Score a file of answers: a tally for each difficulty, and one for all puzzles. With
    `reasons`, grade the reasons as well."""
    known = {puzzle.id: puzzle for puzzle in puzzles}
    given: dict[str, dict[str, Any]] = {}
    for number, entry in _read_entries(answers):
        name = entry.get("id")
        if not isinstance(name, str) or name not in known:
            raise BadRecord(number, f"there is no puzzle with the id {_show(name)}.")
        if name in given:
            raise BadRecord(number, f"there is an answer to {name} already.")
        given[name] = entry
    tallies: dict[str, Tally] = {"all": Tally()}
    for puzzle in known.values():
        entry = given.get(puzzle.id, {})
        reading = _move_in(puzzle, entry)
        grade = _grade(puzzle, reading.move, entry) if reasons else None
        for tally in (tallies["all"], tallies.setdefault(puzzle.difficulty, Tally())):
            tally.add(puzzle, _judge(puzzle, reading), grade)
    return tallies


def _move_in(puzzle: Puzzle, entry: Mapping[str, Any]) -> Reading:
    """Return the move in a line of answers."""
    answer, reply = entry.get("answer"), entry.get("reply")
    if answer is not None:
        return read_answer(puzzle, str(answer))
    return Reading(None, Failure.EMPTY) if reply is None else read(puzzle, str(reply))


def _judge(puzzle: Puzzle, reading: Reading) -> str:
    """Return the verdict on an answer: one of VERDICTS."""
    if reading.failure is Failure.EMPTY:
        return "missing"
    if reading.failure is not None:
        return str(reading.failure)
    return "right" if reading.move in puzzle.answers else "wrong"


def _grade(puzzle: Puzzle, move: str | None, entry: Mapping[str, Any]) -> Grade:
    """Grade the move and the reason in a line of answers."""
    told = entry.get("reason")
    reason = reason_in(str(entry.get("reply", ""))) if told is None else str(told)
    return grade_reason(puzzle, move, reason, puzzle.answers).grade


def card(puzzles: Sequence[Puzzle], file: str = "puzzles.jsonl") -> str:
    """Return a Markdown card for a file of puzzles, with the header for Hugging Face's hub."""
    games = list(dict.fromkeys(puzzle.game for puzzle in puzzles))
    rows = [
        f"| {find_game(game).title} | {_settings(puzzles, game)} |"
        f" {_levels([puzzle for puzzle in puzzles if puzzle.game == game])} |"
        for game in games
    ]
    chance = sum(puzzle.chance for puzzle in puzzles) / len(puzzles) if puzzles else 0.0
    return "\n".join(
        [
            "---",
            "pretty_name: numduel puzzles",
            "license: mit",
            "language: [en]",
            "task_categories: [question-answering]",
            "tags: [games, reasoning, exact]",
            f"configs: [{{config_name: default, data_files: {file}}}]",
            "---",
            "",
            "# numduel puzzles",
            "",
            f"{count(len(puzzles), 'position')} of small number duels in which a given number of"
            " moves win and the others lose. The duels are solved, so the answers are exact. A"
            f" guess among the legal moves is right in {chance:.1%}.",
            "",
            "| game | settings | puzzles |",
            "|---|---|---|",
            *rows,
            "",
            "`prompt` is the whole question, `answers` are the moves that win, `refutations` say"
            " what beats the others, and `rating` is how difficult it is, from 0 to 100.",
            *(
                f"\n## {find_game(game).title}\n\n{rule_book(find_game(game)).rules}"
                for game in games
            ),
            "",
        ]
    )


def _settings(puzzles: Sequence[Puzzle], game: str) -> str:
    """Return the options of a game's puzzles."""
    played = {tuple(puzzle.options.items()) for puzzle in puzzles if puzzle.game == game}
    told = sorted(", ".join(f"{name} {value}" for name, value in options) for options in played)
    return "; ".join(told)


def _levels(puzzles: Sequence[Puzzle]) -> str:
    many = Counter(puzzle.difficulty for puzzle in puzzles)
    return ", ".join(f"{number} {level}" for level, number in many.items())
