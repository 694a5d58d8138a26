// Narrows legal actions by what was touched. A path is a list of ids to touch in order.
import type { Path } from "../types";

export interface Touched {
  touched: string[]; // what is held
  action: number | null; // to send, where a path is complete
  wrong: boolean; // whether the touch fits no path
}

function starts(path: Path, touched: readonly string[]): boolean {
  return path.touch.length >= touched.length && touched.every((id, i) => path.touch[i] === id);
}

/** What can be touched next. */
export function nextTouches(paths: readonly Path[], touched: readonly string[]): Set<string> {
  const ids = new Set<string>();
  for (const path of paths) {
    const id = path.touch[touched.length];
    if (id !== undefined && starts(path, touched)) ids.add(id);
  }
  return ids;
}

/** The action whose path was touched to its end. */
export function complete(paths: readonly Path[], touched: readonly string[]): number | null {
  const whole = paths.find((path) => path.touch.length === touched.length && starts(path, touched));
  return whole ? whole.action : null;
}

/**
 * Touch something that has several ids: a thing, and the place where it lies.
 * It continues the path that is held, or starts another; touched again, it is let go.
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

/** What was held stays held if it still starts a path. */
export function keepHeld(paths: readonly Path[], touched: readonly string[]): string[] {
  return paths.some((path) => starts(path, touched)) ? [...touched] : [];
}
