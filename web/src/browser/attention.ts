// Says that it is my turn: in the title, and while the page is hidden on its icon, as a badge and,
// where a player asked for that, as a notification.
import { urlOf } from "./address";
import { prefs } from "./prefs.svelte";
import { say } from "../words";

const ICON = urlOf("/favicon.svg");
const SIZE = 64; // pixels of the icon with a dot
const DOT = "#d9412b";

type Badged = Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };

const waiting = new Map<object, string>(); // the tables at which it is my turn, with their games' titles
let title = ""; // of the page as the server sent it
let dotted: Promise<string> | null = null; // the icon with a dot, once it was needed

/** Note whether it is my turn at a table. */
export function attend(table: object, mine: boolean, game: string): void {
  const news = mine && !waiting.has(table);
  if (mine) waiting.set(table, game);
  else if (!waiting.delete(table)) return;
  if (!title) {
    title = document.title;
    document.addEventListener("visibilitychange", refresh);
  }
  refresh();
  if (news && document.hidden && prefs.notify) notify(game);
}

/** The title, icon and badge for what is known now. */
function refresh(): void {
  const game = [...waiting.values()][0];
  document.title = game === undefined ? title : `${say("yourTurn")} · ${game}`;
  const called = game !== undefined && document.hidden;
  void setIcon(called);
  const badged = navigator as Badged;
  void (called ? badged.setAppBadge?.(waiting.size) : badged.clearAppBadge?.())?.catch(() => undefined);
}

async function setIcon(dot: boolean): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link || (!dot && !dotted)) return;
  const address = dot ? await (dotted ??= withDot()).catch(() => ICON) : ICON;
  if (dot && !document.hidden) return; // somebody came back in the meantime
  link.type = address === ICON ? "image/svg+xml" : "image/png";
  link.href = address;
}

/** The page's icon with a dot in its corner. */
async function withDot(): Promise<string> {
  const image = new Image(SIZE, SIZE);
  image.src = ICON;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SIZE;
  const pen = canvas.getContext("2d")!;
  pen.drawImage(image, 0, 0, SIZE, SIZE);
  pen.fillStyle = DOT;
  pen.beginPath();
  pen.arc(SIZE * 0.75, SIZE * 0.25, SIZE * 0.24, 0, 2 * Math.PI);
  pen.fill();
  return canvas.toDataURL("image/png");
}

/** A notification; phones show one only through the service worker. */
function notify(game: string): void {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const options = { tag: location.pathname, icon: urlOf("/icon-192.png") };
  const text = `${say("yourTurn")} · ${game}`;
  try {
    const shown = new Notification(text, options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(text, options));
  }
}
