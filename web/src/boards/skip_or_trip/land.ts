// The land of a Skip or Trip table: where the path runs, where its stones lie, and what stands beside it.

export interface Spot {
  x: number;
  y: number;
}

export interface Land {
  width: number;
  height: number; // of the picture; it scrolls where that is more than the box has
  stone: number; // how wide a stone is
  stones: Spot[]; // the middle of each
  way: string; // the path as SVG
  pier: string; // its first part, over the sea
  belts: Belt[]; // from the sea to the snow, each drawn over the one before
  scenery: Scenery[];
}

interface Belt {
  name: string;
  edge: string; // SVG
}

interface Scenery extends Spot {
  what: string;
  scale: number;
}

export const GOAL = 100;
const WHOLE = 40; // pixels: where stones would be smaller, the land scrolls
const FINGER = 47; // pixels: the stones of a land that scrolls
const [STEP, PITCH] = [1.24, 1.2]; // from stone to stone and from row to row, in stones
const MOST_ROWS = 20;
const SKY = 26; // pixels above the last row, for the lighthouse and for what was told
const FINE = 24; // points on a row of the path
const BELTS: [string, number][] = [
  ["sand", 0.845],
  ["meadow", 0.725],
  ["forest", 0.44],
  ["heath", 0.205],
  ["snow", 0.055],
];
const GROWS: Record<string, string[]> = {
  sea: ["boat", "gull", "boat"],
  sand: ["palm", "shell", "shell"],
  meadow: ["tree", "flower", "sheep", "bush", "mill", "flower"],
  forest: ["pine", "tree", "pine", "tent", "bush", "pine"],
  heath: ["rock", "pine", "bush", "rock"],
  snow: ["peak", "rock"],
};

/** The land that fits a box, or one of its width that scrolls where its stones would be too small. */
export function landIn(width: number, height: number): Land {
  let best = { stone: 0, rows: 0, worth: 0 };
  for (let rows = 4; rows <= MOST_ROWS; rows++) {
    const stone = stoneOf(width, height - SKY, rows);
    const worth = rows % 2 ? stone : stone * 0.93; // an odd number of rows ends at the right
    if (worth > best.worth) best = { stone, rows, worth };
  }
  if (best.stone >= WHOLE) return lay(width, height, best.rows, best.stone, SKY);
  const stone = Math.min(FINGER, width / 7);
  const along = (width - 1.5 * stone) / (STEP * stone) + 1.3; // stones in a row and a turn
  const rows = Math.ceil(GOAL / along);
  return lay(width, (rows + 0.45) * PITCH * stone + SKY / 2, rows, stone, SKY / 2);
}

/** How large stones can be in so many rows. */
function stoneOf(width: number, height: number, rows: number): number {
  const high = height / (rows + 0.4) / PITCH;
  // rows of (width - 1.5 stones) and turns of 1.9 stones share a hundred steps
  const wide = (rows * width) / (GOAL * STEP + 1.5 * rows - 1.9 * (rows - 1));
  return Math.min(high, wide);
}

function lay(width: number, height: number, rows: number, stone: number, sky: number): Land {
  const pitch = Math.min((height - sky - 0.4 * stone) / rows, 1.6 * stone);
  const top = sky + (height - sky - pitch * rows) / 2 + pitch * 0.56;
  const rowAt = (row: number, x: number): number =>
    top + (rows - 1 - row) * pitch + Math.sin((x / width) * Math.PI * (width > 700 ? 4 : 2) + row * 0.35) * pitch * 0.1;
  const fine = path(width, rows, stone, rowAt);
  const stones = evenly(fine, GOAL);
  const firstRow = fine.slice(0, FINE + 1);
  return {
    width,
    height,
    stone,
    stones,
    way: line(fine),
    pier: line(firstRow),
    belts: BELTS.map(([name, share], i) => ({ name, edge: edge(width, height, share, i) })),
    scenery: plant(width, height, rows, stone, rowAt),
  };
}

/** The path as many points: rows from the bottom to the top, to the right and to the left in turn. */
function path(width: number, rows: number, stone: number, rowAt: (row: number, x: number) => number): Spot[] {
  const points: Spot[] = [];
  const [left, right] = [0.95 * stone, width - 0.95 * stone];
  for (let row = 0; row < rows; row++) {
    const [from, to] = row % 2 ? [right, left] : [left, right];
    for (let i = 0; i <= FINE; i++) {
      const x = from + ((to - from) * i) / FINE;
      points.push({ x, y: rowAt(row, x) });
    }
    if (row + 1 === rows) continue;
    const [y, above] = [rowAt(row, to), rowAt(row + 1, to)];
    const out = (to === right ? 1 : -1) * 0.42 * stone;
    for (let i = 1; i < 6; i++) {
      const turn = (Math.PI * i) / 6;
      points.push({ x: to + Math.sin(turn) * out, y: y + ((above - y) * (1 - Math.cos(turn))) / 2 });
    }
  }
  return points;
}

/** Points at equal distances along a line, both ends included. */
function evenly(line: Spot[], steps: number): Spot[] {
  const ahead = line.slice(1).map((spot, i) => Math.hypot(spot.x - line[i]!.x, spot.y - line[i]!.y));
  const each = ahead.reduce((sum, one) => sum + one, 0) / steps;
  const spots: Spot[] = [];
  let [at, passed] = [0, 0];
  for (let n = 0; n <= steps; n++) {
    while (at < ahead.length - 1 && passed + ahead[at]! < n * each) passed += ahead[at++]!;
    const share = Math.min(1, (n * each - passed) / ahead[at]!);
    const [a, b] = [line[at]!, line[at + 1]!];
    spots.push({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
  }
  return spots;
}

function line(points: Spot[]): string {
  return "M" + points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join(" ");
}

/** The shore of a belt, which reaches to the top of the picture. */
function edge(width: number, height: number, share: number, nth: number): string {
  const points: Spot[] = [];
  for (let i = 0; i <= 12; i++) {
    const wave = Math.sin(i * 1.1 + nth * 2) + 0.6 * Math.sin(i * 2.3 + nth);
    points.push({ x: (width * i) / 12, y: height * share + wave * Math.min(9, height * 0.012) });
  }
  const bends = points.slice(1).map(({ x, y }, i) => {
    const half = (points[i]!.x + x) / 2;
    return `C${half.toFixed(0)} ${points[i]!.y.toFixed(0)} ${half.toFixed(0)} ${y.toFixed(0)} ${x.toFixed(0)} ${y.toFixed(0)}`;
  });
  return `M0 ${points[0]!.y.toFixed(0)}${bends.join("")}V0H0Z`;
}

/** Trees and the like in the gaps between rows, always the same ones. */
function plant(width: number, height: number, rows: number, stone: number, rowAt: (row: number, x: number) => number): Scenery[] {
  let seed = 7;
  const chance = (): number => (seed = (seed * 48271) % 2147483647) / 2147483647;
  const grown: Scenery[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    for (let x = stone * 0.5; x < width - stone * 0.3; x += stone * (1 + chance())) {
      const y = rowAt(row, x) - stone * 0.52;
      const belt = BELTS.findLast(([, share]) => y < height * share)?.[0] ?? "sea";
      const kinds = GROWS[belt]!;
      const what = kinds[Math.floor(chance() * kinds.length)]!;
      if (y > stone * 0.4) grown.push({ what, x, y, scale: (stone / 58) * (0.75 + 0.5 * chance()) });
    }
  }
  return grown;
}

/** The hops from one stone to another, each an arc. */
export function hops(stones: readonly Spot[], from: number, to: number, stone: number): string[] {
  const step = from < to ? 1 : -1;
  const arcs: string[] = [];
  for (let at = from; at !== to; at += step) {
    const [a, b] = [stones[at]!, stones[at + step]!];
    const rise = stone * 0.5;
    arcs.push(`M${a.x.toFixed(1)} ${(a.y - rise).toFixed(1)}Q${((a.x + b.x) / 2).toFixed(1)} ${(Math.min(a.y, b.y) - 1.75 * rise).toFixed(1)} ${b.x.toFixed(1)} ${(b.y - rise).toFixed(1)}`);
  }
  return arcs;
}
