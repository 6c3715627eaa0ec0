/**
 * Cutting things out of pictures of a board: pixels of a place that differ from the ground.
 *
 * A box is the part of the picture that a place covers, in its own px: { x, y, w, h }.
 */

import { nameOf } from "./places.js";

/** The boxes of a board's places, by the places' names. */
export function boxes(main) {
  const found = new Map();
  for (const place of main.querySelectorAll("#board svg.places polygon")) {
    const points = place.getAttribute("points").split(" ").map((each) => each.split(",").map(Number));
    const [xs, ys] = [0, 1].map((n) => points.map((point) => point[n]));
    const [x, y] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
    const [w, h] = [Math.ceil(Math.max(...xs)) - x, Math.ceil(Math.max(...ys)) - y];
    found.set(nameOf(place), { x, y, w, h });
  }
  return found;
}

/** The box around several boxes. */
export function around(some) {
  const [x, y] = [Math.min(...some.map((box) => box.x)), Math.min(...some.map((box) => box.y))];
  const [right, bottom] = [some.map((box) => box.x + box.w), some.map((box) => box.y + box.h)];
  return { x, y, w: Math.max(...right) - x, h: Math.max(...bottom) - y };
}

/** A box of a picture, as a canvas that lies over it. size: of the whole picture. */
export function piece(picture, box, size) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [box.w, box.h];
  canvas.getContext("2d").drawImage(picture, -box.x, -box.y);
  const share = (part, whole) => `${(100 * part) / whole}%`;
  Object.assign(canvas.style, {
    left: share(box.x, size.w),
    top: share(box.y, size.h),
    width: share(box.w, size.w),
    height: share(box.h, size.h),
  });
  return canvas;
}

/** The pixels of a picture in a box. */
const pixels = (picture, box) => {
  const canvas = piece(picture, box, box);
  return canvas.getContext("2d").getImageData(0, 0, box.w, box.h);
};

/** The pixels in a box of a picture that differ from each of some others: the rest is transparent.
 * Null if there is no such pixel. */
export function thing(picture, box, size, others) {
  const canvas = piece(picture, box, size);
  const context = canvas.getContext("2d");
  const shown = context.getImageData(0, 0, box.w, box.h);
  const colours = new Uint32Array(shown.data.buffer);
  const besides = others.map((each) => new Uint32Array(pixels(each, box).data.buffer));
  let some = false;
  colours.forEach((colour, n) => {
    if (besides.some((each) => each[n] === colour)) colours[n] = 0;
    else some = true;
  });
  context.putImageData(shown, 0, 0);
  return some ? canvas : null;
}
