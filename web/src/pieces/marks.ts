// Marks of a thing: what is shown in its corner, and what is read out after its label.
import type { Key } from "../words";
import { say } from "../words";

const SAID: Record<string, Key> = {
  moving: "markMoving",
  target: "markTarget",
  mercy: "markMercy",
  flipped: "markFlipped",
  used: "markUsed",
  twice: "markTwice",
  picked: "markPicked",
  chain: "markMoving",
};

/** Marks in words; the label already says what is known of an underside. */
export function marked(marks: readonly string[]): string[] {
  return marks.flatMap((mark) => {
    const key = SAID[mark];
    if (key) return [say(key)];
    return /^\d+$/.test(mark) ? [mark] : [];
  });
}

/** The icon of an underside that this seat knows. */
export function under(marks: readonly string[]): string {
  return marks.find((mark) => mark.startsWith("known:"))?.slice("known:".length) ?? "";
}
