import { expect, test } from "vitest";
import { WORDS } from "../src/words";

const blanks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();

test("French says all that English says, with the same blanks", () => {
  expect(Object.keys(WORDS.fr).sort()).toEqual(Object.keys(WORDS.en).sort());
  for (const [key, text] of Object.entries(WORDS.en)) {
    const french = WORDS.fr[key as keyof typeof WORDS.fr];
    expect(french.trim(), key).not.toBe("");
    expect(blanks(french), key).toEqual(blanks(text));
  }
});
