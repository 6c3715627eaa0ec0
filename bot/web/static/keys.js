/**
 * The board by keyboard: arrows move between places as they lie in the picture, Enter and Space
 * touch, Escape steps back. Tab reaches one place of a picture, the last one.
 */

import { nameOf, places } from "./places.js";
import { back, touch } from "./touch.js";

export const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
const ASIDE = 2.5; // how much farther a place counts that lies off the way

let last = null; // the name of the place that had the focus
let held = false; // whether it still has the focus

const isPlace = (each) => each?.matches?.("svg.places polygon");

function middle(place) {
  const { x, y, width, height } = place.getBBox();
  return [x + width / 2, y + height / 2];
}

/** The nearest place in a direction, of the same picture. */
export function next(from, [dx, dy]) {
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const place of from.parentElement.querySelectorAll("polygon")) {
    const [px, py] = middle(place);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy + (py - y) * dx);
    const far = ahead + ASIDE * aside;
    if (place !== from && ahead > 1 && far < least) [best, least] = [place, far];
  }
  return best;
}

function go(place) {
  for (const each of place.parentElement.querySelectorAll("polygon")) each.tabIndex = -1;
  place.tabIndex = 0;
  place.focus();
}

/** After a change of the picture, make one place reachable, and focus it if it had the focus. */
function begin() {
  for (const svg of document.querySelectorAll("svg.places")) {
    const all = [...svg.querySelectorAll("polygon")];
    const same = all.find((place) => nameOf(place) === last);
    const first = same ?? all.find((place) => place.classList.contains("lit")) ?? all[0];
    for (const place of all) place.tabIndex = place === first ? 0 : -1;
    if (held && same && !document.activeElement?.closest(".choose")) same.focus({ preventScroll: true });
  }
}

document.addEventListener("focusin", (event) => {
  held = isPlace(event.target);
  if (held) last = nameOf(event.target);
});

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const on = isPlace(event.target) ? event.target : null;
  if (event.key === "Escape" && (on || event.target.closest?.(".choose"))) {
    event.preventDefault();
    back();
    if (!on) places().find((place) => nameOf(place) === last)?.focus();
  } else if (on && WAYS[event.key]) {
    event.preventDefault();
    const there = next(on, WAYS[event.key]);
    if (there) go(there);
  } else if (on && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    touch(on);
  }
});

// touch.js handles the event first, as it is imported here, so the places are lit by then.
document.addEventListener("lumbercamp:shown", begin);
begin();
