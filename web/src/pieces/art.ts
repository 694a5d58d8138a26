// Drawings: sprites are put into the page once, so that a piece never waits for its picture.

/** Put a sprite's symbols into the page. */
export async function load(address: string): Promise<void> {
  const response = await fetch(address);
  const drawn = new DOMParser().parseFromString(await response.text(), "image/svg+xml");
  const sprite = document.importNode(drawn.documentElement, true);
  sprite.setAttribute("aria-hidden", "true");
  sprite.classList.add("sprite");
  document.body.prepend(sprite);
}

/** The id of a thing's drawing; empty where there is none and its face is written instead. */
export function drawing(kind: string, face: string): string {
  const id = `${kind}-${face}`;
  return document.getElementById(id) ? id : "";
}
