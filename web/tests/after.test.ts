import { expect, test } from "vitest";
import { after } from "../src/board/after";
import type { Changed, Scene, Shown, Zone } from "../src/types";

const zone = (id: string, count: number): Zone => ({ id, kind: "pile", label: id, items: [], seat: -1, count, columns: 0, needs: "" });
const scene = (status: string, zones: Zone[]): Scene =>
  ({ game: "any", me: 0, turn: 0, over: false, winners: [], status, seats: [], zones, paths: [], chains: [] });
const clock = (at: number) => ({ kind: "none", left: [], running: -1, at });

test("what a change does not mention is as it was, in the same order", () => {
  const table = { id: "t", clock: clock(1) } as unknown as Shown["table"];
  const before: Shown = { type: "shown", seq: 4, viewer: 0, table, scene: scene("a", [zone("x", 1), zone("y", 2)]), events: [], heard: [], past: [] };
  const change: Changed = { type: "changed", seq: 5, table: null, clock: clock(2), scene: scene("b", [zone("y", 3)]), events: [], heard: ["so"], undo: null };
  expect(after(before, change)).toEqual({
    ...before,
    seq: 5,
    table: { id: "t", clock: clock(2) },
    scene: scene("b", [zone("x", 1), zone("y", 3)]),
    heard: ["so"],
  });
});
