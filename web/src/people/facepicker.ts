// Choosing a face: a button with my face, and a dialog with some others. It is stored on this device.
import { randomFace, readFace } from "./face";
import { drawFace } from "./portrait";
import { keep, recall } from "../browser/storage";
import { say } from "../words";

const SVG = "http://www.w3.org/2000/svg";
const OFFERED = 8; // faces at a time

/** The face that was chosen on this device; empty where none was. */
export function chosenFace(): string {
  const face = recall("face") ?? "";
  return readFace(face) ? face : "";
}

function portrait(name: string, face: string): SVGElement {
  const place = document.createElementNS(SVG, "svg");
  place.setAttribute("class", "face");
  place.setAttribute("viewBox", "0 0 64 64");
  place.setAttribute("aria-hidden", "true");
  drawFace(place, name, false, face);
  return place;
}

function textButton(text: string, kind: string): HTMLButtonElement {
  return Object.assign(document.createElement("button"), { type: "button", className: kind, textContent: text });
}

/** A dialog with faces to choose from, each time others. */
function faceDialog(choose: (face: string) => void): HTMLDialogElement {
  const dialog = document.createElement("dialog");
  dialog.className = "faces";
  dialog.setAttribute("aria-label", say("faceTitle"));
  const title = Object.assign(document.createElement("h2"), { textContent: say("faceTitle") });
  const grid = Object.assign(document.createElement("div"), { className: "grid" });
  const others = textButton(say("faceOthers"), "button plain");
  const close = textButton(say("close"), "quiet");
  const offer = (): void => {
    const faces = Array.from({ length: OFFERED }, randomFace);
    grid.replaceChildren(
      ...faces.map((face, n) => {
        const button = textButton("", "quiet");
        button.setAttribute("aria-label", say("faceNth", { n: n + 1 }));
        button.append(portrait("", face));
        button.addEventListener("click", () => {
          choose(face);
          dialog.close();
        });
        return button;
      }),
    );
  };
  others.addEventListener("click", offer);
  close.addEventListener("click", () => dialog.close());
  const ways = Object.assign(document.createElement("div"), { className: "picks" });
  ways.append(others, close);
  dialog.append(title, grid, ways);
  dialog.addEventListener("close", () => dialog.remove());
  offer();
  return dialog;
}

/** Let a button show my face and offer others; the answer draws it again when the name has changed. */
export function facePicker(button: HTMLElement, name: () => string): () => void {
  const draw = (): void => button.replaceChildren(portrait(name(), chosenFace()));
  button.setAttribute("aria-label", say("faceTitle"));
  button.title = say("faceTitle");
  button.addEventListener("click", () => {
    const dialog = faceDialog((face) => {
      keep("face", face);
      draw();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
  draw();
  return draw;
}
