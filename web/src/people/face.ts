// Avatars made from parts: a name always has the same face.
const SKINS = ["#F6D9B4", "#EBC08A", "#D3A266", "#A8703F", "#7A4A26"];
const HAIRS = ["#3A2A20", "#9C3D12", "#20242B", "#F0B429", "#6B4A2B", "#B9B4AC"];
const CLOTHES = ["#0072B2", "#B94E00", "#00785A", "#A0527F", "#5B4B9A", "#8A6A00"];
const SHADES = ["#8CC8EC", "#F6B48A", "#8AD3BC", "#E9BBD3", "#C4BBEA", "#EAD58A"];
const STYLES = 5; // of hair
const MOUTHS = 3;
export const PARTS = [CLOTHES.length, SKINS.length, HAIRS.length, STYLES, MOUTHS, 2]; // as skipyard/table/face.py

/** The colour of each seat's ring, as strong on paper as on a dark panel. */
export const RINGS = ["#0072b2", "#d55e00", "#00855f", "#cc79a7", "#8a6fd1", "#b98600"];

export interface Face {
  skin: string;
  hair: string;
  clothes: string;
  ground: string;
  style: number;
  mouth: number;
  glasses: boolean;
}

/** FNV-1a: a small hash that spreads short names well. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const sign of text) sum = Math.imul(sum ^ sign.codePointAt(0)!, 0x01000193) >>> 0;
  return (sum ^ (sum >>> 15)) >>> 0;
}

/** A face as somebody chose it: a digit for each part; null where the text is none. */
export function readFace(text: string): Face | null {
  const parts = [...text].map(Number);
  if (parts.length !== PARTS.length || !parts.every((part, i) => part < PARTS[i]!)) return null;
  const [colour, skin, hair, style, mouth, glasses] = parts as [number, number, number, number, number, number];
  return { clothes: CLOTHES[colour]!, ground: SHADES[colour]!, skin: SKINS[skin]!, hair: HAIRS[hair]!, style, mouth, glasses: glasses === 1 };
}

/** Any face. */
export function randomFace(): string {
  return PARTS.map((count) => Math.floor(Math.random() * count)).join("");
}

/** The face that belongs to a name. */
export function faceOf(name: string): Face {
  let rest = hash(name);
  const pick = (count: number): number => {
    const chosen = rest % count;
    rest = Math.floor(rest / count);
    return chosen;
  };
  const colour = pick(CLOTHES.length);
  return {
    clothes: CLOTHES[colour]!,
    ground: SHADES[colour]!,
    skin: SKINS[pick(SKINS.length)]!,
    hair: HAIRS[pick(HAIRS.length)]!,
    style: pick(STYLES),
    mouth: pick(MOUTHS),
    glasses: pick(4) === 0,
  };
}
