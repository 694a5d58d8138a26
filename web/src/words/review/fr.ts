// A review’s own sentences in French.
import type { EN } from "./en";
import { use } from "../../words";

export const FR: Record<keyof typeof EN, string> = {
  costliest: "Votre coup le plus coûteux",
  costliestOf: "{name} : le coup le plus coûteux",
  costMade: "Tour {n} : {move} Chances : {chance}.",
  costBetter: "Mieux : {move}, {chance}.",
  costWhy: "Pourquoi : {reason}.",
  showIt: "Voir",
  turnOf: "{n} sur {last} :",
  turns: "Tours",
  sides: "Regarder depuis",
  notDealt: "Rien n’a encore été distribué.",
  boardAt: "Le plateau après le tour {n}",
  stepFirst: "Début",
  stepBack: "Précédent",
  stepNext: "Suivant",
  stepLast: "Fin",
  stepPlay: "Lecture",
  stepStop: "Arrêter",
  wholeGame: "Montrer toute la partie",
  changeOf: "Ce que cela change aux chances de {name}",
  beforeAll: "Avant la donne",
};

use(FR);
