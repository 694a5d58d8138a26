// What a touch would do, from the paths that it begins or continues.
import type { Path } from "../types";

export interface Reach {
  quiet: boolean; // whether it can only be discarded, passed, or the like
  effects: string[]; // what it would do, each in a word or two
}

/** What touching one of these ids would do next; null where it does nothing. */
export function reach(paths: readonly Path[], touched: readonly string[], ids: readonly string[]): Reach | null {
  const open = paths.filter(
    ({ touch }) => ids.includes(touch[touched.length] ?? "") && touched.every((id, i) => touch[i] === id),
  );
  if (!open.length) return null;
  const loud = open.filter((path) => !path.quiet);
  const effects = [...new Set((loud.length ? loud : open).map((path) => path.effect))].filter(Boolean);
  return { quiet: !loud.length, effects };
}

/** Where the thing that is held would land, by id. */
export function landings(paths: readonly Path[], touched: readonly string[]): Set<string> {
  const ids = new Set<string>();
  if (!touched.length) return ids;
  for (const { touch, lands } of paths) if (lands && touched.every((id, i) => touch[i] === id)) ids.add(lands);
  return ids;
}

/** Effects on one pennant; words that all begin with are written once: "pile 2 · 4". */
export function pennant(effects: readonly string[]): string {
  const [first = "", ...others] = effects;
  const start = first.slice(0, first.lastIndexOf(" ") + 1);
  return [first, ...others.map((one) => (start && one.startsWith(start) ? one.slice(start.length) : one))].join(" · ");
}
