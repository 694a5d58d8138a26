// Examples of a rulebook come alive: when one is opened and comes into view, the live board takes the place of
// its pictures. The boards are loaded only then, so that the page itself stays light.

const book = document.querySelector<HTMLElement>(".book");

const NEAR = { rootMargin: "300px" }; // so that it lives when it is reached

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    const words = document.documentElement.lang === "fr" ? import("../words/fr") : import("../words/en");
    void Promise.all([import("../board/exampleboard"), words]).then(([{ enliven }]) => enliven(target as HTMLElement, book?.dataset ?? {}));
  }
}, NEAR);
for (const example of document.querySelectorAll("[data-example]")) seen.observe(example);
