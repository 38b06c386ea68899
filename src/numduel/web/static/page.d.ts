// What the page's parts hand to one another. What travels between server and page is in types.d.ts.

type PlayerNumber = 1 | 2;
type Position = PositionAnswer;
type Puzzle = PuzzleShape;
type Review = ReviewShape;
type ReviewedMove = ReviewedMoveShape;
type Facts = FactsShape;
type Why = WhyShape;
type Options = Position["options"];
type GameInfo = GameShape;
type OptionField = OptionShape;
type Outcome = OutcomeShape;
type Analysis = AnalysisShape;

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
