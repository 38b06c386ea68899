// What travels between server and page. Written by `make types` from the description of the API:
// change the server's models, not this file.

interface AnalysisShape {
  winner: 1 | 2 | null;
  distance: number | null;
  unknown: string | null;
  /** it ends so, and then, whatever anybody does */
  is_settled: boolean;
  choices: ChoiceShape[];
}

interface ChoiceShape {
  move: string;
  winner: 1 | 2 | null;
  distance: number | null;
  best: boolean;
}

/** An empty object. */
interface EmptyRequest {
}

interface FactsShape {
  judgement: string;
  figures: FigureShape[];
}

/** What is wrong in one place of a request. */
interface Fault {
  where: string;
  fault: string;
}

interface FigureShape {
  label: string;
  figure: string;
}

interface GameShape {
  slug: string;
  title: string;
  summary: string;
  board: string | null;
  /** in Markdown */
  rules: string;
  rule_book: RuleBookShape;
  presets: PresetShape[];
  /** a short game, for a small live board */
  sample: SamplePosition[];
  options: OptionShape[];
  levels: string[];
}

interface Health {
  status: "ok";
  matches: number;
  listeners: number;
}

/** Either the token of a join link, or the match whose rematch this is. */
interface JoinRequest {
  token?: string | null;
  name?: string | null;
  from?: string | null;
}

interface Lines {
  /** the rule book's words for this turn, or for the end */
  turn: string[];
}

interface MatchAnswer {
  match: Snapshot;
}

interface MoveRequest {
  /** moves played before this one */
  ply: number;
  move: string;
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

interface PositionAnswer {
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the first thousand, in order */
  legal: string[];
  legal_count: number;
  lines: Lines;
  last: string | null;
  outcome: OutcomeShape | null;
  analysis?: AnalysisShape | null;
  why?: WhyShape | null;
}

/** Settings worth choosing. */
interface PresetShape {
  name: string;
  options: Record<string, boolean | number | string>;
  purposes: ("play" | "puzzles" | "arena")[];
}

/** Why a request was not fulfilled. */
interface ProblemShape {
  title: string;
  status: number;
  /** one sentence */
  detail: string;
  /** what has happened meanwhile */
  match?: Snapshot | null;
  faults?: Fault[] | null;
}

interface PuzzleRequest {
  id: string;
  move: string;
}

interface PuzzleResult {
  is_right: boolean;
  answers: string[];
  why: WhyShape;
  analysis: AnalysisShape;
}

interface PuzzleShape {
  game: string;
  title: string;
  board: string | null;
  options: Record<string, boolean | number | string>;
  moves: string[];
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the first thousand, in order */
  legal: string[];
  legal_count: number;
  lines: Lines;
  last: string | null;
  outcome: OutcomeShape | null;
  id: string;
  question: string;
}

interface ReviewShape {
  moves: ReviewedMoveShape[];
  mattered: boolean;
  summary: string[];
  values: (1 | 2 | null)[];
}

interface ReviewedMoveShape {
  ply: number;
  player: 1 | 2;
  move: string;
  winner_before: 1 | 2 | null;
  winner_after: 1 | 2 | null;
  distance_before: number | null;
  distance_after: number | null;
  is_mistake: boolean;
  better: string[];
}

/** The parts of a rule book, in Markdown; one that it lacks is empty. */
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

interface SamplePosition {
  view: Record<string, any>;
  legal: string[];
  to_move: 1 | 2 | null;
  last: string | null;
}

interface SeatShape {
  kind: "person" | "computer";
  name: string | null;
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
  ply: number;
  view: Record<string, any>;
  to_move: 1 | 2 | null;
  /** the first thousand, in order */
  legal: string[];
  legal_count: number;
  lines: Lines;
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
