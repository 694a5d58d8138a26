// Puzzles that were solved on this device: days, streaks, and the line to share.
import { keep, recall } from "../browser/storage";
import { say } from "../words";

const KEY = "puzzles";
const DAY = 86_400_000; // milliseconds
export const LISTED = 30; // earlier puzzles that can be chosen

/** How it went: at the first try, at a later one, or the solution was looked at. */
export type Outcome = "first" | "later" | "shown";
/** An outcome, and whether it was on the puzzle's own day. */
interface Entry {
  how: Outcome;
  onDay: boolean;
}
export type Solved = Record<string, Record<number, Entry>>; // by game and number

/** The number of a date's puzzle, by the calendar of this device; `first` is the date of puzzle 1. */
export function numberOn(date: Date, first: string): number {
  const today = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.max(1, Math.round((today - Date.parse(first)) / DAY) + 1);
}

/** The date of a puzzle, at noon, so that no time zone turns it into another day. */
export function dayOf(number: number, first: string): Date {
  return new Date(Date.parse(first) + (number - 1) * DAY + DAY / 2);
}

export function recallSolved(): Solved {
  try {
    const stored: unknown = JSON.parse(recall(KEY) ?? "{}");
    return stored && typeof stored === "object" ? (stored as Solved) : {};
  } catch {
    return {}; // not ours, or damaged: begin anew
  }
}

/** What is known after a puzzle has ended; its first outcome stays. */
export function withOutcome(solved: Solved, game: string, number: number, how: Outcome, today: number): Solved {
  const known = solved[game] ?? {};
  if (known[number]) return solved;
  return { ...solved, [game]: { ...known, [number]: { how, onDay: number === today } } };
}

export function keepSolved(solved: Solved): void {
  keep(KEY, JSON.stringify(solved));
}

/** How many days in a row, up to today or yesterday, the puzzle of a day was solved on its day. */
export function streak(days: (number: number) => boolean, today: number): number {
  const last = days(today) ? today : today - 1;
  let first = last;
  while (days(first)) first--;
  return last - first;
}

/** The streak of one game. */
export function streakOf(solved: Solved, game: string, today: number): number {
  return streak((number) => isSolved(solved[game]?.[number]), today);
}

/** The streak over all games: days on which at least one was solved. */
export function streakOfAll(solved: Solved, today: number): number {
  return streak((number) => Object.values(solved).some((known) => isSolved(known[number])), today);
}

const isSolved = (entry: Entry | undefined): boolean => entry !== undefined && entry.onDay && entry.how !== "shown";

/** What to tell friends, without a word about the move. */
export function shareLine(title: string, number: number, how: Outcome, days: number): string {
  const parts = [say("puzzleShared", { number }), title, say(OUTCOMES[how])];
  if (days > 1) parts.push(say("puzzleDays", { n: days }));
  return parts.join(" · ");
}

export const OUTCOMES = { first: "puzzleFirst", later: "puzzleLater", shown: "puzzleShown" } as const;
