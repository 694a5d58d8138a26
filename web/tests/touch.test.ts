import { expect, test } from "vitest";
import { complete, keepHeld, nextTouches, touch } from "../src/board/touch";
import type { Path } from "../src/types";

const path = (action: number, ...ids: string[]): Path => ({ touch: ids, action, label: "", quiet: false, effect: "", lands: "" });

// A hand of two like cards, a stock card, a die that goes along, and a button.
const PATHS = [
  path(1, "hand.0.0", "build.1"),
  path(1, "hand.0.1", "build.1"),
  path(2, "hand.0.0", "discard.0.2"),
  path(3, "stock.0.top", "build.1"),
  path(4, "die.0", "hand.0.0", "build.3"),
  path(5, "end"),
];

test("what can be touched first", () => {
  expect([...nextTouches(PATHS, [])].sort()).toEqual(["die.0", "end", "hand.0.0", "hand.0.1", "stock.0.top"]);
});

test("a touch narrows what comes next", () => {
  expect([...nextTouches(PATHS, ["hand.0.0"])].sort()).toEqual(["build.1", "discard.0.2"]);
  expect([...nextTouches(PATHS, ["die.0", "hand.0.0"])]).toEqual(["build.3"]);
});

test("two touches make an action, and nothing is held any more", () => {
  const first = touch(PATHS, [], ["hand.0.0", "hand.0"]);
  expect(first).toEqual({ touched: ["hand.0.0"], action: null, wrong: false });
  expect(touch(PATHS, first.touched, ["build.1.4", "build.1"])).toEqual({ touched: [], action: 1, wrong: false });
});

test("a button is an action at once", () => {
  expect(touch(PATHS, [], ["end", "buttons"]).action).toBe(5);
});

test("a longer path goes on: die, card, pile", () => {
  const card = touch(PATHS, ["die.0"], ["hand.0.0"]);
  expect(card.touched).toEqual(["die.0", "hand.0.0"]);
  expect(touch(PATHS, card.touched, ["build.3"]).action).toBe(4);
});

test("another thing is held instead", () => {
  expect(touch(PATHS, ["hand.0.0"], ["stock.0.top", "stock.0"]).touched).toEqual(["stock.0.top"]);
});

test("touched again, a thing is let go", () => {
  expect(touch(PATHS, ["hand.0.0"], ["hand.0.0"])).toEqual({ touched: [], action: null, wrong: false });
});

test("a wrong touch changes nothing and says so", () => {
  expect(touch(PATHS, ["hand.0.1"], ["discard.0.2"])).toEqual({ touched: ["hand.0.1"], action: null, wrong: true });
  expect(touch(PATHS, [], ["build.0"]).wrong).toBe(true);
  expect(touch([], [], ["hand.0.0"]).wrong).toBe(true);
});

test("a chain may go on by its landing square alone", () => {
  const chain = [path(7, "e5", "e7"), path(7, "e7"), path(8, "end")];
  expect(touch(chain, [], ["e7", "board"]).action).toBe(7);
  expect(touch(chain, ["e5"], ["e7"]).action).toBe(7);
});

test("what is held survives a new view only where it still means something", () => {
  expect(keepHeld(PATHS, ["die.0", "hand.0.0"])).toEqual(["die.0", "hand.0.0"]);
  expect(keepHeld(PATHS, ["hand.0.4"])).toEqual([]);
  expect(complete(PATHS, [])).toBe(null);
});
