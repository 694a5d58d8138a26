// What a recovery link carries, how statistics are drawn, what is told about stored data.
import { expect, test } from "vitest";
import { sentences } from "../src/own/own_data";
import { fragment, readFragment } from "../src/own/recovery";
import { parts, tallyText } from "../src/own/statistics";
import { fill } from "../src/own/tickets";

test("a link carries a name and a face, and comes apart as it was put together", () => {
  const carried = { name: "Zoé & Ali?#=", face: "1.2.3" };
  const text = fragment("CODE", carried);
  expect(text).toMatch(/^CODE\?[!-~]+$/);
  expect(readFragment(text)).toEqual({ code: "CODE", carried });
  expect(readFragment(fragment("CODE", {}))).toEqual({ code: "CODE", carried: {} });
});

test("a link cannot set anything else", () => {
  expect(readFragment("CODE?theme=dark&nonce.t=1&name=Ann").carried).toEqual({ name: "Ann" });
  expect(readFragment("").code).toBe("");
});

test("the parts of a bar fill it", () => {
  const bar = parts({ games: 4, won: 2, drawn: 1, lost: 1 });
  expect(bar).toEqual([
    ["won", 0, 50],
    ["drawn", 50, 25],
    ["lost", 75, 25],
  ]);
  expect(parts({ games: 0, won: 0, drawn: 0, lost: 0 }).every(([, , width]) => width === 0)).toBe(true);
});

test("numbers are words too", () => {
  const words = { tally: "{games}: {won}/{drawn}/{lost}", tally_one: "one: {won}" };
  expect(tallyText({ games: 3, won: 1, drawn: 0, lost: 2 }, words)).toBe("3: 1/0/2");
  expect(tallyText({ games: 1, won: 1, drawn: 0, lost: 0 }, words)).toBe("one: 1");
  expect(fill("{a} {b}", { a: 1 })).toBe("1 {b}");
});

test("what is stored is told line by line, or that nothing is", () => {
  const words = { data_nothing: "nothing", data_names: "names {names}", data_browser: "here {names}", data_codes: "codes {count}" };
  const nothing = { known: false, devices: [], codes: [], tables: 0, running: 0, tournaments: 0, names: [] };
  expect(sentences(nothing, [], words)).toEqual(["nothing"]);
  const lines = sentences({ ...nothing, known: true, devices: [0], names: ["Ann", "An"], codes: [5] }, ["name = Ann"], words);
  expect(lines).toContain("names Ann, An");
  expect(lines.join()).not.toContain("tournaments");
  const entered = sentences({ ...nothing, known: true, tournaments: 2 }, [], { ...words, data_tournaments: "tournaments {count}" });
  expect(entered).toContain("tournaments 2");
  expect(lines.slice(-2)).toEqual(["codes 1", "here name = Ann"]);
});
