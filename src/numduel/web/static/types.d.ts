// What travels between server and page. Written by `make types` from the description of the API:
// change the server's models, not this file.

/** Settings that are worth more, and what they are worth. */
interface AdviceShape {
  options: Record<string, boolean | number | string>;
  worth: number;
  balance: Record<string, number>;
  text: string;
}

interface ChoiceShape {
  move: string;
  /** the move as people read it */
  name: string;
  winner: 1 | 2 | null;
  distance: number | null;
  at_least: number | null;
  at_most: number | null;
  best: boolean;
  /** such as "▲3": wins in 3 moves; ▼ loses */
  mark: string;
  text: string;
}

interface ConsequenceShape {
  /** the move that is beaten, and what follows */
  line: string[];
  text: string;
  form: 1;
  move: string;
  name: string;
  winner: 1 | 2 | null;
  /** whether the move loses, and the line beats it */
  is_refuted: boolean;
}

/** An empty object. */
interface EmptyRequest {
}

/** What an audit of a game finds. */
interface FactsShape {
  form: 1;
  game: string;
  options: Record<string, boolean | number | string>;
  judgement: string;
  winner: 1 | 2 | null;
  distance: number | null;
  openings: number;
  winning_openings: string[] | null;
  figures: Record<string, boolean | number | null>;
  rows: FigureShape[];
  balance: Record<string, number>;
  balance_games: number;
  worth: number;
  advice: AdviceShape[];
}

interface FigureShape {
  label: string;
  figure: string;
}

/** Says that a game is decided before its first move, whatever anybody plays. */
interface ForegoneShape {
  form: 1;
  winner: 1 | 2;
  text: string;
  /** the same told to Player 1, and to Player 2 */
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
  presets: PresetShape[];
  /** of the duel as written */
  foregone: ForegoneShape | null;
  options: OptionShape[];
  levels: string[];
  default_level: string;
}

interface Health {
  status: "ok";
  matches: number;
  listeners: number;
}

interface HintShape {
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
}

interface LessonRequest {
  /** the game and the lesson's name */
  lesson: string;
  step: number;
  /** null gives up */
  move: string | null;
}

/** What is said about an answer in a lesson; `why` is empty after a wrong move. */
interface LessonResult {
  form: 1;
  is_right: boolean;
  text: string;
  /** the moves whose worth is told */
  choices: ChoiceShape[];
  answers: string[];
  why: string;
  /** to be drawn */
  pairs: number[][];
}

interface LessonShape {
  about: LessonAbout;
  steps: LessonStep[];
}

/** A position to play; `address` is its ID, for hints. */
interface LessonStep {
  address: string;
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

interface NewMatchAnswer {
  match: Snapshot;
  seat_link: string | null;
  watch_link: string;
}

interface NewMatchRequest {
  game: string;
  options?: Record<string, boolean | number | string>;
  mode: "computer" | "link" | "screen";
  level?: "random" | "easy" | "medium" | "hard" | "perfect";
  first?: "me" | "other" | "random";
  name?: string | null;
}

/** One step of a hint. */
interface NudgeShape {
  form: 1;
  step: number;
  steps: number;
  text: string;
  /** the moves among which to look */
  moves: string[];
}

interface OptionShape {
  name: string;
  kind: "int" | "bool" | "choice";
  default: boolean | number | string;
  help: string;
  minimum: number | null;
  maximum: number | null;
  values: string[] | null;
}

interface OutcomeShape {
  winner: 1 | 2;
  /** completes the sentence "Player 2 wins …" */
  reason: string;
}

/** What can be said of a duel with these settings before it begins. */
interface Outlook {
  game: string;
  options: Record<string, boolean | number | string>;
  /** null where choices count */
  foregone: ForegoneShape | null;
}

/** A position. */
interface Position {
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  /** what each move did, to be read behind a name: "took 8" */
  done: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the first thousand, in order */
  legal: string[];
  legal_count: number;
  /** whose turn it is and what they must do, or how it ended */
  headline: string;
  /** what the last move did, as a sentence; empty before the first */
  told: string;
  last: string | null;
  outcome: OutcomeShape | null;
}

/** Everything that is known of a position. */
interface PositionTruth {
  form: 1;
  game: string;
  options: Record<string, boolean | number | string>;
  moves: string[];
  to_move: 1 | 2 | null;
  outcome: OutcomeShape | null;
  winner: 1 | 2 | null;
  distance: number | null;
  at_least: number | null;
  at_most: number | null;
  /** no choice changes who wins or when */
  is_settled: boolean;
  unknown: string | null;
  verdict: string;
  choices: ChoiceShape[];
  hint: HintShape | null;
  why: WhyShape;
}

interface PresenceAnswer {
  /** the players who are at the board */
  here: (1 | 2)[];
}

interface PresenceRequest {
  /** false when you leave */
  here: boolean;
}

/** Settings worth choosing. */
interface PresetShape {
  name: string;
  options: Record<string, boolean | number | string>;
  purposes: ("play" | "puzzles" | "arena")[];
  /** worth playing, or the duel as written */
  is_offered: boolean;
  foregone: ForegoneShape | null;
}

/** Why a request was not fulfilled. */
interface ProblemShape {
  title: string;
  status: number;
  /** one sentence */
  detail: string;
  /** what has happened meanwhile */
  match?: Snapshot | null;
  faults?: RequestFault[] | null;
}

interface PuzzleRequest {
  address: string;
  /** null gives up */
  move: string | null;
}

/** What is said about an answer to a puzzle; `theme` and `truth` are null after a wrong move. */
interface PuzzleResult {
  form: 1;
  is_right: boolean;
  text: string;
  /** the moves whose worth is told */
  choices: ChoiceShape[];
  answers: string[];
  theme: string | null;
  truth: PositionTruth | null;
}

interface PuzzleShape {
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  /** what each move did, to be read behind a name: "took 8" */
  done: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the first thousand, in order */
  legal: string[];
  legal_count: number;
  /** whose turn it is and what they must do, or how it ended */
  headline: string;
  /** what the last move did, as a sentence; empty before the first */
  told: string;
  last: string | null;
  outcome: OutcomeShape | null;
  form: 1;
  /** the ID of the position; its page is /puzzles/ID */
  address: string;
  question: string;
  difficulty: "easy" | "medium" | "hard";
  theme: string;
  /** equal for positions in which the same can still happen */
  future: string;
}

interface RefutationShape {
  /** the move that is beaten, and what follows */
  line: string[];
  text: string;
}

/** What is wrong in one place of a request. */
interface RequestFault {
  where: string;
  fault: string;
}

interface ReviewShape {
  form: 1;
  game: string;
  options: Record<string, boolean | number | string>;
  moves: ReviewedMoveShape[];
  outcome: OutcomeShape | null;
  winners: (1 | 2 | null)[];
  /** who was winning before the first move */
  start: string;
  mattered: boolean;
  sentences: string[];
}

interface ReviewedMoveShape {
  ply: number;
  player: 1 | 2;
  move: string;
  name: string;
  winner_before: 1 | 2 | null;
  winner_after: 1 | 2 | null;
  distance_before: number | null;
  distance_after: number | null;
  is_mistake: boolean;
  mattered: boolean;
  better: string[];
  better_names: string[];
  text: string;
  /** what beats a mistake */
  refutation: RefutationShape | null;
}

/** A rule book in parts, all of them Markdown; a part that is not there is empty. */
interface RuleBookShape {
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

/** What a small board shows. */
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
  is_you: boolean;
}

interface Seats {
  "1": SeatShape;
  "2": SeatShape;
}

/** A match as you see it. */
interface Snapshot {
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  /** what each move did, to be read behind a name: "took 8" */
  done: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the first thousand, in order */
  legal: string[];
  legal_count: number;
  /** whose turn it is and what they must do, or how it ended */
  headline: string;
  /** what the last move did, as a sentence; empty before the first */
  told: string;
  last: string | null;
  outcome: OutcomeShape | null;
  id: string;
  /** the number of the last event */
  version: number;
  mode: "computer" | "link" | "screen";
  level: string | null;
  seats: Seats;
  you: (1 | 2)[];
  takeback: 1 | 2 | null;
  rematch: (1 | 2)[];
  next: string | null;
  truth: TruthSwitch;
  created: string;
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

interface WhyShape {
  sentences: string[];
  pairs: any[][];
  reply: string | null;
}
