// The page without this script is complete; with it clicks on the board choose, and changes come by themselves.
"use strict";
const body = document.body;
let waiting = false;

function put(name, markup) {
  const place = document.getElementById(name);
  if (!place) return;
  if (name === "status") { place.textContent = markup; document.title = `${markup} – ${body.dataset.title}`; return; }
  const held = document.activeElement, inside = held && place.contains(held);
  const key = inside ? [held.dataset.o, held.className && held.className.baseVal === undefined] : null;
  const open = [...place.querySelectorAll("details")].map((each) => each.open);
  place.innerHTML = markup;
  [...place.querySelectorAll("details")].forEach((each, number) => { if (open[number]) each.open = true; });
  if (key && key[0] !== undefined) {
    const again = [...place.querySelectorAll("[data-o]")].find((each) => each.dataset.o === key[0]);
    if (again) again.focus({preventScroll: true});
  }
  if (name.startsWith("board-")) settle(place);
}

function settle(within) {
  // One stop of Tab for each board; arrows go on from there.
  for (const board of within.querySelectorAll("svg.board")) {
    const first = board.querySelector(".opt");
    if (first) first.setAttribute("tabindex", "0");
  }
}

async function send(action, form) {
  if (waiting) return;
  waiting = true;
  body.classList.add("waiting");
  try {
    await fetch(action, {method: "POST", headers: {"Accept": "application/json"}, body: new URLSearchParams(form)});
  } finally {
    waiting = false;
    body.classList.remove("waiting");
  }
}

function choose(option) {
  const at = document.querySelector("#choose input[name=at]");
  if (at) send("choose", {at: at.value, o: option});
}

function meant(place) {
  const options = place.dataset.o.split(" ");
  if (options.length === 1) { choose(options[0]); return; }
  const menu = document.createElement("dialog"), list = document.createElement("div");
  list.className = "options";
  for (const option of options) {
    const told = document.querySelector(`#choose button[data-o="${option}"] span`);
    const button = document.createElement("button");
    button.textContent = told ? told.textContent : option;
    button.addEventListener("click", () => { menu.close(); choose(option); });
    list.append(button);
  }
  menu.append(list);
  menu.addEventListener("close", () => menu.remove());
  body.append(menu);
  menu.showModal();
}

document.addEventListener("click", (event) => {
  const place = event.target.closest(".opt[data-o]");
  if (place) { event.preventDefault(); meant(place); }
});

document.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target, button = event.submitter;
  if (form.id === "undo") send("undo", {});
  else if (button) choose(button.value);
});

const STEPS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

function nearest(from, [right, down]) {
  let best = null, least = Infinity;
  for (const other of from.closest("svg.board").querySelectorAll(".opt")) {
    const x = other.dataset.x - from.dataset.x, y = other.dataset.y - from.dataset.y;
    const along = x * right + y * down, aside = Math.abs(x * down) + Math.abs(y * right);
    if (other !== from && along > 0 && along + 2 * aside < least) { least = along + 2 * aside; best = other; }
  }
  return best;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const place = event.target.closest ? event.target.closest("svg .opt") : null;
  if (place && STEPS[event.key]) {
    event.preventDefault();
    const next = nearest(place, STEPS[event.key]);
    if (next) { place.setAttribute("tabindex", "-1"); next.setAttribute("tabindex", "0"); next.focus(); }
  } else if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    meant(place);
  } else if (/^[1-9]$/.test(event.key)) {
    const button = document.querySelector(`#choose button[data-o="${event.key - 1}"]`);
    if (button) choose(button.value);
  } else if (event.key === "u" && document.getElementById("undo")) {
    send("undo", {});
  }
});

settle(document);
const changes = new EventSource(`events?revision=${encodeURIComponent(body.dataset.revision)}`);
changes.addEventListener("message", (event) => {
  const told = JSON.parse(event.data);
  for (const [name, markup] of Object.entries(told.parts)) put(name, markup);
  body.dataset.revision = told.revision;
});
addEventListener("pagehide", () => changes.close());
