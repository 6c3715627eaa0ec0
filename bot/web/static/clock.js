/**
 * Times in the reader's own zone and language, and the time left until future ones:
 *
 *     <time datetime="2026-11-27T20:44:35+00:00" data-style="f">  ──>  27 Nov 2026, 21:44 (in 3 days)
 */

const language = document.documentElement.lang || undefined;
const relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "medium", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const UNITS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/** The time left in days, hours, minutes or seconds, rounded as the chat rounds it. */
function until(seconds) {
  const [unit, length] = UNITS.find(([, each]) => seconds >= each) ?? UNITS.at(-1);
  return relative.format(Math.round(seconds / length), unit);
}

function tell(time) {
  const at = new Date(time.dateTime);
  const seconds = (at - Date.now()) / 1000;
  const shown = at.toLocaleString(language, STYLES[time.dataset.style] ?? STYLES.f);
  const whole = seconds > 0 ? `${shown} (${until(seconds)})` : shown;
  if (time.textContent !== whole) time.textContent = whole;
  return seconds;
}

/** Show all times, and again when the first of them changes. */
function tick() {
  const left = [...document.querySelectorAll("time[datetime]")].map(tell).filter((s) => s > 0);
  clearTimeout(tick.timer);
  if (left.length) tick.timer = setTimeout(tick, Math.min(...left) < 120 ? 1000 : 30_000);
}

document.addEventListener("lumbercamp:shown", tick);
tick();
