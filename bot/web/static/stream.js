/**
 * Keeps the page up to date without reloading: a connection announces changes of the table, then
 * the part of the page that changes is fetched and replaced. Forms are sent the same way.
 *
 *     EventSource ── "at 12.40" ──> fetch main ──> swapped ──> event "lumbercamp:shown" on document
 *     submit ────── fetch POST ──> main ─────────┘
 *
 * Without this script everything works as forms and links. Other modules listen to
 * "lumbercamp:shown", whose detail is the new main, and send a button's form by press().
 */

export const PART = { "X-Part": "1" };
const LIFTS = 100; // ms after lifting a finger until its press has happened
// A proxy's answers while the bot starts; those from 520 on are Cloudflare's.
const away = (status) => [502, 503, 504].includes(status) || (status >= 520 && status <= 530);
const RETRY = [1000, 2000, 5000, 15000];
const main = () => document.querySelector("main#table");

let told = ""; // the table's version, as the stream announced it last
let asked = 0; // number of requests: only the last one's answer counts
let pressing = false; // a form is under way: news wait until it is done
let asking = false; // the stream's request for the part is under way

/** Whether a form is under way. */
export const busy = () => pressing;

/** The table's version on the page. */
const shown = () => [main().dataset.n, main().dataset.version].filter(Boolean).join(".");

/** Whether the page is behind the stream: by a row, or by a draft. */
function behind() {
  const [n, version] = shown().split(".").map(Number);
  const [toldN, toldVersion] = told.split(".").map(Number);
  if (!told || n !== toldN) return n < toldN;
  return version < toldVersion || (version === undefined) !== (toldVersion === undefined);
}

function swap(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  if (!parsed) return;
  const old = main();
  const focus = document.activeElement;
  const kept = focus && old.contains(focus) ? focus.value || focus.id || null : null;
  const typed = old.querySelector(".typed [name=words]")?.value ?? "";
  const part = document.adoptNode(parsed);
  const answer = part.querySelector("#answer");
  const builds = (page) => page.querySelector("#turn") !== null;
  // so the last answer still holds
  const stands = part.dataset.n === old.dataset.n && builds(part) === builds(old);
  if (stands && !answer.hasChildNodes()) answer.replaceWith(old.querySelector("#answer"));
  old.replaceWith(part);
  const field = part.querySelector(".typed [name=words]");
  if (field && typed && stands) field.value = typed;
  refocus(part, kept);
  seen(answer.querySelector(".refused, form"));
  document.dispatchEvent(new CustomEvent("lumbercamp:shown", { detail: part }));
}

/** Scroll to a refusal or a question; nothing else moves the page. */
const seen = (asked) => asked?.scrollIntoView({ block: "nearest" });

/** Restore the focus, or else focus the next button or the turn. */
function refocus(part, kept) {
  if (kept === null) return;
  const same = [...part.querySelectorAll("button, input, a, [id]")].find(
    (each) => !each.disabled && (each.value || each.id) === kept,
  );
  const next = same ?? part.querySelector("#turn button:not(:disabled), #turn, #players");
  if (!next) return;
  if (!next.matches("button, input, a, select")) next.tabIndex = -1;
  next.focus({ preventScroll: true });
}

/** The part that changes; empty if another request has followed. */
async function part(address, how = {}) {
  const mine = ++asked;
  const answer = await fetch(address, { ...how, headers: PART, credentials: "same-origin" });
  if (away(answer.status)) throw new Error("the bot is away");
  const html = await answer.text();
  await lifted();
  if (mine !== asked) return "";
  if (answer.ok || html.includes('id="table"')) return html;
  location.reload(); // no longer let in: the page says so
  return "";
}

/** Show the stream's news, unless the page shows an earlier board. */
async function refresh() {
  if (pressing || asking || main().dataset.at || !behind()) return;
  const [since, mine] = [told, asked + 1];
  asking = true;
  const html = await part(location.pathname).catch(() => null);
  asking = false;
  if (html === null) {
    wait(true);
    setTimeout(refresh, RETRY[0]);
    return;
  }
  wait(false);
  if (html) swap(html);
  if (told !== since || asked !== mine) refresh();
}

/** Show or hide the note that the page waits for the bot. */
function wait(waits) {
  const line = document.querySelector("#waits");
  if (line) line.hidden = !waits;
}

/** Send until there is an answer. A form has one effect, however often it is sent. */
async function insist(address, how) {
  for (let tries = 0; ; tries++) {
    try {
      return await part(address, how);
    } catch {
      wait(true);
      await new Promise((over) => setTimeout(over, RETRY[Math.min(tries, RETRY.length - 1)]));
    }
  }
}

/** Send a button's form, as if it had been pressed. */
export async function press(button) {
  if (pressing) return;
  const form = button.form;
  const body = new URLSearchParams(new FormData(form));
  if (button.name) body.set(button.name, button.value);
  pressing = true;
  main().setAttribute("aria-busy", "true");
  const html = await insist(form.getAttribute("action"), { method: "POST", body });
  wait(false);
  pressing = false;
  main().removeAttribute("aria-busy");
  if (html) swap(html);
  refresh();
}

document.addEventListener("submit", (event) => {
  const button = event.submitter ?? event.target.querySelector("button");
  if (!button || !main()?.contains(event.target)) return;
  event.preventDefault();
  press(button);
});

let down = null; // while a finger is on the page: a promise of its lifting

/** Waits until no finger is on the page, so nothing is replaced under one. */
const lifted = () => down?.over;

/** Ends the touch that a finger was lifted from; another finger may be down by now. */
function lift(mine) {
  if (mine !== down) return;
  down?.end();
  down = null;
}

document.addEventListener("pointerdown", () => {
  if (down) return;
  down = {};
  down.over = new Promise((end) => (down.end = end));
});
// The click follows the lifting of the finger, and takes effect after it.
document.addEventListener("pointerup", () => setTimeout(lift, LIFTS, down));
document.addEventListener("pointercancel", () => lift(down));
document.addEventListener("click", () => setTimeout(lift, 0, down));

let tries = 0;
function watch() {
  const events = new EventSource(`/events/${main().dataset.game}`);
  events.addEventListener("at", (event) => {
    tries = 0;
    told = event.data;
    if (!pressing) wait(false);
    refresh();
  });
  events.addEventListener("error", () => {
    wait(true);
    // The browser retries on its own, unless the server has answered and refused.
    if (events.readyState !== EventSource.CLOSED) return;
    part(location.pathname).catch(() => null); // if signed out, the reloaded page says so
    setTimeout(watch, RETRY[Math.min(tries++, RETRY.length - 1)]);
  });
}

if (main()) watch();
