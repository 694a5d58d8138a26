import { expect, test } from "vitest";
import { landings, pennant, reach } from "../src/board/reach";
import type { Path } from "../src/types";

const path = (touch: string[], quiet: boolean, effect: string, lands = ""): Path => ({ touch, action: 0, label: "", quiet, effect, lands });
const PATHS = [
  path(["five", "pile.1"], false, "pile 1"),
  path(["five", "heap.0"], true, ""),
  path(["three", "heap.0"], true, "", "stone.3"),
  path(["wild", "pile.0"], false, "pile 1"),
  path(["wild", "pile.1"], false, "pile 2"),
];

test("what builds says where, even if it could be discarded too", () => {
  expect(reach(PATHS, [], ["five"])).toEqual({ quiet: false, effects: ["pile 1"] });
  expect(reach(PATHS, [], ["wild"])).toEqual({ quiet: false, effects: ["pile 1", "pile 2"] });
});

test("what can only be discarded is quiet, and nothing else is reached", () => {
  expect(reach(PATHS, [], ["three"])).toEqual({ quiet: true, effects: [] });
  expect(reach(PATHS, [], ["seven"])).toBeNull();
  expect(reach(PATHS, ["five"], ["heap.0"])).toEqual({ quiet: true, effects: [] });
  expect(reach(PATHS, ["five"], ["pile.0"])).toBeNull();
});

test("a held thing shows where it lands", () => {
  expect(landings(PATHS, [])).toEqual(new Set());
  expect(landings(PATHS, ["three"])).toEqual(new Set(["stone.3"]));
});

test("a pennant writes the words that effects share once", () => {
  expect(pennant(["pile 2", "pile 4"])).toBe("pile 2 · 4");
  expect(pennant(["skip to 50", "take 3"])).toBe("skip to 50 · take 3");
  expect(pennant(["discard"])).toBe("discard");
  expect(pennant([])).toBe("");
});
