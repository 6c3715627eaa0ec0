/** The small line under the box: who is typing, and which command the bot is working on. */

import { el } from "./dom.js";
import { nameOf, on, state, userById } from "./state.js";

const TYPING_LASTS = 10_000; // ms, as on Discord

const typing = new Map(); // user id -> {channel, timer}
const pending = new Set(); // commands not answered yet

export const statusLine = el("p.status", { role: "status", dataset: { testid: "status" } });

/** Marks `label` as being worked on, or no longer. */
export function working(label, busy) {
  if (busy) pending.add(label);
  else pending.delete(label);
  show();
}

function show() {
  const here = [...typing].filter(([, { channel }]) => channel === state.channel);
  const names = here.map(([id]) => nameOf(userById(id)));
  const lines = [...pending].map((label) => `Waiting for ${nameOf(state.bot)} to answer ${label}…`);
  if (names.length) lines.push(`${names.join(", ")} ${names.length > 1 ? "are" : "is"} typing…`);
  const text = lines.join("  ");
  if (statusLine.textContent !== text) statusLine.textContent = text;
}

function stop(id) {
  clearTimeout(typing.get(id)?.timer);
  typing.delete(id);
  show();
}

on("typing", ({ channel, user }) => {
  const id = user.id ?? user;
  if (id === state.me) return;
  stop(id);
  typing.set(id, {
    channel: channel.id ?? channel,
    timer: setTimeout(() => stop(id), TYPING_LASTS),
  });
  show();
});
on("message", ({ message }) => stop(message.author.id));
on("opened", show);
for (const event of ["unlinked", "hello"]) {
  on(event, () => {
    pending.clear(); // what was told meanwhile, or to another person, never comes
    show();
  });
}
