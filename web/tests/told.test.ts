import { expect, test } from "vitest";
import { lastMove, lastRevealed } from "../src/boards/flip_and_skip/told";
import type { Event } from "../src/types";

const event = (kind: string, more: Partial<Event> = {}): Event => ({ kind, label: "", seat: 0, source: "", target: "", face: "", places: [], thing: "", brief: "", ...more });

test("a skip marks where it began, where it ended, and what it took", () => {
  const events = [
    event("move"),
    event("step", { places: [1, 2] }),
    event("move"),
    event("skip", { places: [17, 26, 35] }),
    event("capture", { places: [26] }),
    event("turn"),
  ];
  expect(lastMove(events)).toEqual({ from: 17, to: 35, taken: 26 });
  expect(lastMove(events.slice(0, 2))).toEqual({ from: 1, to: 2, taken: -1 });
  expect(lastMove([event("move"), event("place", { places: [3] })])).toEqual({ from: -1, to: 3, taken: -1 });
  expect(lastMove([event("move"), event("flip")])).toBeNull();
  // After a reload, only sentences are told again.
  expect(lastMove([event("move", { places: [1, 2] }), event("move", { places: [17, 26, 35] }), event("turn")])).toEqual({ from: 17, to: 35, taken: 26 });
});

test("the last power revealed has the sentence of its move", () => {
  const events = [event("move", { label: "Nora flips a Stone." }), event("flip", { face: "AXES", seat: 1 }), event("score", { face: "dark.stone" })];
  expect(lastRevealed(events)).toEqual({ icon: "AXES", seat: 1, label: "Nora flips a Stone." });
  expect(lastRevealed([event("look")])).toBeNull(); // somebody else looked
});
