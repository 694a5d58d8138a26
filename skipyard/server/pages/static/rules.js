// Search in a rulebook: show the rules that contain all the words; a link to a rule opens its examples.
const box = document.querySelector(".search");
const field = document.querySelector("#search");
const found = document.querySelector("#found");
const rules = [...document.querySelectorAll(".rule")];

const plain = (text) =>
  text.toLowerCase().normalize("NFD").replace(/[\u0300-\u036f]/g, "");
const texts = rules.map((rule) => plain(rule.textContent));
const examples = rules.map((rule) => rule.querySelector("details"));
const shut = rules.map((rule, i) => plain(rule.textContent.replace(examples[i]?.textContent ?? "", "")));

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let count = 0;
  rules.forEach((rule, i) => {
    const fits = words.every((word) => texts[i].includes(word));
    rule.hidden = !fits;
    // A match in an example alone would not be visible: open it.
    if (examples[i] && words.length && fits && !words.every((word) => shut[i].includes(word))) examples[i].open = true;
    count += fits;
  });
  for (const section of document.querySelectorAll(".entries section")) {
    section.hidden = !section.querySelector(".rule:not([hidden])");
  }
  const said = count ? found.dataset.found.replace("{count}", count) : found.dataset.none;
  found.textContent = words.length ? said : "";
}

function open() {
  const target = document.getElementById(location.hash.slice(1));
  target?.querySelector("details")?.setAttribute("open", "");
}

box.hidden = false;
field.addEventListener("input", search);
addEventListener("hashchange", open);
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details")) each.open = true;
});
open();
