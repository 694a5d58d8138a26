// Boards are found by the name of their game, or of its family.
import { expect, test } from "vitest";
import { boardOf, loadBoard } from "../src/board/boards";

const OWN = Object.keys(import.meta.glob("../src/boards/*/Board.svelte")).map((file) => file.split("/").at(-2)!);
await Promise.all(OWN.map((game) => loadBoard([game])));
const PLAIN = boardOf(["no_such_game"]);

test("every folder is the board of the game of its name", () => {
  expect(OWN.length).toBeGreaterThan(0);
  expect(new Set([PLAIN, ...OWN.map((game) => boardOf([game]))]).size).toBe(OWN.length + 1);
});

test("a game without a board has its family's, and without that the plain one", () => {
  expect(boardOf(["no_such_game", OWN[0]!])).toBe(boardOf([OWN[0]!]));
  expect(boardOf(["no_such_game", "no_such_game"])).toBe(PLAIN);
  expect(boardOf([""])).toBe(PLAIN);
});
