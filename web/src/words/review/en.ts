// A review’s own sentences in English.
import { use } from "../../words";

export const EN = {
  costliest: "Your costliest move",
  costliestOf: "{name}: the costliest move",
  costMade: "Turn {n}: {move} Chance {chance}.",
  costBetter: "Better: {move}, {chance}.",
  costWhy: "Why: {reason}.",
  showIt: "Show",
  turnOf: "{n} of {last}:",
  turns: "Turns",
  sides: "Look from",
  notDealt: "Nothing has been dealt yet.",
  boardAt: "The board after turn {n}",
  stepFirst: "Start",
  stepBack: "Back",
  stepNext: "On",
  stepLast: "End",
  stepPlay: "Play",
  stepStop: "Stop",
  wholeGame: "Show the whole game",
  changeOf: "What it changed in {name}’s chance",
  beforeAll: "Before the deal",
};

use(EN);
