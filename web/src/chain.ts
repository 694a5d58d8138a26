// The way that a piece has gone in one turn, square by square.
import type { Event } from "./types";

/** A way after a move: gone on, gone back, or begun anew; `fresh` where a new turn began with it. */
export function follow(way: readonly number[], events: readonly Event[], fresh: boolean): number[] {
  const move = events.find((event) => event.kind === "move" && event.places.length > 1);
  if (!move) return [...way];
  const [start, end] = [move.places[0]!, move.places.at(-1)!];
  if (fresh || way.at(-1) !== start) return [start, end];
  return way.at(-2) === end ? way.slice(0, -1) : [...way, end]; // taken back, or gone on
}
