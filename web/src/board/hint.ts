// Shows a hint: what a good bot would touch.

/** Mark the things of a path, and unmark all others. */
export function mark(board: HTMLElement, path: readonly string[]): void {
  for (const old of board.querySelectorAll("[data-hint]")) old.removeAttribute("data-hint");
  path.forEach((id, nth) => {
    const name = CSS.escape(id);
    const thing = board.querySelector(`[data-id="${name}"], [data-top="${name}"]`);
    thing?.setAttribute("data-hint", String(nth + 1));
  });
}
