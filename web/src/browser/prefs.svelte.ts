// What a player has set on this device: motion, sound, notifications, colours.
import { prefix } from "./address";
import { keep, recall } from "./storage";

export type Speed = "calm" | "brisk" | "off";
export type Theme = "auto" | "light" | "dark";

const YEAR = 365 * 24 * 3600;

const root = typeof document === "undefined" ? null : document.documentElement; // tests have no page

class Prefs {
  speed = $state<Speed>((recall("speed") as Speed | null) ?? "calm");
  sound = $state(recall("sound") !== "off");
  notify = $state(recall("notify") === "on"); // of my turn while the page is hidden
  letters = $state(recall("letters") === "on"); // on pieces that have a colour and a shape
  theme = $state<Theme>((root?.dataset.theme as Theme | undefined) || "auto");

  setSpeed(speed: Speed): void {
    this.speed = speed;
    keep("speed", speed);
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep("sound", on ? "on" : "off");
  }

  /** Ask the browser for its permission; without it this stays off. */
  async setNotify(on: boolean): Promise<void> {
    const asks = on && typeof Notification !== "undefined";
    const allowed = asks && (await Notification.requestPermission()) === "granted";
    this.notify = allowed;
    keep("notify", allowed ? "on" : "off");
  }

  constructor() {
    this.showLetters();
  }

  setLetters(on: boolean): void {
    this.letters = on;
    keep("letters", on ? "on" : "off");
    this.showLetters();
  }

  /** Drawings with letters read it. */
  private showLetters(): void {
    root?.style.setProperty("--letters", this.letters ? "1" : "0");
  }

  /** In a cookie too: the server reads it, so a page has its colours from the first paint. */
  setTheme(theme: Theme): void {
    this.theme = theme;
    if (root) root.dataset.theme = theme;
    document.cookie = `theme=${theme};path=${prefix || "/"};max-age=${YEAR};samesite=lax`;
  }
}

export const prefs = new Prefs();

/** Whether nothing is animated: by choice, or because the device asks for less motion. */
export function motionIsOff(): boolean {
  return prefs.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
