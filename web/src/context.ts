// What components of one table's page share: the table, and the page's journal.
import { getContext, setContext } from "svelte";
import type { Table } from "./table.svelte";

const TABLE = Symbol("table");
const JOURNAL = Symbol("journal");

export const giveTable = (table: Table): Table => setContext(TABLE, table);
export const useTable = (): Table => getContext<Table>(TABLE);

/** How the journal is opened. */
export const giveJournal = (open: () => void): (() => void) => setContext(JOURNAL, open);
export const useJournal = (): (() => void) => getContext<(() => void) | undefined>(JOURNAL) ?? (() => undefined);
