import { expect, test } from "vitest";
import { faceOf } from "../src/face";

test("a name keeps its face, and names differ", () => {
  expect(faceOf("Nora")).toEqual(faceOf("Nora"));
  const faces = new Set(["Nora", "Ravi", "Elif", "Zoé", "Ann", "Bob"].map((name) => JSON.stringify(faceOf(name))));
  expect(faces.size).toBe(6);
});
