// Several players on this device: a dialog on the home page asks for their names.

/** The names of everybody at this screen, in the order of their seats; null where the dialog was closed. */
export function askNames(players: number, first: string): Promise<string[] | null> {
  const dialog = document.querySelector<HTMLDialogElement>("#here");
  const fields = dialog?.querySelector(".fields");
  if (!dialog || !fields) return Promise.resolve(null);
  const label = dialog.dataset.player ?? "";
  const inputs = Array.from({ length: players }, (_, seat) => {
    const input = document.createElement("input");
    input.maxLength = document.querySelector<HTMLInputElement>("#name")?.maxLength ?? -1;
    input.value = seat === 0 ? first : "";
    input.placeholder = label.replace("{n}", String(seat + 1));
    input.setAttribute("aria-label", input.placeholder);
    return input;
  });
  fields.replaceChildren(...inputs);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    const closed = (): void => resolve(dialog.returnValue === "go" ? inputs.map((input) => input.value.trim()) : null);
    dialog.addEventListener("close", closed, { once: true });
  });
}
