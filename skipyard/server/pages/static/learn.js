// Lessons: a picture with things to touch. This script knows no rule: the server judges every try.
const lesson = document.querySelector("#lesson");
const { game, language, theme } = lesson.dataset;
const [intro, stage, buttons, answer, where, back, show, next, end] = [
  "intro", "stage", "buttons", "answer", "where", "back", "show", "next", "end",
].map((id) => document.getElementById(id));
const dots = [...document.querySelectorAll(".steps li")];

const phone = matchMedia("(max-width: 40rem)"); // as in reading.css
const sheet = () => (phone.matches ? "narrow" : "wide");

let lessons = [];
let at = 0;
let held = [];
let shown = []; // the address of the picture, and whether it can be touched
const done = new Set();

const starts = (path, touched) => touched.every((id, i) => path[i] === id);
const fitting = () => lessons[at].paths.filter((path) => starts(path, held));

function picture(address) {
  const image = document.createElement("img");
  image.className = "picture";
  image.alt = "";
  image.src = `${address}&theme=${theme}${phone.matches ? "&narrow=1" : ""}`;
  [image.width, image.height] = lessons[at].sizes[sheet()];
  return image;
}

function button(thing) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.id = thing.id;
  made.addEventListener("click", () => touch(thing.id, made));
  return made;
}

function lay(address, live) {
  shown = [address, live];
  const step = lessons[at];
  const [wide, high] = step.sizes[sheet()];
  stage.style.minWidth = phone.matches ? `${wide}px` : ""; // large enough for a finger
  stage.replaceChildren(picture(address));
  buttons.replaceChildren();
  if (!live) return;
  for (const thing of step.things) {
    const made = button(thing);
    const [x, y, w, h] = thing.boxes[sheet()];
    made.setAttribute("aria-label", thing.label);
    Object.assign(made.style, {
      left: `${(100 * x) / wide}%`,
      top: `${(100 * y) / high}%`,
      width: `${(100 * w) / wide}%`,
      height: `${(100 * h) / high}%`,
    });
    stage.append(made);
  }
  for (const thing of step.buttons) {
    const made = button(thing);
    made.className = "button plain";
    made.textContent = thing.label;
    buttons.append(made);
  }
  light();
  look();
}

/** Where the table is wider than the screen, scroll to the middle of what can be touched. */
function look() {
  const lit = [...stage.querySelectorAll(".can")].map((made) => made.offsetLeft + made.offsetWidth / 2);
  const frame = stage.parentElement;
  if (lit.length) frame.scrollLeft = (Math.min(...lit) + Math.max(...lit) - frame.clientWidth) / 2;
}

function light() {
  const can = new Set(fitting().map((path) => path[held.length]));
  for (const made of lesson.querySelectorAll("[data-id]")) {
    made.classList.toggle("can", can.has(made.dataset.id));
    made.classList.toggle("held", held.includes(made.dataset.id));
    made.setAttribute("aria-pressed", held.includes(made.dataset.id));
  }
}

function say(kind, ...sentences) {
  answer.className = `answer ${kind}`;
  answer.replaceChildren(
    ...sentences.filter(Boolean).map((sentence) => {
      const line = document.createElement("p");
      const rule = sentence.match(/^(.*)\(([A-Z]+-A?\d\d)\)$/);
      if (!rule) {
        line.textContent = sentence;
        return line;
      }
      const link = document.createElement("a");
      link.href = `/rules/${game}#${rule[2]}`;
      link.textContent = rule[2];
      line.append(rule[1], link);
      return line;
    }),
  );
}

async function touch(id, made) {
  if (held.at(-1) === id) {
    held = [];
    return light();
  }
  held.push(id);
  const paths = fitting();
  if (paths.length && !paths.some((path) => path.length === held.length)) return light();
  const tried = held;
  const nth = at;
  held = [];
  const address = `/api/learn/${game}/${nth}?lang=${language}&touch=${encodeURIComponent(tried.join(","))}`;
  const response = await fetch(address).catch(() => null);
  if (nth !== at) return;
  if (!response?.ok) return say("wrong", lesson.dataset.failed);
  const { kind, sentence } = await response.json();
  if (kind === "right") return finish(sentence);
  made.classList.add("shake");
  setTimeout(() => made.classList.remove("shake"), 400);
  say("wrong", sentence);
  light();
}

function finish(sentence) {
  const step = lessons[at];
  done.add(at);
  if (step.after) lay(step.after, false);
  else lay(step.before, true);
  if (step.refused) say("right", lesson.dataset.refused, sentence);
  else say("right", lesson.dataset.right, ...step.told);
  mark();
  if (at < lessons.length - 1) next.focus();
}

function mark() {
  dots.forEach((dot, i) => {
    dot.classList.toggle("done", done.has(i) && i !== at);
    dot.classList.toggle("now", i === at);
  });
  back.disabled = at === 0;
  next.disabled = at === lessons.length - 1 || !done.has(at);
  show.hidden = done.has(at);
  end.hidden = !(at === lessons.length - 1 && done.has(at));
}

function go(nth) {
  at = nth;
  held = [];
  const step = lessons[at];
  where.textContent = lesson.dataset.step.replace("{nth}", at + 1).replace("{count}", lessons.length);
  intro.textContent = step.intro;
  say("");
  lay(step.before, true);
  mark();
}

phone.addEventListener("change", () => lessons.length && lay(...shown));
back.addEventListener("click", () => go(at - 1));
next.addEventListener("click", () => go(at + 1));
show.addEventListener("click", () => say("", lessons[at].move));
addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    held = [];
    light();
  }
});

try {
  const response = await fetch(`/api/learn/${game}?lang=${language}`);
  if (!response.ok) throw new Error(response.status);
  lessons = await response.json();
  go(0);
} catch {
  intro.textContent = lesson.dataset.failed;
}
