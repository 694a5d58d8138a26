// Winning chances over a game: what a graph draws, and what a move changed.

/** Each seat's chance after a row. */
export interface Chances {
  seq: number;
  seats: number[];
}

/** The row that decided a game for a winner. */
export interface Moment {
  seq: number;
  seat: number;
  before: number;
  after: number;
  sentence: string;
}

export interface Answer {
  seats: string[]; // names
  chances: Chances[];
  moment: Moment | null;
}

/** A number that tells something of a game. */
export interface Figure {
  key: string;
  seat: number;
  value: number;
  label: string;
}

/** A seat's costliest move, and a better one. */
export interface Cost {
  seq: number;
  seat: number;
  action: number;
  sentence: string; // of the better one
  reason: string;
  chance: number;
  better: number;
}

const HIGH = 100;
export const COLOURS = ["--blue", "--vermilion", "--green", "--purple", "--orange", "--sky"];
export const DASHES = ["", "7 4", "2 4", "9 4 2 4", "1 3", "14 5"]; // so that colour is not needed

/** The points of one seat's line up to a row; a row is 1 wide, and the graph is 100 high. */
export function points(chances: readonly Chances[], seat: number, until: number): string {
  const known = chances.filter(({ seq }) => seq <= until);
  return known.map(({ seq, seats }) => `${seq},${HIGH * (1 - (seats[seat] ?? 0))}`).join(" ");
}

/** A seat's chance at a row; null before the first that is known. */
export function chanceAt(chances: readonly Chances[], seat: number, seq: number): number | null {
  return chances.findLast((each) => each.seq <= seq)?.seats[seat] ?? null;
}

/** By how much a row changed a seat's chance, in per cent; null where it did not. */
export function changeAt(chances: readonly Chances[], seat: number, seq: number): number | null {
  const nth = chances.findIndex((each) => each.seq === seq);
  if (nth < 1) return null;
  const change = Math.round(100 * (chances[nth]!.seats[seat]! - chances[nth - 1]!.seats[seat]!));
  return change || null;
}

/** A chance as people write it. */
export const percent = (chance: number): string => `${Math.round(100 * chance)} %`;
