/**
 * Times as chat shows them, and Discord's `<t:unix:style>`.
 *
 *     t 14:05 · T 14:05:30 · d 14/11/2025 · D 14 November 2025 · f, F day and time · R relative
 */

import { el } from "./dom.js";

const LOCALE = "en-GB";
const make = (options) => new Intl.DateTimeFormat(LOCALE, options);
const SHORT_TIME = make({ hour: "2-digit", minute: "2-digit" });
const LONG_DATE = make({ day: "numeric", month: "long", year: "numeric" });
const FULL = make({ dateStyle: "full", timeStyle: "short" });
const STYLES = {
  t: SHORT_TIME,
  T: make({ hour: "2-digit", minute: "2-digit", second: "2-digit" }),
  d: make({ day: "2-digit", month: "2-digit", year: "numeric" }),
  D: LONG_DATE,
  f: make({ dateStyle: "long", timeStyle: "short" }),
  F: FULL,
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];
const AGO = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const FRESHEN = 10_000; // ms between updates of the relative ones

/** "in 3 hours", "2 days ago". */
function relative(unix, now = Date.now() / 1000) {
  const away = unix - now;
  const [unit, seconds] = UNITS.find(([, size]) => Math.abs(away) >= size) ?? UNITS.at(-1);
  return AGO.format(Math.round(away / seconds), unit);
}

/** The `<time>` for a timestamp, or null when there is no such moment. */
export function stamp(unix, style = "f") {
  const date = new Date(unix * 1000);
  if (Number.isNaN(date.getTime())) return null;
  const text = style === "R" ? relative(unix) : (STYLES[style] ?? STYLES.f).format(date);
  const node = el("time.stamp", { title: FULL.format(date) }, text);
  node.dateTime = date.toISOString();
  if (style === "R") node.dataset.relative = String(unix);
  return node;
}

/** When a message was written: today's by its time, others with their date. */
export function written(iso) {
  const date = new Date(iso);
  const today = dayOf(iso) === dayOf(new Date().toISOString());
  const text = today
    ? SHORT_TIME.format(date)
    : `${STYLES.d.format(date)} ${SHORT_TIME.format(date)}`;
  return el("time.written", { dateTime: iso, title: FULL.format(date) }, text);
}

export const dayOf = (iso) => LONG_DATE.format(new Date(iso));

function freshen() {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = relative(Number(node.dataset.relative));
    if (node.textContent !== text) node.textContent = text;
  }
}

setInterval(freshen, FRESHEN);
