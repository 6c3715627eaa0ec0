/**
 * Buttons and menus of a message (Discord's component types).
 *
 *     1 row · 2 button · 3 select
 */

import { el } from "./dom.js";
import { ask } from "./form.js";
import { begin } from "./interactions.js";
import { Select } from "./select.js";
import { state } from "./state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;
const SILENCE = 6000; // ms after which a press no longer counts as being on its way

const BUILD = {
  1: (it, message) => el("div.row", {}, components(it.components, message)),
  2: button,
  3: select,
};

/** The nodes of `list`; kinds that the page does not know are left out. */
export function components(list, message) {
  return list.map((it) => BUILD[it.type]?.(it, message)).filter(Boolean);
}

function button(it, message) {
  const words = [sign(it.emoji), it.label ?? ""];
  if (it.style === LINK) {
    const props = { href: it.url, target: "_blank", rel: "noopener noreferrer" };
    return el("a.button.link-button", props, words, el("span.unseen", {}, " (opens in a new tab)"));
  }
  const node = el(`button.button.${STYLES[it.style] ?? "secondary"}`, { type: "button" }, words);
  node.disabled = it.disabled ?? false;
  if (!it.label && it.emoji) node.setAttribute("aria-label", it.emoji.name);
  node.dataset.key = it.custom_id;
  node.addEventListener("click", () => press(message, it.custom_id, node));
  return node;
}

function sign(emoji) {
  if (!emoji) return null;
  return el("span.emoji", { "aria-hidden": "true" }, emoji.id ? `:${emoji.name}:` : emoji.name);
}

function select(it, message) {
  const menu = new Select(it, (values) =>
    press(message, it.custom_id, menu.button, values),
  );
  menu.button.dataset.key = it.custom_id;
  return menu.node;
}

/** Presses; a failure is noted under the message, where it is read after the button. */
async function press(message, customId, node, values) {
  if (node.getAttribute("aria-busy") === "true") return;
  const article = node.closest("article");
  note(article, "");
  busy(node, true);
  const body = {
    as: state.me,
    channel: message.channel_id,
    message: message.id,
    custom_id: customId,
  };
  const hear = (event) => heard(event, node, article);
  try {
    await begin("press", values ? { ...body, values } : body, hear);
  } catch (refusal) {
    busy(node, false);
    note(article, refusal.message);
  }
}

function heard(event, node, article) {
  if (event.state !== "sent") busy(node, false);
  if (event.state === "failed") note(article, event.error ?? "This interaction failed");
  if (event.form) ask(event.id, event.form, (failure) => note(article, failure));
}

function busy(node, on) {
  clearTimeout(node.pressTimer);
  node.setAttribute("aria-busy", String(on));
  if (on) node.pressTimer = setTimeout(() => busy(node, false), SILENCE);
}

/** Writes `sentence` under the message; the message may have been drawn anew meanwhile. */
function note(article, sentence) {
  const now = document.querySelector(`article[data-id="${article.dataset.id}"]`) ?? article;
  now.querySelector(":scope > .message-body > .failure").textContent = sentence;
}
