// A puzzle’s own sentences in French.
import type { EN } from "./en";
import { use } from "../../words";

export const FR: Record<keyof typeof EN, string> = {
  puzzleToday: "Problème {number}, {day}",
  puzzleOf: "Problème {number}, du {day}",
  puzzleBoard: "Position de {game}",
  puzzleAsk: "À vous de jouer.",
  puzzleAskHelp: "Un coup est nettement meilleur que tous les autres. Jouez-le sur le plateau.",
  puzzleBefore: "Votre résultat : {how}.",
  puzzleNext: "Suivant : {game}",
  puzzleAgain: "Réessayer",
  puzzleRight: "Juste, du premier coup !",
  puzzleRightLater: "Juste !",
  puzzleWrong: "Il y a un meilleur coup.",
  puzzleSolution: "Voici le meilleur coup.",
  puzzleMine: "Votre coup : {move}",
  puzzleBest: "Le meilleur coup",
  puzzleChances: "Chances de gagner d’après ce que vous voyez, si de bons robots continuent la partie.",
  puzzleRetry: "Réessayer",
  puzzleShow: "Voir la solution",
  puzzleReplay: "Revoir la position",
  puzzleShare: "Partager",
  puzzleDay: "Résolu aujourd’hui : une série commence.",
  puzzleEarlier: "Problèmes précédents",
  puzzleAll: "Tous les jeux",
};

use(FR);
