// Draws faces: a person's, or a robot's for a bot. At a table Face.svelte uses it; the home page has no Svelte.
import { faceOf, readFace } from "./face";

const SVG = "http://www.w3.org/2000/svg";
const LINE = "#22303C";

function add(place: SVGElement, name: string, attributes: Record<string, string | number>): void {
  const part = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, String(value));
  place.append(part);
}

/** Draw the face that somebody chose, or else the one that belongs to a name. */
export function drawFace(place: SVGElement, name: string, bot = false, chosen = ""): void {
  const { clothes, ground, skin, hair, style, mouth, glasses } = readFace(chosen) ?? faceOf(name);
  const fill = (d: string, colour: string): void => add(place, "path", { d, fill: colour });
  const line = (d: string, width: number, inside = "none"): void => add(place, "path", { d, fill: inside, stroke: LINE, "stroke-width": width, "stroke-linecap": "round" });
  place.replaceChildren();
  add(place, "circle", { cx: 32, cy: 32, r: 32, fill: ground });
  if (bot) {
    fill("M32 44C47 44 54 54 55 64H9C10 54 17 44 32 44Z", clothes);
    line("M32 16V9", 3);
    add(place, "circle", { cx: 32, cy: 7.5, r: 3.6, fill: "#FFC531", stroke: LINE, "stroke-width": 1.6 });
    add(place, "rect", { x: 15, y: 16, width: 34, height: 27, rx: style % 2 ? 13 : 8, fill: "#E9EEF2", stroke: LINE, "stroke-width": 2.4 });
    add(place, "rect", { x: 19.5, y: 22, width: 25, height: 12, rx: 6, fill: LINE });
    for (const x of [26.5, 37.5]) add(place, "circle", { cx: x, cy: 28, r: 3, fill: ground });
    line(["M26 38Q32 42 38 38", "M26 39H38", "M27 38.5Q32 40.5 37 38.5"][mouth]!, 2.2);
    return;
  }
  fill("M32 41C47 41 54 52 55 64H9C10 52 17 41 32 41Z", clothes);
  if (style === 0) fill("M14 44C10 22 20 11 32 11S54 22 50 44C46 48 44 44 44 40H20C20 44 18 48 14 44Z", hair);
  if (style === 1) add(place, "circle", { cx: 32, cy: 10, r: 7, fill: hair });
  if (style === 3) fill("M13 48C8 26 16 9 32 9S56 26 51 48C44 54 20 54 13 48Z", hair);
  fill("M27 40H37V46C37 50 27 50 27 46Z", skin);
  add(place, "circle", { cx: 32, cy: 29.5, r: 14.5, fill: skin });
  fill(style === 4 ? "M18 24C18 15 25 11.5 32 11.5S46 15 46 24C42 18 22 18 18 24Z" : "M17.3 29C15 16 23 11.5 32 11.5S49 16 46.7 29C44.5 24 42.5 21.5 38.5 20.5 31 22.5 21.5 20.5 17.3 29Z", hair);
  line("M25.5 29.5V31M38.5 29.5V31", 3);
  line(["M27 36Q32 40.5 37 36", "M28 37Q32 39.5 36 37", "M27.5 36Q32 41.5 36.5 36Z"][mouth]!, 2, mouth === 2 ? "#fff" : "none");
  if (glasses) line("M20.5 30A5 5 0 1 0 30.5 30 5 5 0 1 0 20.5 30M33.5 30A5 5 0 1 0 43.5 30 5 5 0 1 0 33.5 30M30.5 29Q32 28 33.5 29", 1.8);
}
