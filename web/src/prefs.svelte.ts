// What a player has set on this device: motion, sound, colours.
import { keep, recall } from "./storage";

export type Speed = "calm" | "brisk" | "off";
export type Theme = "auto" | "light" | "dark";

const YEAR = 365 * 24 * 3600;

class Prefs {
  speed = $state<Speed>((recall("speed") as Speed | null) ?? "calm");
  sound = $state(recall("sound") === "on");
  theme = $state<Theme>((document.documentElement.dataset.theme as Theme | undefined) || "auto");

  setSpeed(speed: Speed): void {
    this.speed = speed;
    keep("speed", speed);
  }

  setSound(on: boolean): void {
    this.sound = on;
    keep("sound", on ? "on" : "off");
  }

  /** In a cookie too: the server reads it, so a page has its colours from the first paint. */
  setTheme(theme: Theme): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    document.cookie = `theme=${theme};path=/;max-age=${YEAR};samesite=lax`;
  }
}

export const prefs = new Prefs();

/** Whether nothing is animated: by choice, or because the device asks for less motion. */
export function motionIsOff(): boolean {
  return prefs.speed === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
