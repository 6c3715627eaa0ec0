/** Shows the picture first, then fetches all modules at once. */

const MODULES = ["stream", "clock", "touch", "move", "places", "keys", "hear", "cut"];
const LONGEST = 1000; // ms to wait for a picture

const picture = document.querySelector("#board img");
const fetched = new Promise((over) => {
  if (!picture || picture.complete) over();
  for (const event of ["load", "error"]) picture?.addEventListener(event, over, { once: true });
});
// After the next frame, which shows the picture; a hidden page has no frames.
const painted = fetched.then(
  () => document.hidden || new Promise((over) => requestAnimationFrame(() => setTimeout(over))),
);
await Promise.race([painted, new Promise((over) => setTimeout(over, LONGEST))]);
for (const name of MODULES) import(`./${name}.js`);
