// The symbols of a table by letter, and which of them are still to be matched.
import { drawing } from "../../pieces/art";
import type { Scene } from "../../types";

export interface Sign {
  letter: string;
  art: string; // id of its drawing; empty where its letter is shown
  name: string;
}

/** The legend of a table. */
export function signsOf(scene: Scene): Map<string, Sign> {
  const legend = scene.zones.find((zone) => zone.id === "symbols")?.items ?? [];
  return new Map(
    legend.map((item) => {
      const letter = item.id.split(".")[1]!;
      return [letter, { letter, art: drawing("symbol", item.marks[0] ?? "") || drawing("symbol", item.face), name: item.label }];
    }),
  );
}

/** The letters that a square or a card shows. */
export function lettersOf(face: string): string[] {
  const letters = face.split("-").at(-1) ?? "";
  return /^[A-Z]+$/.test(letters) ? [...letters] : [];
}

/** Each symbol of a square, and whether it has been matched already. */
export function slots(square: string[], missing: string[]): { letter: string; matched: boolean }[] {
  const open = [...missing];
  return square.map((letter) => {
    const at = open.indexOf(letter);
    if (at >= 0) open.splice(at, 1);
    return { letter, matched: at < 0 };
  });
}
