import { expect, test } from "vitest";
import { extended, lastMove, LONGEST } from "../src/table/journal";
import type { Event } from "../src/types";

const event = (label: string, seat = 0, kind = "move"): Event =>
  ({ kind, label, seat, source: "", target: "", face: "", places: [], thing: "", brief: "" });
const texts = (lines: { text: string }[]): string[] => lines.map(({ text }) => text);

test("what was told before fills an empty journal, then the new events follow", () => {
  const lines = extended([], [event("a"), event("b", 1), event("")], [event("c", -1, "deal")]);
  expect(lines).toEqual([
    { nth: 0, seat: 0, text: "a" },
    { nth: 1, seat: 1, text: "b" },
    { nth: 2, seat: -1, text: "c" },
  ]);
});

test("after a reconnect only what was missed is added", () => {
  const before = extended([], [], ["a", "b", "b"].map((text) => event(text)));
  expect(texts(extended(before, ["b", "b", "c"].map((text) => event(text)), []))).toEqual(["a", "b", "b", "c"]);
  expect(texts(extended(before, ["a", "b", "b"].map((text) => event(text)), []))).toEqual(["a", "b", "b"]);
  expect(texts(extended(before, [event("x")], []))).toEqual(["a", "b", "b", "x"]);
});

test("numbers go on, and the oldest lines are dropped", () => {
  let lines = extended([], [], [event("first")]);
  for (let i = 0; i < LONGEST; i++) lines = extended(lines, [], [event(String(i))]);
  expect(lines.length).toBe(LONGEST);
  expect(lines.at(-1)?.nth).toBe(LONGEST);
});

test("the last move is the latest one that has a sentence and a player", () => {
  const move = event("plays a 9", 1);
  expect(lastMove([event("older"), move, event("", 1), event("ends", 1, "end")], null)).toBe(move);
  expect(lastMove([event("sits", 0, "sit")], move)).toBe(move);
});
