// What travels between server and page, and what the page's parts hand to one another.

type PlayerNumber = 1 | 2;
type Options = Record<string, number | boolean | string>;

interface OptionField {
  name: string;
  kind: "int" | "bool" | "choice";
  default: number | boolean | string;
  help: string;
  minimum: number | null;
  maximum: number | null;
  values: string[] | null;
}

interface Facts {
  judgement: string;
  figures: { label: string; figure: string }[];
}

interface GameInfo {
  slug: string;
  title: string;
  summary: string;
  board: string | null;
  rules: string;
  options: OptionField[];
  levels: string[];
}

interface Outcome {
  winner: PlayerNumber;
  reason: string;
}

interface Choice {
  move: string;
  winner: PlayerNumber | null;
  distance: number | null;
  best: boolean;
}

interface Analysis {
  winner: PlayerNumber | null;
  distance: number | null;
  unknown: string | null;
  /** Whether it ends so, and then, whatever anybody does. */
  is_settled: boolean;
  choices: Choice[];
}

interface Why {
  sentences: string[];
  pairs: (string | number)[][];
  reply: string | null;
}

/** A position: enough to draw a board and to say what may be done. */
interface Position {
  game: string;
  title: string;
  board: string | null;
  options: Options;
  moves: string[];
  ply: number;
  view: Record<string, any>;
  to_move: PlayerNumber | null;
  legal: string[];
  legal_count: number;
  last: string | null;
  outcome: Outcome | null;
  lines: { turn: string[] };
  analysis?: Analysis | null;
  why?: Why | null;
}

interface SeatInfo {
  kind: "person" | "computer";
  name: string | null;
  is_taken: boolean;
  is_you: boolean;
}

interface Snapshot extends Position {
  id: string;
  version: number;
  mode: "computer" | "link" | "screen";
  level: string | null;
  seats: { "1": SeatInfo; "2": SeatInfo };
  you: PlayerNumber[];
  takeback: PlayerNumber | null;
  rematch: PlayerNumber[];
  next: string | null;
  truth: { on: boolean; asked: PlayerNumber[] };
  created: string;
}

interface ReviewedMove {
  ply: number;
  player: PlayerNumber;
  move: string;
  winner_before: PlayerNumber | null;
  winner_after: PlayerNumber | null;
  distance_before: number | null;
  distance_after: number | null;
  is_mistake: boolean;
  better: string[];
}

interface Review {
  moves: ReviewedMove[];
  mattered: boolean;
  summary: string[];
  values: (PlayerNumber | null)[];
}

interface Puzzle extends Position {
  id: string;
  question: string;
}

interface PuzzleAnswer {
  is_right: boolean;
  answers: string[];
  why: Why | null;
  analysis: Analysis | null;
}

interface Mark {
  wins: boolean;
  distance: number | null;
}

/** What a board is told each time it is drawn. */
interface BoardProps {
  position: Position;
  mayPlay: boolean;
  /** Why the visitor may not play now, as a sentence. */
  waiting: string;
  play: (move: string) => void;
  say: (sentence: string) => void;
  nameOf: (player: PlayerNumber) => string;
  marks: Map<string, Mark> | null;
  pairs: [number, number][];
  hint: string | null;
  /** A move that is on its way to the server. */
  pending: string | null;
  /** What has been typed so far. */
  typed: string;
}

interface Board {
  /** Whether truth marks stand on the board itself; else a list beside it shows them. */
  showsMarks: boolean;
  view: (props: BoardProps) => unknown;
  /** Answers a key; says whether it did. */
  press: (key: string, props: BoardProps) => boolean;
  /** What the player to move does here: "take an even number", "takes an even number". */
  task: (position: Position) => { you: string; other: string } | null;
  /** A move in words, after a name: "took 8". */
  told: (move: string, position: Position) => string;
}

interface Page {
  title: () => string;
  view: () => unknown;
  key?: (event: KeyboardEvent) => boolean;
  leave?: () => void;
}
