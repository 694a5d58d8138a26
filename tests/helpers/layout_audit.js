// Checks the boxes of a table's page: what must be in view, what overlaps, what is too small or cut.
// `scene` is what the server sent for the board that is shown. Returns sentences, [] if all is well.
(scene) => {
  const SLACK = 2; // pixels, for rounding and shadows
  const CARD = 34, RIVAL = 15, SQUARE = 28, TEXT = 12, USED = 0.65;
  const [width, height] = [innerWidth, innerHeight];
  const TOUCH = height < 480 ? 36 : 44;
  const board = document.querySelector("main.board") ?? document.querySelector(".puzzle .board");
  const own = board?.matches("main"); // a table's, not a puzzle's
  const findings = new Map(); // the first sentence of each kind, and how many there are
  const tell = (kind, sentence) => findings.set(kind, [findings.get(kind)?.[0] ?? sentence, (findings.get(kind)?.[1] ?? 0) + 1]);
  if (!board) return ["there is no board"];

  const round = (r) => `${Math.round(r.left)},${Math.round(r.top)} to ${Math.round(r.right)},${Math.round(r.bottom)}`;
  const clipped = (e) => Boolean(e) && (getComputedStyle(e).clipPath === "inset(50%)" || clipped(e.parentElement)); // for screen readers alone
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !e.closest(".sr-only, dialog, .journal, .traveller") && !clipped(e);
  const box = (e) => e.getBoundingClientRect();
  const all = (selector, root = document) => [...root.querySelectorAll(selector)].filter((e) => shown(e) && box(e).width > 1 && box(e).height > 1);
  const nameOf = (e) => {
    const label = e.dataset?.id || e.dataset?.must || e.dataset?.area || e.getAttribute("aria-label") || e.textContent.trim().slice(0, 24);
    return `${e.tagName.toLowerCase()}${[...e.classList].filter((c) => !c.startsWith("svelte-")).slice(0, 2).map((c) => `.${c}`).join("")} "${label}"`;
  };
  const kin = (e) => { const at = e.closest("[data-id], [data-area], nav, header, .person"); return `${[...e.classList].find((c) => !c.startsWith("svelte-")) ?? e.tagName} ${at?.dataset.id?.replace(/[\d.]+/g, ".") ?? at?.dataset.area ?? at?.className.split(" ")[0] ?? ""}`; };
  const intersect = (a, b) => ({ left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) });
  const exceeds = (a, b, slack = SLACK) => a.left < b.left - slack || a.top < b.top - slack || a.right > b.right + slack || a.bottom > b.bottom + slack;
  /** The part of the window in which an element can be seen: what its ancestors do not clip. */
  const sight = (e) => {
    let seen = { left: 0, top: 0, right: width, bottom: height };
    for (let at = e.parentElement; at && at !== document.documentElement; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      const r = box(at);
      if (overflowX !== "visible") seen = intersect(seen, { ...seen, left: r.left, right: r.right });
      if (overflowY !== "visible") seen = intersect(seen, { ...seen, top: r.top, bottom: r.bottom });
    }
    return seen;
  };

  // Whose things these are, from the scene.
  const owner = new Map(), zoneOf = new Map(), kindOf = new Map();
  for (const zone of scene.zones) {
    const whose = zone.seat < 0 ? "shared" : zone.seat === scene.me ? "mine" : "rival";
    for (const one of [zone, ...zone.items]) owner.set(one.id, whose), zoneOf.set(one.id, zone), kindOf.set(one.id, one === zone ? "zone" : one.kind);
  }
  const firsts = new Set(scene.paths.map((path) => path.touch[0]));
  const onBoard = (id) => ["grid", "track"].includes(zoneOf.get(id)?.kind) && zoneOf.get(id).id !== id;
  const squareOf = (id = "") => id.replace(/^stop\./, ""); // a stop of a chain lies over its square
  const panned = (id) => zoneOf.get(id)?.kind === "track"; // a stretch of a path may be shown
  const places = all("[data-id]", board);
  const elementsOf = (id) => places.filter((e) => e.dataset.id === id || e.dataset.top === id);
  const inWords = (id) => places.some((e) => e.dataset.top === id && !panned(e.dataset.id) && !exceeds(box(e), sight(e)));
  const last = (path) => path.touch[path.touch.length - 1];
  const now = scene.paths.filter(({ touch: [first, second] }) => !second || elementsOf(first).some((e) => e.matches(".held")));
  /** Whether all that a touch on this square or figure could mean is offered in words too, beside the board. */
  const offered = (id) => now.filter((path) => last(path) === id).every(({ action }) => now.some((path) => path.action === action && inWords(last(path))));

  // 1. In view, without scrolling.
  for (const e of [board, document.documentElement])
    if (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)
      tell(`scrolls ${e === board}`, `${e === board ? "the board" : "the page"} scrolls: ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
  for (const selector of own ? [".status", ".ribbon", "nav.actions"] : [".status"]) if (!all(selector, board).length) tell(`missing ${selector}`, `nothing is shown at ${selector}`);
  for (const id of firsts) if (!elementsOf(id).length) tell("unshown", `${id} can be touched but is not shown`);
  const must = all(".status, .ribbon, nav.actions, nav.actions button, .person, .bubble, .offer, .offer button, [data-area], [data-must], header.bar, header.bar :is(a, button)");
  const things = places.filter((e) => {
    const id = e.dataset.id;
    return e.matches(".live") || (owner.has(id) && !panned(id));
  });
  for (const e of new Set([...must, ...things])) {
    const seen = sight(e);
    if (e.parentElement.closest(".dense") && !exceeds(box(e.closest(".dense")), sight(e.closest(".dense")))) continue; // a hand of many cards scrolls in its place
    if (panned(e.dataset.id) && (!e.matches(".live.next") || offered(e.dataset.id))) continue;
    if (exceeds(box(e), seen)) tell(`outside ${kin(e)}`, `${nameOf(e)} is not whole in view: ${round(box(e))}, seen ${round(seen)}`);
  }

  // 2. Areas do not overlap; nothing lies over what can be touched or read.
  const areas = all("[data-area], [data-must], nav.actions, .status, header.bar, .puzzle > :is(header, .panel)").filter((e, _, every) => !every.some((other) => other !== e && other.contains(e) && other.matches("nav.actions, header.bar")));
  for (const [n, a] of areas.entries())
    for (const b of areas.slice(n + 1)) {
      if (a.contains(b) || b.contains(a)) continue;
      const r = intersect(intersect(box(a), sight(a)), intersect(box(b), sight(b)));
      if (r.right - r.left > SLACK && r.bottom - r.top > SLACK) tell(`overlap ${kin(a)} ${kin(b)}`, `${nameOf(a)} overlaps ${nameOf(b)}: ${round(r)}`);
    }
  const hit = (e, x, y) => {
    const at = document.elementFromPoint(x, y);
    return Boolean(at && (at === e || e.contains(at)));
  };
  const question = height < 480 ? all(".offer.asked")[0] : undefined; // it lies over a low window until it is answered
  const over = height > width ? all(".offer")[0] : undefined; // in a high one it may take the bar's place
  const controls = all(".board :is(button, a.quiet, a.button), .offer button, header.bar :is(a, button)");
  for (const e of controls) {
    const r = box(e), seen = sight(e);
    if (exceeds(r, seen)) continue; // told already
    if (question && !question.contains(e)) continue;
    if (over && !over.contains(e) && e.closest("header.bar")) continue;
    if (e.matches(".piece:is(.card, .coin)") && e.closest(".row")) continue; // held cards overlap each other like a fan
    if (panned(e.dataset.id) && offered(e.dataset.id)) continue;
    const upon = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2)?.closest("button"); // a card on a panel that opens
    if (upon && upon !== e && !exceeds(box(upon), r) && [0.1, 0.3, 0.7, 0.9].some((x) => hit(e, r.left + x * r.width, r.top + 0.2 * r.height))) continue;
    if (!hit(e, (r.left + r.right) / 2, (r.top + r.bottom) / 2)) tell(`covered ${kin(e)}`, `${nameOf(e)} is covered by ${nameOf(document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2) ?? board)}`);
  }
  const notes = all(".ribbon, .status p, .status .turn, .person .nm, .person .facts, .bubble", board);
  const solid = all(".board button.live, .board .piece.card[data-id], nav.actions button").filter((e) => !panned(e.dataset.id));
  for (const note of notes)
    for (const thing of solid) {
      if (note.contains(thing) || thing.contains(note)) continue;
      const r = intersect(box(note), box(thing));
      if (r.right - r.left > SLACK && r.bottom - r.top > SLACK) tell(`over ${kin(note)} ${kin(thing)}`, `${nameOf(note)} lies over ${nameOf(thing)}: ${round(r)}`);
    }

  // 3. Least sizes. A turned card is measured before it is turned.
  const size = (e) => [Math.min(e.offsetWidth ?? Infinity, box(e).width), Math.min(e.offsetHeight ?? Infinity, box(e).height)];
  for (const e of places) {
    const id = e.dataset.id, [w] = size(e);
    const card = e.matches(".piece.card, .pile") && zoneOf.get(id)?.id.startsWith("captured.") !== true && (e.matches(".piece.card") || e.querySelector(".piece.card") || !e.querySelector(".piece"));
    if (onBoard(id)) {
      const visible = intersect(box(e), sight(e));
      if (["square", "skipper"].includes(kindOf.get(id)) && visible.right > visible.left && w < SQUARE - 0.5) tell("square", `a square of the board is ${w.toFixed(1)} px: ${nameOf(e)}`);
    } else if (card && owner.has(id)) {
      const least = owner.get(id) === "rival" ? RIVAL : CARD;
      if (w < least - 0.5) tell(`card ${owner.get(id)} ${zoneOf.get(id).id.split(".")[0]}`, `a card (${owner.get(id)}) is ${w.toFixed(1)} px wide, at least ${least}: ${nameOf(e)}`);
    }
  }
  for (const e of controls) {
    if (onBoard(squareOf(e.dataset.id))) {
      const [w] = size(e.closest(".cell") ?? e);
      if (w < SQUARE - 0.5 && !panned(squareOf(e.dataset.id))) tell("square to touch", `${nameOf(e)} is ${w.toFixed(1)} px to touch, at least ${SQUARE}`);
      continue;
    }
    const r = box(e), [w, h] = size(e), [x, y] = [(r.left + r.right) / 2, (r.top + r.bottom) / 2], half = TOUCH / 2 - 1.5;
    const wide = w >= TOUCH - 0.5 || (hit(e, x - half, y) && hit(e, x + half, y)); // a larger place to touch counts
    const high = h >= TOUCH - 0.5 || (hit(e, x, y - half) && hit(e, x, y + half));
    if (!wide || !high) tell(`touch ${kin(e)}`, `${nameOf(e)} is ${Math.round(w)}x${Math.round(h)} px to touch, at least ${TOUCH}`);
  }

  // 4. Text: large enough, whole or ended by an ellipsis.
  const ends = (e) => { const s = getComputedStyle(e); return s.textOverflow === "ellipsis" || s.webkitLineClamp !== "none"; };
  const walker = document.createTreeWalker(document.querySelector(".play") ?? board, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement, text = node.data.trim();
    if (!text || !shown(e)) continue;
    if (e.closest("svg")) {
      const m = e.getScreenCTM(), px = parseFloat(getComputedStyle(e).fontSize) * Math.hypot(m.a, m.b);
      if (px < TEXT - 0.1) tell(`small text in a drawing ${kin(e)}`, `text of ${px.toFixed(1)} px in a drawing: "${text}" in ${nameOf(e.closest("[data-id], [data-area], .person") ?? e)}`);
      continue;
    }
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter((r) => r.width > 0.5);
    if (!rects.length) continue;
    const inside = e.closest("[data-id]")?.dataset.id;
    if ((inside && panned(inside)) && rects.every((r) => exceeds(r, sight(e), 0))) continue; // beyond the stretch that is shown
    const said = `"${text.slice(0, 24)}" in ${nameOf(e.closest("[data-id], [data-area], button, .person") ?? e)}`;
    const scaled = Math.abs(box(e).width - e.offsetWidth) >= 1; // offsetWidth is a whole number
    const px = parseFloat(getComputedStyle(e).fontSize) * (scaled && e.offsetWidth > 24 ? box(e).width / e.offsetWidth : 1);
    if (px < TEXT - 0.1) tell(`small text ${kin(e)}`, `text of ${px.toFixed(1)} px: ${said}`);
    const frame = { left: Math.min(...rects.map((r) => r.left)), right: Math.max(...rects.map((r) => r.right)), top: Math.min(...rects.map((r) => r.top)), bottom: Math.max(...rects.map((r) => r.bottom)) };
    let kept = true;
    for (let at = e; at && at !== board.parentElement; at = at.parentElement) {
      if (ends(at)) kept = false;
      const style = getComputedStyle(at);
      if (at.matches(".you") && (!at.clientWidth || rects.at(-1).top >= box(at).bottom - SLACK)) { kept = false; break; } // below its one line: there as a whole, or not at all
      if (!kept || !at.clientWidth || (style.overflowX === "visible" && !at.matches("button, .panel, [data-area]")) || at.matches(".effect")) continue;
      const r = box(at);
      const cut = style.overflowX !== "visible" ? "is cut by" : "runs out of";
      if (at.matches(".piece, .pile, .cell") || e.closest(".effect, .count, .mark")) continue; // signs hang over an edge on purpose
      if (frame.left < r.left - SLACK || frame.right > r.right + SLACK || (style.overflowY !== "visible" && (frame.top < r.top - 4 || frame.bottom > r.bottom + 4))) tell(`${cut} ${kin(e)}`, `${said} ${cut} ${nameOf(at)}`);
    }
    if (kept && exceeds(frame, { left: 0, top: 0, right: width, bottom: height }, 1)) tell(`leaves ${kin(e)}`, `${said} leaves the window`);
  }

  for (const e of all(".ribbon .deed", board))
    if (e.scrollHeight > e.clientHeight + SLACK || e.scrollWidth > e.clientWidth + SLACK) tell("ribbon", `the ribbon has no room for "${e.textContent.trim()}"`);

  // 5. A large window is used.
  if (own && width >= 1900 && height >= 1000) {
    const used = all("[data-area], [data-must], nav.actions, .status, .panel, .ribbon", board).map(box), r = box(board);
    let [filled, points] = [0, 0];
    for (let x = r.left + 10; x < r.right; x += 20)
      for (let y = r.top + 10; y < r.bottom; y += 20, points++)
        if (used.some((b) => b.left <= x && x <= b.right && b.top <= y && y <= b.bottom)) filled++;
    if (filled < USED * points) tell("unused", `board and hand fill ${Math.round((100 * filled) / points)} % of ${Math.round(r.width)}x${Math.round(r.height)}`);
  }
  return [...findings.values()].map(([sentence, count]) => (count > 1 ? `${sentence} (and ${count - 1} more)` : sentence));
}
