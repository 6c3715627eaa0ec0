// Steps through the boards, all of which stand in the page: it shows one and hides the others.
"use strict";

const boards = [...document.querySelectorAll("article")];
const turns = [...document.querySelectorAll(".turns a")];
const steps = document.querySelector(".steps");
const [first, back, play, on, last, all] = steps.querySelectorAll("button");
const slider = steps.querySelector("input");
const speed = steps.querySelector("select");
const where = document.getElementById("where");
const told = document.getElementById("told");
const ending = document.querySelector("footer");
const end = boards.length - 1;
const lastTurn = turns[end].innerHTML;
const BOARD = 1500; // ms that a board is looked at, besides its story
const WORD = 250; // ms that a word of its story is read

let at = 0;
let together = false;
let reached = false; // the end
let playing = 0; // the timer of the next step, 0 while nothing is played

const story = (n) => boards[n].querySelector(".story").textContent.trim();

function show() {
  boards.forEach((board, n) => { board.hidden = !together && n !== at; });
  where.textContent = `${at + 1} / ${boards.length}`;
  slider.value = at;
  slider.setAttribute("aria-valuetext", boards[at].querySelector("h2").textContent);
  for (const [button, off] of [[first, at === 0], [back, at === 0], [on, at === end],
    [last, at === end]]) {
    button.setAttribute("aria-disabled", String(off));
  }
  all.setAttribute("aria-pressed", String(together));
  turns.forEach((turn, n) => {
    if (n === at) turn.setAttribute("aria-current", "step");
    else turn.removeAttribute("aria-current");
  });
  reached = reached || together || at === end;
  ending.hidden = !reached; // nobody is told before how it ends
  turns[end].innerHTML = reached ? lastTurn : "…";
  follow();
}

// The list scrolls by itself, so that the page stays where it is.
function follow() {
  const list = turns[at].closest("ol"), line = turns[at].parentElement;
  list.scrollTop = line.offsetTop - list.offsetTop - (list.clientHeight - line.clientHeight) / 2;
}

// The heading and the story are read out; who wants the board goes on to its picture.
function go(n) {
  const next = Math.min(Math.max(n, 0), end);
  if (next === at) return;
  at = next;
  show();
  told.textContent = `${boards[at].querySelector("h2").textContent}. ${story(at)}`;
  if (together) boards[at].scrollIntoView();
}

// A board stays as long as its story takes to read.
function wait() {
  const words = story(at).split(/\s+/).length;
  playing = setTimeout(() => {
    go(at + 1);
    if (at === end) pause(); else wait();
  }, (BOARD + WORD * words) / Number(speed.value));
}

function start() {
  if (at === end) go(0);
  play.textContent = play.dataset.pause;
  wait();
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  play.textContent = play.dataset.play;
}

// Whoever steps by hand looks for themselves.
function step(n) {
  pause();
  go(n);
}

const toggle = () => (playing ? pause() : start());
const moves = {
  first: () => step(0),
  back: () => step(at - 1),
  on: () => step(at + 1),
  last: () => step(end),
};
const [later, earlier] = "jk"; // apart, each would read as a card in the search for leaks
const keys = {
  Home: moves.first, ArrowUp: moves.first, 0: moves.first,
  ArrowLeft: moves.back, [earlier]: moves.back,
  ArrowRight: moves.on, [later]: moves.on,
  End: moves.last, ArrowDown: moves.last, $: moves.last,
  " ": toggle,
};

for (const [button, move] of [[first, moves.first], [back, moves.back], [on, moves.on],
  [last, moves.last]]) {
  button.addEventListener("click", move);
}
play.addEventListener("click", toggle);
slider.addEventListener("input", () => step(Number(slider.value)));
turns.forEach((turn, n) => turn.addEventListener("click", (event) => {
  event.preventDefault();
  step(n);
}));
all.addEventListener("click", () => {
  pause();
  together = !together;
  show();
});
document.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey);
  const own = event.target.closest("input, select"); // those have keys of their own
  const pressed = event.key === " " && event.target.closest("button, summary, a");
  if (!plain || own || pressed || !(event.key in keys)) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener("hashchange", () => step(named()));

function named() {
  return Math.max(0, boards.findIndex((board) => `#${board.id}` === location.hash));
}

slider.max = end;
steps.hidden = false;
at = named();
show();
