// The page of a table.
import { urlOf } from "../browser/address";
import { mount } from "svelte";
import { loadBoard } from "../board/boards";
import { load } from "../pieces/art";
import "../board/board.css";
import SharedScreen from "../table/SharedScreen.svelte";
import Shell from "../table/Shell.svelte";
import type { Page } from "../table/table.svelte";
import { Table } from "../table/table.svelte";

const target = document.getElementById("table");
if (target) {
  const { table = "", seats = "", boards = "", draw, hidden, phrases = "{}", origin, longestName, sprites = "", analysed } = target.dataset;
  const page: Page = {
    table,
    seats: seats.split(" ").filter(Boolean).map(Number),
    boards: boards.split(" "),
    agreedDraw: draw === "true",
    hidden: hidden !== "false",
    phrases: JSON.parse(phrases) as Page["phrases"],
    origin: origin || location.origin + urlOf(""),
    longestName: Number(longestName),
    analysed: analysed === "true",
  };
  const asked = new URLSearchParams(location.search).get("seat");
  const drawings = Promise.all([loadBoard(page.boards), ...sprites.split(" ").map(load)]);
  if (asked === null && page.seats.length > 1) {
    void drawings.finally(() => mount(SharedScreen, { target, props: { page } }));
  } else {
    const store = new Table(page, asked === null ? null : Number(asked));
    void drawings.finally(() => mount(Shell, { target, props: { table: store } }));
  }
}
