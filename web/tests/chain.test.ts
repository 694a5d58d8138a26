import { expect, test } from "vitest";
import { follow, wayOf } from "../src/board/chain";
import type { Event } from "../src/types";

const jump = (...places: number[]): Event[] => [
  { kind: "move", label: "", seat: 0, source: "", target: "", face: "", places, thing: "", brief: "" },
];

test("a chain is followed from jump to jump", () => {
  const first = follow([], jump(44, 45, 46), true);
  expect(first).toEqual([44, 46]);
  expect(follow(first, jump(46, 36, 26), false)).toEqual([44, 46, 26]);
});

test("a jump taken back shortens the way", () => {
  expect(follow([44, 46, 26], jump(26, 36, 46), false)).toEqual([44, 46]);
});

test("the way stays until another piece jumps", () => {
  expect(follow([44, 46], [], true)).toEqual([44, 46]);
  expect(follow([44, 46], jump(46, 56, 66), true)).toEqual([46, 66]);
});

test("after a reload the last turn's way is known from what is told again", () => {
  const turn = { ...jump()[0]!, kind: "turn" };
  const told = [turn, ...jump(1, 2, 3), turn, ...jump(44, 45, 46), ...jump(46, 36, 26)];
  expect(wayOf(told)).toEqual([44, 46, 26]);
  expect(wayOf([...told, ...jump(), turn])).toEqual([44, 46, 26]);
  expect(wayOf([...told, turn, ...jump(26, 27, 28)])).toEqual([26, 28]);
  expect(wayOf([])).toEqual([]);
});
