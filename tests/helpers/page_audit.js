// Checks the boxes of any page: what overlaps, leaves the window, is cut, or too small to touch or read.
// Boards are left out, they have an audit of their own. Returns sentences, [] if all is well.
() => {
  const SLACK = 2, TEXT = 12;
  const TOUCH = innerHeight < 480 ? 36 : 44;
  const LAYERS = "dialog[open], .veil, .unfolded .ways"; // what lies over the rest of a page on purpose
  const OWN = ".board, .look .cloth, [data-id], .art, .traveller, .lettering";
  const findings = new Map(); // the first sentence of each kind, and how many there are
  const tell = (kind, sentence) => findings.set(kind, [findings.get(kind)?.[0] ?? sentence, (findings.get(kind)?.[1] ?? 0) + 1]);
  const layer = [...document.querySelectorAll(LAYERS)].filter((e) => e.checkVisibility()).at(-1) ?? document.body;
  const clipped = (e) => Boolean(e) && (getComputedStyle(e).clipPath === "inset(50%)" || clipped(e.parentElement)); // for screen readers alone
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(OWN) && !clipped(e);
  const box = (e) => e.getBoundingClientRect();
  const classes = (e) => [...e.classList].filter((c) => !c.startsWith("svelte-")).slice(0, 2).map((c) => `.${c}`).join("");
  const nameOf = (e) => `${e.tagName.toLowerCase()}${classes(e)} "${(e.getAttribute("aria-label") || e.textContent.trim() || e.value || "").replace(/\s+/g, " ").slice(0, 30)}"`;
  const kin = (e) => `${e.tagName}${classes(e)} in ${classes(e.parentElement)}`;
  const round = (r) => `${Math.round(r.left)},${Math.round(r.top)} to ${Math.round(r.right)},${Math.round(r.bottom)}`;
  const meet = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const lies = (r) => r.right - r.left > SLACK && r.bottom - r.top > SLACK;
  /** The part of a box that an element and those around it let through: what they clip or scroll away is not there. */
  const visible = (from, r) => {
    for (let at = from; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible" || getComputedStyle(at).overflowY !== "visible") r = meet(r, box(at));
    return r;
  };

  // 1. Nothing goes sideways, neither the page nor a part of it.
  const page = document.documentElement;
  if (page.scrollWidth > page.clientWidth + 1) {
    const wide = [...document.querySelectorAll("body *")].filter((e) => shown(e) && box(e).right > innerWidth + 1).at(-1);
    tell("wide", `the page is ${page.scrollWidth} px wide in ${page.clientWidth}: ${wide ? nameOf(wide) : ""}`);
  }
  for (const e of layer.querySelectorAll("*")) {
    const { overflowX } = getComputedStyle(e);
    if (shown(e) && ["auto", "scroll"].includes(overflowX) && e.scrollWidth > e.clientWidth + 1 && !e.matches("input")) tell(`sideways ${kin(e)}`, `${nameOf(e)} scrolls sideways: ${e.scrollWidth} in ${e.clientWidth}`);
  }

  // 2. Text: large enough, whole or ended by an ellipsis, inside what it stands in.
  const texts = [];
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement, text = node.data.trim();
    if (!text || !shown(e) || e.closest("option, noscript, script, style, title")) continue;
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0.5);
    if (!rects.length) continue;
    const said = `"${text.slice(0, 30)}" in ${nameOf(e.closest("button, a, label, li, p, section") ?? e)}`;
    const scale = e instanceof SVGElement && e.getScreenCTM ? Math.abs(e.getScreenCTM().d) : 1;
    const px = parseFloat(getComputedStyle(e).fontSize) * scale;
    if (px < TEXT - 0.1) tell(`small ${kin(e)}`, `text of ${px.toFixed(1)} px: ${said}`);
    texts.push({ e, said, rects: rects.map((r) => visible(e, r)).filter(lies) });
    const frame = { left: Math.min(...rects.map((r) => r.left)), right: Math.max(...rects.map((r) => r.right)), top: Math.min(...rects.map((r) => r.top)), bottom: Math.max(...rects.map((r) => r.bottom)) };
    let free = true; // until an ancestor ends the text by an ellipsis, or scrolls
    for (let at = e; at && at !== document.body; at = at.parentElement) {
      const s = getComputedStyle(at), r = box(at);
      if (s.textOverflow === "ellipsis" || s.webkitLineClamp !== "none" || /auto|scroll/.test(s.overflowY)) { free = false; break; }
      if (!at.clientWidth || !(s.overflowX !== "visible" || at.matches("button, .button, .panel, .ticket, li, td, th, label"))) continue;
      const cut = s.overflowX !== "visible" ? "is cut by" : "runs out of";
      if (frame.left < r.left - SLACK || frame.right > r.right + SLACK || (s.overflowY !== "visible" && (frame.top < r.top - 4 || frame.bottom > r.bottom + 4))) tell(`${cut} ${kin(e)}`, `${said} ${cut} ${nameOf(at)}`);
    }
    if (free && (frame.left < -1 || frame.right > innerWidth + 1)) tell(`leaves ${kin(e)}`, `${said} leaves the window`);
  }

  // 3. Controls: as large as a finger; nothing lies over them, or over text.
  const inText = (e) => getComputedStyle(e).display === "inline" && e.parentElement.textContent.trim() !== e.textContent.trim();
  const controls = [...layer.querySelectorAll("button, a[href], input, select, textarea, summary")].filter((e) => shown(e) && lies(box(e)) && !inText(e));
  for (const e of controls) {
    const wide = e.closest("label") ?? (e.id ? document.querySelector(`label[for="${e.id}"]`) : null);
    const all = [e, wide].filter((one) => one && !one.contains(layer)).map(box);
    const [w, h] = [Math.max(...all.map((r) => r.width)), Math.max(...all.map((r) => r.height))];
    if (w < TOUCH - 0.5 || h < TOUCH - 0.5) tell(`touch ${kin(e)}`, `${nameOf(e)} is ${Math.round(w)}x${Math.round(h)} px to touch, at least ${TOUCH}`);
    if (box(e).left < -1 || box(e).right > innerWidth + 1) tell(`outside ${kin(e)}`, `${nameOf(e)} leaves the window: ${round(box(e))}`);
  }
  const fixed = (e) => Boolean(e) && e !== layer && (["fixed", "sticky"].includes(getComputedStyle(e).position) || fixed(e.parentElement));
  const related = (a, b) => a.contains(b) || b.contains(a) || (a.closest("label") && a.closest("label") === b.closest("label"));
  const moving = new Map([...controls, ...texts.map(({ e }) => e)].map((e) => [e, fixed(e)]));
  const boxes = [...controls.map((e) => ({ e, said: nameOf(e), rects: [visible(e.parentElement, box(e))].filter(lies) })), ...texts];
  for (const [n, a] of boxes.entries())
    for (const b of boxes.slice(n + 1)) {
      if (a.e === b.e || related(a.e, b.e) || moving.get(a.e) !== moving.get(b.e)) continue;
      const over = a.rects.flatMap((r) => b.rects.map((other) => meet(r, other))).find(lies);
      if (over) tell(`over ${kin(a.e)} ${kin(b.e)}`, `${a.said} lies over ${b.said}: ${round(over)}`);
    }

  // 4. Faces and pictures are whole.
  for (const e of layer.querySelectorAll("img, svg.face, svg.qr, .code svg")) {
    if (!shown(e) || !lies(box(e))) continue;
    const r = box(e), seen = visible(e.parentElement, r);
    const scrolls = (at) => at && at !== document.body && (/auto|scroll/.test(getComputedStyle(at).overflowY) || scrolls(at.parentElement));
    if (r.left < -1 || r.right > innerWidth + 1 || (!scrolls(e.parentElement) && (seen.bottom - seen.top < r.height - SLACK || seen.right - seen.left < r.width - SLACK))) tell(`picture ${kin(e)}`, `${nameOf(e)} is cut: ${round(r)}, seen ${round(seen)}`);
  }
  return [...findings.values()].map(([sentence, count]) => (count > 1 ? `${sentence} (and ${count - 1} more)` : sentence));
}
