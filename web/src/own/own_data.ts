// What is stored about the person at this browser: listed, taken along, erased.
import { get, post } from "../browser/api";
import { find } from "../browser/find";
import { tell } from "./recovery";
import { forgetAll, stored } from "../browser/storage";
import { fill, made, type Words } from "./tickets";

interface Facts {
  known: boolean;
  devices: number[];
  codes: number[];
  tables: number;
  running: number;
  tournaments: number;
  names: string[];
}

/** One sentence for each thing that is stored. */
export function sentences(facts: Facts, here: string[], words: Words): string[] {
  const { devices, codes, tables, running, tournaments, names } = facts;
  const lines = facts.known
    ? [
        fill(words.data_cookie, { count: devices.length }),
        fill(words.data_seats, { tables, running }),
        ...(tournaments ? [fill(words.data_tournaments, { count: tournaments })] : []),
        names.length ? fill(words.data_names, { names: names.join(", ") }) : words.data_no_names,
        words.data_results,
      ]
    : [words.data_nothing];
  if (codes.length) lines.push(fill(words.data_codes, { count: codes.length }));
  if (here.length) lines.push(fill(words.data_browser, { names: here.join(", ") }));
  return lines.map((line) => line ?? "");
}

export async function showData(words: Words): Promise<void> {
  const facts = await get<Facts>("/api/me/data");
  const here = stored().map(([name, value]) => `${name} = ${value}`);
  find("#data .facts").replaceChildren(...sentences(facts, here, words).map((line) => made("li", "", line)));
  find("#file").hidden = !facts.known;
  find("#erase").hidden = !facts.known && !here.length;
  const giving = find("#sure .giving-up");
  giving.hidden = !facts.running;
  giving.textContent = fill(words.erase_running, { count: facts.running });
  find("#erase").addEventListener("click", () => find<HTMLDialogElement>("#sure").showModal());
  find("#sure form").addEventListener("submit", (event) => {
    if ((event.submitter as HTMLButtonElement | null)?.value !== "erase") return;
    event.preventDefault();
    erase(words);
  });
}

function erase(words: Words): void {
  post("/api/me/forget", { sure: true })
    .then(() => {
      forgetAll();
      find<HTMLDialogElement>("#sure").close();
      find("#onward").hidden = true;
      tell(words.erased ?? "", words.erased_text ?? "");
    })
    .catch((error: Error) => (find("#sure .notice").textContent = error.message));
}
