// What the page of a review says of its game.
import { say } from "../words";

export interface Line {
  text: string;
  seat: number; // who did it; -1: nobody
}
export interface Side {
  as: string;
  label: string;
  current: boolean;
}
export interface ReviewPage {
  table: string;
  game: string;
  games: string[]; // whose board to show
  title: string;
  names: string[];
  bots: boolean[];
  me: number; // the seat whose chances matter most; -1: nobody's
  result: string;
  analysed: boolean;
  lines: Line[]; // what happened in each row
  sides: Side[];
}

/** What happened in a row, in words. */
export function lineOf(page: ReviewPage, seq: number): string {
  return seq ? (page.lines[seq - 1]?.text ?? "") : say("beforeAll");
}
