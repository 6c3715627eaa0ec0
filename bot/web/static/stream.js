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

const PART = { "X-Part": "1" };
const RETRY = [1000, 2000, 5000, 15000];
const main = () => document.querySelector("main#table");

let busy = false; // a form is under way: what comes meanwhile is asked for behind it
let told = ""; // how far the table is, as the stream said last

/** Where the table is, as the page shows it and as the stream says it. */
const shown = () => [main().dataset.n, main().dataset.version].filter(Boolean).join(".");

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
  document.dispatchEvent(new CustomEvent("lumbercamp:shown", { detail: part }));
}

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

async function part(address, asked = {}) {
  const answer = await fetch(address, { ...asked, headers: PART, credentials: "same-origin" });
  const html = await answer.text();
  if (!answer.ok && !html.includes('id="table"')) {
    location.reload(); // not let in any more: the page says so
    return;
  }
  swap(html);
}

/** Ask for the part that changes, unless it is an earlier board that is looked at. */
async function refresh() {
  if (busy || told === shown()) return;
  if (!main().dataset.at) await part(location.pathname).catch(() => {});
}

/** Send the form of a button, as if it had been pressed. */
export async function press(button) {
  if (busy) return;
  const form = button.form;
  const body = new URLSearchParams(new FormData(form));
  if (button.name) body.set(button.name, button.value);
  busy = true;
  main().setAttribute("aria-busy", "true");
  try {
    await part(form.getAttribute("action"), { method: "POST", body });
  } catch {
    form.dispatchEvent(new CustomEvent("lumbercamp:lost", { bubbles: true }));
  } finally {
    busy = false;
    main().removeAttribute("aria-busy");
    refresh();
  }
}

document.addEventListener("submit", (event) => {
  const button = event.submitter ?? event.target.querySelector("button");
  if (!button || !main()?.contains(event.target)) return;
  event.preventDefault();
  press(button);
});

let tries = 0;
function watch() {
  const events = new EventSource(`/events/${main().dataset.game}`);
  events.addEventListener("at", (event) => {
    tries = 0;
    told = event.data;
    refresh();
  });
  events.addEventListener("error", () => {
    // The browser tries again by itself, but not where the server has answered and refused.
    if (events.readyState !== EventSource.CLOSED) return;
    setTimeout(watch, RETRY[Math.min(tries++, RETRY.length - 1)]);
  });
}

if (main()) watch();
