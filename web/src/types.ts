// Written by `skipyard schema --typescript`; change server/net/messages.py instead.

export interface Hello {
  type: "hello";
  language?: "en" | "fr";
  changes?: boolean;
}

export interface Move {
  type: "move";
  seq: number;
  command: string;
  action: number;
}

export interface Undo {
  type: "undo";
  seq: number;
  command: string;
}

export interface Resign {
  type: "resign";
  seq: number;
  command: string;
}

export interface Offer {
  type: "offer";
  seq: number;
  command: string;
  what: "draw" | "rematch" | "undo";
  commitment?: string | null;
}

export interface Agree {
  type: "agree";
  seq: number;
  command: string;
  what: "draw" | "rematch" | "undo";
  commitment?: string | null;
}

export interface Decline {
  type: "decline";
  seq: number;
  command: string;
  what: "draw" | "rematch" | "undo";
}

export interface Deal {
  type: "deal";
  seq: number;
  command: string;
}

export interface Reveal {
  type: "reveal";
  seq: number;
  command: string;
  nonce: string;
}

export interface Stand {
  type: "stand";
  seq: number;
  command: string;
}

export interface Pace {
  type: "pace";
  seq: number;
  command: string;
  pace: "brisk" | "calm" | "instant";
}

export interface Phrases {
  type: "phrases";
  seq: number;
  command: string;
  phrases: "off" | "on";
}

export interface SkipToTurn {
  type: "skip_to_turn";
  seq: number;
  command: string;
}

export interface Say {
  type: "say";
  phrase: "good_game" | "good_luck" | "hello" | "one_moment" | "oops" | "smile" | "surprised" | "thanks" | "thinking" | "well_played" | "your_turn";
}

export interface Ping {
  type: "ping";
}

export interface Shown {
  type: "shown";
  seq: number;
  viewer: number;
  table: TableFacts;
  scene: Scene | null;
  events: Event[];
  heard: string[];
  past: Event[];
}

export interface TableFacts {
  id: string;
  game: string;
  title: string;
  settings: string[];
  phase: string;
  casual: boolean;
  hints: boolean;
  chairs: Chair[];
  clock: Clock;
  offers: Pending[];
  round: number;
  totals: number[];
  commitment: string;
  host: number;
  phrases: boolean;
  watchers: number;
  agreed: string[];
  series: number[];
  pace: "brisk" | "calm" | "instant";
  undo: UndoFacts;
  rematch: string;
  result: Result | null;
  key: string;
  tournament: string;
  points: string;
}

export interface Chair {
  seat: number;
  name: string;
  kind: string;
  reserved: string;
  present: boolean;
  by_bot: boolean;
  bot: string;
  commitment: string;
  nonce: string;
  face: string;
}

export interface Clock {
  kind: string;
  left: number[];
  running: number;
  at: number;
}

export interface Pending {
  what: string;
  seat: number;
  agreed: number[];
}

export interface UndoFacts {
  allowed: boolean;
  why: string;
}

export interface Result {
  how: string;
  winners: number[];
  points: number[];
  text: string;
}

export interface Scene {
  game: string;
  me: number;
  turn: number;
  over: boolean;
  winners: number[];
  status: string;
  seats: Seat[];
  zones: Zone[];
  paths: Path[];
  chains: Chain[];
}

export interface Seat {
  seat: number;
  side: number;
  label: string;
  facts: string[];
  place: number;
  left: number;
  whole: number;
}

export interface Zone {
  id: string;
  kind: string;
  label: string;
  items: Item[];
  seat: number;
  count: number;
  columns: number;
  needs: string;
}

export interface Item {
  id: string;
  kind: string;
  face: string;
  label: string;
  place: number;
  marks: string[];
  about: string;
}

export interface Path {
  touch: string[];
  action: number;
  label: string;
  quiet: boolean;
  effect: string;
  lands: string;
}

export interface Chain {
  touch: string[];
  actions: number[];
  takes: string[];
  effect: string;
  label: string;
}

export interface Event {
  kind: string;
  label: string;
  seat: number;
  source: string;
  target: string;
  face: string;
  places: number[];
  thing: string;
  brief: string;
}

export interface Changed {
  type: "changed";
  seq: number;
  table: TableFacts | null;
  clock: Clock;
  scene: Scene;
  events: Event[];
  heard: string[];
  undo: UndoFacts | null;
}

export interface Done {
  type: "done";
  command: string;
  seq: number;
}

export interface Refused {
  type: "refused";
  command: string;
  sentence: string;
  rule: string;
  about: string;
}

export interface Said {
  type: "said";
  seat: number;
  phrase: string;
  text: string;
}

export interface Pong {
  type: "pong";
}

export interface Goodbye {
  type: "goodbye";
  why: string;
}

export type Request = Hello | Move | Undo | Resign | Offer | Agree | Decline | Deal | Reveal | Stand | Pace | Phrases | SkipToTurn | Say | Ping;

export type Answer = Shown | Changed | Done | Refused | Said | Pong | Goodbye;
