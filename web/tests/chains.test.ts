import { expect, test } from "vitest";
import { chainsFrom, chosenOf, playAll, stopsOf } from "../src/board/chains";
import type { Chain } from "../src/types";

const chain = (...touch: string[]): Chain => ({ touch, actions: [], takes: [], effect: "", label: "" });

test("each action is sent when the one before has been taken, after its row", async () => {
  const sent: [number, number | undefined][] = [];
  const played = await playAll([7, 8, 9], (action, seq) => {
    sent.push([action, seq]);
    return Promise.resolve((seq ?? 20) + 1);
  });
  expect(sent).toEqual([[7, undefined], [8, 21], [9, 22]]);
  expect(played).toBe(3);
});

test("a refusal stops a chain", async () => {
  const sent: number[] = [];
  const played = await playAll([7, 8, 9], (action) => {
    sent.push(action);
    return Promise.resolve(action === 8 ? null : 1);
  });
  expect(sent).toEqual([7, 8]);
  expect(played).toBe(1);
});

test("a held thing has its own chains, and the best is chosen until another end is", () => {
  const all = [chain("a1", "c1", "c3"), chain("b2", "b4"), chain("a1", "a3")];
  const mine = chainsFrom(all, "a1");
  expect(mine).toEqual([all[0], all[2]]);
  expect(chainsFrom(all, undefined)).toEqual([]);
  expect(chosenOf(mine, "")).toBe(all[0]);
  expect(chosenOf(mine, "a3")).toBe(all[2]);
  expect(chosenOf([], "a3")).toBeUndefined();
});

test("a square that is passed twice has both numbers", () => {
  expect([...stopsOf(chain("a1", "c1", "c3", "a3", "a1", "c1"))]).toEqual([
    ["c1", [1, 5]],
    ["c3", [2]],
    ["a3", [3]],
    ["a1", [4]],
  ]);
  expect(stopsOf(undefined).size).toBe(0);
});
