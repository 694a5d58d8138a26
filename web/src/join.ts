// Joining by a link: the code stands behind the #, so it has reached no log on its way.
import { post, Refusal } from "./api";
import { sitDown } from "./fair";
import { keep, recall } from "./storage";
import { say } from "./words";

const AGAIN = new Set([0, 429, 500, 503]); // statuses after which the same link may work
const form = document.querySelector<HTMLFormElement>("#join");
const name = document.querySelector<HTMLInputElement>("#name");
const trouble = document.querySelector<HTMLElement>("[role=alert]");
const over = document.querySelector<HTMLElement>("#over");
const code = location.hash.slice(1);
const joined = recall(`joined.${code}`); // the table to which this link has led already

interface Invitation {
  title: string;
  taken: string[];
  agreed: string[];
}

/** The link is good for nothing any more: say so, and what to do instead. */
function end(sentence: string): void {
  const why = over?.querySelector(".why");
  if (why) why.textContent = sentence;
  if (form) form.hidden = true;
  if (over) over.hidden = false;
}

/** Whereto the link leads: the game, who sits there, what they play with. */
function tell({ title, taken, agreed }: Invitation): void {
  const told = document.querySelector<HTMLElement>("#invited");
  const [heading, who, list] = ["h2", "p", "ul"].map((part) => told?.querySelector(part));
  if (!told || !heading || !who || !list) return;
  heading.textContent = title;
  who.textContent = taken.join(" · ");
  const lines = agreed.map((line) => Object.assign(document.createElement("li"), { textContent: line }));
  list.replaceChildren(...lines);
  told.hidden = false;
}

if (name) name.value = recall("name") ?? "";
if (!code) end(say("noCode"));
else if (joined) location.replace(`/t/${joined}`);
else
  post<Invitation>("/api/invitation", { code })
    .then(tell)
    .catch((error: Refusal) => {
      if (!AGAIN.has(error.status)) end(error.message);
    });
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  keep("name", name?.value ?? "");
  sitDown("/api/join", { code, name: name?.value ?? "" })
    .then(({ table }) => {
      keep(`joined.${code}`, table);
      location.replace(`/t/${table}`);
    })
    .catch((error: Refusal) => {
      if (error.about === "name" || AGAIN.has(error.status)) {
        if (trouble) trouble.textContent = error.message;
      } else end(error.message);
    });
});
