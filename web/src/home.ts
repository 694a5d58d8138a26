// The first page: a game against bots in one click, a table for friends in another.
import { sitDown } from "./fair";
import { keep, recall } from "./storage";

const name = document.querySelector<HTMLInputElement>("#name");
if (name) {
  name.value = recall("name") ?? "";
  name.addEventListener("change", () => keep("name", name.value));
}

async function open(form: HTMLFormElement, friends: boolean): Promise<void> {
  const data = new FormData(form);
  const others = Number(data.get("players")) - 1;
  const chair = friends ? "invited" : `bot:${String(data.get("bot"))}`;
  const chairs = ["me", ...Array<string>(others).fill(chair)];
  const body = { game: form.dataset.game, chairs, name: name?.value ?? "" };
  const { table } = await sitDown("/api/tables", body);
  location.assign(`/t/${table}`);
}

for (const form of document.querySelectorAll<HTMLFormElement>("form[data-game]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const friends = (event.submitter as HTMLButtonElement | null)?.value === "friends";
    const trouble = form.querySelector<HTMLElement>("[role=alert]");
    form.setAttribute("aria-busy", "true");
    open(form, friends).catch((error: unknown) => {
      form.removeAttribute("aria-busy");
      if (trouble) trouble.textContent = (error as Error).message;
    });
  });
}
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[aria-busy]")) form.removeAttribute("aria-busy");
});
