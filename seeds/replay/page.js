// Steps through the boards, all of which stand in the page: it shows one and hides the others.
"use strict";

const boards = [...document.querySelectorAll("article")];
const steps = document.querySelector(".steps");
const [first, back, on, last, all] = steps.querySelectorAll("button");
const where = document.getElementById("where");
const told = document.getElementById("told");

let at = Math.max(0, boards.findIndex((board) => `#${board.id}` === location.hash));
let together = false;

function show() {
  boards.forEach((board, n) => { board.hidden = !together && n !== at; });
  where.textContent = `${at + 1} / ${boards.length}`;
  for (const [button, off] of [[first, at === 0], [back, at === 0],
    [on, at === boards.length - 1], [last, at === boards.length - 1]]) {
    button.setAttribute("aria-disabled", String(off));
  }
  all.setAttribute("aria-pressed", String(together));
}

// The heading and the story are read out; who wants the board goes on to its picture.
function go(n) {
  const next = Math.min(Math.max(n, 0), boards.length - 1);
  if (next === at) return;
  at = next;
  show();
  const [title, story] = [boards[at].querySelector("h2"), boards[at].querySelector(".story")];
  told.textContent = `${title.textContent}. ${story.innerText}`;
  if (together) boards[at].scrollIntoView();
}

const moves = {
  Home: () => go(0),
  ArrowLeft: () => go(at - 1),
  ArrowRight: () => go(at + 1),
  End: () => go(boards.length - 1),
};
[first, back, on, last].forEach((button, n) => {
  button.addEventListener("click", Object.values(moves)[n]);
});
all.addEventListener("click", () => {
  together = !together;
  show();
});
document.addEventListener("keydown", (event) => {
  const plain = !(event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
  if (!plain || !(event.key in moves)) return;
  event.preventDefault();
  moves[event.key]();
});

steps.hidden = false;
show();
