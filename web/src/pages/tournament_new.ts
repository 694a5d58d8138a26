// The form to open a tournament: the game with its rules, the form, and who organises.
import { urlOf } from "../browser/address";
import { Refusal } from "../browser/api";
import { read, refuse, remember } from "../home/choices";
import { commitTo } from "../browser/fair";
import { keep, recall } from "../browser/storage";

const form = document.querySelector<HTMLFormElement>("#new");
const name = document.querySelector<HTMLInputElement>("#name");
const rules = [...document.querySelectorAll<HTMLFormElement>("form[data-game]")];
const trouble = document.querySelector<HTMLElement>("#trouble");

if (name) name.value = recall("name") ?? "";
for (const one of rules) {
  remember(one);
  one.addEventListener("submit", (event) => event.preventDefault());
}

/** Show the fields that belong to the chosen game and form. */
function update(): void {
  if (!form) return;
  const chosen = new FormData(form);
  const game = form.querySelector<HTMLInputElement>("[name=game]:checked");
  for (const one of rules) one.hidden = one.dataset.game !== game?.value;
  for (const field of form.querySelectorAll<HTMLElement>("[data-form]")) field.hidden = !field.dataset.form?.split(" ").includes(String(chosen.get("form")));
  for (const field of form.querySelectorAll<HTMLElement>("[data-fill]")) field.hidden = !chosen.has("fill");
  const most = Number(game?.dataset.most);
  for (const option of form.querySelectorAll<HTMLOptionElement>("[name=seats] option")) option.hidden = option.disabled = Number(option.value) > most;
}

async function open(main: HTMLFormElement): Promise<void> {
  const chosen = new FormData(main);
  const text = (field: string): string => String(chosen.get(field) ?? "");
  const own = rules.find((one) => one.dataset.game === text("game"));
  if (!own) return;
  const { settings, policy } = read(own, "bots");
  const { clock, time, increment } = policy;
  const agreed = {
    form: text("form"),
    rounds: text("form") === "knockout" ? 0 : Number(text("rounds")),
    legs: text("form") === "round_robin" && chosen.has("legs") ? 2 : 1,
    duplicate: chosen.has("duplicate"),
    fill: chosen.has("fill"),
    level: text("level"),
    pause: Number(text("pause")),
  };
  const body = {
    title: text("title"),
    name: text("name"),
    plays: chosen.has("plays"),
    game: text("game"),
    settings,
    seats: text("form") === "swiss" ? Number(text("seats")) : 2,
    agreed,
    tables: { clock, time, increment },
  };
  keep("name", text("name"));
  const { tournament } = await commitTo<{ tournament: string }>("/api/tournaments", body, (opened) => opened.tournament);
  location.assign(urlOf(`/tournaments/${tournament}`));
}

/** Show a refusal beside its field, in the form or in the rules of the game. */
function show(error: Refusal): void {
  const beside = form?.querySelector<HTMLElement>(`.notice[data-about="${CSS.escape(error.about)}"]`);
  const own = rules.find((one) => !one.hidden);
  if (error.about && !beside && own?.querySelector(`.notice[data-about="${CSS.escape(error.about)}"]`)) refuse(own, error.message, error.about);
  else if (beside ?? trouble) (beside ?? trouble)!.textContent = error.message;
  form?.querySelector<HTMLElement>(`[name="${CSS.escape(error.about)}"]`)?.focus();
}

form?.addEventListener("change", update);
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  for (const place of document.querySelectorAll(".notice")) place.textContent = "";
  form.setAttribute("aria-busy", "true");
  open(form)
    .catch(show)
    .finally(() => form.removeAttribute("aria-busy"));
});
update();
