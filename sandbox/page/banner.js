/** The line across the top while something is missing: the stream, or the bot. */

import { byId } from "./dom.js";
import { nameOf, on, state } from "./state.js";

function sentence() {
  if (!state.linked) return "Reconnecting…";
  if (state.bot.online) return "";
  return `The bot is offline. ${nameOf(state.bot)} will answer your messages when it's back.`;
}

function draw() {
  const node = byId("banner");
  node.textContent = sentence();
  node.hidden = !node.textContent;
}

export function startBanner() {
  for (const event of ["hello", "bot", "unlinked"]) on(event, draw);
}
