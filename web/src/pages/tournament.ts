// The page of a tournament: joining with a nonce, the organiser's buttons, and a refresh when something changes.
import { encode } from "uqr";
import { isLocal, lanCommand } from "../browser/address";
import { get, post } from "../browser/api";
import { enableCopying } from "../browser/copying";
import { commitTo, nonceOf } from "../browser/fair";
import { drawFace } from "../people/portrait";
import { keep, recall } from "../browser/storage";
import { say } from "../words";

const LOOK_INTERVAL = 2000; // milliseconds; not while the page is hidden
const SVG = "http://www.w3.org/2000/svg";
const title = document.title;
let page = document.querySelector<HTMLElement>("#tournament");
const id = page?.dataset.tournament ?? "";
const api = `/api/tournaments/${id}`;

function complain(error: unknown): void {
  const trouble = document.querySelector("#trouble");
  if (trouble) trouble.textContent = (error as Error).message;
}

/** Draw what the server leaves to us: faces, the QR code, the copy button, the name. */
function furnish(): void {
  for (const face of document.querySelectorAll<SVGElement>("svg[data-face]")) drawFace(face, face.dataset.face ?? "", "bot" in face.dataset);
  for (const place of document.querySelectorAll<HTMLElement>("[data-code]")) drawCode(place);
  const name = document.querySelector<HTMLInputElement>("#name");
  if (name) name.value = recall("name") ?? "";
  const onlyHere = document.querySelector<HTMLElement>(".only-here");
  if (onlyHere && isLocal(linkOf())) {
    onlyHere.textContent = say("onlyHere", { command: lanCommand });
    onlyHere.hidden = false;
  }
  enableCopying(page?.dataset.copied ?? "");
  const ready = page?.dataset.ready ?? "";
  document.title = ready ? `● ${ready} – ${title}` : title;
}

/** The tournament's link, as friends would open it. */
const linkOf = (): string => document.querySelector<HTMLElement>("[data-code]")?.dataset.code ?? location.href;

function drawCode(place: HTMLElement): void {
  place.hidden = isLocal(linkOf());
  const { data, size } = encode(place.dataset.code ?? "", { border: 3 });
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("viewBox", `0 0 ${size} ${size}`);
  drawing.setAttribute("role", "img");
  drawing.setAttribute("aria-label", place.dataset.label ?? "");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  drawing.append(path);
  place.replaceChildren(drawing);
}

/** A selector of what has the focus, to restore it after a refresh. */
function focused(): string {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || !page?.contains(at)) return "";
  if (at.id) return `#${at.id}`;
  if (at instanceof HTMLAnchorElement) return `a[href="${at.getAttribute("href")}"]`;
  const { do: action, player } = at.dataset;
  return action ? `[data-do="${action}"]${player ? `[data-player="${player}"]` : ""}` : "";
}

/** Take the page anew from the server; what somebody types or has unfolded stays. */
async function reload(): Promise<void> {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok || !page) return;
  const text = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = text.querySelector<HTMLElement>("#tournament");
  if (!fresh) return;
  const at = focused();
  const typed = document.querySelector<HTMLInputElement>("#name")?.value;
  const unfolded = [...page.querySelectorAll<HTMLElement>("details[open]")].map((one) => one.dataset.keep);
  page.replaceWith(fresh);
  page = fresh;
  for (const one of fresh.querySelectorAll<HTMLDetailsElement>("details")) one.open = unfolded.includes(one.dataset.keep);
  furnish();
  const name = document.querySelector<HTMLInputElement>("#name");
  if (name && typed !== undefined) name.value = typed;
  if (at) fresh.querySelector<HTMLElement>(at)?.focus();
  await reveal();
}

/** Reveal the nonce that this browser has committed to, once the tournament has begun. */
async function reveal(): Promise<void> {
  const nonce = nonceOf(id);
  if (page?.dataset.phase !== "revealing" || !page.dataset.promised || !nonce) return;
  await post(`${api}/reveal`, { nonce }).catch(() => null); // too late is no harm: it counts as zeros
}

async function look(): Promise<void> {
  if (document.hidden || !page) return;
  const shown = await get<{ seq: number }>(api).catch(() => null);
  if (shown && String(shown.seq) !== page.dataset.seq) await reload();
}

/** Ask before something that cannot be undone; whether the answer is yes. */
function isSure(question: string): Promise<boolean> {
  const dialog = document.querySelector<HTMLDialogElement>("#sure");
  const text = document.querySelector("#sure-text");
  if (!dialog || !text) return Promise.resolve(false);
  text.textContent = question;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}

async function act(button: HTMLElement): Promise<void> {
  const { do: action, player, sure } = button.dataset;
  if (sure && !(await isSure(sure))) return;
  await post(`${api}/${action}`, player === undefined ? {} : { player: Number(player) }).catch(complain);
  await reload();
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-do]") : null;
  if (button) void act(button);
});
document.addEventListener("submit", (event) => {
  if (!(event.target instanceof HTMLFormElement) || event.target.id !== "join") return;
  event.preventDefault();
  const name = document.querySelector<HTMLInputElement>("#name")?.value ?? "";
  keep("name", name);
  commitTo(`${api}/join`, { name }, () => id)
    .then(reload)
    .catch(complain);
});

function countDown(): void {
  const place = document.querySelector<HTMLElement>("#countdown");
  if (!place) return;
  const left = Math.max(0, Number(place.dataset.seconds) - 1);
  place.dataset.seconds = String(left);
  place.textContent = (place.dataset.text ?? "").replace("{n}", String(left));
}

furnish();
void reveal();
addEventListener("visibilitychange", () => void look());
setInterval(() => void look(), LOOK_INTERVAL);
setInterval(countDown, 1000);
