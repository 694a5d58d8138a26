// The page of a puzzle.
import { mount } from "svelte";
import { loadBoard } from "../board/boards";
import { load } from "../pieces/art";
import "../board/board.css";
import Puzzle from "../puzzles/Puzzle.svelte";
import { numberOn } from "../puzzles/solved";

const target = document.getElementById("puzzle");
if (target) {
  const { game = "", title = "", number = "", first = "", boards = "", sprites = "", games = "" } = target.dataset;
  const today = numberOn(new Date(), first);
  const page = {
    game,
    title,
    number: number ? Number(number) : today,
    today,
    first,
    boards: boards.split(" "),
    games: games.split("|").map((one): [string, string] => [one.split("=")[0] ?? "", one.split("=")[1] ?? ""]),
  };
  const drawings = Promise.all([loadBoard(page.boards), ...sprites.split(" ").map(load)]);
  void drawings.finally(() => mount(Puzzle, { target, props: { page } }));
}
