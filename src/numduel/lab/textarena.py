"""The duels as TextArena environments: importing this module registers them.

Players read the rule book's rules, words and questions. TextArena counts players from 0, so Player
1 is called "Player 0" there.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from numduel.catalogue import list_games, rules_for
from numduel.errors import IllegalMove, UnreadableMove, missing_extra
from numduel.game import AnyGame, Player
from numduel.lab.environment import environment_id, playable_game
from numduel.tasks.reading import last_in_brackets
from numduel.tasks.starts import Begin, Starts
from numduel.words import Further, Line, line, put_names

try:
    import textarena
    from textarena import ObservationType
    from textarena.envs.registration import ENV_REGISTRY, register_with_versions
    from textarena.wrappers import (
        ActionFormattingWrapper,
        GameMessagesAndCurrentBoardObservationWrapper,
        LLMObservationWrapper,
    )
except ModuleNotFoundError as missing:
    raise missing_extra(missing, "numduel.lab", "lab") from missing

NAMES = {Player.ONE: "Player 0", Player.TWO: "Player 1"}


class TextDuel(textarena.Env):  # type: ignore[misc]
    """A duel by text. A player answers in square brackets; the last brackets count.

    `begin`, `plies` and `ratings` are those of `Starts`: games may begin after random moves, which
    both players are told, or at rated puzzles.
    """

    def __init__(
        self,
        game: str | AnyGame,
        error_allowance: int = 1,
        *,
        begin: Begin = "usual",
        plies: tuple[int, int] = (0, 11),
        ratings: tuple[int, int] = (0, 100),
        **options: Any,
    ) -> None:
        self.game = playable_game(game, options)
        self.error_allowance = error_allowance
        self.starts = Starts(self.game, begin, plies, ratings)
        self._random = Random()

    def reset(self, num_players: int, seed: int | None = None) -> None:
        if seed is not None:
            self._random = Random(seed)
        self.position = self.game.start()
        self.said: tuple[Any, ...] = ()
        self.state = textarena.TwoPlayerState(
            num_players=num_players, seed=seed, error_allowance=self.error_allowance
        )
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._say(self.game.words.opening(self.position), ObservationType.GAME_MESSAGE)
        for move in self.starts.draw(self._random):
            before, self.position = self.position, self.game.after(self.position, move)
            told = self.game.words.played(before, move, self.position)
            self._say(told, ObservationType.GAME_ACTION_DESCRIPTION)
        self.state.manually_set_current_player_id(int(self.position.to_move) - 1)
        self._ask()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        self.state.add_observation(
            from_id=self.state.current_player_id,
            message=action,
            observation_type=ObservationType.PLAYER_ACTION,
        )
        before = self.position
        try:
            answered = self._answer(action)
            if not isinstance(answered, Further):
                self.position = self.game.play(before, answered)
        except (IllegalMove, UnreadableMove) as refused:
            self.state.set_invalid_move(reason=_in_their_names([line(str(refused))]))
            if not self.state.done:  # with -train players see only the board and messages
                self._ask([line(str(refused))])
        else:
            if isinstance(answered, Further):
                self.said = answered.said
                self._ask()
            else:
                self._show_move(before, answered)
        done, info = self.state.step(rotate_player=self.position is not before)
        return bool(done), dict(info)

    def get_board_str(self) -> str:
        """Return the position for TextArena's renderers."""
        return _in_their_names(self.game.words.board(self.position))

    def _answer(self, action: str) -> Any:
        said = last_in_brackets(action)
        if said is None:
            raise UnreadableMove("There is no answer in square brackets.")
        return self.game.words.answer(self.position, said, self.said)

    def _show_move(self, before: Any, move: Any) -> None:
        words, self.said = self.game.words, ()
        told = words.played(before, move, self.position)
        self._say(told, ObservationType.GAME_ACTION_DESCRIPTION)
        outcome = self.game.outcome(self.position)
        if outcome is None:
            self._ask()
            return
        ending = words.ending(self.position, outcome)
        self._say(ending, ObservationType.GAME_MESSAGE)
        reason = _in_their_names([line(str(outcome))])
        self.state.set_winner(player_id=int(outcome.winner) - 1, reason=reason)

    def _ask(self, before: Sequence[Line] = ()) -> None:
        words = self.game.words
        turn = [] if self.said else words.turn(self.position)
        question = words.question(self.position, self.said)
        self._say([*before, *turn, question], ObservationType.GAME_BOARD)

    def _say(self, lines: Iterable[Line], kind: ObservationType) -> None:
        told = _in_their_names(lines)
        if told:
            self.state.add_observation(message=told, observation_type=kind)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        lines = [
            *map(line, rules_for(self.game).splitlines()),
            line(""),
            line(f"You are {Player(player_id + 1)}."),
            line("Answer each question in square brackets, like this: [answer]."),
        ]
        return _in_their_names(lines)


def _in_their_names(lines: Iterable[Line]) -> str:
    return "\n".join(str(put_names(spoken, NAMES)) for spoken in lines).strip()


def register_environment(rule_book: type[AnyGame]) -> None:
    """Register a rule book with `textarena.make`, with TextArena's usual wrappers or -raw."""
    name = environment_id(rule_book)
    if name not in ENV_REGISTRY:
        register_with_versions(
            id=name,
            entry_point=f"{__name__}:TextDuel",
            wrappers={
                "default": [LLMObservationWrapper, ActionFormattingWrapper],
                "-train": [GameMessagesAndCurrentBoardObservationWrapper, ActionFormattingWrapper],
            },
            game=rule_book.slug,
        )


for _rule_book in list_games():
    register_environment(_rule_book)
