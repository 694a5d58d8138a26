import { expect, test } from "vitest";
import { lastMoved } from "../src/boards/skip_or_trip/journeys";
import type { Event } from "../src/types";

const event = (kind: string, places: number[] = []): Event => ({ kind, label: "", seat: 0, source: "", target: "", face: "", places, thing: "", brief: "" });

test("a skip marks where its figure began and ended, and the figures it pushed", () => {
  const before = [event("move", [1, 2, 3]), event("advance", [1, 2, 3]), event("turn")];
  const skip = [event("move", [4, 5]), event("play"), event("advance", [4, 5]), event("push", [5, 4]), event("turn")];
  expect(lastMoved([...before, ...skip])).toEqual({ from: new Set([5, 4]), to: new Set([4, 5]) });
  expect(lastMoved([...before, event("move"), event("turn")])).toEqual({ from: new Set([1]), to: new Set([3]) }); // a pass
});

test("a trip marks both figures; without a move there is nothing to mark", () => {
  const trip = [event("move", [8, 9]), event("move"), event("back", [30, 29, 28]), event("advance", [12, 13, 14])];
  expect(lastMoved(trip)).toEqual({ from: new Set([12, 30]), to: new Set([14, 28]) });
  expect(lastMoved([event("deal"), event("turn")])).toBeNull();
});
