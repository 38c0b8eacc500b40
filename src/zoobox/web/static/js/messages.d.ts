// The messages of the server, for the type checker and for readers; no browser loads this file.

/** A piece of a sentence: words, or a thing that is drawn. */
type Segment = string | { text: string; figure: string };

interface Choice {
  id: number;
  notation: string;
  label: string;
  segments?: Segment[];
  rule: string;
  kind?: string;
  parts?: Record<string, any>;
  /** whether it is the only one and tells nobody anything */
  forced?: boolean;
  /** whether it brings a tile that can be tried on the board first */
  tile?: boolean;
  /** ids of picture elements, in the order they are clicked */
  targets: string[];
  /** for a tile placement; its targets are the cells in the picture */
  cells: string[];
}

interface SeatMessage {
  seat: number;
  kind: "person" | "bot" | "open";
  name: string | null;
  level: string | null;
  colour?: string;
  you: boolean;
  present: boolean;
  bot_in: string | null;
  bot_reason?: string;
  /** when somebody who is not there was last noticed, in seconds since 1970 */
  away?: number | null;
}

interface StandingMessage {
  seat: number;
  rank: number;
  points: number;
  /** the points as they are said of this game */
  words: string;
  /** of a game alone: won, lost, or what it earned */
  result?: string;
  /** the lines of the score sheet */
  breakdown?: Record<string, number>;
}

/** What somebody asks of the others. */
interface Asked {
  what: "undo" | "replace" | "abandon" | "rematch";
  seat: number;
  about: number | null;
  missing: number[];
}

/** The present, or an earlier moment, as one viewer may know it. */
interface Now {
  number: number;
  moment: number;
  status: "open" | "running" | "over" | "record" | "closed";
  over: boolean;
  seat: number | null;
  yours: number[];
  seats: SeatMessage[];
  thinking?: number[];
  waiting: number[];
  ask: number | null;
  prompt: string;
  choices: Choice[];
  svg: string;
  standings: StandingMessage[];
  clocks?: { seat: number; left: number; running: boolean }[] | null;
  undo?: { seat: number | null; possible: boolean; by_consent: boolean };
  request?: Asked | null;
  rematch?: string | null;
  /** the seat whose person has to be given the device */
  curtain?: number | null;
  ended?: { how: string | null; lost: { seat: number; name: string; why: string }[] } | null;
  /** when this page received it */
  heardAt?: number;
}

interface Line {
  moment: number;
  seat: number | null;
  text: string;
  segments?: Segment[];
  rule: string;
  /** ids of picture elements it is about */
  targets?: string[];
  /** what happened, as data */
  event?: { kind: string; seat: number | null; rule: string; parts: Record<string, any> };
  /** a short tag shown at its place */
  tag?: string | null;
  /** whether a bot decided in a person's place */
  substitute?: boolean;
  /** whether this page has decided by itself, because there was one choice only */
  automatic?: boolean;
}

interface ChatLine {
  number: number;
  seat: number | null;
  name: string;
  text: string;
}

interface TableState {
  type: "state";
  number: number;
  game: { name: string; title: string };
  hints: boolean;
  host: string;
  /** seconds after which the table offers to go on without somebody */
  absence: number;
  owner: boolean;
  clock: { kind: string; seconds: number } | null;
  rematch?: string | null;
  luck?: { commitment: string | null; given: boolean };
  log: Line[];
  chat: ChatLine[];
  now: Now;
}

interface TableEvent {
  kind?: string;
  seat?: number;
  by?: string;
  why?: string;
  what?: string;
  how?: string;
  table?: string;
  moment?: number;
  line?: ChatLine;
  /** of a rematch */
  table?: string;
}

interface Update {
  type: "update";
  number: number;
  event?: TableEvent;
  log?: Line[];
  now?: Now;
}

interface Presence {
  type: "presence";
  watchers: number;
  seats: number[];
  away: Record<string, number>;
}

type Message =
  | TableState
  | Update
  | Presence
  | { type: "thinking"; seats: number[] }
  | { type: "announcement"; text: string }
  | { type: "gone" }
  | { type: "pong" }
  | { type: "done"; id: number; result: any }
  | { type: "refused"; id?: number; error: Refusal };

interface Refusal {
  code: string;
  reason: string;
  rule?: string | null;
  number?: number;
}

interface Words {
  title: string;
  lessons: Record<string, string>;
  /** the names of the lines of the score sheet */
  score: Record<string, string>;
  seats: string[];
}

/** A step of a lesson. */
interface LessonStep {
  number: number;
  count: number;
  scene: string;
  first: boolean;
  text: string;
  point: string[];
  svg: string;
  played: { svg: string; lines: Line[] }[];
  exercise: boolean;
  prompt: string;
  choices: Choice[];
  now: Now;
  colours: string[];
}

interface GameMessage {
  name: string;
  players: Record<string, string[]>;
}

/** How a picture is shown: whether pieces move and how long, and where they were before. */
interface Showing {
  moving?: boolean;
  duration?: number;
  before?: { parts: string[]; spots: Map<string, { x: number; y: number; piece: string }> } | null;
}
