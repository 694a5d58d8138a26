// The page with today's puzzles of all games: which are solved, by this device's own date.
import { numberOn, OUTCOMES, recallSolved, streakOf, streakOfAll } from "../puzzles/solved";
import { say } from "../words";

const list = document.getElementById("puzzles");
if (list) {
  const [today, solved] = [numberOn(new Date(), list.dataset.first ?? ""), recallSolved()];
  for (const card of list.querySelectorAll<HTMLElement>("[data-game]")) {
    const game = card.dataset.game ?? "";
    const picture = card.querySelector("img");
    if (picture) picture.src = picture.src.replace(/\d+\.svg/, `${today}.svg`); // the server drew the date in UTC
    const entry = solved[game]?.[today];
    const days = streakOf(solved, game, today);
    const parts = [entry ? say(OUTCOMES[entry.how]) : say("puzzleOpen")];
    if (days > 1) parts.push(say("puzzleDays", { n: days }));
    card.querySelector(".state")?.replaceChildren(parts.join(" · "));
    card.classList.toggle("solved", entry !== undefined && entry.how !== "shown");
  }
  const days = streakOfAll(solved, today);
  if (days > 1) document.getElementById("streak")?.replaceChildren(say("puzzleStreak", { n: days }));
}
