/**
 * The events since the last look, shown as movement over the new picture, which is already there.
 *
 *     data-moves of the board ── rows after the last board's data-row ──> beats
 *     the same thing, beat after beat ──> a thread ──> a moving piece of the picture
 *
 * Any press or key ends it, and still has its effect; with reduced motion there is none. A device
 * stores the last row seen of a table, for the next time the page is opened.
 */

import { around, boxes, piece, thing } from "./cut.js";
import { PART } from "./stream.js";

export const WHOLE = 3000; // ms, with all fetching
const FETCHED = 700; // ms of these for pictures
const BEATS = 2000; // ms for all beats together
const BEAT = 450; // ms for one beat, at most
const FADE = 200;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const board = (main) => main.querySelector("#board");
const row = (main) => Number(board(main)?.dataset.row ?? 0);

/** The beats since a row; empty if that is too long ago. */
function since(main, seen, drafted) {
  const [before, rows] = JSON.parse(board(main)?.dataset.moves || "[0, []]");
  if (seen < before) return [];
  const news = rows.filter(([n, mine]) => n > seen && !(mine && drafted));
  return news.flatMap(([, , beats]) => beats);
}

const key = (spot) => spot.join(" ");
const starts = (thread) => thread[0].way[0];
const ends = (thread) => thread.at(-1).way.at(-1);
const touches = (one, other) => one.some((name) => other.includes(name));

/** The legs of each moving thing, in order. */
function threads(beats) {
  const found = [];
  beats.forEach((moves, beat) => {
    for (const [what, way] of moves) {
      const leg = { what, way, beat };
      const known = found.find(
        (each) => way[0].length && each[0].what === what && key(ends(each)) === key(way[0]),
      );
      if (known) known.push(leg);
      else found.push([leg]);
    }
  });
  return found;
}

/** The pictures, the places and the threads of a movement. */
class Scene {
  constructor(old, now, ground, all, places) {
    this.old = old;
    this.now = now;
    this.ground = ground;
    this.all = all;
    this.places = places;
    this.size = { w: now.naturalWidth, h: now.naturalHeight };
  }

  /** The box of a spot; null if it is nowhere, or out of the picture. */
  box(spot) {
    const found = spot.map((name) => this.places.get(name));
    return found.length && found.every(Boolean) ? around(found) : null;
  }

  /** A thing at its end, or at its beginning: the pixels that differ from the ground and, if
   * another thing lies there too, from the picture with only that. */
  cut(thread) {
    const from = this.box(starts(thread));
    const to = this.box(ends(thread));
    const besides = (other) => (this.ground ? [this.ground, other] : [other]);
    const alone = this.ground ? [this.ground] : [];
    if (to) {
      const left = this.all.some((each) => touches(starts(each), ends(thread)));
      const others = left && this.ground ? alone : besides(this.old);
      const found = thing(this.now, to, this.size, others);
      if (found) return [found, to];
    }
    if (!from) return [null, null];
    const taken = this.all.some((each) => touches(ends(each), starts(thread)));
    const others = taken && this.ground ? alone : besides(this.now);
    return [thing(this.old, from, this.size, others), from];
  }

  /** The picture under a thing's old place: another thing there now, or else the ground. */
  bare(thread) {
    const from = this.box(starts(thread));
    if (!from) return null;
    const taken = this.all.some((each) => touches(ends(each), starts(thread)));
    return piece(taken && this.ground ? this.ground : this.now, from, this.size);
  }
}

/** A leg as keyframes of a piece cut from a box. */
function frames(scene, { way }, box) {
  const [first, last] = [way[0], way.at(-1)];
  const at = (spot, scale = 1, opacity = 1) => {
    const there = scene.box(spot) ?? box;
    const x = (100 * (there.x + there.w / 2 - box.x - box.w / 2)) / box.w;
    const y = (100 * (there.y + there.h / 2 - box.y - box.h / 2)) / box.h;
    const transform = `translate(${x}%, ${y}%) scale(${scale})`;
    return { transform, opacity, visibility: "visible" };
  };
  if (!first.length) return [at(last, 0.3, 0), at(last)];
  if (!last.length) return [at(first), at(first, 0.4, 0)];
  if (key(first) === key(last)) return [at(first, 0.6), at(first)];
  return way.map((spot) => at(spot));
}

/** Put all pieces on a layer, and start them. Returns the animations. */
function begin(layer, scene, length) {
  const shown = [];
  const bare = scene.all.map((thread) => [scene.bare(thread), thread[0].beat * length]);
  for (const [ground, delay] of bare) {
    if (!ground) continue;
    layer.append(ground);
    const visible = [{ visibility: "visible" }, { visibility: "visible" }];
    shown.push(ground.animate(visible, { delay, duration: 1, fill: "forwards" }));
  }
  for (const thread of scene.all) {
    const [canvas, box] = scene.cut(thread);
    if (!canvas) continue;
    canvas.dataset.what = thread[0].what;
    layer.append(canvas);
    for (const leg of thread) {
      const same = thread.filter((each) => each.beat === leg.beat);
      const duration = length / same.length;
      const delay = leg.beat * length + same.indexOf(leg) * duration;
      const timing = { delay, duration, easing: "ease-in-out", fill: "forwards" };
      shown.push(canvas.animate(frames(scene, leg, box), timing));
    }
  }
  return shown;
}

let running = null; // the layer

/** Show the picture as it is now. */
export function skip() {
  running?.remove();
  running = null;
}

/** A picture once it is fetched; null if there is none, or it takes too long. */
const fetched = (image, until) =>
  Promise.race([image.decode().then(() => image), until]).catch(() => null);

/** Show the events between two pages of a table. */
export async function move(old, now) {
  skip();
  const [was, is] = [old, now].map((main) => main.querySelector("#board img"));
  const drafted = Number(old.querySelector("#turn")?.dataset.said ?? 0) > 0;
  const beats = still.matches || !was || !is ? [] : since(now, row(old), drafted);
  const places = now.querySelector("#board svg.places");
  if (!beats.length || !places || was.src === is.src) return;
  const layer = document.createElement("div");
  layer.className = "moving";
  layer.setAttribute("aria-hidden", "true");
  const before = was.cloneNode();
  before.alt = "";
  layer.append(before);
  places.before(layer);
  running = layer;
  const ground = new Image();
  ground.src = `${location.pathname}/ground.png`;
  const late = new Promise((over) => setTimeout(over, FETCHED, null));
  const [first, last, bare] = await Promise.all([before, is, ground].map((each) => fetched(each, late)));
  if (running !== layer) return;
  if (!first || !last) return skip();
  const scene = new Scene(first, last, bare, threads(beats), boxes(now));
  const length = Math.min(BEAT, BEATS / beats.length);
  const shown = begin(layer, scene, length);
  const timing = { delay: beats.length * length, duration: FADE, fill: "forwards" };
  shown.push(layer.animate([{ opacity: 1 }, { opacity: 0 }], timing));
  await Promise.all(shown.map((each) => each.finished)).catch(() => {});
  if (running === layer) skip();
}

const main = () => document.querySelector("main#table");
const name = () => `lumbercamp:${main().dataset.game}`;

/** The last row seen of a table on this device; NaN if none is stored. */
function seen() {
  try {
    return Number(localStorage.getItem(name()) ?? NaN);
  } catch {
    return NaN;
  }
}

function keep(now) {
  try {
    localStorage.setItem(name(), row(now));
  } catch {
    // In a frame of another site storage may be forbidden.
  }
}

let looked = main(); // the page at the last look

/** Handle another page of the table. A hidden page shows it at the next look. */
function shown() {
  const [old, now] = [looked, main()];
  if (document.hidden || !now) return;
  looked = now;
  if (now.dataset.at || old.dataset.at) return;
  keep(now);
  if (old !== now && row(now) > row(old)) move(old, now);
}

/** On opening the page, begin with the last row seen. */
async function opened() {
  const [now, last] = [main(), seen()];
  if (now.dataset.at || document.hidden) return;
  keep(now);
  if (still.matches || !since(now, last, false).length) return;
  const answer = await fetch(`${location.pathname}?at=${last}`, { headers: PART, credentials: "same-origin" });
  const old = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main#table");
  if (answer.ok && old && now.isConnected) await move(old, now);
}

for (const event of ["pointerdown", "keydown"]) addEventListener(event, skip, { capture: true });
document.addEventListener("lumbercamp:shown", shown);
document.addEventListener("visibilitychange", shown);
if (main()) opened().catch(() => {});
