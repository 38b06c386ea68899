// What travels between server and page. Written by `make types` from the description of the API:
// change the server's models, not this file.

/** The feedback on an answer to a puzzle or lesson; a wrong move keeps the solution secret. */
interface AnswerResult {
  form: 1;
  is_right: boolean;
  /** whether the answer is right; what beats a wrong move */
  text: string;
  /** the move that was the answer; null for giving up */
  chosen: string | null;
  /** the move to mark as right: the chosen one if it wins; null after a wrong move */
  right: string | null;
  /** the chosen move and best play after it, to show on a board what beats it or how it wins */
  line: string[];
  /** the moves whose value is told */
  choices: MoveValue[];
  /** the moves that win; empty after a wrong move */
  answers: string[];
  /** of the puzzle; null in a lesson and after a wrong move */
  theme: string | null;
  /** what is known of the puzzle's position, with a sentence on the theme in `why`; null in a lesson and after a wrong move */
  truth: PositionTruth | null;
  /** the lesson's reason why the right move wins; empty in a puzzle and after a wrong move */
  why: string;
  /** the lesson's numbers to draw as pairs */
  pairs: number[][];
}

/** The result of an audit of a game. */
interface Audit {
  form: 1;
  game: string;
  options: Record<string, boolean | number | string>;
  /** what kind of game it is, in a sentence */
  judgement: string;
  /** who wins with best play */
  winner: Player | null;
  distance: number | null;
  /** how many first moves there are */
  openings: number;
  winning_openings: string[] | null;
  figures: Figures;
  /** the figures to read */
  rows: Row[];
  /** by level, how often Player 1 wins between two players of it */
  balance: Record<string, number>;
  /** how many games were played between players of each level */
  balance_games: number;
  /** from 0 to 1: the share of choices met that matter, times how even the seats are between hard players; null if these did not play */
  worth: number | null;
}

/** The result of a move. */
interface Consequence {
  form: 1;
  move: string;
  /** the move as people read it */
  name: string;
  /** who wins after it */
  winner: Player | null;
  /** whether the move loses, and the line beats it */
  is_refuted: boolean;
  /** the move and best play after it, up to three replies of the winner */
  line: string[];
  /** what beats the move, or how it wins, addressed to the player to move */
  text: string;
  /** how it goes on, as a sentence of its own */
  then: string;
}

/** An empty object. */
interface EmptyRequest {
}

/** The result of a duel. */
interface Ending {
  winner: Player;
  /** completes the sentence "Player 2 wins …" */
  reason: string;
}

/** Why a position is won or lost. "You" are the player to move. */
interface Explanation {
  sentences: string[];
  /** numbers to draw as pairs */
  pairs: any[][];
  /** the move that follows the reasons; null when the duel is over or nothing is known */
  reply: any;
}

/** Figures of a game, from all its positions or from random games. */
interface Figures {
  /** whether all positions were looked at */
  is_exact: boolean;
  /** different positions; null if only sampled */
  positions: number | null;
  /** positions with more than one legal move */
  decisions: number;
  /** of these, the ones with both a winning and a losing move */
  mattering: number;
  /** share of moves that lose, where the mover can win and can lose */
  thrown_away: number | null;
  /** moves to choose from, on average over positions that are not the end */
  branching: number;
  /** moves of the shortest game */
  shortest: number;
  longest: number;
  /** in random play */
  average_length: number;
  /** how often Player 1 wins in random play */
  random_balance: number;
  /** share of the choices met in random play that matter */
  met_mattering: number;
}

/** The winner of a game that is decided before the first move. */
interface Foregone {
  form: 1;
  winner: Player;
  /** the same in a sentence */
  text: string;
  /** the same, addressed to Player 1 and to Player 2 */
  seats: string[];
  /** what to do instead, as a question */
  offer: string;
  /** the presets in which choices count */
  better: string[];
}

interface GameShape {
  slug: string;
  title: string;
  summary: string;
  board: string | null;
  /** a short game, for a small live board */
  sample: SamplePosition[];
  rule_book: RuleBookShape;
  /** the first game with the same rules, usually itself */
  same_rules: string;
  presets: PresetShape[];
  /** of the duel as written */
  foregone: Foregone | null;
  /** what to play first */
  offer: OfferShape;
  /** what is known of the game as written; may be empty */
  truth: string;
  options: OptionShape[];
  levels: string[];
}

interface Health {
  status: "ok";
  matches: number;
  listeners: number;
}

/** A best move, with a sentence that suggests it. */
interface Hint {
  move: string;
  text: string;
}

/** Either the token of a join link, or the match whose rematch this is. */
interface JoinRequest {
  token?: string | null;
  name?: string | null;
  from?: string | null;
  key?: string | null;
}

/** A lesson, with the theme and options of its final puzzles. */
interface LessonAbout {
  form: 1;
  /** the game and the lesson's name */
  key: string;
  game: string;
  game_title: string;
  title: string;
  about: string;
  theme: string;
  options: Record<string, boolean | number | string>;
  steps: number;
  /** what to play after it */
  play: LessonGame;
  /** the key of the lesson after it; null after the last */
  next: string | null;
  next_title: string | null;
}

/** A game to apply a lesson in, with a seat that can win. */
interface LessonGame {
  /** the text of a button */
  label: string;
  game: string;
  options: Record<string, boolean | number | string>;
  seat: Player;
  level: string;
}

interface LessonRequest {
  /** the game and the lesson's name */
  lesson: string;
  step: number;
  /** null gives up */
  move: string | null;
}

interface LessonShape {
  about: LessonAbout;
  steps: LessonStep[];
}

/** A position to play. */
interface LessonStep {
  ask: string;
  position: Position;
}

interface MatchAnswer {
  match: Snapshot;
}

interface MoveRequest {
  /** moves played before this one */
  ply: number;
  move: string;
  key?: string | null;
}

/** A legal move and its value to the player who makes it. */
interface MoveValue {
  move: string;
  /** the move as people read it */
  name: string;
  winner: Player | null;
  /** moves until the end, counting this one */
  distance: number | null;
  at_least: number | null;
  at_most: number | null;
  best: boolean;
  /** such as "▲3": wins in 3 moves; ▼ loses, ▲≤9 wins in at most 9, ? is not known */
  mark: string;
  /** such as "wins in 3 moves" */
  text: string;
}

interface NameAnswer {
  /** the name as it would be stored; null for none */
  name: string | null;
}

interface NameRequest {
  name: string | null;
}

interface NewMatchAnswer {
  match: Snapshot;
  /** for the other player */
  seat_link: string | null;
}

interface NewMatchRequest {
  game: string;
  options?: Record<string, boolean | number | string>;
  mode: "computer" | "link" | "screen";
  level?: "random" | "easy" | "medium" | "hard" | "perfect";
  first?: "me" | "other" | "random";
  name?: string | null;
}

/** One step of a hint for a puzzle. */
interface Nudge {
  form: 1;
  /** from 1 */
  step: number;
  /** how many there are; 0 if no move wins */
  steps: number;
  text: string;
  /** the moves among which to look */
  moves: string[];
}

/** An offer to play: the button's text, settings, and for a newcomer a seat that can win. */
interface OfferShape {
  game: string;
  title: string;
  name: string;
  label: string;
  /** what is new in it; may be empty */
  about: string;
  options: Record<string, boolean | number | string>;
  seat: 1 | 2;
  level: string;
}

interface OptionShape {
  name: string;
  kind: "int" | "bool" | "choice";
  default: boolean | number | string;
  help: string;
  minimum: number | null;
  maximum: number | null;
  values: string[] | null;
  /** the values, as menus say them */
  labels: string[] | null;
}

/** Whether a duel with these settings is decided before it begins. */
interface Outlook {
  /** the ID of the position in which it begins */
  address: string;
  game: string;
  options: Record<string, boolean | number | string>;
  /** null where choices count */
  foregone: Foregone | null;
}

/** A game that a person has finished. */
interface Played {
  game: string;
  options?: Record<string, boolean | number | string>;
  winner: 1 | 2;
  /** how many were played */
  moves: number;
  /** of the person; null between two people */
  seat: 1 | 2 | null;
  /** of the computer; null between people */
  level: string | null;
}

interface PlayedRequest {
  /** the person's last games, the oldest first */
  played: Played[];
}

/** A player; `Player.ONE` moves first. */
type Player = 1 | 2;

/** A position. */
interface Position {
  /** the ID of the position; its page is /p/ID */
  address: string;
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  /** what each move did, to follow a name: "took 8" */
  done: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the moves that are allowed now, in order */
  legal: string[];
  /** what some allowed moves spend, such as a joker, as a sentence */
  costs: Record<string, string>;
  /** which of the moves, counted from 0, spent something */
  spent: number[];
  /** whose turn it is and what they must do, or how it ended */
  headline: string;
  /** what the last move did, as a sentence; empty before the first */
  told: string;
  last: string | null;
  outcome: Ending | null;
}

/** Everything known about a position. */
interface PositionTruth {
  form: 1;
  game: string;
  /** every option of the game */
  options: Record<string, boolean | number | string>;
  /** the moves so far */
  moves: string[];
  /** whose turn it is; null when the duel is over */
  to_move: Player | null;
  outcome: Ending | null;
  /** who wins with best play */
  winner: Player | null;
  /** moves of both players until the end, when the winner hurries and the loser delays */
  distance: number | null;
  /** a lower bound of the distance; equal to it where it is known */
  at_least: number | null;
  /** an upper bound of the distance */
  at_most: number | null;
  /** no choice changes who wins or when */
  is_settled: boolean;
  /** why something is not known, as a sentence */
  unknown: string | null;
  /** who wins, in a sentence */
  verdict: string;
  /** every legal move */
  choices: MoveValue[];
  hint: Hint | null;
  why: Explanation;
}

interface PresenceAnswer {
  /** the players who are at the board */
  here: (1 | 2)[];
}

interface PresenceRequest {
  /** false when the page closes */
  here: boolean;
}

/** Recommended settings. */
interface PresetShape {
  name: string;
  /** the ID of the position in which it begins */
  address: string;
  options: Record<string, boolean | number | string>;
  purposes: ("play" | "puzzles" | "arena")[];
  /** what is new in it */
  about: string;
  /** whether its puzzles are more than coin tosses */
  has_puzzles: boolean;
  /** worth playing, or the duel as written */
  is_offered: boolean;
  foregone: Foregone | null;
  /** what to try when this is won too easily */
  harder: OfferShape | null;
}

/** Why a request was not fulfilled. */
interface ProblemShape {
  title: string;
  status: number;
  /** one sentence */
  detail: string;
  /** the current state of the match */
  match?: Snapshot | null;
}

interface PuzzleRequest {
  address: string;
  /** null gives up */
  move: string | null;
}

/** A position with a winning move to find. Its page is /puzzles/ID. */
interface PuzzleShape {
  /** the ID of the position; its page is /p/ID */
  address: string;
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  /** what each move did, to follow a name: "took 8" */
  done: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the moves that are allowed now, in order */
  legal: string[];
  /** what some allowed moves spend, such as a joker, as a sentence */
  costs: Record<string, string>;
  /** which of the moves, counted from 0, spent something */
  spent: number[];
  /** whose turn it is and what they must do, or how it ended */
  headline: string;
  /** what the last move did, as a sentence; empty before the first */
  told: string;
  last: string | null;
  outcome: Ending | null;
  form: 1;
  question: string;
  difficulty: "easy" | "medium" | "hard" | "expert";
  theme: string;
  /** hash of the canonical position */
  future: string;
}

/** A move with best play after it, and a sentence about them for the player who makes it. */
interface Refutation {
  /** the move and what follows, up to three replies of the winner */
  line: string[];
  /** what beats the move, or how it wins */
  text: string;
  /** how it goes on, as a sentence of its own */
  then: string;
}

/** A game compared with best play. */
interface Review {
  form: 1;
  game: string;
  options: Record<string, boolean | number | string>;
  moves: ReviewedMove[];
  outcome: Ending | null;
  /** who was winning before the first move and after each */
  winners: (Player | null)[];
  /** who was winning before the first move, to read */
  start: string;
  /** whether anybody ever had a choice between winning and losing */
  mattered: boolean;
  /** what decided a game that is over, in a sentence */
  decided: string;
  /** the number of the move that decided it; null if none did, or that is not known */
  deciding: number | null;
  /** the whole game in a few sentences */
  sentences: string[];
}

/** A move of a game, with who was winning before it and after it. */
interface ReviewedMove {
  /** the number of the move, from 1 */
  ply: number;
  player: Player;
  move: string;
  /** the move as people read it */
  name: string;
  winner_before: Player | null;
  winner_after: Player | null;
  distance_before: number | null;
  distance_after: number | null;
  /** whether it gave a win away */
  is_mistake: boolean;
  /** whether some moves here won and others lost */
  mattered: boolean;
  /** what would have won, if this was a mistake */
  better: string[];
  better_names: string[];
  /** who is winning after it */
  text: string;
  /** what beats a mistake, addressed to the player who made it */
  refutation: Refutation | null;
}

/** A figure with its label; together they make a sentence. */
interface Row {
  label: string;
  figure: string;
}

/** A rule book in parts, all of them Markdown; missing parts are empty. */
interface RuleBookShape {
  /** paragraphs; the built-in games have Goal, Turn and End */
  rules: string;
  example: string;
  options: string;
  about_rulings: string;
  rulings: RulingShape[];
}

interface RulingShape {
  code: string;
  text: string;
}

/** A position of a small board. */
interface SamplePosition {
  view: Record<string, any>;
  legal: string[];
  to_move: 1 | 2 | null;
  last: string | null;
}

interface SeatShape {
  kind: "person" | "computer";
  name: string | null;
  /** as you read it: "You", "Ann", "The computer (easy)" */
  called: string;
  is_taken: boolean;
  /** stays with the person over rematches */
  colour: 1 | 2;
  /** games won in a series of rematches, this one included */
  wins: number;
}

interface Seats {
  "1": SeatShape;
  "2": SeatShape;
}

/** A result to share as text. */
interface ShareShape {
  text: string;
}

/** A match as you see it. */
interface Snapshot {
  /** the ID of the position; its page is /p/ID */
  address: string;
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  /** what each move did, to follow a name: "took 8" */
  done: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the moves that are allowed now, in order */
  legal: string[];
  /** what some allowed moves spend, such as a joker, as a sentence */
  costs: Record<string, string>;
  /** which of the moves, counted from 0, spent something */
  spent: number[];
  /** whose turn it is and what they must do, or how it ended */
  headline: string;
  /** what the last move did, as a sentence; empty before the first */
  told: string;
  last: string | null;
  outcome: Ending | null;
  id: string;
  /** the number of the last event */
  version: number;
  mode: "computer" | "link" | "screen";
  level: string | null;
  seats: Seats;
  you: (1 | 2)[];
  takeback: 1 | 2 | null;
  /** how many moves can be redone */
  redo: number;
  rematch: (1 | 2)[];
  next: string | null;
  truth: TruthSwitch;
}

/** What to do next: the text of a button, and for a new game its settings. */
interface SuggestionShape {
  kind: "again" | "harder" | "review";
  label: string;
  game: string;
  options: Record<string, boolean | number | string>;
  /** null between two people: seats are swapped */
  seat: 1 | 2 | null;
  level: string | null;
}

interface TakebackRequest {
  action: "ask" | "agree" | "decline";
}

interface TruthRequest {
  on: boolean;
}

/** Whether the truth is shown, and who has asked for it. */
interface TruthSwitch {
  on: boolean;
  asked: (1 | 2)[];
}

interface UndoRequest {
  /** moves played before this one */
  ply: number;
}
