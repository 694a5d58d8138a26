// The home page: a game against bots in one click, a table for friends in another, and all choices.
import { post, Refusal } from "./api";
import { read, refuse, remember } from "./choices";
import { sitDown } from "./fair";
import { askNames } from "./sharing";
import { keep, recall } from "./storage";

const NOTICE_AFTER = 1000; // milliseconds until the page says why it takes so long

const name = document.querySelector<HTMLInputElement>("#name");
if (name) {
  name.value = recall("name") ?? "";
  name.addEventListener("change", () => keep("name", name.value));
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
  const body = { game: form.dataset.game, chairs: reserved, settings, policy, name: names[0] };
  const { table, codes } = await sitDown("/api/tables", body);
  for (const [nth, seat] of seats.entries()) await post("/api/join", { code: codes?.[seat], name: names[nth + 1] });
  location.assign(`/t/${table}`);
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-game]")) {
  remember(form);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const company = (event.submitter as HTMLButtonElement | null)?.value ?? "bots";
    form.setAttribute("aria-busy", "true");
    setTimeout(() => showWait(form), NOTICE_AFTER);
    open(form, company).catch((error: unknown) => {
      release(form);
      refuse(form, (error as Error).message, error instanceof Refusal ? error.about : "");
    });
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[aria-busy]")) release(form);
});
