// The lobby refreshes itself; one click takes a chair that is open to anybody.
import { urlOf } from "../browser/address";
import { chosenFace } from "../people/facepicker";
import { sitDown } from "../browser/fair";
import { recall } from "../browser/storage";

const REFRESH_INTERVAL = 4000; // milliseconds; not while the page is hidden
const tables = document.querySelector<HTMLElement>("#tables");
const trouble = document.querySelector<HTMLElement>("#trouble");

/** A selector of the link that has the focus, to restore it after a refresh. */
function focused(): string {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement)) return "";
  const [name, table] = Object.entries(at.dataset).find(([key]) => key === "sit" || key === "look") ?? [];
  return name ? `[data-${name}="${table}"]` : "";
}

async function refresh(): Promise<void> {
  if (!tables || document.hidden) return;
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const fresh = page.querySelector("#tables");
  if (!fresh || fresh.innerHTML === tables.innerHTML) return;
  const at = focused();
  tables.replaceChildren(...fresh.childNodes);
  if (at) tables.querySelector<HTMLElement>(at)?.focus();
}

tables?.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-sit]") : null;
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const { sit: table, seat } = link.dataset;
  sitDown(`/api/tables/${table}/sit`, { seat: Number(seat), name: recall("name") ?? "", face: chosenFace() })
    .then(() => location.assign(urlOf(`/t/${table}`)))
    .catch((error: unknown) => {
      if (trouble) trouble.textContent = (error as Error).message;
      void refresh();
    });
});
addEventListener("visibilitychange", () => void refresh());
setInterval(() => void refresh(), REFRESH_INTERVAL);
