// Tickets of one's own games, for the home page and the page of one's games.
import { urlOf } from "../browser/address";
import "./tickets.css";
import { get, post } from "../browser/api";
import { newCommitment } from "../browser/fair";
import { drawFace } from "../people/portrait";

export interface OwnTable {
  table: string;
  game: string;
  title: string;
  players: { name: string; face: string; bot: boolean; mine: boolean }[];
  status: string;
  at: number; // when something last happened
  my_turn?: boolean; // of a running game
  outcome?: string; // of a finished one: won, lost, drawn, shared or unknown
  seats?: number[]; // mine, of a finished one
}

export interface OwnTournament {
  tournament: string;
  game: string;
  title: string;
  name: string;
  status: string;
  at: number;
  my_game: boolean; // one of my games is being played
  over: boolean;
}

export interface OwnGames {
  running: OwnTable[];
  finished: OwnTable[];
  tournaments: OwnTournament[];
  more_running: boolean;
  more_finished: boolean;
}

export type Words = Record<string, string>;
export const SVG = "http://www.w3.org/2000/svg";
const MOST_FACES = 3;

/** Ask for some of my games. */
export function ownGames(query: Record<string, string | number>): Promise<OwnGames> {
  const values = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return get<OwnGames>(`/api/me/games?${new URLSearchParams(values)}`);
}

/** A sentence with its blanks filled in. */
export function fill(sentence: string | undefined, values: Record<string, string | number>): string {
  return (sentence ?? "").replace(/\{(\w+)\}/g, (blank, key: string) => String(values[key] ?? blank));
}

/** An element with a class and a text. */
export function made<K extends keyof HTMLElementTagNameMap>(tag: K, kind = "", text = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  element.className = kind;
  element.textContent = text;
  return element;
}

/** An icon of the house's sprite. */
function icon(sprite: string, name: string): SVGSVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `${sprite}#icon-${name}`);
  svg.append(use);
  return svg;
}

function faces(table: OwnTable): HTMLElement {
  const place = made("span", "faces");
  const others = table.players.filter((player) => !player.mine);
  for (const { name, bot, face: chosen } of (others.length ? others : table.players).slice(0, MOST_FACES)) {
    const face = document.createElementNS(SVG, "svg");
    face.setAttribute("viewBox", "0 0 64 64");
    face.setAttribute("aria-hidden", "true");
    drawFace(face, name, bot, chosen);
    place.append(face);
  }
  return place;
}

/** Ask for another game of the same people, then go where it is agreed on. */
async function playAgain(table: OwnTable): Promise<void> {
  let seq = 0;
  const command = crypto.getRandomValues(new Uint32Array(2)).join("-");
  for (const [nth, seat] of (table.seats ?? []).entries()) {
    const body = { type: nth ? "agree" : "offer", what: "rematch", seq, command, commitment: newCommitment() };
    const done = await post<{ seq: number }>(`/api/tables/${table.table}/commands?seat=${seat}`, body).catch(() => ({ seq }));
    seq = done.seq; // a refusal says that somebody has asked before: the table shows it
  }
  location.assign(urlOf(`/t/${table.table}`));
}

function rematchButton(table: OwnTable, words: Words, sprite: string): HTMLButtonElement {
  const button = made("button", "button plain rematch");
  const label = words.rematch ?? "";
  button.type = "button";
  button.title = label;
  button.setAttribute("aria-label", `${label} – ${table.title}`);
  button.append(icon(sprite, "rematch"));
  button.addEventListener("click", () => {
    button.disabled = true;
    void playAgain(table);
  });
  return button;
}

/** One game: a link to go on with it, or to look back at it and a button to play again. */
export function ticket(table: OwnTable, words: Words, sprite: string, when = ""): HTMLLIElement {
  const finished = table.outcome !== undefined;
  const item = made("li", `ticket${table.my_turn ? " mine" : ""}`);
  item.dataset.game = table.game;
  item.dataset.table = table.table;
  const link = made("a", "go-on");
  link.href = urlOf(`/${finished ? "g" : "t"}/${table.table}`);
  if (finished) link.title = words.review ?? "";
  const others = table.players.filter((player) => !player.mine).map((player) => player.name);
  const marked = table.my_turn ? "mark" : table.outcome === "won" ? "mark won" : "";
  const text = made("span", "words");
  text.append(made("b", "", table.title), made("small", marked, table.status));
  if (when) text.append(made("small", "when", [when, ...others].join(" · ")));
  else if (others.length) text.append(made("span", "sr-only", fill(words.with, { names: others.join(", ") })));
  if (finished) text.append(made("span", "sr-only", words.review));
  link.append(faces(table), text);
  item.append(link);
  if (finished && table.outcome !== "unknown") item.append(rematchButton(table, words, sprite));
  return item;
}

/** A tournament that I play in or organise: a link to its page. */
export function tournamentTicket(one: OwnTournament, words: Words, sprite: string, when = ""): HTMLLIElement {
  const waits = one.my_game && !one.over;
  const item = made("li", `ticket${waits ? " mine" : ""}`);
  item.dataset.game = one.game;
  item.dataset.tournament = one.tournament;
  const link = made("a", "go-on");
  link.href = urlOf(`/tournaments/${one.tournament}`);
  const text = made("span", "words");
  text.append(made("b", "", one.name), waits ? made("small", "mark", words.my_game) : made("small", "", one.status));
  if (when) text.append(made("small", "when", [when, one.title].join(" · ")));
  else text.append(made("span", "sr-only", one.title));
  link.append(icon(sprite, "cup"), text);
  item.append(link);
  return item;
}
