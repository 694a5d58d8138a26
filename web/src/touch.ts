// Narrowing legal actions by what was touched. A path is a list of ids to touch in order.
import type { Path } from "./types";

export interface Touched {
  touched: string[]; // what is held
  action: number | null; // to be sent, where a path is complete
  wrong: boolean; // nothing can be done with what was touched
}

function starts(path: Path, touched: readonly string[]): boolean {
  return path.touch.length >= touched.length && touched.every((id, i) => path.touch[i] === id);
}

/** What can be touched next. */
export function nextTouches(paths: readonly Path[], touched: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const id = path.touch[touched.length];
    if (id !== undefined && starts(path, touched)) found.add(id);
  }
  return found;
}

/** The action whose path was touched to its end. */
export function complete(paths: readonly Path[], touched: readonly string[]): number | null {
  const whole = paths.find((path) => path.touch.length === touched.length && starts(path, touched));
  return whole ? whole.action : null;
}

/**
 * Touch something that goes by several ids: a thing, and the place where it lies.
 * It goes on with what is held; else it is held instead; touched again, it is let go.
 */
export function touch(
  paths: readonly Path[],
  touched: readonly string[],
  ids: readonly string[],
): Touched {
  for (let kept = touched.length; kept >= 0; kept--) {
    const held = touched.slice(0, kept);
    const next = nextTouches(paths, held);
    const id = ids.find((one) => next.has(one));
    if (id === undefined) continue;
    if (touched[kept] === id) return { touched: held, action: null, wrong: false };
    const now = [...held, id];
    const action = complete(paths, now);
    return { touched: action === null ? now : [], action, wrong: false };
  }
  return { touched: [...touched], action: null, wrong: true };
}

/** What was held stays held as far as it still means something. */
export function keepHeld(paths: readonly Path[], touched: readonly string[]): string[] {
  return paths.some((path) => starts(path, touched)) ? [...touched] : [];
}
