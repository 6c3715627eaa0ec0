/**
 * Playing by touching the board: each place narrows down the possible words, until one way is left.
 *
 *     tap a piece ──> its destinations light up ──> tap one ──> press its button
 *     tap ──> several ways with the same places are left ──> choose from them below
 */

import { about, fit, left, light, nameOf, places, ways } from "./places.js";
import { busy, press } from "./stream.js";
import { hear } from "./hear.js";

const FINGER = 24; // px from the middle of a place, within which a tap may mean it
const IDLE = 2500; // ms

let touched = [];
let next = null; // the name of a place touched while a form was under way
let said = null; // the name of the place that sent the form: a second touch is a mistake
let known = ""; // the possible words at the last touch

const named = (wanted) => places().find((place) => nameOf(place) === wanted);
const sayable = () => ways().map((way) => `${way.dataset.word} ${way.dataset.at}`).join("\n");

/** Forget the touched places. */
export function reset() {
  touched = [];
  choose([]);
  light();
}

/** Something was touched and is not said yet. */
export const pending = () => touched.length > 0;

/** Announce that a place has nothing to do: to screen readers, and at the finger. */
function idle(place, at) {
  const svg = place.closest("svg");
  const words = [place.getAttribute("aria-label"), svg.dataset.idle].filter(Boolean).join(". ");
  hear(words);
  if (!at) return;
  const note = document.createElement("div");
  note.className = "idle";
  note.setAttribute("aria-hidden", "true");
  note.textContent = words;
  document.querySelector(".idle")?.remove();
  document.body.append(note);
  const half = note.offsetWidth / 2 + 4;
  note.style.left = `${Math.min(Math.max(at.x, half), innerWidth - half)}px`;
  note.style.top = `${Math.max(at.y, 1.4 * note.offsetHeight)}px`;
  setTimeout(() => note.remove(), IDLE);
}

/** The place that a tap means: its own if that can be used, else the nearest lit one. */
function meant(place, at) {
  if (left([...touched, place]).length || left([place]).length) return place;
  const far = (each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return Math.hypot(x + width / 2 - at.x, y + height / 2 - at.y);
  };
  const near = places().filter((each) => each.matches(".lit") && far(each) < FINGER);
  return near.sort((one, other) => far(one) - far(other))[0] ?? place;
}

/** Touch a place; at: the position of the finger. A touch while a form is under way is repeated on
 * the result. */
export function touch(place, at = null) {
  if (busy()) {
    if (nameOf(place) !== said) next = nameOf(place);
    return;
  }
  let some = left([...touched, place]);
  if (touched.includes(place)) {
    reset();
    return;
  }
  if (!some.length && touched.length) {
    reset();
    some = left([place]);
  }
  if (!some.length) {
    idle(place, at);
    return;
  }
  if (some.length === 1) {
    reset();
    said = nameOf(place);
    press(some[0]);
    return;
  }
  touched.push(place);
  const bright = [...light(touched)];
  const apart = some.filter((way) => bright.some((each) => about(way, each)));
  const chosen = apart.length < some.length ? choose(some) : [];
  hear((chosen.length ? chosen : bright).map(called).join("; "));
}

/** The label of a button, or the content of a place. */
const called = (each) => each.getAttribute("aria-label")?.split(". ")[0] ?? each.innerText.replace(/\s+/g, " ");

/** Offer ways with the same places below the picture, the first focused. Returns their buttons. */
function choose(some) {
  document.querySelector(".choose")?.remove();
  if (!some.length) return [];
  const row = document.createElement("div");
  row.className = "choose row";
  for (const way of some) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.word = way.dataset.word;
    const title = way.closest("fieldset")?.querySelector("legend");
    button.append(title ? `${title.textContent} ` : "", ...[...way.cloneNode(true).childNodes]);
    button.addEventListener("click", () => {
      reset();
      press(way);
    });
    row.append(button);
  }
  document.querySelector("#board").after(row);
  row.querySelector("button").focus({ preventScroll: true });
  row.scrollIntoView({ block: "nearest" });
  return [...row.children];
}

/** Unsay the last word, or forget the touched places. */
export function back() {
  if (pending()) {
    reset();
    return;
  }
  const button = document.querySelector("#turn button[data-verb=back]:not(:disabled)");
  if (button) press(button);
}

document.addEventListener("click", (event) => {
  document.querySelector(".idle")?.remove();
  const place = event.target.closest?.("svg.places polygon");
  const at = { x: event.clientX, y: event.clientY };
  if (place) touch(meant(place, at), at);
});

/** Handle a new picture. Touched places stay if the possible words are the same. */
function shown() {
  const again = known === sayable() ? touched.map(nameOf) : [];
  const due = [...again, next].map((each) => each && named(each)).filter(Boolean);
  [touched, next, said, known] = [[], null, null, sayable()];
  fit();
  light();
  for (const place of due) touch(place);
}

document.addEventListener("lumbercamp:shown", shown);
addEventListener("resize", fit);
if (places().length || ways().length) shown();
