// The first page: a game against bots in one click, a table for friends in another.
import { post } from "./api";
import { sitDown } from "./fair";
import { askNames } from "./sharing";
import { keep, recall } from "./storage";

const name = document.querySelector<HTMLInputElement>("#name");
if (name) {
  name.value = recall("name") ?? "";
  name.addEventListener("change", () => keep("name", name.value));
}

async function open(form: HTMLFormElement, company: string): Promise<void> {
  const data = new FormData(form);
  const others = Number(data.get("players")) - 1;
  const names = company === "here" ? await askNames(others + 1, name?.value ?? "") : [name?.value ?? ""];
  if (!names) return form.removeAttribute("aria-busy");
  const chair = company === "bots" ? `bot:${String(data.get("bot"))}` : "invited";
  const chairs = ["me", ...Array<string>(others).fill(chair)];
  const { table, codes } = await sitDown("/api/tables", { game: form.dataset.game, chairs, name: names[0] });
  for (const [seat, other] of names.entries()) {
    if (seat > 0) await post("/api/join", { code: codes?.[seat], name: other });
  }
  location.assign(`/t/${table}`);
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-game]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const company = (event.submitter as HTMLButtonElement | null)?.value ?? "bots";
    const trouble = form.querySelector<HTMLElement>("[role=alert]");
    form.setAttribute("aria-busy", "true");
    open(form, company).catch((error: unknown) => {
      form.removeAttribute("aria-busy");
      if (trouble) trouble.textContent = (error as Error).message;
    });
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy");
});
