// Joining by a link: the code comes after the #, so that no server logs it.
import { urlOf } from "../browser/address";
import { post, Refusal } from "../browser/api";
import { chosenFace, facePicker } from "../people/facepicker";
import { sitDown } from "../browser/fair";
import { keep, recall } from "../browser/storage";
import { say } from "../words";

const RETRYABLE = new Set([0, 429, 500, 503]); // statuses after which the same link may work
const form = document.querySelector<HTMLFormElement>("#join");
const name = document.querySelector<HTMLInputElement>("#name");
const trouble = document.querySelector<HTMLElement>("[role=alert]");
const over = document.querySelector<HTMLElement>("#over");
const code = location.hash.slice(1);
const joined = recall(`joined.${code}`); // the table, if this browser has used the link before

interface Invitation {
  kind: "join" | "device";
  name: string; // of the seat that goes on here, where the code is for another device
  title: string;
  taken: string[];
  agreed: string[];
}

/** The link leads to no chair: say what happened to it, and what to do instead. */
function end(kind: string, sentence: string): void {
  const told = over?.querySelector<HTMLElement>(`[data-end="${kind || "unknown"}"]`);
  if (!told || !over) return;
  told.querySelector(".why")?.replaceChildren(sentence);
  if (form) form.hidden = true;
  told.hidden = over.hidden = false;
  told.querySelector("h1")?.focus();
}

/** Show what the link is for: the game, who sits there, what they play by. */
function showInvitation({ kind, name: player, title, taken, agreed }: Invitation): void {
  if (kind === "device") showDevice(player);
  const section = document.querySelector<HTMLElement>("#invited");
  const [heading, who, list] = ["h2", "p", "ul"].map((part) => section?.querySelector(part));
  if (!section || !heading || !who || !list) return;
  heading.textContent = title;
  who.textContent = taken.join(" · ");
  const lines = agreed.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
  list.replaceChildren(...lines);
  section.hidden = false;
}

/** The link carries a seat to this device: nothing is asked. */
function showDevice(player: string): void {
  form?.querySelector("h1")?.replaceChildren(say("deviceTitle", { name: player }));
  form?.querySelector(".help")?.replaceChildren(say("deviceHelp", { name: player }));
  form?.querySelector("button:not([type])")?.replaceChildren(say("deviceGo"));
  form?.querySelector(".me")?.remove();
}

if (name) name.value = recall("name") ?? "";
const face = form?.querySelector<HTMLElement>(".face-button");
if (name && face) name.addEventListener("input", facePicker(face, () => name.value.trim()));
if (!code) end("incomplete", say("noCode"));
else if (joined) location.replace(urlOf(`/t/${joined}`));
else
  post<Invitation>("/api/invitation", { code })
    .then(showInvitation)
    .catch((error: Refusal) => {
      if (!RETRYABLE.has(error.status)) end(error.about, error.message);
    });
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  keep("name", name?.value ?? "");
  sitDown("/api/join", { code, name: name?.value ?? "", face: chosenFace() })
    .then(({ table }) => {
      keep(`joined.${code}`, table);
      location.replace(urlOf(`/t/${table}`));
    })
    .catch((error: Refusal) => {
      if (error.about === "name" || RETRYABLE.has(error.status)) {
        if (trouble) trouble.textContent = error.message;
      } else end(error.about, error.message);
    });
});
