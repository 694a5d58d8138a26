// Lines of the journal, made from events; what is told again after a reconnect is not added twice.
import type { Event } from "../types";

export const LONGEST = 200; // lines that are kept

/** A line of the journal. */
export interface JournalLine {
  nth: number;
  seat: number; // of the player who moved; -1 for what nobody did
  text: string;
}

/** The events that have a sentence as lines, numbered from `nth`. */
export function linesOf(events: readonly Event[], nth: number): JournalLine[] {
  return events
    .filter((event) => event.label)
    .map(({ kind, label, seat }, i) => ({ nth: nth + i, seat: kind === "move" ? seat : -1, text: label }));
}

/** How many lines at the start of `past` are the last ones of `lines`. */
export function overlap(lines: readonly JournalLine[], past: readonly JournalLine[]): number {
  for (let size = Math.min(lines.length, past.length); size > 0; size--) {
    const tail = lines.slice(-size);
    if (tail.every((line, i) => line.text === past[i]!.text && line.seat === past[i]!.seat)) return size;
  }
  return 0;
}

/** The journal with what was told before or in the meantime, and with the new events. */
export function extended(
  lines: readonly JournalLine[],
  past: readonly Event[],
  events: readonly Event[],
): JournalLine[] {
  const next = (all: readonly JournalLine[]): number => (all.at(-1)?.nth ?? -1) + 1;
  const told = linesOf(past, 0);
  const missed = told.slice(overlap(lines, told)).map((line, i) => ({ ...line, nth: next(lines) + i }));
  const known = [...lines, ...missed];
  return [...known, ...linesOf(events, next(known))].slice(-LONGEST);
}

/** The latest move that has a sentence, for a ribbon; `before` where there is none. */
export function lastMove(events: readonly Event[], before: Event | null): Event | null {
  return events.findLast((event) => event.kind === "move" && event.label && event.seat >= 0) ?? before;
}
