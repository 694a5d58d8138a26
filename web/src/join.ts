// Joining by a link: the code stands behind the #, so it has reached no log on its way.
import { sitDown } from "./fair";
import { keep, recall } from "./storage";
import { say } from "./words";

const form = document.querySelector<HTMLFormElement>("#join");
const name = document.querySelector<HTMLInputElement>("#name");
const trouble = document.querySelector<HTMLElement>("[role=alert]");
const code = location.hash.slice(1);

function tell(sentence: string): void {
  if (trouble) trouble.textContent = sentence;
}

if (name) name.value = recall("name") ?? "";
if (!code) tell(say("noCode"));
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  keep("name", name?.value ?? "");
  sitDown("/api/join", { code, name: name?.value ?? "" })
    .then(({ table }) => location.replace(`/t/${table}`))
    .catch((error: unknown) => tell((error as Error).message));
});
