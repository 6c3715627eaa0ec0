/** The bar above the box that says whom the next message answers, and whether it pings them. */

import { byId, el } from "./dom.js";
import { nameOf, on } from "./state.js";

let target = null; // the message answered
let ping = true;

const words = el("span");
const pingSwitch = el("button.ping", { type: "button", dataset: { testid: "reply-ping" } });
const cancel = el("button.quiet", { type: "button" }, "Cancel Reply");

export const replyBar = el(
  "div.reply-bar",
  { hidden: true, dataset: { testid: "reply-bar" } },
  words,
  pingSwitch,
  cancel,
);

/** Begins an answer to `message`. */
export function beginReply(message) {
  target = message;
  words.replaceChildren("Replying to ", el("strong", {}, nameOf(message.author)));
  setPing(true);
  replyBar.hidden = false;
  byId("composer").focus();
}

export function endReply() {
  target = null;
  replyBar.hidden = true;
}

export const replying = () => target !== null;

/** What a new message says about the one it answers. */
export const replyFor = () => (target ? { reply_to: target.id, ping } : {});

function setPing(on) {
  ping = on;
  pingSwitch.textContent = on ? "@ On" : "@ Off";
  pingSwitch.setAttribute("aria-pressed", String(on));
  pingSwitch.setAttribute("aria-label", "Mention the author");
}

pingSwitch.addEventListener("click", () => setPing(!ping));
cancel.addEventListener("click", () => {
  endReply();
  byId("composer").focus();
});

on("message_delete", ({ message }) => {
  if (target?.id === (message.id ?? message)) endReply();
});
