// The page without this script is complete; with it clicks on the board choose, and changes come by themselves.
"use strict";
const body = document.body;
let waiting = false;

// A line of the log is named by the choice it begins with; the latest comes last.
function passage(name, markup) {
  const log = document.getElementById("log"), old = document.getElementById(name), made = document.createElement("li");
  const place = (each) => each.id.split("-").slice(1).map(Number);
  if (old && !markup) old.remove();
  if (!markup) return;
  made.id = name;
  made.innerHTML = markup;
  if (old) { old.replaceWith(made); return; }
  const [choice, part] = place(made);
  log.insertBefore(made, [...log.children].find((each) => { const [at, of] = place(each); return at > choice || (at === choice && of > part); }) || null);
}

// What happened since one's own last choice stands out. What that led to is at the end of the line before, unless a line
// begins with it.
function freshen(since) {
  const log = document.getElementById("log"), begun = (line) => Number(line?.id.split("-")[1]);
  log.dataset.since = since;
  for (const each of log.children) {
    each.classList.toggle("fresh", begun(each) >= since);
    each.classList.toggle("led", begun(each) < since && begun(each.nextElementSibling) > since);
  }
}

// What the page itself has set stays: which lists are open, and how large boards are, so that nothing is laid out twice.
function changes(attribute, element) {
  return attribute !== "open" && !(attribute === "style" && element.matches(ITEMS));
}

function put(name, markup) {
  if (name.startsWith("log-")) { passage(name, markup); return; }
  if (name === "since") { freshen(Number(markup)); atEnd = atEnd || !isWide(); return; }
  const place = document.getElementById(name);
  if (!place) return;
  if (name === "status") { place.textContent = markup; document.title = `${markup} – ${body.dataset.title}`; return; }
  Idiomorph.morph(place, markup, {morphStyle: "innerHTML", callbacks: {beforeAttributeUpdated: changes}});
  if (name.startsWith("board-")) settle(place);
}

// What happened last is in view, unless somebody has scrolled back.
let atEnd = true;
function latest() {
  const log = document.getElementById("log");
  if (!atEnd || showing) return;
  log.scrollTop = log.scrollHeight;
}

// What has more below than one sees has a sign of it; of others there is a line while their panels are not in view.
function cuts() {
  for (const each of document.querySelectorAll(".rival")) {
    const panel = document.querySelector(`[id="${each.dataset.panel}"] > *`)?.getBoundingClientRect();
    // Below the boards the line stays, so that the question does not move while one scrolls.
    each.hidden = Boolean(isWide() && panel && panel.top >= 0 && panel.bottom <= innerHeight + 8);
  }
  for (const each of document.querySelectorAll(isWide() ? "#ask, .own, #log" : "#ask, .own")) each.classList.toggle("cut", each.scrollHeight - each.scrollTop > each.clientHeight + 8);
  if (!isWide()) stacked();
  further();
}

// What lies below the boards is as high as it must be: of counters those with a sign and what has room beside them; of the
// log what fits, with a word that there is more.
function stacked() {
  const counters = document.querySelector(".own .you > dl"), log = document.getElementById("log"), whole = document.getElementById("whole");
  const signed = [...(counters?.children || [])].filter((each) => each.querySelector("dt svg"));
  if (signed.length) counters.style.setProperty("--row", `${Math.ceil(signed.at(-1).getBoundingClientRect().bottom - counters.getBoundingClientRect().top)}px`);
  fill(document.querySelector(".own"));
  const isOver = log.scrollHeight > log.clientHeight + 4, isRead = log.parentElement.classList.contains("read");
  whole.textContent = isRead ? "Close" : isOver ? "▴ More" : "Log";
  latest();
  log.parentElement.classList.toggle("from", !isRead && log.scrollTop > 4);
  log.parentElement.classList.toggle("on", !isRead && log.scrollHeight - log.scrollTop > log.clientHeight + 4);
  for (const each of document.querySelectorAll(".rival")) {
    each.classList.remove("clipped");
    each.classList.toggle("clipped", each.lastElementChild.getBoundingClientRect().bottom > each.getBoundingClientRect().bottom + 4);
  }
  if (!isRead) document.documentElement.style.setProperty("--low", `${document.querySelector("aside").offsetHeight}px`);
}

// Of what lies before one what is not asked about is there where all of it has room.
const MOST_OWN = 0.17;
function fill(own) {
  const zones = [...own.querySelectorAll(".you > .owned > .zone")];
  for (const each of zones) each.classList.remove("beyond");
  const lows = zones.map((each) => each.getBoundingClientRect().bottom), low = own.getBoundingClientRect().top + MOST_OWN * innerHeight;
  for (const [number, each] of zones.entries()) each.classList.toggle("beyond", lows[number] > low && !each.querySelector(".opt, .chosen"));
}

// All that was done, over the whole window, and back.
function readLog() {
  const box = document.querySelector(".log");
  atEnd = true;
  box.classList.toggle("read");
  cuts();
}

function follow(news) {
  const place = document.querySelector("#turn .where"), where = place ? place.textContent : "";
  if (news.whole) document.getElementById("log").replaceChildren();
  for (const [name, markup] of Object.entries(news.parts)) put(name, markup);
  freshen(Number(document.getElementById("log").dataset.since));
  pack(Object.keys(news.parts).flatMap((name) => [...boards.querySelectorAll(`[id="${CSS.escape(name)}"] > *`)]), true);
  body.dataset.revision = news.revision;
  amounts();
  noted();
  if (news.parts.turn) headed();
  if (news.parts.ask) look();
  latest();
  if (!news.whole) shown(news, where);
  cuts();
}

// The boards are put together as closely as they go, as large as lets all of them be seen at once; where that would be
// too small, one's own.
const TRIED = [2.4, 2.2, 2, 1.85, 1.7, 1.55, 1.4, 1.3, 1.2, 1.1, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6], STEP = 8, AROUND = 22;
const NARROW = 600, PANEL = 232, ENOUGH = 0.8, AT_LEAST = 0.75, ITEMS = "#boards > .part > *", LOOSE = [1.1, 1.05, 1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7], WORTH = 0.7;
const boards = document.getElementById("boards");
// What there is across before the boards leave some of it: what is laid out later keeps its share.
let factor = 1, alone = false, breadth = 0;

function set(figure, look) {
  for (const [key, value] of Object.entries(look)) if (figure.style[key] !== value) figure.style[key] = value;
}

// All that is written first and then all that is read: the page is laid out once.
// kept: nothing gets lower than it was, so that what is below does not come and go with a line.
const rows = new Map();
const LOW = 2.5, isLow = (board) => board.getAttribute("width") > LOW * board.getAttribute("height");
function pack(figures, kept = false) {
  if (!figures.length) return;
  const across = Math.floor(breadth / STEP), shares = across * STEP < NARROW ? 2 : 24;
  for (const figure of figures) {
    const board = figure.querySelector("svg.board"), wide = inRows.get(figure.parentElement.id) || PANEL;
    const width = (board ? Math.max(160, board.getAttribute("width") * factor + AROUND) : wide) + STEP;
    // Several boards take 24ths of the width, so that their edges meet; on a phone others' take half of it.
    const other = figure.matches(":not(.large) > .other");
    const unit = Math.floor(across / shares), part = board ? Math.round(width * shares / (across * STEP)) : Math.ceil(width / (unit * STEP));
    const share = shares === 2 ? 2 - other : Math.max(1, part);
    const columns = alone ? Math.ceil(width / STEP) : share >= shares ? across : unit * share;
    const spanned = Math.min(across, columns + (grown.get(figure.parentElement.id) || 0));
    set(figure, {width: `${spanned * STEP - STEP}px`, gridColumn: `span ${spanned}`});
  }
  const high = figures.map((figure) => Math.max(Math.ceil((figure.offsetHeight + STEP) / STEP), kept ? rows.get(figure.parentElement.id) || 0 : 0));
  for (const [number, figure] of figures.entries()) {
    rows.set(figure.parentElement.id, high[number]);
    set(figure, {gridRow: `span ${high[number]}`});
  }
}

// What lies open is as wide as lets each of its zones lie in a row.
const inRows = new Map();
function inARow(all) {
  const open = all.filter((each) => each.matches(".display:not(.track), .common"));
  for (const each of open) set(each, {width: "max-content", gridColumn: "1 / -1"});
  for (const each of open) inRows.set(each.parentElement.id, Math.ceil(each.getBoundingClientRect().width));
}

// What is no board, and a board that is low and wide, takes the empty area to its right; widths stay as they were made
// until the window changes.
const grown = new Map(), AT_MOST = 0.6, LEGIBLE = 1.3;
function grow(all) {
  const end = Math.max(...all.map((each) => each.getBoundingClientRect().right));
  for (const each of all.filter((item) => { const board = item.querySelector("svg.board"); return !board || isLow(board); })) {
    const at = each.getBoundingClientRect(), beside = all.filter((other) => other !== each).map((other) => other.getBoundingClientRect());
    const level = beside.filter((other) => other.left >= at.right - 1 && other.top < at.bottom && other.bottom > at.top);
    const board = each.querySelector("svg.board"), enough = board && Math.max(factor, LEGIBLE) * board.getAttribute("width") + AROUND;
    const most = board ? Math.min(AT_MOST * at.width, enough - at.width) : Infinity;
    const free = Math.min(Math.min(end, ...level.map((other) => other.left - STEP)) - at.right, most);
    if (free < STEP) continue;
    grown.set(each.parentElement.id, (grown.get(each.parentElement.id) || 0) + Math.floor(free / STEP));
    pack([each]);
  }
}

// Where the lowest of them ends: a board ends with its picture, and tables below it may be scrolled to.
function low(figures) {
  const ends = figures.map((each) => (each.querySelector("svg.board") || each).getBoundingClientRect().bottom);
  return Math.max(0, ...ends) + scrollY;
}

// As large as lets some of the things be seen at once; 0: at no size are they.
function fitting(all, shown) {
  for (factor of TRIED) {
    pack(all);
    const wide = all.every((each) => each.getBoundingClientRect().right <= boards.getBoundingClientRect().right + 1);
    if (wide && low(shown) <= innerHeight) return factor;
  }
  return 0;
}

function sized(all) {
  const figures = all.filter((each) => each.tagName === "FIGURE"), drawn = figures.filter((each) => !each.matches(".display"));
  const fits = fitting(all, drawn) || fitting(all, drawn.filter((each) => !each.classList.contains("other")));
  // What lies open and what others have is seen at once too where the boards need not be much smaller for it.
  if (fits && fitting(all, all) >= AT_LEAST * fits) return;
  if (fits) {
    const open = fitting(all, figures.filter((each) => !each.matches(".track"))), most = open >= AT_LEAST * fits ? open : fits;
    // Of sizes that are little smaller that which leaves the least of the window empty.
    const shown = (tried) => {
      factor = tried;
      pack(all);
      return all.reduce((sum, each) => {
        const {left, right, top, bottom} = each.getBoundingClientRect();
        return sum + (right - left) * Math.max(0, Math.min(bottom, innerHeight - scrollY) - top);
      }, 0);
    };
    const tried = TRIED.filter((each) => each <= most && each >= Math.min(most, ENOUGH * fits)).map((each) => [shown(each), each]);
    factor = tried.sort((one, other) => other[0] - one[0])[0][1];
    pack(all);
    return;
  }
  // They do not fit: as large as makes the page little higher.
  const cost = (tried) => {
    factor = tried;
    grown.clear();
    pack(all);
    grow(all);
    return low(all) / factor ** WORTH;
  };
  factor = LOOSE.map((tried) => [cost(tried), tried]).sort((one, other) => one[0] - other[0])[0][1];
  grown.clear();
  pack(all);
}

function arrange() {
  const all = [...document.querySelectorAll(ITEMS)], main = document.querySelector("main");
  alone = all.length < 2;
  boards.classList.add("packed");
  main.style.gridTemplateColumns = "";
  headed();
  breadth = boards.clientWidth;
  grown.clear();
  inARow(all);
  sized(all);
  const fits = low(all) <= innerHeight;
  grow(all);
  // What is all in view stays so.
  if (fits && low(all) > innerHeight) { grown.clear(); pack(all); }
  // What the boards leave is the question's and the players'.
  if (!isWide() || !all.length) return;
  const left = boards.getBoundingClientRect().left, right = Math.max(...all.map((each) => each.getBoundingClientRect().right));
  main.style.gridTemplateColumns = `${Math.ceil((right - left) / STEP + 1) * STEP}px minmax(0, 60rem)`;
}

// What is beside the boards begins below the bar, however many rows that has. It has as many as with its longest words, so
// that nothing moves when somebody is asked in another's turn.
let headRoom = [0, 0];
function headed() {
  const header = document.querySelector("header"), whose = document.querySelector("#turn .whose");
  if (isWide() && whose) {
    const words = [...whose.childNodes], most = headRoom[0] === innerWidth ? headRoom[1] : 0;
    header.style.minHeight = "";
    whose.replaceChildren(...words.slice(0, 1).map((each) => each.cloneNode(true)), " Turn of Player 8: you are asked");
    headRoom = [innerWidth, Math.max(most, header.offsetHeight)];
    whose.replaceChildren(...words);
  }
  header.style.minHeight = isWide() && whose ? `${headRoom[1]}px` : "";
  document.documentElement.style.setProperty("--head", `${header.offsetHeight}px`);
}

function settle(within) {
  // One stop of Tab for each board; arrows go on from there.
  for (const board of within.querySelectorAll("svg.board")) {
    const first = board.querySelector(".opt");
    if (first) first.setAttribute("tabindex", "0");
  }
}

// What does not work is said in a line: of the way to the table until it is found again, of a request until the next.
const line = document.getElementById("trouble"), troubles = {stream: ["", null], request: ["", null]};
const PATIENCE = 10000, READ = 8000;
let read = 0;
function trouble(kind, words, again = null) {
  troubles[kind] = [words, again];
  const [said, retry] = troubles.request[0] ? troubles.request : troubles.stream;
  line.hidden = !said;
  if (line.firstElementChild.textContent !== said) line.firstElementChild.textContent = said;
  line.lastElementChild.hidden = !retry;
  line.lastElementChild.onclick = retry;
  if (kind === "request") {
    clearTimeout(read);
    if (words && !again) read = setTimeout(() => trouble("request", ""), READ);
  }
}

// A good answer, or null after it was said what is wrong; again: what tries it once more.
async function ask(page, sent, kind, again) {
  try {
    const answer = await fetch(page, {...sent, signal: AbortSignal.timeout(PATIENCE)});
    if (answer.ok) return answer;
    if (answer.status === 429) trouble(kind, "Too many requests came with this link: wait a moment.", again);
    else trouble(kind, `Not done: ${(await answer.text()).slice(0, 300)}.`);
  } catch {
    trouble(kind, "The table does not answer.", again);
  }
  return null;
}

// What is clicked while a request is on its way is kept until that is answered; of several the last.
let kept = null;
async function send(action, form) {
  if (waiting) { kept = [action, form]; return; }
  waiting = true;
  skipDeeds(true); // whoever answers has seen what others did
  if (!navigator.onLine) trouble("request", "There is no connection.");
  // All streams of a browser together may hold every connection that it makes to one server: this page's is given up.
  const slow = setTimeout(() => { body.classList.add("waiting"); rest(); }, 400);
  const sent = {method: "POST", headers: {"Accept": "application/json"}, body: new URLSearchParams(form)};
  const answer = await ask(action, sent, "request", () => send(action, form));
  waiting = false;
  clearTimeout(slow);
  body.classList.remove("waiting");
  if (answer) trouble("request", "");
  // It may have missed what has happened meanwhile.
  else rest();
  watch();
  const next = kept;
  kept = null;
  if (next && answer) await send(...next);
}

// A click counts for the question that was in view when it began: not for one that came while the button was down, nor
// for one that nobody can have read yet.
// A second click on the same place says that what ends a turn is meant: not one that was meant as a double click.
const UNREAD = 200, HELD = 450;
let asked = "", since = 0, begun = null;
function question() {
  return [...document.querySelectorAll("#choose input[type=hidden]")].map((each) => each.value).join(" ");
}

function noted() {
  // Lines are explained where there are any: dashed, and dotted where a click costs something and others do not.
  const key = document.querySelector("#ask .key"), ahead = [...document.querySelectorAll(".opt.ahead")];
  const paid = new Set([...document.querySelectorAll("#ways [data-paid]")].map((each) => each.dataset.o));
  const costs = ahead.filter((each) => nearest(each.dataset.o.split("|")).every((click) => paid.has(click)));
  for (const each of ahead) each.classList.toggle("paid", costs.length < ahead.length && costs.includes(each));
  if (key) { key.hidden = !ahead.length; key.querySelector(".paid").hidden = !document.querySelector(".opt.paid"); }
  if (question() === asked) {
    // What several choices lead to comes a moment after the question, with a line about it.
    const ask = document.getElementById("ask");
    if (ask.scrollHeight > ask.clientHeight + 4) ask.classList.add("tight");
    return;
  }
  asked = question();
  // A long list that was opened belonged to the question before.
  for (const list of document.querySelectorAll("#choose details:not([data-few])")) list.open = false;
  unfold();
  reach();
  since = performance.now();
}

// What is asked about among one's own things is in view.
function reach() {
  const own = document.querySelector(".own"), place = own.querySelector(".opt")?.closest(".zone");
  const start = own.firstElementChild.getBoundingClientRect().top;
  own.scrollTop = place ? place.getBoundingClientRect().bottom - start - own.clientHeight : 0;
}

// A short list of what can be chosen on the table is open where all of it and of what one has is in view; a question
// that is not in view says only the beginning of what its options do, until somebody points at them.
const SIX_LINES = 122, MOST_BELOW = 0.38, TOO_MUCH = 0.46;
function isLong() {
  const ask = document.getElementById("ask");
  return ask.scrollHeight > ask.clientHeight + 4;
}

// kept: what is open stays so, as the question is the same.
function unfold(kept = false) {
  const ask = document.getElementById("ask"), own = document.querySelector(".own"), log = document.getElementById("log");
  // Below the boards it takes its room from them.
  const isFull = () => !isWide() && ask.parentElement.offsetHeight > MOST_BELOW * innerHeight, isOver = () => isLong() || isFull();
  const isCramped = (least) => own.scrollHeight > own.clientHeight + 4 || log.clientHeight < least;
  ask.classList.remove("tight", "full", "apart", "paired", "brief");
  // What cannot be done now, with what it costs, is read where it takes nothing else its room; on a phone by itself.
  for (const list of document.querySelectorAll("#choose details[data-few], #why details")) {
    const why = list.closest("#why"), stays = kept && list.open;
    list.open = isWide() || !why;
    list.open = list.open && (stays || (!isOver() && !isCramped(why ? SIX_LINES : 0)));
  }
  ask.classList.toggle("full", isFull());
  // A title that needs a line less without the buttons beside it lies below them; two options lie in a row where that is lower.
  for (const lower of ["apart", "paired"]) {
    const high = ask.scrollHeight;
    ask.classList.toggle(lower, isFull());
    if (ask.scrollHeight >= high) ask.classList.remove(lower);
  }
  ask.classList.toggle("brief", !isWide() && ask.parentElement.offsetHeight > TOO_MUCH * innerHeight);
  ask.classList.toggle("tight", isLong());
  // What one has that did not fit once, or left the log but few lines, has small labels from then on, and signs alone
  // where these do not fit: labels do not come and go from question to question.
  if (!isWide()) return; // a phone has signs alone
  if (isCramped(SIX_LINES)) own.classList.add("terse");
  if (isCramped(0)) own.classList.add("bare");
}

// What is opened among the boards has its room there, and gives it back.
boards.addEventListener("toggle", (event) => { const around = event.target.closest(ITEMS); if (around) pack([around]); }, true);

// What is opened in a question below the boards makes it longer.
document.getElementById("ask").addEventListener("toggle", () => {
  if (isWide()) return;
  document.getElementById("ask").classList.remove("tight");
  document.getElementById("ask").classList.toggle("tight", isLong());
  cuts();
}, true);

document.addEventListener("pointerdown", (event) => {
  const unread = document.querySelector("#choose input[name=sure]") ? HELD : UNREAD;
  begun = event.timeStamp - since < unread ? null : asked;
}, true);

function inView(event) {
  if (!event.pointerType || begun === question()) return true;
  trouble("request", "The question has changed meanwhile: nothing was chosen.");
  return false;
}

// Several things are put together with plus and minus, and sent as one answer.
let taken = {}, takenFor = "";
function amounts() {
  const panel = document.querySelector("#choose .amounts");
  if (takenFor !== question()) { takenFor = question(); taken = {}; }
  for (const place of document.querySelectorAll(".thing.opt")) place.classList.toggle("taken", Boolean(panel && taken[place.dataset.o]));
  if (!panel) return;
  const sum = Object.values(taken).reduce((all, one) => all + one, 0), words = [];
  const least = Number(panel.dataset.least), enough = document.getElementById("enough"), done = panel.querySelector(".done");
  for (const each of panel.querySelectorAll(".amount")) {
    const [more, less] = each.children, count = taken[more.dataset.o] || 0, full = sum >= panel.dataset.most || count >= each.dataset.left;
    more.setAttribute("aria-disabled", full ? "true" : "false");
    more.querySelector(".taken").textContent = count ? `×${count}` : "";
    less.hidden = !count;
    if (count) words.push(`${count} ${more.querySelector("span").firstChild.textContent.trim()}`);
  }
  if (done) done.hidden = true;
  enough.hidden = false;
  enough.disabled = sum ? sum < least : !done;
  if (sum < least) words.push(`${least - sum} more to choose`);
  enough.textContent = words.length ? (sum < least ? "" : "Choose ") + words.join(", ") : done ? (document.querySelector(".picked") ? "No more" : "Choose nothing") : "Choose with +";
}

function take(option, step) {
  const more = document.querySelector(`#choose .amount > [data-o="${option}"]`);
  if (!more) return false;
  if (step < 0 || more.getAttribute("aria-disabled") !== "true") taken[option] = (taken[option] || 0) + step;
  amounts();
  return true;
}

function enough() {
  const many = Object.entries(taken).filter(([, count]) => count).map((each) => each.join("x")).join(" ");
  const done = document.querySelector("#choose .amounts .done"), form = Object.fromEntries(new FormData(document.getElementById("choose")));
  send("choose", {...form, ...(many ? {many} : {o: done.value}), ...(wants("hold") ? {hold: 1} : {})});
}

// What lies on the table is chosen without a look at the list, which says what each option does.
// dear: where it costs something and other places cost nothing.
function choose(option, unread = false, dear = false) {
  const form = document.querySelector("#choose");
  if (!form || take(option, 1)) return;
  document.querySelector("dialog[open]")?.close();
  const sent = {...Object.fromEntries(new FormData(form)), o: option};
  if (unread) delete sent.read;
  if (dear) sent.dear = 1;
  send("choose", wants("hold") ? {...sent, hold: 1} : sent);
}

// What is said of an option, or of a way of several choices.
function saying(option) {
  return document.querySelector(`:is(#choose, #ways) [data-o="${CSS.escape(option.replace("!", ""))}"]`);
}

// Of several options of a place that is meant whose thing lies where the click was.
function pointedAt(options, event) {
  const things = event ? document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest("[data-thing]")?.dataset.thing) : [];
  return [...new Set(things)].flatMap((thing) => thing ? ofThing(options, thing) : []);
}

function ofThing(options, thing) {
  return options.filter((option) => (saying(option)?.dataset.id || "").endsWith(`=${thing}`));
}

// Of what a place can mean: an answer to the question before ways that lead on, and of ways those that go on from no other.
function nearest(options) {
  const answers = options.filter((option) => !option.includes("/"));
  return answers.length ? answers : options.filter((option) => !options.some((other) => option.startsWith(`${other}/`)));
}

function meant(place, event) {
  const several = place.dataset.o.split("|"), one = pointedAt(several, event), options = nearest(one.length ? one : several);
  if (options.length === 1) { choose(options[0], true, place.matches(".paid")); return; }
  const menu = document.createElement("dialog"), list = document.createElement("div"), back = document.createElement("button");
  list.className = "options long";
  // What costs least comes first.
  const price = (option) => Number(saying(option)?.dataset.paid || 0);
  for (const option of options.sort((one, other) => price(one) - price(other))) {
    const said = saying(option), button = document.createElement("button");
    button.append(...(said ? [...said.cloneNode(true).children].filter((each) => each.tagName !== "KBD") : [option]));
    button.addEventListener("click", () => { menu.close(); choose(option); });
    list.append(button);
  }
  menu.append(Object.assign(document.createElement("h2"), {textContent: document.querySelector("#ask h2").textContent}));
  back.textContent = "Back";
  back.className = "quiet";
  back.addEventListener("click", () => menu.close());
  menu.append(list, back);
  menu.addEventListener("close", () => menu.remove());
  body.append(menu);
  menu.showModal();
}

// The places that a line of the log is about have rings while one points at it: of many, those that it names.
const NAMED = /\b[A-Za-z]{1,2}\d+\b/g, MOST_LIT = 8;
function light(line) {
  for (const each of boards.querySelectorAll(".ring")) each.remove();
  const lit = line?.querySelector("[data-lit]")?.dataset.lit.split(" ").map((each) => each.split("/")) || [];
  const names = new Set(line?.textContent.match(NAMED)), named = lit.filter(([, name]) => names.has(name));
  const found = (named.length ? named : lit).map(([board, name]) => document.querySelector(`#board-${CSS.escape(board)} [data-n="${CSS.escape(name)}"]`));
  if (found.length <= MOST_LIT) found.filter(Boolean).forEach(ring);
}

// What lies on a place hides it: a ring lies over all.
function ring(place) {
  const board = place.closest("svg.board"), at = place.getBBox(), made = document.createElementNS(board.namespaceURI, "ellipse");
  const moved = board.getScreenCTM().inverse().multiply(place.getScreenCTM());
  const [wide, high] = [at.width, at.height].map((each) => Math.max(each / 2, 6) + 5);
  for (const [name, value] of Object.entries({cx: at.x + at.width / 2, cy: at.y + at.height / 2, rx: wide, ry: high, class: "ring"})) made.setAttribute(name, value);
  made.setAttribute("transform", `matrix(${[moved.a, moved.b, moved.c, moved.d, moved.e, moved.f].join(" ")})`);
  board.append(made);
}

// Where an option lies or leads is seen while one points at it: places that others lead to step back.
function leads(option) {
  const all = [...document.querySelectorAll(".opt[data-o]")], clicks = (each) => each.dataset.o.replaceAll("!", "").split("|");
  const led = (each) => Boolean(option) && clicks(each).some((click) => click === option || click.startsWith(`${option}/`));
  const some = all.some(led);
  for (const each of all) {
    each.classList.toggle("led", some && clicks(each).includes(option));
    each.classList.toggle("away", some && !led(each));
  }
}

// What is said to the server of a thing: where it lies, or what a ruleset declares it as.
function lookFor(thing) {
  const board = thing.closest("svg.board"), zone = thing.closest(".zone[data-look]");
  const at = body.dataset.at ? {n: body.dataset.at} : {};
  const space = board && thing.closest("[data-n]"), one = thing.dataset.thing;
  if (space) return {...at, what: ["space", ...thing.closest(".part").id.split("-").slice(1), space.dataset.n, ...(one ? [one] : [])].join("/")};
  if (zone && thing.dataset.n) return {...at, what: ["piece", zone.dataset.look.split("/")[1], thing.dataset.n].join("/")};
  return {...at, what: thing.dataset.look};
}

// The rules of an option that lies there, else of the thing.
function rulesOf(place) {
  const thing = place.closest("[data-o], [data-n], [data-look]");
  if (!thing) return false;
  if (thing.dataset.o) explain("rules", {o: thing.dataset.o.split(/[|/!]/)[0]});
  else explain("look", lookFor(thing));
  return true;
}

async function explain(page, asked) {
  const answer = await ask(`${page}?${new URLSearchParams(asked)}`, {}, "request", () => explain(page, asked));
  if (!answer) return;
  trouble("request", "");
  show(await answer.text());
}

// Lines become passages; what is drawn with letters stays as it is.
function passages(text) {
  const made = document.createDocumentFragment();
  for (const block of text.split("\n\n")) {
    const drawn = /\S {2,}\S.*\n.*\S {2,}\S/.test(block);
    const said = drawn ? [block] : block.split("\n");
    for (const words of said) {
      const part = document.createElement(drawn ? "pre" : "p");
      part.textContent = drawn ? words : words.trim().replace(/ {2,}/g, " · ");
      if (!drawn && /^ {4}/.test(words)) part.className = "last-passage";
      else if (!drawn && /^ /.test(words)) part.className = "within-passage";
      else if (!drawn && said.length > 1) part.className = "head-of-passage";
      if (part.textContent) made.append(part);
    }
  }
  return made;
}

function boxed(content) {
  const box = document.createElement("dialog"), shut = document.createElement("button"), read = document.createElement("div");
  read.className = "read";
  shut.textContent = "Close";
  shut.className = "quiet";
  shut.addEventListener("click", () => box.close());
  box.addEventListener("close", () => box.remove());
  // What is beside it closes it too; so does another that is opened.
  box.addEventListener("click", ({target}) => { if (target === box) box.close(); });
  document.querySelector("dialog[open]:not(:has(.options))")?.close();
  read.append(content);
  box.append(read, shut);
  body.append(box);
  box.showModal();
  read.scrollTop = 0;
}

function show(text) {
  boxed(passages(text));
}

// What every sign means is fetched when somebody wants to know it.
const signs = document.getElementById("legend");
if (signs) signs.addEventListener("click", async (event) => {
  event.preventDefault();
  const answer = await ask("signs", {}, "request", () => signs.click());
  if (!answer) return;
  trouble("request", "");
  boxed(new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("signs"));
});

// What a person has chosen for this browser.
const SETTINGS = {keys: "Keys choose (1 to 9, u, r, ?)", pace: "Show what others do, one thing after the other", help: "Say what a thing is that I point at", hold: "Ask before my turn ends, and before what cannot be taken back"};
function wants(name) {
  try {
    const chosen = localStorage.getItem(`rulewright-${name}`);
    return chosen !== "no";
  } catch { return true; }
}

const opens = document.getElementById("settings");
if (opens) {
  opens.hidden = false;
  opens.addEventListener("click", () => {
    const list = document.createElement("div");
    list.append(Object.assign(document.createElement("h2"), {textContent: "Settings"}));
    // Who has but a finger has neither keys nor anything to point with.
    const used = Object.entries(SETTINGS).filter(([name]) => !["keys", "help"].includes(name) || matchMedia("(any-hover: hover)").matches);
    for (const [name, words] of used) {
      const label = document.createElement("label"), box = document.createElement("input");
      box.type = "checkbox";
      box.checked = wants(name);
      box.addEventListener("change", () => { try { localStorage.setItem(`rulewright-${name}`, box.checked ? "yes" : "no"); } catch { /* It is not kept. */ } });
      label.append(box, words);
      list.append(label);
    }
    boxed(list);
  });
}

// What others did is shown deed after deed, a moment each; a click on it, Escape or an answer skips it. It is the log that
// shows it, line after line; on a phone that has room for a few lines, which are there at once.
const MOMENT = 900, LETTER = 9, DEEDS = 8, deed = document.getElementById("deed"), deeds = [];
let showing = 0;
function nextDeed() {
  clearTimeout(showing);
  const next = deeds.shift(), log = document.getElementById("log"), inLog = Boolean(next) && !next.banner;
  for (const each of log.querySelectorAll(".now")) each.classList.remove("now");
  // On a phone what begins is lit in the bar, which has no room for more.
  const inBar = next?.banner === "round" && !isWide();
  document.querySelector("#turn .where")?.classList.toggle("now", inBar);
  deed.hidden = !next || inBar || (inLog && !next.stop);
  if (!next) { atRest(); return; }
  // News may have made the line anew meanwhile.
  const line = inLog ? document.getElementById(next.id) : null;
  if (line) spot(log, line);
  deed.className = next.stop ? "stop" : next.banner ? "banner" : "";
  deed.textContent = next.words;
  // One's own turn in which nothing could be done is not over before one has read it.
  showing = next.stop ? -1 : setTimeout(nextDeed, next.banner === "event" ? 3 * MOMENT : Math.min(2 * MOMENT, MOMENT / 2 + LETTER * next.words.length));
}

function isWide() {
  return matchMedia("(min-width: 60.01rem)").matches;
}

// A passage of the log comes into view: all of it, or its beginning.
function spot(log, line) {
  line.classList.add("now");
  const at = line.getBoundingClientRect(), box = log.getBoundingClientRect();
  log.scrollTop += at.height > box.height ? at.top - box.top : at.bottom - box.bottom;
}

function atRest() {
  const shown = showing;
  showing = 0;
  if (shown) { atEnd = true; latest(); }
}

// A click skips what others did, up to a turn of one's own that one has not seen.
function skipDeeds(all = false) {
  while (deeds.length && (all || !deeds[0].stop)) deeds.shift();
  nextDeed();
}

// A line as one reads it.
function said(line) {
  const copy = line.cloneNode(true);
  for (const each of copy.querySelectorAll("br")) each.replaceWith("\n");
  return copy.textContent.replace(/ +([.,;)])/g, "$1").trim();
}

// A line that goes on says again what was read already.
const BANNERS = new Set();
function banners(line) {
  const words = line.querySelector("[data-banner]")?.dataset.banner, key = `${line.id.split("-")[1]} ${words}`;
  if (!words || BANNERS.has(key)) return [];
  BANNERS.add(key);
  return [{words, banner: "event"}];
}

function passed(line) {
  return Boolean(line.querySelector(".passed"));
}

function shown(news, where) {
  if (!wants("pace") || past || document.hidden) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const place = document.querySelector("#turn .where"), now = place ? place.textContent : "";
  if (document.querySelector("#ask .over")) { skipDeeds(true); return; }
  const mine = body.dataset.seat, since = Number(document.getElementById("log").dataset.since);
  // The page's own deeds one has seen; the latest news comes first.
  const lines = Object.keys(news.parts).filter((name) => name.startsWith("log-") && news.parts[name]).map((name) => document.getElementById(name));
  const own = new RegExp(`^(You|Player ${mine})\\b`);
  const others = lines.filter((line) => line && Number(line.id.split("-")[1]) >= since && (passed(line) || !(mine && own.test(line.innerText.trim()))));
  // A new round is shown where the log says that it begins, else first.
  const head = now && now !== where ? now.slice(0, 1).toUpperCase() + now.slice(1) : "";
  // What concerns all is read over the page, also where it came of one's own choice.
  if (!calm) deeds.push(...lines.filter((line) => line && Number(line.id.split("-")[1]) >= since && !others.includes(line)).reverse().flatMap(banners));
  const made = others.reverse().slice(-DEEDS).flatMap((line) => {
    const [first, ...rest] = said(line).split("\n"), begins = head.startsWith(first);
    const stop = passed(line), words = begins ? rest.join("\n").trim() : said(line);
    return [...(begins ? [{words: head, banner: "round"}] : []), ...banners(line), {words: stop ? `Your turn is over\n${words}` : words, id: line.id, stop}].filter((each) => each.words && (stop || !calm) && (stop || each.banner || isWide()));
  });
  if (head && !calm && !made.some((each) => each.banner === "round")) deeds.push({words: head, banner: "round"});
  deeds.push(...made);
  if (!showing && deeds.length) nextDeed();
}

for (const each of [deed, document.getElementById("log")]) each.addEventListener("click", () => skipDeeds());

// Pointing at a thing, or going to it with keys, says in sentences what it is, and what choosing it does.
const LINGER = 350, FAR = 12, MOST_DOES = 3, KNOWN = new Map(), help = document.getElementById("help");
let pointing = 0, pointed = null, clicked = null;
function unhelp() {
  clearTimeout(pointing);
  pointed = null;
  help.hidden = true;
}

// What is asked about a thing that one only points at is asked once for each position.
async function fetched(page, what) {
  const query = `${page}?${new URLSearchParams(what)}`, key = `${body.dataset.revision} ${query}`;
  if (!KNOWN.has(key)) {
    if (KNOWN.size > 300) KNOWN.clear();
    try {
      const answer = await fetch(query, {signal: AbortSignal.timeout(PATIENCE)});
      KNOWN.set(key, answer.ok ? await answer.text() : "");
    } catch { return ""; }
  }
  return KNOWN.get(key);
}

// Of what cannot be done now one also reads why; that something is no answer one sees.
const NO_NEWS = /.* is nothing that can be chosen here.*/;
async function known(thing, refused = thing.closest("#why button")?.value) {
  const what = lookFor(thing);
  const said = what.what ? await fetched("look", {...what, brief: 1}) : "";
  const reason = refused ? reasonOf(await fetched("why", {what: refused}), refused).replace(NO_NEWS, "") : "";
  return [said, reason && `  Not now: ${reason}`].filter(Boolean).join("\n");
}

// What one of many options would do is not on the page: it is worked out when somebody points at it.
const TRIED_OUT = 12;
async function beyond(options) {
  if (options.length !== 1 || options[0].includes("/") || document.querySelectorAll("#choose .options > button").length <= TRIED_OUT) return "";
  return fetched("rules", {o: options[0], does: 1});
}

// Nor is that what a place means cannot be taken back, and why.
async function forGood(options) {
  const why = options.length === 1 ? await fetched("rules", {o: options[0], final: 1}) : "";
  return why && `  This cannot be taken back, as ${why}.`;
}

// What is said of a thing lies beside its board, or beside all buttons: those next to it are to be compared. Where that
// is far from it, it lies beyond the row above or below.
const NEAR = 260, GAP = 8;
function beside(thing) {
  const at = thing.getBoundingClientRect(), box = help.getBoundingClientRect(), aside = thing.closest("aside");
  const around = (aside || thing.closest("figure, .player, header") || thing).getBoundingClientRect();
  const room = (left) => left >= GAP && left + box.width + GAP <= innerWidth;
  const sides = (aside ? [around.left - box.width - GAP] : [around.right + GAP, around.left - box.width - GAP]).filter(room);
  const far = (left) => Math.max(at.left - left - box.width, left - at.right);
  const near = sides.filter((left) => aside || far(left) <= NEAR).sort((one, other) => far(one) - far(other));
  const row = Math.min(at.height, 60) + GAP, below = at.bottom + row, above = at.top - row - box.height;
  const top = near.length ? at.top : below + box.height + GAP <= innerHeight ? below : above;
  if (!isWide()) { clear(at, box, below - GAP / 2, above); return; }
  const left = near.length ? near[0] : at.left + at.width / 2 - box.width / 2;
  help.style.left = `${Math.max(GAP, Math.min(left, innerWidth - box.width - GAP))}px`;
  help.style.top = `${Math.max(GAP, Math.min(top, innerHeight - box.height - GAP))}px`;
}

// On a phone it lies between the bar and the question, over neither, and above or below its thing; what is too long for
// that is read by itself.
function clear(at, box, below, above) {
  const question = document.querySelector("aside").getBoundingClientRect().top, bar = document.querySelector("header").offsetHeight;
  const low = question > bar + box.height ? question : innerHeight, fits = low - bar - 2 * GAP >= box.height;
  const top = below + box.height + GAP <= low ? below : above;
  help.style.left = `${Math.max(GAP, Math.min(at.left + at.width / 2 - box.width / 2, innerWidth - box.width - GAP))}px`;
  help.style.top = `${Math.max(bar + GAP, Math.min(top, low - box.height - GAP))}px`;
  if (fits) return;
  const said = [...help.childNodes], made = document.createDocumentFragment();
  made.append(...said);
  unhelp();
  boxed(made);
}

// The browser's own words for a thing would come beside these, and say the same.
function quiet(target) {
  for (let each = target; each && each !== body; each = each.parentElement) {
    if (each.closest("svg")) each.querySelector(":scope > title")?.remove();
    else if (each.matches(".thing[title], figcaption[title]")) each.removeAttribute("title");
  }
}

// touched: by a finger, so it is meant; refused: why this cannot be chosen is said too; place: what can be chosen, where
// that is not the thing itself.
function helpFor(target, touched = false, refused = undefined, place = null) {
  const thing = target.closest ? target.closest("[data-thing], [data-o], [data-n], [data-look]") : null;
  if (thing === pointed) return;
  unhelp();
  if (!thing || !(touched || wants("help")) || document.querySelector("dialog[open]")) return;
  pointed = thing;
  quiet(target);
  pointing = setTimeout(async () => {
    const all = ((place || thing).dataset.o || "").replaceAll("!", "").split("|").filter(Boolean);
    const its = place && thing.dataset.thing ? ofThing(all, thing.dataset.thing) : [], options = its.length ? its : all;
    const sayings = nearest(options).map((option) => saying(option)?.querySelector("span")).filter(Boolean);
    const button = thing.closest("#choose");
    const [said, more, final] = await Promise.all([known(thing, refused), beyond(options), button ? "" : forGood(nearest(options))]);
    if (pointed !== thing) return;
    // That choosing a thing takes that thing need not be said.
    const named = sayings.length || !options.length ? sayings.map((each) => sentences(each, said)) : [unsaid([thing.getAttribute("aria-label")], said)];
    const does = named.filter(Boolean).map((each) => `  Choosing it: ${each}`);
    if (does.length > MOST_DOES) does.splice(MOST_DOES, does.length, `  and ${does.length - MOST_DOES} more`);
    // What a button says need not be said beside it.
    const what = thing.textContent.toLowerCase().includes(said.trim().toLowerCase()) ? "" : said;
    // First what it is, then what choosing it does, then what else lies there.
    const [first, ...others] = what.split("\n\n");
    help.replaceChildren(passages([[first, ...(button && !thing.closest(".tight") ? [] : does), more && `  ${more}`, final].filter(Boolean).join("\n"), ...others].join("\n\n")));
    help.hidden = !help.textContent;
    if (!help.hidden) beside(thing);
  }, touched ? 0 : LINGER);
}

// What an option is called and what is said of it, each as a sentence, as far as it is not said already.
function sentences(option, said) {
  return unsaid([...option.childNodes].filter((each) => !each.matches?.(".payment")).map((each) => each.textContent.trim()), said);
}

function unsaid(texts, said) {
  const known = (text) => said.toLowerCase().includes(text.toLowerCase().replace(/^beside /, ""));
  return texts.filter((each) => each && !known(each)).map((each) => each[0].toUpperCase() + each.slice(1)).join(". ");
}

// After a click nothing is said until the pointer goes elsewhere.
document.addEventListener("pointermove", (event) => {
  if (clicked && Math.hypot(event.clientX - clicked[0], event.clientY - clicked[1]) > FAR) clicked = null;
  // From thing to thing on one place that can be chosen the browser says nothing.
  if (!clicked && event.pointerType !== "touch" && event.target.closest?.("svg.board .opt")) pointAt(event);
});

function pointAt(event) {
  const place = event.target.closest("svg.board .opt"), thing = place && under(event);
  helpFor(thing || event.target, false, undefined, thing ? place : null);
}
// Not every browser says of a click what made it.
let byFinger = false;
document.addEventListener("pointerdown", (event) => { clicked = [event.clientX, event.clientY]; byFinger = event.pointerType === "touch"; unhelp(); });
document.addEventListener("pointerover", (event) => {
  light(event.target.closest("#log li"));
  if (event.pointerType === "touch") return;
  leads(event.target.closest("#choose [data-o]")?.dataset.o);
  if (!clicked) pointAt(event);
});
document.addEventListener("focusin", (event) => {
  if (!event.target.matches(":focus-visible")) return;
  leads(event.target.closest("#choose [data-o]")?.dataset.o);
  helpFor(event.target);
});
document.addEventListener("focusout", unhelp);
document.addEventListener("scroll", unhelp, true);

document.addEventListener("click", (event) => {
  for (const open of document.querySelectorAll(".more details[open]")) if (!open.contains(event.target)) open.open = false;
  const place = event.target.closest(".opt[data-o]"), things = document.querySelector(".thing.opt");
  const dark = event.target.closest(things ? ".thing[data-n]" : "svg.board [data-n]");
  const form = document.getElementById("choose");
  const less = event.target.closest("#choose .less"), close = place ? null : near(event);
  if (place) { event.preventDefault(); if (inView(event)) meant(place, event); }
  else if (less) take(less.previousElementSibling.dataset.o, -1);
  else if (event.target.closest("#enough")) { if (inView(event)) enough(); }
  else if (event.target.closest("#choose [data-o]")) { if (!inView(event)) event.preventDefault(); }
  else if (close) { if (inView(event)) meant(close); }
  else if (event.target.closest("#no-undo")) trouble("request", `${event.target.closest("#no-undo").title}.`);
  else if (event.target.closest(".rival .name")) panelOf(event.target.closest(".rival"));
  else if (event.target.closest(".own .all")) panel(event.target.closest(".player"));
  else if (event.target.closest("#whole") || (!isWide() && event.target.closest(".log:not(.read)") && !event.target.closest("[data-look]"))) readLog();
  else if (!isWide() && event.target.closest("#why details:not([open]) > summary")) { event.preventDefault(); refusals(); }
  else if (event.target.closest(".larger")) enlarge(event.target.closest("figure"));
  else if (event.target.closest(".edge")) goFurther(event.target.closest(".edge").id);
  else {
    const why = dark && form?.dataset.about ? `${form.dataset.about}=${dark.dataset.n}` : undefined;
    if (why && !byFinger) refuse(why);
    else touched(event.target, why);
  }
});

// A board of small things is twice as large on a phone, and back; the middle of what glows there stays in view.
function enlarge(figure) {
  const isLarge = figure.parentElement.classList.toggle("large"), [bar, low] = gap();
  pack([figure]);
  cuts();
  if (!isLarge) { nudge(); return; }
  const [, , top, bottom] = sideways(figure, true);
  scrollBy(0, (top + bottom - bar - low) / 2);
}

// Of what glows on a board that is wider than the window something is in view.
function sideways(figure, middle = false) {
  const seen = figure.getBoundingClientRect(), lit = [...figure.querySelectorAll(".opt")];
  const glows = (lit.length ? lit : [figure.querySelector(".frame")]).map((each) => each.getBoundingClientRect());
  const side = (of, best) => best(...glows.map((each) => each[of]));
  const [left, right] = [side("left", Math.min), side("right", Math.max)];
  if (middle || (lit.length && !glows.some((each) => each.left >= seen.left && each.right <= seen.right))) figure.scrollLeft += (left + right - seen.left - seen.right) / 2;
  return [left, right, side("top", Math.min), side("bottom", Math.max)];
}

// All that somebody has, to be read by itself, with boards of their own.
function panel(player, drawn = []) {
  const copy = document.createElement("div");
  copy.append(...[player, ...drawn].map((each) => each.cloneNode(true)));
  for (const each of copy.children) each.removeAttribute("style");
  for (const more of copy.querySelectorAll("details")) more.open = true;
  copy.querySelector(".all")?.remove();
  for (const each of copy.querySelectorAll(".opt")) { each.classList.remove("opt"); each.removeAttribute("data-o"); }
  boxed(copy);
}

function panelOf(rival) {
  const panelled = document.getElementById(rival.dataset.panel), owner = rival.dataset.panel.replace("player-", "");
  panel(panelled.firstElementChild, [...boards.querySelectorAll(`[id^="board-"][id$="-${CSS.escape(owner)}"] > figure`)]);
}

// A finger on what cannot be chosen: what it is, and why not.
function touched(target, refused) {
  if (!target.closest("[data-thing], [data-n], [data-look]") || target.closest("button, summary")) return;
  if (target.closest("dialog")) rulesOf(target);
  else helpFor(target, true, refused);
}

// A corner or side is small: what glows close to a click on the board is meant.
const CLOSE = [7, 14];
function near(event) {
  if (!event.target.closest("svg.board")) return null;
  for (const far of CLOSE) {
    for (let turn = 0; turn < 8; turn += 1) {
      const [x, y] = [Math.cos(turn * Math.PI / 4), Math.sin(turn * Math.PI / 4)].map((each) => each * far);
      const found = document.elementFromPoint(event.clientX + x, event.clientY + y), place = found?.closest("svg.board .opt");
      if (place) return place;
    }
  }
  return null;
}

// What cannot be chosen is no accident to be stopped at: why is said in a line.
async function refuse(what, called = "Not this one") {
  const answer = await ask(`why?${new URLSearchParams({what})}`, {}, "request", () => refuse(what, called));
  if (!answer) return;
  trouble("request", `${called}: ${reasonOf(await answer.text(), what)}`);
}

// What others did since is taken back too only where that is meant.
function undoing(form) {
  const made = document.createDocumentFragment(), meant = document.createElement("button");
  made.append(Object.assign(document.createElement("p"), {textContent: `What ${form.dataset.takes} did since your last choice is taken back too.`}), meant);
  meant.textContent = "Undo";
  meant.className = "quiet";
  meant.addEventListener("click", () => { form.dataset.sure = "1"; meant.closest("dialog").close(); form.requestSubmit(); });
  boxed(made);
}

// All that cannot be done now, each with why: a phone has no room for it beside the question and what one has.
function refusals() {
  const list = document.createElement("dl"), made = document.createDocumentFragment(), title = document.createElement("h2");
  title.textContent = "Not now";
  list.className = "refusals";
  for (const each of document.querySelectorAll("#why button")) {
    const named = document.createElement("dt"), reason = document.createElement("dd");
    named.append(...each.cloneNode(true).childNodes);
    list.append(named, reason);
    fetched("why", {what: each.value}).then((text) => { reason.textContent = reasonOf(text, each.value); });
  }
  made.append(title, list);
  boxed(made);
}

function reasonOf(text, what) {
  const said = text.split("\n")[0].replace(/^.*? is not offered: /, "").replace(/^((?!; ).)* can be chosen only if |^it is possible only if /, "only if ");
  // The name of a space on a board, which no board shows, is no word: a number or the name of a thing is one.
  const [, space] = what.match(/=([A-Za-z]{1,2}\d+)$/) || [];
  return said.split(/\b/).map((word) => (word === space ? "this one" : word)).join("");
}

// What lies on a place that can be chosen, where the finger is: the place lies over it.
function under({clientX, clientY}) {
  return document.elementsFromPoint(clientX, clientY).map((each) => each.closest("svg.board [data-thing]")).find(Boolean);
}

// The other button of a mouse; a finger that stays on what can be chosen says what it is, and chooses nothing.
const STAYS = 450;
let staying = 0, stayed = false, down = 0;
document.addEventListener("pointerdown", (event) => {
  clearTimeout(staying);
  stayed = false;
  down = event.timeStamp;
  const thing = event.pointerType === "touch" && event.target.closest("[data-o]");
  if (thing) staying = setTimeout(() => { stayed = true; helpFor(under(event) || thing, true, undefined, thing); }, STAYS);
});
for (const each of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(each, () => clearTimeout(staying), true);
document.addEventListener("pointermove", (event) => { if (clicked && Math.hypot(event.clientX - clicked[0], event.clientY - clicked[1]) > FAR) clearTimeout(staying); });
document.addEventListener("click", (event) => {
  // Something may have moved meanwhile: that the finger stayed counts all the same. Keys make clicks without a finger.
  const place = byFinger && event.detail && event.timeStamp - down > STAYS ? event.target.closest("[data-o]") : null;
  if (!stayed && !place) return;
  if (!stayed) helpFor(under(event) || place, true, undefined, place);
  stayed = false;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("contextmenu", (event) => {
  if (stayed || (byFinger && event.target.closest("[data-o]")) || rulesOf(event.target)) event.preventDefault();
});

document.addEventListener("submit", (event) => {
  const form = event.target, button = event.submitter;
  if (form.id === "back" || form.target) return;
  event.preventDefault();
  if (form.id === "why" && !isWide()) helpFor(button, true);
  else if (form.id === "why") refuse(button.value, button.firstChild.textContent.trim());
  else if (form.id === "rules") explain("rules", {});
  else if (form.id === "choose") { if (button) choose(button.value); }
  else if (form.dataset.takes && !form.dataset.sure) undoing(form);
  else send(form.getAttribute("action"), new FormData(form, button));
});

const STEPS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

function neighbour(from, [right, down]) {
  let best = null, least = Infinity;
  for (const other of from.closest("svg.board").querySelectorAll(".opt")) {
    const x = other.dataset.x - from.dataset.x, y = other.dataset.y - from.dataset.y;
    const along = x * right + y * down, aside = Math.abs(x * down) + Math.abs(y * right);
    if (other !== from && along > 0 && along + 2 * aside < least) { least = along + 2 * aside; best = other; }
  }
  return best;
}

// With arrows one goes from name to name of the log, and reads what each is.
function named(from, step) {
  const names = [...document.querySelectorAll("#log [data-look]")], at = names.indexOf(from);
  const next = names[at < 0 ? (step < 0 ? names.length - 1 : 0) : at + step];
  if (!next) return;
  next.setAttribute("tabindex", "-1");
  next.focus();
}

document.addEventListener("keydown", (event) => {
  const nothingOpen = help.hidden && !document.querySelector("dialog[open], .more details[open]");
  if (event.key === "Escape" && body.matches(".past") && nothingOpen) location.assign("./");
  if (event.key === "Escape") { skipDeeds(); unhelp(); for (const open of document.querySelectorAll(".more details[open]")) open.open = false; }
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const place = event.target.closest ? event.target.closest("svg .opt") : null;
  if (event.target.closest?.("#log") && ["ArrowLeft", "ArrowRight"].includes(event.key)) {
    event.preventDefault();
    named(event.target, event.key === "ArrowLeft" ? -1 : 1);
    return;
  }
  if (place && STEPS[event.key]) {
    event.preventDefault();
    const next = neighbour(place, STEPS[event.key]);
    if (next) { place.setAttribute("tabindex", "-1"); next.setAttribute("tabindex", "0"); next.focus(); }
  } else if (place && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    meant(place);
  } else if (!wants("keys")) {
    // Only Tab, arrows and Enter do something.
  } else if (/^[1-9]$/.test(event.key)) {
    const button = document.querySelector(`#choose button[data-o="${event.key - 1}"]`);
    if (button) choose(button.value);
  } else if (event.key === "?") {
    // What the pointer is on comes before what has the focus, and that before what is asked.
    const over = [...document.querySelectorAll(":hover")].pop();
    if (!(over && rulesOf(over)) && !rulesOf(event.target)) explain("rules", {});
  } else if ((event.key === "u" && document.getElementById("undo")) || (event.key === "r" && document.getElementById("redo"))) {
    document.getElementById(event.key === "u" ? "undo" : "redo").requestSubmit();
  }
});

// What is asked about comes into sight where it is not.
function look() {
  // In a short window, such as one enlarged to twice the size, the question is what is seen first.
  if (matchMedia("(max-width: 60rem) and (max-height: 36rem)").matches) return;
  const asked = ["figure.mine.asked", "figure.asked", "#boards figure:has(.opt)", "#boards figure"].map((each) => document.querySelector(each)).find(Boolean);
  if (!isWide()) { cuts(); nudge(); boards.querySelectorAll(".large > figure").forEach(sideways); }
  else if (asked) moveTo(asked);
}

// Beside the boards the question stays in view: they move as little as shows what glows, on boards whole where these fit,
// or where something would lie, and back where there is neither any more, unless a person has scrolled since.
let moved = null;
function moveTo(asked) {
  const top = document.querySelector("header").offsetHeight, room = innerHeight - top;
  const extent = (things) => {
    const at = things.map((each) => each.getBoundingClientRect());
    return [Math.min(...at.map((each) => each.top)) - STEP, Math.max(...at.map((each) => each.bottom)) + STEP];
  };
  const glows = [...boards.querySelectorAll(".opt")];
  const home = moved?.to === scrollY ? moved.from : scrollY;
  const about = [...boards.querySelectorAll("figure.about")], lit = [...boards.querySelectorAll(ITEMS)].filter((each) => each.querySelector(".opt"));
  if (!glows.length && !about.length) { scrollTo(0, home); moved = null; return; }
  const extents = (glows.length ? [lit, glows, [asked]] : [about, about, about]).map(extent);
  const within = ([first, last]) => first >= top - STEP && last <= innerHeight + STEP;
  if (within(extents[1])) return;
  const [first, last] = extents.find(([begin, end]) => end - begin <= room) || extents[2];
  scrollBy(0, last - first > room || first < top ? first - top : Math.max(0, last - innerHeight));
  moved = {from: home, to: scrollY};
}

// What a phone shows of the boards lies between the bar and the question.
function gap() {
  return [document.querySelector("header").offsetHeight, document.querySelector("aside").getBoundingClientRect().top];
}

// Panels that the question is about, each with what of it is to be seen: what glows there, and its picture where that has
// room. Where it is about none, that which one looks at.
function concerned() {
  // Of what several choices lead to only the first option's is looked for: others may never be meant.
  const leading = (each) => !each.matches(".ahead") || each.dataset.o.startsWith("0/");
  const [bar, low] = gap(), glows = [...boards.querySelectorAll(".opt")].filter(leading), panels = [...document.querySelectorAll(ITEMS)];
  const seen = (each) => { const {top, bottom} = each.getBoundingClientRect(); return Math.min(bottom, low) - Math.max(top, bar); };
  const lit = panels.filter((each) => glows.some((one) => each.contains(one)));
  const about = lit.length ? lit : panels.filter((each) => each.matches(".about")), most = Math.max(...panels.map(seen));
  return (about.length ? about : panels.filter((each) => seen(each) === most)).map((panel) => {
    const [all, drawn, ...lights] = [panel, panel.querySelector("svg.board") || panel, ...glows.filter((each) => panel.contains(each))].map((each) => each.getBoundingClientRect());
    return {all, drawn, needed: drawn.height <= low - bar ? [drawn, ...lights] : lights};
  });
}

// The page moves only where no panel that is asked about is in view, and then no further than shows the most of what
// glows, and panels whole.
function nudge() {
  const [bar, low] = gap(), panels = concerned(), most = document.scrollingElement.scrollHeight - innerHeight - scrollY;
  const inSight = (by) => (box) => box.top - by >= bar - 1 && box.bottom - by <= low + 1;
  if (panels.some((each) => each.needed.length && each.needed.every(inSight(0)))) return;
  const edges = panels.flatMap(({all, drawn, needed}) => [all, drawn, ...needed]).flatMap((box) => [box.top - bar, box.bottom - low]);
  const moves = edges.map((by) => Math.max(-scrollY, Math.min(Math.round(by), most)));
  const shown = (by, boxes) => boxes.filter(inSight(by)).length;
  const [best] = [0, ...moves].map((by) => ({by, needed: shown(by, panels.flatMap((each) => each.needed)), whole: shown(by, panels.map((each) => each.all))}))
    .sort((one, other) => other.needed - one.needed || other.whole - one.whole || Math.abs(one.by) - Math.abs(other.by));
  if (best?.by) scrollBy(0, best.by);
}

// What answers the question beyond what a phone shows is said at the edge; a click there shows it.
function further() {
  const [bar, low] = gap(), glows = isWide() ? [] : [...boards.querySelectorAll(".opt")].map((each) => each.getBoundingClientRect());
  const above = glows.filter(({top, bottom}) => (top + bottom) / 2 < bar), below = glows.filter(({top, bottom}) => (top + bottom) / 2 > low);
  for (const [name, found, sign] of [["above", above, "▴"], ["below", below, "▾"]]) {
    const edge = document.getElementById(name);
    edge.hidden = !found.length;
    edge.textContent = `${sign} ${found.length} more to choose`;
  }
  return {above: Math.min(...above.map(({top}) => top)) - bar, below: Math.max(...below.map(({bottom}) => bottom)) - low};
}

const EDGE = 24;
// As far as shows them all, or as much of them as has room.
function goFurther(name) {
  const [bar, low] = gap(), most = low - bar - EDGE, by = further()[name];
  scrollBy({top: Math.max(-most, Math.min(by + Math.sign(by) * EDGE, most)), behavior: "smooth"});
}

settle(document);
freshen(Number(document.getElementById("log").dataset.since));
amounts();
arrange();
look();
// Only who reads back has scrolled away from what is new.
let readAt = 0;
for (const each of ["wheel", "touchmove", "pointerdown", "keydown"]) document.getElementById("log").addEventListener(each, ({timeStamp}) => { readAt = timeStamp; }, {passive: true});
document.getElementById("log").addEventListener("scroll", ({target, timeStamp}) => {
  if (timeStamp - readAt < 1000) atEnd = target.scrollHeight - target.scrollTop - target.clientHeight < 40;
});
// A question that comes makes the log lower.
new ResizeObserver(() => {
  const log = document.getElementById("log"), now = log.querySelector(".now");
  if (showing && now) spot(log, now);
  else latest();
}).observe(document.getElementById("log"));
cuts();
document.addEventListener("scroll", cuts, true);
let resized = 0;
// On a phone the height changes whenever the bar of the browser comes or goes: what one sees stays as it is.
let across = innerWidth;
function fit() {
  if (isWide() || innerWidth !== across) {
    document.querySelector(".own").classList.remove("terse", "bare");
    arrange();
    unfold(true);
  }
  across = innerWidth;
  cuts();
}
addEventListener("resize", () => { clearTimeout(resized); resized = setTimeout(fit, 150); });
const range = document.querySelector("#back input");
if (range) {
  range.addEventListener("input", () => { document.querySelector("#back output").textContent = range.value; });
  range.addEventListener("change", () => range.form.requestSubmit());
}

// News comes by a stream, of which a browser has room for six in all: a page that is hidden gives its own up, and asks
// now and then, as one does that the table has no room for.
const past = body.classList.contains("past"), SOON = 5000, SELDOM = 20000, LATE = 3000;
let stream = null, later = 0, late = 0;

function watch() {
  if (past || stream || document.hidden) return;
  clearTimeout(later);
  stream = new EventSource(`events?revision=${encodeURIComponent(body.dataset.revision)}`);
  stream.addEventListener("open", () => { clearTimeout(late); late = 0; trouble("stream", ""); });
  stream.addEventListener("message", (event) => follow(JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    // Of itself the browser tries again, unless it was refused.
    if (stream && stream.readyState === EventSource.CLOSED) { rest(); news(); }
    else late = late || setTimeout(() => trouble("stream", "The connection to the table is lost. Looking for it …", retry), LATE);
  });
}

function rest() {
  if (stream) stream.close();
  clearTimeout(late);
  stream = null;
  late = 0;
}

function retry() {
  rest();
  watch();
}

// Without a stream: what has changed now, and the same again after a while.
async function news() {
  clearTimeout(later);
  const answer = await ask(`news?revision=${encodeURIComponent(body.dataset.revision)}`, {}, "stream", retry);
  const changed = answer && answer.status === 200 ? await answer.json() : null;
  if (stream) return;
  if (changed) follow(changed);
  if (answer) trouble("stream", document.hidden ? "" : "This link has many pages open: this one gets news every few seconds.", retry);
  later = setTimeout(document.hidden ? news : watch, document.hidden ? SELDOM : SOON);
}

function seen() {
  if (past) return;
  if (document.hidden) { rest(); news(); } else watch();
}

document.addEventListener("visibilitychange", seen);
addEventListener("pageshow", (event) => { if (event.persisted) seen(); });
addEventListener("pagehide", rest);
addEventListener("offline", () => trouble("stream", "There is no connection. What you choose is sent when it is back.", retry));
addEventListener("online", retry);
noted();
since = 0;
seen();
