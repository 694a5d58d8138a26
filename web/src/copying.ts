// Buttons that copy the text of a field.

/** Show the buttons; each shows `done` for a moment after a click. */
export function enableCopying(done: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy ?? "");
    if (!(field instanceof HTMLInputElement)) continue;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", () => {
      field.select(); // to be copied by hand where the browser forbids it
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
