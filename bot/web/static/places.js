/**
 * The outlines over a picture: which buttons they stand for, how they are lit, and how large.
 *
 * A place is a polygon with its names (data-names). A way is a button beside the picture that can be
 * pressed now; data-at names the places that it is about, where it begins first.
 */

/** @returns {SVGPolygonElement[]} all places of the page, of board and hand. */
export const places = () => [...document.querySelectorAll("svg.places polygon")];

/** @returns {HTMLButtonElement[]} all that can be said now and has a place. */
export const ways = () => [...document.querySelectorAll("#turn button[data-at]:not(:disabled)")];

const NARROW = 640; // px of room in which the whole picture is too small

const namesOf = (place) => place.dataset.names.split(" ");

/** The name by which a place is found again on the next picture. */
export const nameOf = (place) => namesOf(place)[0];

const atOf = (way) => way.dataset.at.split(" ");

/** A way is about a place. */
export const about = (way, place) => atOf(way).some((name) => namesOf(place).includes(name));

/** The places that a way is about, without what was touched already: a log lies on several. */
function open(way, touched) {
  const more = atOf(way).filter((name) => !touched.some((place) => namesOf(place).includes(name)));
  return places().filter((place) => namesOf(place).some((name) => more.includes(name)));
}

/** What is left to be said once these places were touched; of two cards that are alike, one. */
export function left(touched) {
  const some = ways().filter((way) => touched.every((place) => about(way, place)));
  return some.filter((way, n) => some.findIndex((each) => each.dataset.word === way.dataset.word) === n);
}

/** Where some ways begin; or where they lead, once one of their places was touched, or where all
 * begin at the same. */
function bright(some, touched) {
  const begins = new Set(some.map((way) => atOf(way)[0]));
  const leads = touched.length > 0 || begins.size === 1;
  const found = new Set();
  for (const way of some) {
    const all = open(way, touched);
    const first = all.filter((place) => namesOf(place).includes(atOf(way)[0]));
    const rest = all.filter((place) => !first.includes(place));
    const far = way.closest(".further") ? rest : [];
    for (const place of leads && rest.length ? rest : [...first, ...far]) found.add(place);
  }
  return found;
}

/** Light up what can be touched next. */
export function light(touched = []) {
  const found = bright(left(touched), touched);
  for (const place of places()) {
    place.classList.toggle("lit", found.has(place));
    place.classList.toggle("touched", touched.includes(place));
    if (touched.includes(place)) place.setAttribute("aria-pressed", "true");
    else place.removeAttribute("aria-pressed");
  }
  return found;
}

/** On a narrow page the board alone is shown, so large that a finger finds each of its places; it is
 * moved under the finger where the page is too narrow for that. */
export function fit() {
  for (const svg of document.querySelectorAll("svg.places")) {
    svg.removeAttribute("hidden");
    const surface = svg.parentElement;
    const frame = surface.parentElement;
    const room = frame.parentElement.clientWidth;
    const [left, top, wide, high] = svg.dataset.board.split(" ").map(Number);
    const scale = room < NARROW ? Math.max(room, Number(svg.dataset.least)) / wide : 0;
    const px = (n) => (scale ? `${n * scale}px` : "");
    frame.classList.toggle("cropped", scale > 0);
    [frame.style.width, frame.style.height] = [px(wide), px(high)];
    surface.style.width = px(svg.viewBox.baseVal.width);
    [surface.style.left, surface.style.top] = [px(-left), px(-top)];
  }
}
