// The keyboard on a board: Tab goes from area to area, arrows go to the nearest thing in an area.

const AREA = "[data-area]";
const THING = "button[data-id]";

/** One stop for Tab in each area: the thing with the focus, else the first that can be touched next. */
export function setStops(board: HTMLElement): void {
  for (const area of board.querySelectorAll(AREA)) {
    const things = [...area.querySelectorAll<HTMLElement>(THING)];
    const stop =
      things.find((one) => one === document.activeElement) ?? things.find((one) => one.matches(".next")) ?? things[0];
    for (const thing of things) {
      const wanted = thing === stop ? 0 : -1;
      if (thing.tabIndex !== wanted) thing.tabIndex = wanted; // writing it costs a layout
    }
  }
}

/** The nearest thing in the direction of an arrow. */
function nearest(from: HTMLElement, key: string): HTMLElement | undefined {
  const at = from.getBoundingClientRect();
  const across = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
  let best: HTMLElement | undefined;
  let least = Infinity;
  for (const thing of from.closest(AREA)?.querySelectorAll<HTMLElement>(THING) ?? []) {
    const to = thing.getBoundingClientRect();
    const [dx, dy] = [to.left - at.left, to.top - at.top];
    const [ahead, aside] = across ? [dx * sign, Math.abs(dy)] : [dy * sign, Math.abs(dx)];
    if (ahead <= 1) continue;
    const distance = ahead + 2 * aside;
    if (distance < least) [best, least] = [thing, distance];
  }
  return best;
}

/** Move the focus by arrow keys; whether this was one. */
export function arrow(event: KeyboardEvent): boolean {
  const from = document.activeElement;
  if (!event.key.startsWith("Arrow") || !(from instanceof HTMLElement) || !from.matches(THING)) return false;
  const to = nearest(from, event.key);
  if (to) {
    from.tabIndex = -1;
    to.tabIndex = 0;
    to.focus();
  }
  event.preventDefault();
  return true;
}

/** Restore the focus to the thing that had it before the board was drawn again. */
export function keepFocus(board: HTMLElement, id: string): void {
  if (!id || document.activeElement !== document.body) return;
  const same = board.querySelector<HTMLElement>(`${THING}[data-id="${CSS.escape(id)}"]`);
  (same ?? board.querySelector<HTMLElement>(`${THING}.next`) ?? board.querySelector<HTMLElement>(THING))?.focus();
}
