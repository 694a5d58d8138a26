// The strip on the home page: games that wait for me, my tournaments, games that I finished last.
import { ownGames, ticket, tournamentTicket, type OwnGames, type Words } from "../own/tickets";

const SHOWN = 3;
const NOTHING: Pick<OwnGames, "running" | "finished" | "tournaments"> = { running: [], finished: [], tournaments: [] };

/** Fill the strip; it stays hidden for somebody who has not played yet. */
export async function showNow(): Promise<void> {
  const strip = document.querySelector<HTMLElement>("#now");
  const list = strip?.querySelector<HTMLElement>(".tickets");
  if (!strip || !list || strip.dataset.new !== undefined) return;
  const words = JSON.parse(strip.dataset.words ?? "{}") as Words;
  const sprite = list.dataset.sprite ?? "";
  const games = await ownGames({ running: SHOWN, finished: SHOWN, tournaments: SHOWN }).catch(() => NOTHING);
  const shown = [
    ...games.running.map((table) => ticket(table, words, sprite)),
    ...games.tournaments.filter((one) => !one.over).map((one) => tournamentTicket(one, words, sprite)),
    ...games.finished.map((table) => ticket(table, words, sprite)),
  ].slice(0, SHOWN);
  list.replaceChildren(...shown);
  strip.toggleAttribute("data-none", !shown.length);
}
