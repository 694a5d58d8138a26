// Buttons that copy the text of a field.

/** Show them, and let each say for a moment that it has done so. */
export function enableCopying(done: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy ?? "");
    if (!(field instanceof HTMLInputElement)) continue;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", () => {
      field.select(); // so that it can be copied by hand where a page may not
      navigator.clipboard?.writeText(field.value).then(
        () => {
          button.textContent = done;
          setTimeout(() => (button.textContent = label), 1500);
        },
        () => undefined,
      );
    });
  }
}
