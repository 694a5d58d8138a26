// The page of one's own games: running and finished ones, tournaments, statistics, other devices, stored data.
import "../own/me.css";
import { enableCopying } from "../browser/copying";
import { find } from "../browser/find";
import { showData } from "../own/own_data";
import { arriving, prepareLink } from "../own/recovery";
import { showStatistics } from "../own/statistics";
import { ownGames, ticket, tournamentTicket, type OwnTable, type Words } from "../own/tickets";

const PAGE = 12; // games that are loaded at once
const MOST = 24; // tournaments that one answer has
const words = JSON.parse(find("#me").dataset.words ?? "{}") as Words;
const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" });

type Load = (shown: OwnTable[]) => Promise<{ tables: OwnTable[]; more: boolean }>;

/** A list that grows by its button; the focus goes on to the first new game. */
function growing(id: string, load: Load): Promise<void> {
  const list = find(`#${id}`);
  const section = list.parentElement!;
  const [none, button] = [section.querySelector<HTMLElement>(".none")!, section.querySelector<HTMLButtonElement>(".more button")!];
  const shown: OwnTable[] = [];
  const grow = async (): Promise<void> => {
    const first = shown.length;
    const { tables, more } = await load(shown);
    shown.push(...tables);
    list.append(...tables.map((table) => ticket(table, words, list.dataset.sprite ?? "", days.format(table.at))));
    none.hidden = shown.length > 0;
    button.hidden = !more;
    if (first) list.children[first]?.querySelector<HTMLElement>("a")?.focus();
  };
  button.addEventListener("click", () => void grow().catch(complain));
  return grow();
}

function complain(error: unknown): void {
  find("#trouble").textContent = (error as Error).message;
}

async function running(shown: OwnTable[]): Promise<{ tables: OwnTable[]; more: boolean }> {
  const games = await ownGames({ running: PAGE, skip: shown.length });
  return { tables: games.running, more: games.more_running };
}

async function finished(shown: OwnTable[]): Promise<{ tables: OwnTable[]; more: boolean }> {
  const last = shown.at(-1);
  const games = await ownGames({ finished: PAGE, ...(last ? { before: last.at, last: last.table } : {}) });
  return { tables: games.finished, more: games.more_finished };
}

/** The tournaments, as many as one answer has; without any the section stays hidden. */
async function tournaments(): Promise<void> {
  const { tournaments: found } = await ownGames({ tournaments: MOST });
  const list = find("#tournaments");
  const sprite = list.dataset.sprite ?? "";
  list.replaceChildren(...found.map((one) => tournamentTicket(one, words, sprite, days.format(one.at))));
  find("#in-tournaments").hidden = !found.length;
}

/** Show the whole page. */
function show(): void {
  find("#me").hidden = false;
  prepareLink(words);
  enableCopying(words.copied ?? "");
  for (const part of [growing("running", running), growing("finished", finished), tournaments(), showStatistics(words), showData(words)])
    part.catch(complain);
}

if (!arriving(words)) show();
addEventListener("hashchange", () => location.reload());
