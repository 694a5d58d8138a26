// Boards by convention: boards/GAME/Board.svelte is a game's own; any other game has the plain one.
import type { Component } from "svelte";
import Plain from "../boards/Plain.svelte";
import type { Scene } from "../types";

export type Board = Component<{ scene: Scene }>;

const BOARDS = import.meta.glob<Board>("../boards/*/Board.svelte", { eager: true, import: "default" });

const SETTINGS = import.meta.glob<Component>("../boards/*/Settings.svelte", { eager: true, import: "default" });

/** What else can be set where this game is played: boards/GAME/Settings.svelte, if there is one. */
export function settingsOf(games: string[]): Component | null {
  return games.map((game) => SETTINGS[`../boards/${game}/Settings.svelte`]).find(Boolean) ?? null;
}

/** The board of the first of these games that has one. */
export function boardOf(games: string[]): Board {
  for (const game of games) {
    const board = BOARDS[`../boards/${game}/Board.svelte`];
    if (board) return board;
  }
  return Plain;
}
