// The review of a game: the live board takes the place of the server's pictures, which are for readers without
// scripts. It knows no rule: the server says what happened after every row.
import { urlOf } from "../browser/address";
import { mount } from "svelte";
import { loadBoard } from "../board/boards";
import { load } from "../pieces/art";
import "../board/board.css";
import { enableCopying } from "../browser/copying";
import { Replay } from "../afterwards/replay.svelte";
import type { Line, ReviewPage, Side } from "../afterwards/review_page";
import Review from "../afterwards/Review.svelte";

const find = <E extends Element>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};
const review = find<HTMLElement>("#review");
const { table = "", side = "public", last, seq, result = "" } = review.dataset;
const numbered = /^#\d{1,9}$/;

// What the page says, read before the board takes its place -----------------------------------------
function lines(): Line[] {
  const rows = [...document.querySelectorAll<HTMLElement>("#rows li")].slice(1);
  return rows.map((row) => ({ text: row.textContent?.trim() ?? "", seat: Number(row.dataset.seat ?? -1) }));
}

function sides(): Side[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-side]")];
  return links.map((link) => ({
    as: new URL(link.href).searchParams.get("as") ?? "",
    label: link.textContent ?? "",
    current: link.hasAttribute("aria-current"),
  }));
}

const page: ReviewPage = {
  table,
  game: review.dataset.game ?? "",
  games: (review.dataset.boards ?? "").split(" "),
  title: review.dataset.title ?? "",
  names: JSON.parse(review.dataset.names ?? "[]") as string[],
  bots: JSON.parse(review.dataset.bots ?? "[]") as boolean[],
  me: Number(review.dataset.me),
  result,
  analysed: review.dataset.analysed === "yes",
  lines: lines(),
  sides: sides(),
};

// Where one stands ----------------------------------------------------------------------------------
const replay = new Replay(table, side, Number(last));
let first = true; // the address is left alone until somebody goes somewhere

function onturn(at: number): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-picture]")) {
    const to = new URL(link.href);
    to.searchParams.set("seq", String(at));
    link.href = to.href;
  }
  for (const code of document.querySelectorAll<HTMLInputElement>("[data-code]"))
    code.value = (code.dataset.code ?? "").replace("{seq}", String(at));
  if (!first) history.replaceState(null, "", `${location.pathname}?as=${side}#${at}`);
  first = false;
}

const asked = (): number => (numbered.test(location.hash) ? Number(location.hash.slice(1)) : Number(seq));
addEventListener("hashchange", () => {
  if (numbered.test(location.hash) && Number(location.hash.slice(1)) !== replay.at) void replay.go(asked());
});

async function start(): Promise<void> {
  await Promise.all([loadBoard(page.games), ...(review.dataset.sprites ?? "").split(" ").map(load)]);
  const target = document.createElement("div");
  find("#pictures").replaceWith(target);
  void replay.go(asked());
  mount(Review, { target, props: { page, replay, onturn } });
  review.classList.add("live");
}

// Verification --------------------------------------------------------------------------------------
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
  const response = await fetch(urlOf(`/api/tables/${table}/verify?lang=${review.dataset.language}`)).catch(() => null);
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
enableCopying(review.dataset.copied ?? "");
void start();
