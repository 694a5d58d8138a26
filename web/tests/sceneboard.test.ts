// A board without a table: what is touched goes to its owner.
import { beforeEach, expect, test, vi } from "vitest";
import type { SceneBoard } from "../src/board/sceneboard";
import type { Scene } from "../src/types";

vi.mock("../src/board/motion", () => ({ measureSources: () => new Map(), play: () => Promise.resolve() }));
const element = { dataset: {}, lang: "en", style: { setProperty: () => undefined } };
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("matchMedia", () => ({ matches: false }));
vi.stubGlobal("addEventListener", () => undefined);
vi.stubGlobal("document", { documentElement: element, hidden: true });

const path = { touch: ["a", "b"], action: 3, label: "", quiet: false, effect: "", lands: "" };
const scene = (status: string): Scene =>
  ({ game: "any", me: 0, turn: 0, over: false, winners: [], status, seats: [{ seat: 0, side: 0, label: "Ann" }], zones: [], paths: [path], chains: [] }) as unknown as Scene;

const moves: unknown[] = [];
let boards: typeof SceneBoard;

beforeEach(async () => {
  boards = (await import("../src/board/sceneboard")).SceneBoard;
  moves.length = 0;
});

test("a whole move goes to the owner with what was touched, and nothing can be touched until it is answered", async () => {
  let answered = (): void => undefined;
  const board = new boards({
    move: (action, touched) => {
      moves.push([action, touched]);
      return new Promise((resolve) => (answered = resolve));
    },
  });
  await board.showScene(scene("before"));
  expect([board.touch(["a"]), board.touched, moves]).toEqual([true, ["a"], []]);
  expect(board.touch(["b"])).toBe(true);
  expect([moves, board.busy, board.paths]).toEqual([[[3, ["a", "b"]]], true, []]);
  answered();
  await Promise.resolve();
  await Promise.resolve();
  expect(board.busy).toBe(false);
  await board.showScene(scene("after"));
  expect([board.scene?.status, board.shown?.seq, board.name(0)]).toEqual(["after", 2, "Ann"]);
});

test("a wrong touch gets the owner's reason", async () => {
  const board = new boards({ move: () => Promise.resolve(), reason: (held, touched) => Promise.resolve({ text: `${held} ${touched}`, rule: "X-01" }) });
  await board.showScene(scene(""));
  board.touch(["a"]);
  expect(board.touch(["c"])).toBe(false);
  await vi.waitFor(() => expect(board.notice).toEqual({ text: "a c", rule: "X-01" }));
});

test("a board without an owner can be looked at only", async () => {
  const board = new boards();
  await board.showScene(scene(""));
  expect([board.touch(["a"]), board.pick(["a"]), board.touched, board.notice]).toEqual([true, false, [], null]);
});
