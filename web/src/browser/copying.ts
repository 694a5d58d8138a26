// Copying texts, also over plain http, where browsers offer no clipboard.

/** Copy a text; whether that worked. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

/** The old way: select the text in a field that nobody sees. */
function copyBySelecting(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position:fixed;opacity:0";
  const parent = document.activeElement?.closest("dialog[open]") ?? document.body; // a dialog makes all else inert
  parent.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Show the buttons; each shows `done` for a moment after a click. */
export function enableCopying(done: string): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    const field = document.getElementById(button.dataset.copy ?? "");
    if (!(field instanceof HTMLInputElement)) continue;
    const label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", () => {
      void copyText(field.value).then((copied) => {
        field.select(); // to be copied by hand where the browser forbids it
        if (!copied) return;
        button.textContent = done;
        setTimeout(() => (button.textContent = label), 1500);
      });
    });
  }
}
