import { expect, test } from "vitest";
import { say, use } from "../src/words";
import { EN } from "../src/words/en";
import { FR } from "../src/words/fr";
import { EN as PUZZLE_EN } from "../src/words/puzzle/en";
import { FR as PUZZLE_FR } from "../src/words/puzzle/fr";
import { EN as REVIEW_EN } from "../src/words/review/en";
import { FR as REVIEW_FR } from "../src/words/review/fr";

const blanks = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["everywhere", EN, FR],
  ["puzzle", PUZZLE_EN, PUZZLE_FR],
  ["review", REVIEW_EN, REVIEW_FR],
])("French says all that English says, with the same blanks: %s", (_, english, all) => {
  expect(Object.keys(all).sort()).toEqual(Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    const french = all[key] ?? "";
    expect(french.trim(), key).not.toBe("");
    expect(blanks(french), key).toEqual(blanks(text));
  }
});

test("a page speaks the language whose script it has loaded", () => {
  use(FR);
  expect(say("round", { n: 2 })).toBe("Manche 2");
  use(EN);
  expect(say("round", { n: 2 })).toBe("Round 2");
});
