// A link that carries name, face and games to another device: making it, and arriving with it. Its code
// and what this browser alone knows stand after the #, which no server sees.
import { urlOf } from "../browser/address";
import { encode } from "uqr";
import { post, type Refusal } from "../browser/api";
import { find } from "../browser/find";
import { keep, recall } from "../browser/storage";
import { fill, type Words } from "./tickets";

const CARRIED = ["name", "face"]; // what this browser remembers of a person
const ENDED = new Set(["unknown", "expired", "used"]); // what makes a new link necessary

/** The part of a link after the #. */
export function fragment(code: string, carried: Record<string, string>): string {
  const more = new URLSearchParams(carried).toString();
  return more ? `${code}?${more}` : code;
}

/** The code in a fragment, and what it carries. */
export function readFragment(text: string): { code: string; carried: Record<string, string> } {
  const [code = "", more = ""] = text.split(/\?(.*)/s);
  const all = Object.fromEntries(new URLSearchParams(more));
  const carried = Object.fromEntries(Object.entries(all).filter(([key]) => CARRIED.includes(key)));
  return { code, carried };
}

// Making a link ------------------------------------------------------------------------------------
function drawQr(text: string): void {
  const { data, size } = encode(text, { border: 4 });
  const dark = data.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : "")));
  const svg = find<SVGElement>("#device .qr");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.querySelector("path")?.setAttribute("d", dark.join(""));
}

export function prepareLink(words: Words): void {
  const button = find<HTMLButtonElement>("#make");
  const when = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
  button.addEventListener("click", () => {
    button.disabled = true;
    post<{ code: string; expires: number }>("/api/me/recovery", {})
      .then(({ code, expires }) => {
        const carried = Object.fromEntries(CARRIED.flatMap((key) => (recall(key) ? [[key, recall(key)!]] : [])));
        const link = location.origin + urlOf(`/me#${fragment(code, carried)}`);
        find<HTMLInputElement>("#link").value = link;
        drawQr(link);
        find("#device .until").textContent = fill(words.device_open, { when: when.format(expires) });
        find("#device .made").hidden = false;
        find("#make span").textContent = words.device_again ?? "";
      })
      .catch((error: Error) => (find("#trouble").textContent = error.message))
      .finally(() => (button.disabled = false));
  });
}

// Arriving with one --------------------------------------------------------------------------------
/** Say what happened, instead of the rest of the page. */
export function tell(title: string, text: string): void {
  const slip = find("#told");
  const heading = find("#told h1");
  heading.textContent = title;
  find("#told .why").textContent = text;
  find("#me").hidden = true;
  find("#take").hidden = true;
  slip.hidden = false;
  heading.focus();
}

/** Whether the address has a code in it; then ask whether to use it. */
export function arriving(words: Words): boolean {
  const { code, carried } = readFragment(location.hash.slice(1));
  if (!code) return false;
  history.replaceState(null, "", "/me"); // a code that was used should not stand in the address
  const name = carried.name ?? "";
  tell(fill(name ? words.take_title_name : words.take_title, { name }), words.take_help ?? "");
  const take = find<HTMLButtonElement>("#take");
  const onward = find("#onward");
  take.hidden = false;
  onward.hidden = true;
  take.addEventListener("click", () => {
    take.disabled = true;
    post<{ became: string; tables: number }>("/api/me/recover", { code })
      .then(({ became, tables }) => {
        for (const [key, value] of Object.entries(carried)) keep(key, value);
        onward.hidden = false;
        const title = became === "linked" && name ? `${words.linked}, ${name}` : words[became];
        tell(title ?? "", fill(words[`${became}_text`], { count: tables }));
      })
      .catch((error: Refusal) => {
        if (!words[error.about]) {
          take.disabled = false;
          find("#told .notice").textContent = error.message;
          return;
        }
        onward.hidden = ENDED.has(error.about);
        find("#told .next").hidden = !ENDED.has(error.about);
        tell(words[error.about] ?? "", error.message);
      });
  });
  return true;
}
