// Pointers on the board: a tap touches; a drag picks up, and touches where it is dropped.
import type { BoardState } from "./board.svelte";
import { shake } from "./motion";

const DRAG_THRESHOLD = 8; // pixels that a finger may slip in a tap

/** The ids of a thing and of the places around it, innermost first. */
export function idsAt(element: Element | null): string[] {
  const ids: string[] = [];
  for (let at = element?.closest("[data-id]"); at; at = at.parentElement?.closest("[data-id]")) {
    const { id, top } = (at as HTMLElement).dataset;
    if (top && !ids.includes(top)) ids.push(top);
    if (id) ids.push(id);
  }
  return ids;
}

const NEAR = 0.75; // of a square's width, from its middle: this far off, a touch still counts for it

/** The square of a board, or the thing on one, that may be touched next and lies nearest to a point that missed;
 * `data-near` marks squares that are not cells of a grid. */
export function nearestLegal(point: { clientX: number; clientY: number }, board: ParentNode = document): HTMLElement | null {
  let best: HTMLElement | null = null;
  let least = NEAR;
  for (const thing of board.querySelectorAll<HTMLElement>(".cell button.next, [data-near] button.next")) {
    const at = (thing.closest(".cell") ?? thing).getBoundingClientRect();
    const [dx, dy] = [point.clientX - (at.left + at.width / 2), point.clientY - (at.top + at.height / 2)];
    const distance = Math.hypot(dx, dy) / at.width;
    if (distance < least) [best, least] = [thing, distance];
  }
  return best;
}

/** Svelte action: handle the pointers on a board. */
export function touchable(board: HTMLElement, table: BoardState): { destroy(): void } {
  let start: { x: number; y: number; pointer: number; piece: HTMLElement } | null = null;
  let ghost: HTMLElement | null = null;
  let dragged = false;

  function down(event: PointerEvent): void {
    dragged = false;
    const thing = (event.target as Element).closest<HTMLElement>("[data-id]");
    if (!thing || event.button !== 0) return;
    const pieces = thing.querySelectorAll<HTMLElement>(".piece");
    const piece = thing.matches(".piece") ? thing : (pieces[pieces.length - 1] ?? thing);
    start = { x: event.clientX, y: event.clientY, pointer: event.pointerId, piece };
  }

  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointer) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!ghost) {
      if (Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
      if (!table.pick(idsAt(start.piece))) {
        start = null;
        return;
      }
      ghost = copy(start.piece);
      dragged = true;
      board.setPointerCapture(event.pointerId);
    }
    ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.06)`;
  }

  function up(event: PointerEvent): void {
    start = null;
    if (!ghost) return;
    ghost.remove();
    ghost = null;
    const hit = document.elementFromPoint(event.clientX, event.clientY);
    const stop = hit?.closest<HTMLElement>("[data-drop]"); // where dropping does the same as a touch
    if (stop) return stop.click();
    const missed = !idsAt(hit).some((id) => table.next.has(id) || table.touched.includes(id));
    const under = (missed && nearestLegal(event, board)) || hit;
    const ids = idsAt(under);
    if (!table.drop(ids)) shake(under?.closest("[data-id]") ?? board);
  }

  function cancel(): void {
    start = null;
    ghost?.remove();
    ghost = null;
    table.letGo();
  }

  function click(event: MouseEvent): void {
    if (dragged) {
      dragged = false;
      return;
    }
    const hit = (event.target as Element).closest("[data-id]");
    const missed = !idsAt(hit).some((id) => table.next.has(id) || table.firsts.has(id));
    const thing = (missed && !(event.target as Element).closest("button") && nearestLegal(event, board)) || hit;
    if (thing && !table.touch(idsAt(thing))) shake(thing);
  }

  board.addEventListener("pointerdown", down);
  board.addEventListener("pointermove", move);
  board.addEventListener("pointerup", up);
  board.addEventListener("pointercancel", cancel);
  board.addEventListener("click", click);
  return {
    destroy() {
      board.removeEventListener("pointerdown", down);
      board.removeEventListener("pointermove", move);
      board.removeEventListener("pointerup", up);
      board.removeEventListener("pointercancel", cancel);
      board.removeEventListener("click", click);
    },
  };
}

/** A copy of the piece that is dragged, above everything. */
function copy(piece: HTMLElement): HTMLElement {
  const at = piece.getBoundingClientRect();
  const ghost = piece.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("data-id");
  ghost.classList.add("traveller");
  Object.assign(ghost.style, {
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  });
  document.body.append(ghost);
  return ghost;
}
