// What the last events leave on the board: the squares of the last move, and the power that was revealed.
import type { Event, Shown } from "../../types";

export interface LastMove {
  from: number; // the square that was left; -1 where there is none
  to: number;
  taken: number;
}

export interface Revealed {
  icon: string;
  seat: number;
  label: string; // the sentence of the move that revealed it
}

const REVEALS = new Set(["flip", "use", "look", "action"]);

/** What happened, oldest first. */
export function happened(shown: Pick<Shown, "past" | "events"> | null): Event[] {
  return shown ? [...(shown.past ?? []), ...shown.events] : [];
}

/** The squares of the last move that left or reached one; null where these events have none. */
export function lastMove(events: readonly Event[]): LastMove | null {
  const end = events.findLastIndex((event) => event.places.length > 0);
  if (end < 0) return null;
  const move: LastMove = { from: -1, to: -1, taken: -1 };
  for (let i = end; i >= 0; i--) {
    const { kind, places } = events[i]!;
    if (kind === "move" && i < end) break;
    const [first, last] = [places[0], places.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (kind === "capture" || kind === "take") move.taken = first;
    else if (places.length > 1) [move.from, move.to, move.taken] = [first, last, places.length > 2 ? places[1]! : move.taken];
    else move.to = last;
  }
  return move;
}

/** The power that somebody has revealed last, to all or to me alone. */
export function lastRevealed(events: readonly Event[]): Revealed | null {
  const at = events.findLastIndex(({ kind, face }) => REVEALS.has(kind) && /^[A-Z]+$/.test(face));
  const event = events[at];
  if (!event) return null;
  const move = events.slice(0, at + 1).findLast((one) => one.kind === "move");
  return { icon: event.face, seat: event.seat, label: event.kind === "look" ? event.label : (move?.label ?? "") };
}
