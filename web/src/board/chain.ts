// The squares that a piece has passed in one turn.
import type { Event } from "../types";

/** The way of the last turn in which a piece moved, from events, oldest first. */
export function wayOf(events: readonly Event[]): number[] {
  let way: number[] = [];
  let fresh = true;
  for (const event of events) {
    const moves = event.kind === "move" && event.places.length > 1;
    if (moves) way = follow(way, [event], fresh);
    if (moves || event.kind === "move" || event.kind === "turn") fresh = !moves;
  }
  return way;
}

/** The squares after a move: one more, one less, or a new start; `fresh` where a turn began with it. */
export function follow(way: readonly number[], events: readonly Event[], fresh: boolean): number[] {
  const move = events.find((event) => event.kind === "move" && event.places.length > 1);
  if (!move) return [...way];
  const [start, end] = [move.places[0]!, move.places.at(-1)!];
  if (fresh || way.at(-1) !== start) return [start, end];
  return way.at(-2) === end ? way.slice(0, -1) : [...way, end]; // an undo, or the next square
}
