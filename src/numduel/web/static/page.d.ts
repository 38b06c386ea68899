// Types shared by the page's modules. Those of the API are in types.d.ts.

type PlayerNumber = 1 | 2;
type Options = Position["options"];

/** The value of an allowed move to its player. */
interface Mark {
  wins: boolean;
  mark: string;
  text: string;
}

/** The part of a position that boards read. */
type BoardPosition = Pick<
  Position,
  "board" | "options" | "moves" | "view" | "to_move" | "legal" | "outcome"
> & { costs?: Position["costs"] };

/** The props of a board. */
interface BoardProps {
  position: BoardPosition;
  mayPlay: boolean;
  /** Why the visitor may not play now, as a sentence. */
  waiting: string;
  play: (move: string) => void;
  say: (sentence: string) => void;
  nameOf: (player: PlayerNumber) => string;
  marks: Map<string, Mark> | null;
  /** The number of a move that was a mistake, to be marked. */
  decisive?: number | null;
  pairs: [number, number][];
  hint: string | null;
  /** A move that is being sent. */
  pending: string | null;
  /** What has been typed so far. */
  typed: string;
}

interface Board {
  /** Whether truth marks stand on the board itself; else a list beside it shows them. */
  showsMarks: boolean;
  view: (props: BoardProps) => unknown;
  /** Handles a key; returns whether it did. */
  press: (key: string, props: BoardProps) => boolean;
}

interface Page {
  title: () => string;
  view: () => unknown;
  key?: (event: KeyboardEvent) => boolean;
  leave?: () => void;
}
