/**
 * The first-time visitor's hint; it goes for good once a command was sent or it was closed, and
 * stays away from channels where a game is to be seen already.
 */

import { byId, el } from "./dom.js";
import { gameHere } from "./messages.js";
import { on } from "./state.js";

const KEY = "lumbercamp-hint-seen";
const FIRST = "/logger start";

export function startHint(fill) {
  if (localStorage.getItem(KEY)) return;
  const fillIn = el(
    "button.button.primary",
    { type: "button", onclick: () => fill(FIRST) },
    "Fill It In",
  );
  const close = el(
    "button.quiet",
    { type: "button", ariaLabel: "Close this hint", onclick: done },
    "×",
  );
  const words = el("p", {}, "New here? Type ", el("code.command", {}, FIRST), " to begin a game.");
  const props = { hidden: true, dataset: { testid: "hint" } };
  const hint = el("div.hint", props, words, fillIn, close);
  byId("composer-area").prepend(hint);
  on("opened", () => (hint.hidden = true)); // until it is known what is there
  for (const event of ["shown", "message", "message_edit", "message_delete"])
    on(event, () => (hint.hidden = gameHere()));
  on("command-sent", done);

  function done() {
    localStorage.setItem(KEY, "yes");
    hint.remove();
  }
}
