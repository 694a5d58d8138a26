// The squares that the last move left and reached, from what happened, oldest first.
import type { Event } from "../../types";

export interface Moved {
  from: Set<number>;
  to: Set<number>;
}

/** Where the figures of the last move began and ended; null where none has moved. */
export function lastMoved(events: readonly Event[]): Moved | null {
  const moved: Moved = { from: new Set(), to: new Set() };
  const end = events.findLastIndex(({ places }) => places.length > 1);
  for (let i = end; i >= 0; i--) {
    const { kind, places } = events[i]!;
    if (places.length > 1) {
      moved.from.add(places[0]!);
      moved.to.add(places.at(-1)!);
    }
    if (kind === "move") break; // its sentence comes before everything it did
  }
  return end < 0 ? null : moved;
}
