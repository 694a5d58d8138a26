// What components of one page share: the board, the table where there is one, and the page's journal.
import { getContext, setContext } from "svelte";
import type { BoardState } from "./board.svelte";
import type { Table } from "../table/table.svelte";

const BOARD = Symbol("board");
const TABLE = Symbol("table");
const JOURNAL = Symbol("journal");

export const giveBoard = (board: BoardState): BoardState => setContext(BOARD, board);
export const useBoard = (): BoardState => getContext<BoardState>(BOARD);

/** The table is also the board of its page. */
export const giveTable = (table: Table): Table => setContext(TABLE, giveBoard(table) as Table);
export const useTable = (): Table => getContext<Table>(TABLE);
/** Whether the board is a table's, where people play. */
export const atTable = (): boolean => getContext(TABLE) !== undefined;

/** How the journal is opened. */
export const giveJournal = (open: () => void): (() => void) => setContext(JOURNAL, open);
export const useJournal = (): (() => void) => getContext<(() => void) | undefined>(JOURNAL) ?? (() => undefined);
