// The strip on the home page: games that wait for me, then those that I finished last.
import { ownGames, ticket, type Words } from "./tickets";

const SHOWN = 3;

/** Fill the strip; it stays hidden for somebody who has not played yet. */
export async function showNow(): Promise<void> {
  const strip = document.querySelector<HTMLElement>("#now");
  const list = strip?.querySelector<HTMLElement>(".tickets");
  if (!strip || !list || strip.dataset.new !== undefined) return;
  const words = JSON.parse(strip.dataset.words ?? "{}") as Words;
  const games = await ownGames({ running: SHOWN, finished: SHOWN }).catch(() => ({ running: [], finished: [] }));
  const shown = [...games.running, ...games.finished].slice(0, SHOWN);
  list.replaceChildren(...shown.map((table) => ticket(table, words, list.dataset.sprite ?? "")));
  strip.toggleAttribute("data-none", !shown.length);
}
