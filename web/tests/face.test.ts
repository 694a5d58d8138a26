import { expect, test } from "vitest";
import { faceOf, PARTS, randomFace, readFace } from "../src/people/face";

test("a name keeps its face, and names differ", () => {
  expect(faceOf("Nora")).toEqual(faceOf("Nora"));
  const faces = new Set(["Nora", "Ravi", "Elif", "Zoé", "Ann", "Bob"].map((name) => JSON.stringify(faceOf(name))));
  expect(faces.size).toBe(6);
});

test("a face is written as a digit for each part", () => {
  expect(PARTS).toEqual([6, 5, 6, 5, 3, 2]); // as skipyard/table/face.py has them
  for (let i = 0; i < 50; i++) expect(readFace(randomFace())).not.toBeNull();
  expect(readFace("000001")?.glasses).toBe(true);
  for (const wrong of ["", "00000", "0000000", "600000", "00000x", "000002"]) expect(readFace(wrong)).toBeNull();
});
