// Statistics as small pictures, each with its numbers as text.
import { urlOf } from "../browser/address";
import { get } from "../browser/api";
import { find } from "../browser/find";
import { fill, made, SVG, type Words } from "./tickets";

export interface Tally {
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

interface Group extends Tally {
  key: string;
  label: string;
  longest: number;
}

interface Statistics extends Tally {
  streak: number;
  longest: number;
  latest: string[]; // won, drawn or lost, the last game at the end
  by_game: Group[];
  by_opponent: Group[];
  best: { game: string; title: string; value: number; label: string; table: string }[];
  shared: number; // games on one screen, which are not counted
  more: boolean; // whether older games are still to be counted
}

const WIDE = 100;
const HIGH = 10;
const STEP = 12; // from one game to the next

function shape(name: string, kind: string, attributes: Record<string, number | string>): SVGElement {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", kind);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Where the parts of a bar begin, and how wide they are: won, drawn, lost. */
export function parts({ games, won, drawn, lost }: Tally): [string, number, number][] {
  let at = 0;
  return Object.entries({ won, drawn, lost }).map(([kind, count]) => {
    const width = games ? (WIDE * count) / games : 0;
    at += width;
    return [kind, at - width, width];
  });
}

export function tallyText(tally: Tally, words: Words): string {
  return fill(tally.games === 1 ? words.tally_one : words.tally, { ...tally });
}

function bar(tally: Tally): SVGElement {
  const svg = shape("svg", "bar-chart", { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  svg.append(...parts(tally).map(([kind, x, width]) => shape("rect", kind, { x, y: 0, width, height: HIGH })));
  return svg;
}

function line(group: Group, words: Words): HTMLLIElement {
  const item = made("li");
  if (group.key) item.dataset.game = group.key;
  const share = made("span", "share", `${Math.round((100 * group.won) / group.games)}\u00a0%`);
  item.append(made("b", "", group.label), share, bar(group), made("small", "", tallyText(group, words)));
  return item;
}

/** Won above the line, lost below it, drawn on it; the latest at the right. */
function latestPicture(latest: string[], words: Words): SVGElement {
  const count = (kind: string): number => latest.filter((each) => each === kind).length;
  const text = fill(words.latest_text, { count: latest.length, won: count("won"), drawn: count("drawn"), lost: count("lost") });
  const svg = shape("svg", "latest-chart", { viewBox: `0 0 ${STEP * latest.length} 40`, role: "img", "aria-label": text });
  svg.append(shape("line", "", { x1: 0, x2: STEP * latest.length, y1: 20, y2: 20 }));
  for (const [nth, kind] of latest.entries()) {
    const place = { won: [4, 15], drawn: [17, 6], lost: [21, 15] }[kind] ?? [17, 6];
    svg.append(shape("rect", kind, { x: STEP * nth + 2, width: STEP - 4, y: place[0]!, height: place[1]!, rx: 2 }));
  }
  return svg;
}

export async function showStatistics(words: Words): Promise<void> {
  const facts = await get<Statistics>("/api/me/statistics");
  const none = find("#statistics .none");
  none.textContent = words.no_statistics ?? "";
  none.hidden = facts.games > 0;
  const notes = [facts.shared ? fill(words.shared, { count: facts.shared }) : "", facts.more ? words.counting : ""];
  find("#statistics .notes").textContent = notes.filter(Boolean).join(" ");
  if (!facts.games) return;
  const tiles = find("#statistics .tiles");
  const share = Math.round((100 * facts.won) / facts.games);
  const numbers: [string | undefined, string][] = [
    [words.games, String(facts.games)],
    [`${words.won} (${share}\u00a0%)`, String(facts.won)],
    [words.streak, String(facts.streak)],
    [words.longest, String(facts.longest)],
  ];
  tiles.replaceChildren(
    ...numbers.map(([label, number]) => {
      const tile = made("div");
      tile.append(made("dt", "", label), made("dd", "", number));
      return tile;
    }),
  );
  find("#statistics .latest").append(latestPicture(facts.latest, words), key(words));
  find("#by-game ul").replaceChildren(...facts.by_game.map((group) => line(group, words)));
  find("#by-opponent ul").replaceChildren(...facts.by_opponent.map((group) => line({ ...group, key: "" }, words)));
  find("#best ul").replaceChildren(...facts.best.map(bestFigure));
  find("#best").hidden = !facts.best.length;
  for (const part of [".tiles", ".latest", ".tallies"]) find(`#statistics ${part}`).hidden = false;
}

/** My best of a figure: the number in a ring of the game's colour, and the game that it was in. */
function bestFigure({ game, title, value, label, table }: Statistics["best"][number]): HTMLLIElement {
  const item = made("li");
  item.dataset.game = game;
  const link = made("a", "", title);
  link.setAttribute("href", urlOf(`/g/${table}`));
  const words = made("span", "words");
  words.append(made("span", "", label), link);
  item.append(made("b", "", String(value)), words);
  return item;
}

/** What the three looks of a bar mean. */
function key(words: Words): HTMLElement {
  const place = made("p", "key");
  for (const kind of ["won", "drawn", "lost"]) {
    const sample = shape("svg", "", { viewBox: "0 0 10 10", "aria-hidden": "true" });
    sample.append(shape("rect", kind, { x: 0, y: 0, width: 10, height: 10 }));
    const entry = made("span");
    entry.append(sample, made("span", "", words[`key_${kind}`]));
    place.append(entry);
  }
  return place;
}
