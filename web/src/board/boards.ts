// Boards by convention: boards/GAME/Board.svelte is a game's own; any other game has the plain one.
import type { Component } from "svelte";
import Plain from "../boards/Plain.svelte";
import type { Scene } from "../types";

export type Board = Component<{ scene: Scene }>;

const BOARDS = import.meta.glob<Board>("../boards/*/Board.svelte", { import: "default" });
const loaded = new Map<string, Board>(); // by the name of the game

const SETTINGS = import.meta.glob<Component>("../boards/*/Settings.svelte", { eager: true, import: "default" });

/** What else can be set where this game is played: boards/GAME/Settings.svelte, if there is one. */
export function settingsOf(games: string[]): Component | null {
  return games.map((game) => SETTINGS[`../boards/${game}/Settings.svelte`]).find(Boolean) ?? null;
}

const owner = (games: string[]): string | undefined => games.find((game) => BOARDS[`../boards/${game}/Board.svelte`]);

/** Load the board of the first of these games that has one; no page needs the other games' boards. */
export async function loadBoard(games: string[]): Promise<void> {
  const game = owner(games);
  if (game !== undefined) loaded.set(game, await BOARDS[`../boards/${game}/Board.svelte`]!());
}

/** The board of the first of these games that has one, which has been loaded. */
export function boardOf(games: string[]): Board {
  return loaded.get(owner(games) ?? "") ?? Plain;
}
