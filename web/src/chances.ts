// The strip of winning chances under the slider: a line for each seat, over the turns.

export interface Answer {
  seats: string[]; // names
  chances: { seq: number; seats: number[] }[];
}

const SVG = "http://www.w3.org/2000/svg";
const COLOURS = ["--blue", "--vermilion", "--green", "--purple", "--orange", "--sky"];
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 2", "12 4"]; // so that colour is not needed
const HIGH = 100;

/** The points of one seat's line; a turn is 1 wide, and the strip is 100 high. */
export function points(chances: Answer["chances"], seat: number): string {
  return chances.map(({ seq, seats }) => `${seq},${HIGH * (1 - (seats[seat] ?? 0))}`).join(" ");
}

export function draw(answer: Answer, last: number, title: string): { picture: SVGElement; mark: (seq: number) => void } {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("class", "chances");
  picture.setAttribute("viewBox", `0 0 ${Math.max(last, 1)} ${HIGH}`);
  picture.setAttribute("preserveAspectRatio", "none");
  picture.setAttribute("role", "img");
  const here = document.createElementNS(SVG, "line");
  picture.append(
    ...answer.seats.map((_, seat) => {
      const made = document.createElementNS(SVG, "polyline");
      made.setAttribute("points", points(answer.chances, seat));
      made.setAttribute("stroke", `var(${COLOURS[seat % COLOURS.length]})`);
      made.setAttribute("stroke-dasharray", DASHES[seat % DASHES.length] ?? "");
      return made;
    }),
    here,
  );
  const mark = (seq: number): void => {
    const known = answer.chances.findLast((each) => each.seq <= seq);
    const labels = answer.seats.map((name, seat) => `${name} ${Math.round(100 * (known?.seats[seat] ?? 0))} %`);
    picture.setAttribute("aria-label", known ? `${title}: ${labels.join(", ")}` : title);
    for (const [name, value] of [["x1", seq], ["x2", seq], ["y1", 0], ["y2", HIGH]]) here.setAttribute(String(name), String(value));
  };
  return { picture, mark };
}
