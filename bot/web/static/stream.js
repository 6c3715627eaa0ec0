/**
 * The page stays true, and nothing is loaded anew: one connection says that the table is further,
 * then the part of the page that changes is fetched and put in its place. Forms are sent the same way.
 *
 *     EventSource ── "at 12.40" ──> fetch main ──> swapped ──> event "lumbercamp:shown" on document
 *     submit ────── fetch POST ──> main ─────────┘
 *
 * Without this script all works as forms and links. Other modules listen to "lumbercamp:shown", whose
 * detail is the new main, and send a button's form by press().
 */

export const PART = { "X-Part": "1" };
const LIFTS = 100; // ms from the lifting of a finger until it has pressed
// What a proxy answers in place of a bot that is being started; from 520 on those of Cloudflare.
const away = (status) => [502, 503, 504].includes(status) || (status >= 520 && status <= 530);
const RETRY = [1000, 2000, 5000, 15000];
const main = () => document.querySelector("main#table");

let told = ""; // how far the table is, as the stream said last
let asked = 0; // how often something was asked for: what was asked before the last is of yesterday
let pressing = false; // a form is under way: what comes meanwhile is asked for behind it
let asking = false; // the part is, for the stream

/** A form is under way. */
export const busy = () => pressing;

/** Where the table is, as the page shows it. */
const shown = () => [main().dataset.n, main().dataset.version].filter(Boolean).join(".");

/** The stream knows of something that the page does not show: a later row, or a later draft. */
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
  const stands = part.dataset.n === old.dataset.n; // what was answered is still so
  if (stands && !answer.hasChildNodes()) answer.replaceWith(old.querySelector("#answer"));
  old.replaceWith(part);
  const field = part.querySelector(".typed [name=words]");
  if (field && typed && stands) field.value = typed;
  refocus(part, kept);
  seen(answer.querySelector(".refused, form"));
  document.dispatchEvent(new CustomEvent("lumbercamp:shown", { detail: part }));
}

/** A refusal and a question are seen at once; nothing else moves the page. */
const seen = (asked) => asked?.scrollIntoView({ block: "nearest" });

/** What had the focus has it again, or else what was answered, or what is due. */
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

/** The part that changes; nothing if something else was asked for by then. */
async function part(address, how = {}) {
  const mine = ++asked;
  const answer = await fetch(address, { ...how, headers: PART, credentials: "same-origin" });
  if (away(answer.status)) throw new Error("the bot is away");
  const html = await answer.text();
  if (how.method !== "POST") await lifted();
  if (mine !== asked) return "";
  if (answer.ok || html.includes('id="table"')) return html;
  location.reload(); // not let in any more: the page says so
  return "";
}

/** Show what the stream tells of, unless it is an earlier board that is looked at. */
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

/** The page says that it waits for the bot, or not any more. */
function wait(waits) {
  const line = document.querySelector("#waits");
  if (line) line.hidden = !waits;
}

/** Ask until it is answered. A form has one effect, however often it is sent. */
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

/** Send the form of a button, as if it had been pressed. */
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

let down = null; // while a finger is on the page: what ends with its lifting

/** No finger is on the page: what one is on is not taken away from under it. */
const lifted = () => down?.over;

function lift() {
  down?.end();
  down = null;
}

document.addEventListener("pointerdown", () => {
  if (down) return;
  down = {};
  down.over = new Promise((end) => (down.end = end));
});
// A press is told after the finger was lifted, and has its effect after it was told.
document.addEventListener("pointerup", () => setTimeout(lift, LIFTS));
document.addEventListener("pointercancel", lift);
document.addEventListener("click", () => setTimeout(lift));

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
    // The browser tries again by itself, but not where the server has answered and refused.
    if (events.readyState !== EventSource.CLOSED) return;
    part(location.pathname).catch(() => null); // a browser that was ended loads the page, which says so
    setTimeout(watch, RETRY[Math.min(tries++, RETRY.length - 1)]);
  });
}

if (main()) watch();
