import { expect, test } from "vitest";
import type { Solved } from "../src/puzzles/solved";
import { dayOf, numberOn, shareLine, streakOf, streakOfAll, withOutcome } from "../src/puzzles/solved";

const FIRST = "2026-01-01";

test("the number follows the calendar of this device, whatever the hour", () => {
  expect(numberOn(new Date(2026, 0, 1, 0, 0), FIRST)).toBe(1);
  expect(numberOn(new Date(2026, 0, 1, 23, 59), FIRST)).toBe(1);
  expect(numberOn(new Date(2026, 0, 2, 0, 0), FIRST)).toBe(2);
  expect(numberOn(new Date(2027, 0, 2), FIRST)).toBe(367);
  expect(numberOn(new Date(2025, 5, 1), FIRST), "a clock that is wrong").toBe(1);
  expect(dayOf(32, FIRST).toISOString().slice(0, 10)).toBe("2026-02-01");
});

test("the first outcome of a puzzle stays", () => {
  const shown = withOutcome({}, "a", 3, "shown", 3);
  expect(withOutcome(shown, "a", 3, "first", 3)).toBe(shown);
});

test("a streak counts days that were solved on their day, up to today or yesterday", () => {
  let solved: Solved = {};
  for (const day of [5, 6, 7]) solved = withOutcome(solved, "a", day, "later", day);
  expect(streakOf(solved, "a", 7)).toBe(3);
  expect(streakOf(solved, "a", 8), "today is still to come").toBe(3);
  expect(streakOf(solved, "a", 9)).toBe(0);
  solved = withOutcome(solved, "a", 4, "first", 7); // later than its day
  expect(streakOf(solved, "a", 7)).toBe(3);
  solved = withOutcome(solved, "a", 8, "shown", 8);
  expect(streakOf(solved, "a", 8), "looking does not count").toBe(3);
  expect(streakOf(solved, "a", 9)).toBe(0);
  solved = withOutcome(solved, "b", 8, "first", 8);
  expect(streakOfAll(solved, 8)).toBe(4);
});

test("the line to share says how it went, and not which move", () => {
  expect(shareLine("Pebbles", 123, "first", 5)).toBe("Skipyard puzzle 123 · Pebbles · solved at the first try · 5 days in a row");
  expect(shareLine("Pebbles", 123, "later", 1)).toBe("Skipyard puzzle 123 · Pebbles · solved");
});
