// The choices of a table on the home page, in a dialog: what a table is set up with, remembered for each game.
import { keep, recall } from "../browser/storage";

type Control = HTMLInputElement | HTMLSelectElement;

const MINUTE = 60; // seconds

/** What a form sends to the server. */
export interface Setup {
  chairs: string[]; // me, here, link, invited, open or bot:NAME
  settings: string[];
  policy: Record<string, string | number | boolean>;
}

function controls(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("[data-default]")];
}

/** A control's value as text; a checkbox is "on" or empty. */
function valueOf(control: Control): string {
  if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked ? "on" : "";
  return control.value.trim();
}

function setValue(control: Control, value: string): void {
  if (control instanceof HTMLInputElement && control.type === "checkbox") control.checked = value === "on";
  else control.value = value;
  if (control.value !== value && control instanceof HTMLSelectElement) control.value = control.dataset.default ?? "";
}

function isOffered(control: Control): boolean {
  return !control.closest("label")?.hidden;
}

function isChanged(control: Control): boolean {
  return isOffered(control) && valueOf(control) !== control.dataset.default;
}

/** Read the form; `company` sits on every chair without a choice of its own. */
export function read(form: HTMLFormElement, company: string): Setup {
  const value = (name: string): string => {
    const control = form.querySelector<Control>(`[name="${name}"]`);
    return control ? valueOf(control) : "";
  };
  const players = Number(value("players"));
  const usual = company === "bots" ? `bot:${value("bot")}` : company === "here" ? "here" : value("public") ? "open" : "link";
  const chairs = ["me"];
  for (let n = 2; n <= players; n++) chairs.push(value(`chair.${n}`) || usual);
  const settings = controls(form)
    .filter((one) => one.name.startsWith("option.") && isChanged(one))
    .map((one) => {
      const text = valueOf(one);
      const written = one instanceof HTMLInputElement && one.type === "checkbox" ? String(text === "on") : text;
      return `${one.name.slice("option.".length)}=${written}`;
    });
  const clock = value("clock");
  const policy: Setup["policy"] = { clock, casual: value("casual") === "on", public: value("public") === "on" };
  if (clock !== "none") policy.time = Number(value(`time.${clock}`)) * (clock === "game" ? MINUTE : 1);
  if (clock === "game") policy.increment = Number(value("increment"));
  return { chairs, settings, policy };
}

/** Show the fields that belong to the current choices, and how many choices differ from the default. */
function updateForm(form: HTMLFormElement): void {
  const players = Number(form.querySelector<HTMLSelectElement>("[name=players]")?.value);
  const clock = form.querySelector<HTMLSelectElement>("[name=clock]")?.value;
  for (const chair of form.querySelectorAll<HTMLElement>("[data-chair]")) chair.hidden = Number(chair.dataset.chair) > players;
  for (const field of form.querySelectorAll<HTMLElement>("[data-clock]")) field.hidden = field.dataset.clock !== clock;
  showTeams(form, players);
  const count = controls(form).filter(isChanged).length;
  const changed = form.querySelector<HTMLElement>(".changed");
  const { one = "", many = "" } = changed?.dataset ?? {};
  if (changed) changed.textContent = count > 1 ? many.replace("{n}", String(count)) : count ? one : "";
  showCompany(form, players - 1);
}

/** Say who plays against me, such as "3 casual bots". */
function showCompany(form: HTMLFormElement, rivals: number): void {
  const { one = "", many = "" } = form.querySelector<HTMLSelectElement>("[name=bot]")?.selectedOptions[0]?.dataset ?? {};
  const place = form.querySelector(".company");
  if (place) place.textContent = rivals > 1 ? many.replace("{n}", String(rivals)) : one;
}

/** Show each chair's team, where teams are chosen and this many players can form them. */
function showTeams(form: HTMLFormElement, players: number): void {
  const chairs = form.querySelector<HTMLElement>(".chairs");
  const { teams = "", team, sides = "{}", partner = "", rival = "" } = chairs?.dataset ?? {};
  const chosen = form.querySelector<Control>(`[name="${teams}"]`);
  const count = chosen && valueOf(chosen) === team ? (JSON.parse(sides) as Record<string, number>)[players] : undefined;
  for (const chair of form.querySelectorAll<HTMLElement>("[data-chair]")) {
    const side = count ? (Number(chair.dataset.chair) - 1) % count : undefined; // teams alternate
    const sign = chair.querySelector(".side");
    const letter = String.fromCharCode("A".charCodeAt(0) + (side ?? 0));
    if (sign) sign.textContent = side === undefined ? "" : side ? rival.replace("{letter}", letter) : partner;
  }
}

/** Restore the last choices, and store changes from now on. */
export function remember(form: HTMLFormElement): void {
  const name = `setup.${form.dataset.game}`;
  const kept = JSON.parse(recall(name) ?? "{}") as Record<string, string>;
  const all = [...controls(form), ...form.querySelectorAll<HTMLSelectElement>("[name=players], [name=bot]")];
  for (const control of all) {
    const value = kept[control.name];
    if (value !== undefined && !(control.dataset.default === undefined && !hasValue(control, value))) setValue(control, value);
  }
  updateForm(form);
  form.addEventListener("change", () => {
    const chosen = all.filter((one) => one.dataset.default === undefined || isChanged(one));
    keep(name, JSON.stringify(Object.fromEntries(chosen.map((one) => [one.name, valueOf(one)]))));
    clearNotices(form);
    updateForm(form);
  });
  const dialog = form.querySelector<HTMLDialogElement>("dialog.setup");
  form.querySelector("[data-opens=setup]")?.addEventListener("click", () => {
    dialog?.showModal();
    form.querySelector<HTMLElement>("[name=players]")?.focus();
  });
  form.querySelector("[data-closes]")?.addEventListener("click", () => dialog?.close());
  dialog?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault(); // Enter in a field ends the choice; it does not start a game
    dialog.close();
  });
  form.querySelector("[data-reset]")?.addEventListener("click", () => {
    for (const control of controls(form)) setValue(control, control.dataset.default ?? "");
    form.dispatchEvent(new Event("change"));
  });
}

function hasValue(control: Control, value: string): boolean {
  return control instanceof HTMLSelectElement && [...control.options].some((one) => one.value === value);
}

/** Show a refusal beside the control that it is about; open the dialog and focus that. */
export function refuse(form: HTMLFormElement, sentence: string, about: string): void {
  clearNotices(form);
  const beside = about ? form.querySelector<HTMLElement>(`.notice[data-about="${CSS.escape(about)}"]`) : null;
  const place = beside ?? form.querySelector<HTMLElement>(".notice:not([data-about])");
  if (!place) return;
  place.textContent = sentence;
  const dialog = place.closest("dialog");
  if (dialog && !dialog.open) dialog.showModal();
  const names = [about, `option.${about}`, `time.${form.querySelector<HTMLSelectElement>("[name=clock]")?.value}`];
  const control = names.map((one) => form.querySelector<Control>(`[name="${CSS.escape(one)}"]`)).find((one) => one);
  if (beside && control) {
    control.setAttribute("aria-invalid", "true");
    control.focus();
  }
}

function clearNotices(form: HTMLFormElement): void {
  for (const place of form.querySelectorAll(".notice")) place.textContent = "";
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid");
}
