// A puzzle’s own sentences in English.
import { use } from "../../words";

export const EN = {
  puzzleToday: "Puzzle {number}, {day}",
  puzzleOf: "Puzzle {number}, of {day}",
  puzzleBoard: "Position of {game}",
  puzzleAsk: "Your move.",
  puzzleAskHelp: "One is clearly better than all others. Play it on the board.",
  puzzleBefore: "Your result: {how}.",
  puzzleNext: "Next: {game}",
  puzzleAgain: "Try again",
  puzzleRight: "Right, at the first try!",
  puzzleRightLater: "Right!",
  puzzleWrong: "There is a better move.",
  puzzleSolution: "This is the best move.",
  puzzleMine: "Your move: {move}",
  puzzleBest: "The best move",
  puzzleChances: "Chances to win, from what you can see, if good bots play on.",
  puzzleRetry: "Try again",
  puzzleShow: "Show the solution",
  puzzleReplay: "Look at it again",
  puzzleShare: "Share",
  puzzleDay: "Solved today: a streak begins.",
  puzzleEarlier: "Earlier puzzles",
  puzzleAll: "All games",
};

use(EN);
