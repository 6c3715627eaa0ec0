/** The small line under the box: which command the bot is working on. */

import { el } from "./dom.js";
import { nameOf, on, state } from "./state.js";

const pending = new Set(); // commands not answered yet

export const statusLine = el("p.status", { role: "status", dataset: { testid: "status" } });

/** Marks `label` as being worked on, or no longer. */
export function working(label, busy) {
  if (busy) pending.add(label);
  else pending.delete(label);
  show();
}

function show() {
  const lines = [...pending].map((label) => `Waiting for ${nameOf(state.bot)} to answer ${label}…`);
  const text = lines.join("  ");
  if (statusLine.textContent !== text) statusLine.textContent = text;
}

on("opened", show);
for (const event of ["unlinked", "hello"]) {
  on(event, () => {
    pending.clear(); // what was told meanwhile, or to another person, never comes
    show();
  });
}
