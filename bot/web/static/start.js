/** The picture is seen first, then all that makes the page comfortable is fetched at once. */

const MODULES = ["stream", "clock", "touch", "move", "places", "keys", "hear", "cut"];
const LONGEST = 1000; // ms that a picture is waited for

const picture = document.querySelector("#board img");
const fetched = new Promise((over) => {
  if (!picture || picture.complete) over();
  for (const event of ["load", "error"]) picture?.addEventListener(event, over, { once: true });
});
// Behind the next frame, which has the picture; where nobody looks there is none.
const painted = fetched.then(
  () => document.hidden || new Promise((over) => requestAnimationFrame(() => setTimeout(over))),
);
await Promise.race([painted, new Promise((over) => setTimeout(over, LONGEST))]);
for (const name of MODULES) import(`./${name}.js`);
