import { expect, test } from "vitest";
import { marked, under } from "../src/pieces/marks";

test("marks are said in words, never in code", () => {
  expect(marked(["7", "moving", "known:EYE", "seen:1", "sun"])).toEqual(["7", "on the move"]);
});

test("an underside that is known has an icon", () => {
  expect(under(["seen:1", "known:EYE"])).toBe("EYE");
  expect(under(["seen:1"])).toBe("");
});
