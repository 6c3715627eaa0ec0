/**
 * The outlines over a picture: their buttons, their light, and their size.
 *
 * A place is a polygon with its names (data-names). A way is a button beside the picture that can be
 * pressed now; data-at has the names of its places, its beginning first.
 */

/** @returns {SVGPolygonElement[]} all places on the page, of board and hand. */
export const places = () => [...document.querySelectorAll("svg.places polygon")];

/** @returns {HTMLButtonElement[]} all possible words with a place. */
export const ways = () => [...document.querySelectorAll("#turn button[data-at]:not(:disabled)")];

const NARROW = 640; // px of room; with less the whole picture is too small

const namesOf = (place) => place.dataset.names.split(" ");

/** The name that identifies a place on the next picture. */
export const nameOf = (place) => namesOf(place)[0];

const atOf = (way) => way.dataset.at.split(" ");

/** Whether a way is about a place. */
export const about = (way, place) => atOf(way).some((name) => namesOf(place).includes(name));

/** The places of a way, without the touched ones: a log lies on several. */
function open(way, touched) {
  const more = atOf(way).filter((name) => !touched.some((place) => namesOf(place).includes(name)));
  return places().filter((place) => namesOf(place).some((name) => more.includes(name)));
}

/** The ways left after touching these places; of two identical cards, one. */
export function left(touched) {
  const some = ways().filter((way) => touched.every((place) => about(way, place)));
  return some.filter((way, n) => some.findIndex((each) => each.dataset.word === way.dataset.word) === n);
}

/** The beginnings of ways; or their ends, if a place of theirs was touched, or if all have the same
 * beginning. */
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

/** Light up the next places to touch. */
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

/** On a narrow page show only the board, large enough for a finger on each place; it scrolls if the
 * page is too narrow for that. */
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
