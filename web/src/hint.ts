// A hint: what a good bot would touch.

/** Mark the things of a path; whatever was marked before is not any more. */
export function mark(board: HTMLElement, path: readonly string[]): void {
  for (const old of board.querySelectorAll("[data-hint]")) old.removeAttribute("data-hint");
  path.forEach((id, nth) => {
    const name = CSS.escape(id);
    const found = board.querySelector(`[data-id="${name}"], [data-top="${name}"]`);
    found?.setAttribute("data-hint", String(nth + 1));
  });
}
