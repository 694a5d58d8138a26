// The review of a game: its turns by slider, keys, journal or automatically. It knows no rule: a turn
// is a picture from the server, and the page's journal says what happened.
import { draw, type Answer } from "./chances";
import { enableCopying } from "./copying";

const TURN_TIME = 1500; // milliseconds for a turn in automatic play
const RETRY_AFTER = 1200; // milliseconds until a picture that failed is requested again

const find = <E extends Element>(selector: string): E => {
  const found = document.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};
const review = find<HTMLElement>("#review");
const { table, language } = review.dataset;
const last = Number(review.dataset.last);
const slider = find<HTMLInputElement>("#turn");
const play = find<HTMLButtonElement>("#play");
const rows = [...document.querySelectorAll<HTMLAnchorElement>("#rows a")];
const images = [...document.querySelectorAll<HTMLImageElement>("img[data-viewer]")];
const phone = matchMedia("(max-width: 40rem)");
const dark = matchMedia("(prefers-color-scheme: dark)");

let at = Number(review.dataset.seq);
let marker: ((seq: number) => void) | null = null; // of the strip of chances, where there is one

// Pictures -----------------------------------------------------------------------------------------
const cache = new Map<string, Promise<string>>();

function address(viewer: string, seq: number): string {
  const theme = review.dataset.theme === "auto" ? (dark.matches ? "dark" : "light") : review.dataset.theme;
  const shape = phone.matches ? "&narrow=1" : "";
  return `/g/${table}.svg?as=${viewer}&seq=${seq}&theme=${theme}&lang=${language}${shape}`;
}

/** The drawing of a turn; a failed request is not cached. */
function drawing(from: string): Promise<string> {
  const known = cache.get(from);
  if (known) return known;
  const asked = fetch(from).then((response) => {
    if (!response.ok) throw new Error(String(response.status));
    return response.text();
  });
  cache.set(from, asked);
  asked.catch(() => cache.delete(from));
  return asked;
}

async function show(seq: number): Promise<void> {
  try {
    const drawn = await Promise.all(images.map((image) => drawing(address(image.dataset.viewer ?? "", seq))));
    if (seq !== at) return; // another turn was chosen since
    images.forEach((image, i) => {
      const svg = drawn[i] ?? "";
      image.parentElement?.querySelector("source")?.remove();
      image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
      image.alt = new DOMParser().parseFromString(svg, "image/svg+xml").querySelector("desc")?.textContent ?? "";
    });
    review.dataset.shown = String(seq);
    if (seq < last) for (const image of images) void drawing(address(image.dataset.viewer ?? "", seq + 1)).catch(() => {});
  } catch {
    setTimeout(() => seq === at && void show(seq), RETRY_AFTER);
  }
}

// Going --------------------------------------------------------------------------------------------
function sentenceOf(seq: number): string {
  return rows[seq]?.textContent ?? "";
}

function setTurn(link: HTMLAnchorElement, seq: number): void {
  const to = new URL(link.href);
  to.searchParams.set("seq", String(seq));
  link.href = to.href;
}

function go(wanted: number, quietly = false): void {
  at = Math.min(Math.max(wanted, 0), last);
  const nth = (slider.dataset.nth ?? "").replace("{nth}", String(at));
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", `${nth} ${sentenceOf(at)}`);
  find("#nth").textContent = nth;
  find("#said").textContent = sentenceOf(at);
  const result = document.querySelector<HTMLElement>("#result");
  if (result) result.hidden = at !== last;
  rows.forEach((row, seq) => {
    row.parentElement?.classList.toggle("later", seq > at);
    if (seq === at) row.setAttribute("aria-current", "step");
    else row.removeAttribute("aria-current");
  });
  reveal(rows[at]);
  marker?.(at);
  for (const step of document.querySelectorAll<HTMLAnchorElement>("[data-step]")) {
    const to = target(step.dataset.step ?? "");
    setTurn(step, to);
    if (to === at) step.setAttribute("aria-disabled", "true");
    else step.removeAttribute("aria-disabled");
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-side], [data-picture]")) setTurn(link, at);
  for (const code of document.querySelectorAll<HTMLInputElement>("[data-code]"))
    code.value = (code.dataset.code ?? "").replace("{seq}", String(at));
  if (!quietly) history.replaceState(null, "", `${location.pathname}?as=${side()}#${at}`);
  void show(at);
}

function side(): string {
  const current = document.querySelector<HTMLAnchorElement>("[data-side][aria-current]");
  return (current && new URL(current.href).searchParams.get("as")) ?? "public";
}

/** Scroll the journal, and nothing else, to a row. */
function reveal(row: HTMLElement | undefined): void {
  const list = find<HTMLElement>("#rows");
  if (row) list.scrollTop = row.offsetTop - list.offsetTop - list.clientHeight / 2;
}

function target(step: string): number {
  const goals: Record<string, number> = { first: 0, previous: Math.max(at - 1, 0), next: Math.min(at + 1, last), last };
  return goals[step] ?? at;
}

// Automatic play -----------------------------------------------------------------------------------
let timer = 0;
const label = find<HTMLElement>("#play span");
const sign = find<SVGUseElement>("#play use");
const usual = label.textContent;

function setPlayButton(text: string, icon: string, pressed: boolean): void {
  label.textContent = text;
  sign.setAttribute("href", (sign.getAttribute("href") ?? "").replace(/#.*/, `#icon-${icon}`));
  play.setAttribute("aria-pressed", String(pressed));
}

function stop(): void {
  clearInterval(timer);
  timer = 0;
  setPlayButton(usual, "play", false);
}

function start(): void {
  if (at === last) go(0);
  setPlayButton(play.dataset.stop ?? "", "pause", true);
  timer = window.setInterval(() => {
    if (review.dataset.shown !== String(at)) return; // its picture is still loading
    if (at < last) go(at + 1);
    if (at === last) stop();
  }, TURN_TIME);
}

// Input --------------------------------------------------------------------------------------------
const KEYS: Record<string, string> = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

play.addEventListener("click", () => (timer ? stop() : start()));
slider.addEventListener("input", () => {
  stop();
  go(Number(slider.value));
});
addEventListener("keydown", (event) => {
  const step = KEYS[event.key];
  const elsewhere = event.target instanceof HTMLInputElement; // the slider handles these keys itself
  if (!step || elsewhere || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  stop();
  go(target(step));
});
review.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey) return;
  const link = event.target.closest<HTMLAnchorElement>("[data-step], [data-turn]");
  if (!link) return;
  event.preventDefault();
  stop();
  go(link.dataset.turn ? Number(link.dataset.turn) : target(link.dataset.step ?? ""));
});
addEventListener("hashchange", () => {
  if (/^#\d{1,9}$/.test(location.hash)) go(Number(location.hash.slice(1)));
});
for (const media of [phone, dark]) media.addEventListener("change", () => void show(at));

// Verification and chances -------------------------------------------------------------------------
interface Proof {
  right: string[];
  wrong: string;
}

function line<K extends keyof HTMLElementTagNameMap>(tag: K, text: string, kind = ""): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = kind;
  return made;
}

async function verify(): Promise<void> {
  const proof = find<HTMLElement>("#proof");
  const response = await fetch(`/api/tables/${table}/verify?lang=${language}`).catch(() => null);
  if (!response?.ok) return proof.replaceChildren(line("p", review.dataset.failed ?? "", "notice"));
  const { right, wrong } = (await response.json()) as Proof;
  const list = line("ul", "", "checks");
  list.replaceChildren(...right.map((text) => line("li", text)));
  const { title, good, bad } = proof.dataset;
  const verdict = wrong ? line("p", `${bad} ${wrong}`, "notice") : line("p", good ?? "", "good");
  proof.replaceChildren(line("h3", title ?? ""), list, verdict);
}

document.querySelector("#verify")?.addEventListener("click", (event) => {
  event.preventDefault();
  void verify();
});

async function chances(): Promise<void> {
  const response = await fetch(`/api/tables/${table}/chances?lang=${language}`);
  if (!response.ok) return; // no chances, no strip
  const strip = draw((await response.json()) as Answer, last, review.dataset.chances ?? "");
  find("#slide").after(strip.picture);
  marker = strip.mark;
  marker(at);
}

find<HTMLElement>("#slide").hidden = false;
play.hidden = false;
enableCopying(review.dataset.copied ?? "");
const asked = /^#\d{1,9}$/.test(location.hash);
go(asked ? Number(location.hash.slice(1)) : at, !asked);
if (review.dataset.analysed) void chances();
