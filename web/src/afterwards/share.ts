// Shares the picture of a result: to another program where the browser can, else as a file with a copied link.
import { isLocal, lanCommand, urlOf } from "../browser/address";
import { copyText } from "../browser/copying";
import { prefs } from "../browser/prefs.svelte";
import { language, say } from "../words";

function theme(): string {
  if (prefs.theme !== "auto") return prefs.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

/** Share a table's result with a link below `origin`; what to tell the person, empty where the browser has told it. */
export async function shareResult(origin: string, table: string, text: string): Promise<string> {
  const link = `${origin}/g/${table}`;
  const warning = isLocal(link) ? ` ${say("onlyHere", { command: lanCommand })}` : "";
  const response = await fetch(urlOf(`/g/${table}/result.png?theme=${theme()}&lang=${language}`)).catch(() => null);
  if (!response?.ok) return say("again");
  const file = new File([await response.blob()], `skipyard-${table}.png`, { type: "image/png" });
  const data = { files: [file], title: text, text: `${text} ${link}` };
  if (navigator.canShare?.(data)) {
    try {
      await navigator.share(data);
      return warning.trim();
    } catch (error) {
      if ((error as Error).name === "AbortError") return ""; // closed by the person
    }
  }
  save(file);
  return (await copyText(link)) ? say("sharedFile") + warning : say("sharedFileOnly");
}

function save(file: File): void {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(file);
  anchor.download = file.name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}
