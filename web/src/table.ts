// The page of a table.
import { mount } from "svelte";
import { load } from "./art";
import "./board.css";
import Shell from "./Shell.svelte";
import type { Page } from "./table.svelte";
import { Table } from "./table.svelte";

const target = document.getElementById("table");
if (target) {
  const { table = "", draw, phrases = "{}", sprites = "" } = target.dataset;
  const page: Page = {
    table,
    agreedDraw: draw === "true",
    phrases: JSON.parse(phrases) as Page["phrases"],
  };
  const store = new Table(page);
  void Promise.all(sprites.split(" ").map(load)).finally(() => {
    mount(Shell, { target, props: { table: store } });
  });
}
