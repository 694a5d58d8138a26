// The client's own few sentences, in the language of the page; those of a game come from the server.
import type { EN } from "./words/en";
import type { EN as PUZZLE } from "./words/puzzle/en";
import type { EN as REVIEW } from "./words/review/en";

export type Key = keyof typeof EN | keyof typeof PUZZLE | keyof typeof REVIEW;
export type Language = "en" | "fr";

export const language: Language =
  typeof document !== "undefined" && document.documentElement.lang === "fr" ? "fr" : "en";

let words: Partial<Record<Key, string>> = {};

/** Know these sentences, too: scripts that a page loads before its own call this, those of one language. */
export function use(sentences: Partial<Record<Key, string>>): void {
  words = { ...words, ...sentences };
}

/** A sentence with its blanks filled in. */
export function say(key: Key, blanks: Record<string, string | number> = {}): string {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => String(blanks[name] ?? ""));
}

/** Names one after another, as the language puts them: A, B and C. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(language).format(names);
}
