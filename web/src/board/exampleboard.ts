// One example of a rule on the live board: the table before, the move with its motion, the table after.
import { mount } from "svelte";
import { get } from "../browser/api";
import { load } from "../pieces/art";
import "./board.css";
import { loadBoard } from "./boards";
import LiveBoard from "./LiveBoard.svelte";
import { SceneBoard } from "./sceneboard";
import type { Event, Scene } from "../types";
import { say } from "../words";

interface Example {
  before: Scene;
  after: Scene | null;
  touch: string[]; // what the move touches
  events: Event[];
  said: string; // the refusal
}

let drawings: Promise<unknown> | null = null;

/** Put a live board in the place of an example's pictures; they stay where that fails, and for print. */
export async function enliven(figure: HTMLElement, { game = "", boards = "", sprites = "" }: DOMStringMap): Promise<void> {
  const asked = get<Example>(`/api/rules/${game}/${figure.dataset.example}`);
  drawings ??= Promise.all([loadBoard(boards.split(" ")), ...sprites.split(" ").map(load)]);
  const found = await Promise.all([asked, drawings]).catch(() => null);
  const first = figure.querySelector(".frame");
  if (!found || !first) return;
  const [example] = found;
  const place = document.createElement("div");
  place.className = "live-board planks";
  place.dataset.game = game;
  first.before(place);
  const board = new SceneBoard();
  void board.showScene(example.before);
  mount(LiveBoard, { target: place, props: { board, games: boards.split(" "), label: example.before.status } });
  const mark = (): void => void setTimeout(() => (board.hinted = example.touch));
  mark();
  if (example.after) place.after(player(board, example.before, example.after, example.events, mark));
}

/** A button that plays the move, and then goes back. */
function player(board: SceneBoard, before: Scene, after: Scene, events: Event[], mark: () => void): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "button plain plays";
  button.textContent = say("playMove");
  let played = false;
  button.addEventListener("click", () => {
    played = !played;
    button.textContent = say(played ? "backToBefore" : "playMove");
    void board.showScene(played ? after : before, { events: played ? events : [] }).then(() => (played ? undefined : mark()));
  });
  return button;
}
