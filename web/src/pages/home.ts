// The home page: a game against bots in one click, a table for friends in another, and all choices.
import { urlOf } from "../browser/address";
import { post, Refusal } from "../browser/api";
import { read, refuse, remember } from "../home/choices";
import { chosenFace, facePicker } from "../people/facepicker";
import { sitDown } from "../browser/fair";
import { showNow } from "../home/now";
import { askNames } from "../home/sharing";
import { keep, recall } from "../browser/storage";

const NOTICE_AFTER = 1000; // milliseconds until the page says why it takes so long

const name = document.querySelector<HTMLInputElement>("#name");
const face = document.querySelector<HTMLElement>(".chip .face-button");
if (name && face) {
  name.value = recall("name") ?? "";
  name.addEventListener("change", () => keep("name", name.value));
  name.addEventListener("input", facePicker(face, () => name.value.trim()));
}

/** Say why it takes so long, if the form is still busy and no dialog asks for names. */
function showWait(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>(".wait");
  if (notice && form.hasAttribute("aria-busy") && !document.querySelector("dialog[open]")) notice.textContent = notice.dataset.text ?? "";
}

function release(form: HTMLFormElement): void {
  form.removeAttribute("aria-busy");
  form.querySelector(".wait")?.replaceChildren();
}

async function open(form: HTMLFormElement, company: string): Promise<void> {
  const { chairs, settings, policy } = read(form, company);
  const seats = chairs.flatMap((chair, seat) => (chair === "here" ? [seat] : [])); // of those beside me
  const names = seats.length ? await askNames(seats.length + 1, name?.value ?? "") : [name?.value ?? ""];
  if (!names) return release(form);
  const reserved = chairs.map((chair) => (chair === "here" ? "invited" : chair));
  const body = { game: form.dataset.game, chairs: reserved, settings, policy, name: names[0], face: chosenFace() };
  const { table, codes } = await sitDown("/api/tables", body);
  for (const [nth, seat] of seats.entries()) await post("/api/join", { code: codes?.[seat], name: names[nth + 1] });
  location.assign(urlOf(`/t/${table}`));
}

/** Fold or unfold the menu with other ways to play, where a box has no room for them. */
function toggleWays(box: HTMLElement, open: boolean): void {
  const opener = box.querySelector<HTMLElement>(".opens-ways");
  if (!opener || open === box.classList.contains("unfolded")) return;
  box.classList.toggle("unfolded", open);
  opener.setAttribute("aria-expanded", String(open));
  if (open) box.querySelector<HTMLElement>(".ways button")?.focus();
}

/** Load a game's table while its button is pressed, so that it is there when the server has opened it. */
function loadAhead(form: HTMLElement | null): void {
  for (const address of (form?.dataset.ahead ?? "").split(" ").filter(Boolean)) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "prefetch", href: address }));
  }
  form?.removeAttribute("data-ahead");
}

for (const box of document.querySelectorAll<HTMLElement>(".box")) {
  for (const kind of ["pointerdown", "focusin"]) box.addEventListener(kind, () => loadAhead(box.querySelector("form[data-ahead]")), { once: true });
  const opener = box.querySelector<HTMLElement>(".opens-ways");
  opener?.addEventListener("click", () => toggleWays(box, !box.classList.contains("unfolded")));
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !box.classList.contains("unfolded")) return;
    toggleWays(box, false);
    opener?.focus();
  });
  box.addEventListener("focusout", (event) => {
    if (!(event.relatedTarget instanceof Node) || !box.contains(event.relatedTarget)) toggleWays(box, false);
  });
  box.querySelector("dialog.setup")?.addEventListener("close", () => {
    if (!box.classList.contains("unfolded")) return;
    toggleWays(box, false);
    opener?.focus();
  });
  box.querySelector(".lid")?.addEventListener("click", () => box.querySelector<HTMLElement>("button[value=bots]")?.click());
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-game]")) {
  remember(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = (event.submitter as HTMLButtonElement | null)?.value ?? "bots";
    const company = chosen === "play" ? "bots" : chosen;
    form.querySelector<HTMLDialogElement>("dialog.setup")?.close();
    form.setAttribute("aria-busy", "true");
    setTimeout(() => showWait(form), NOTICE_AFTER);
    open(form, company).catch((error: unknown) => {
      release(form);
      refuse(form, (error as Error).message, error instanceof Refusal ? error.about : "");
    });
  });
}
addEventListener("pageshow", () => {
  void showNow();
  for (const form of document.querySelectorAll<HTMLFormElement>("form[aria-busy]")) release(form);
});
