/**
 * One message as an article.
 *
 *     quoted line, or "Ann used /logger start"
 *     (avatar)  Ann  BOT  14:05
 *               text · pictures · buttons · failure · "Only you can see this"
 *     Reply  Edit  Delete
 */

import { avatar } from "./avatar.js";
import { components } from "./components.js";
import { el, freshId } from "./dom.js";
import { markdown, plain } from "./markdown.js";
import { attachment } from "./media.js";
import { fromWire } from "./mentions.js";
import { nameOf, state } from "./state.js";
import { written } from "./time.js";

const THREAD_STARTED = 18;
const QUOTE_LENGTH = 120;

/** The article of `message`; `acts` has reply, edit, remove, dismiss and jump. */
export function article(message, acts) {
  if (message.type === THREAD_STARTED) return notice(message);
  const head = header(message);
  const body = el(
    "div.message-body",
    {},
    head,
    content(message),
    extras(message),
    footer(message, acts),
  );
  const node = frame(
    message,
    context(message, acts),
    avatar(message.author),
    body,
    tools(message, acts),
  );
  node.setAttribute("aria-labelledby", head.id);
  node.classList.toggle("ephemeral", Boolean(message.ephemeral));
  node.classList.toggle("to-me", Boolean(message.pings));
  if (message.ephemeral) node.dataset.ephemeral = "true";
  return node;
}

function frame(message, ...children) {
  const dataset = { testid: "message", id: message.id, author: nameOf(message.author) };
  return el("article.message", { tabIndex: -1, dataset }, ...children);
}

function header({ author, timestamp }) {
  const badge = author.bot ? el("span.badge", {}, "BOT") : null;
  return el(
    "header.message-head",
    { id: freshId("head") },
    el("span.author", {}, nameOf(author)),
    badge,
    written(timestamp),
  );
}

function notice(message) {
  const thread = message.message_reference?.channel_id;
  const open = el(
    "button.link",
    { type: "button", dataset: { jump: thread ?? "" } },
    message.content,
  );
  const words = el("p", {}, `${nameOf(message.author)} started a thread: `, open);
  return frame(
    message,
    el("div.message-body.notice", {}, words, el("p.failure", { hidden: true })),
  );
}

function content(message) {
  if (message.thinking) {
    const dots = [1, 2, 3].map(() => el("i", { "aria-hidden": "true" }));
    return el(
      "p.thinking",
      {},
      el("span.dots", {}, dots),
      `${nameOf(message.author)} is thinking…`,
    );
  }
  const text = el("div.content", {}, markdown(message.content ?? ""));
  if (message.edited_timestamp) {
    const mark = el("span.edited", { title: message.edited_timestamp }, "(edited)");
    (text.lastElementChild?.tagName === "P" ? text.lastElementChild : text).append(" ", mark);
  }
  return text;
}

function extras(message) {
  const files = (message.attachments ?? []).map(attachment);
  const parts = components(message.components ?? [], message);
  return [
    ...files,
    parts.length ? el("div.components", {}, parts) : null,
    threadLink(message.id),
  ];
}

function threadLink(id) {
  const thread = state.channels.get(id); // a thread has the id of the message it began at
  if (!thread) return null;
  return el(
    "button.thread-link",
    { type: "button", dataset: { jump: id } },
    `Open thread: ${thread.name}`,
  );
}

function footer(message, acts) {
  const failure = el("p.failure", { role: "status" });
  if (!message.ephemeral) return failure;
  const dismiss = el(
    "button.link",
    { type: "button", onclick: () => acts.dismiss(message) },
    "Dismiss",
  );
  return [failure, el("p.only-you", {}, eye(), "Only you can see this · ", dismiss)];
}

const eye = () => el("span.eye", { "aria-hidden": "true" });

/** The line above a message that says what it answers. */
function context(message, acts) {
  const command = message.interaction_metadata?.name ?? message.interaction?.name;
  if (message.message_reference && message.type === 19)
    return quoted(message.referenced_message, acts);
  if (!command) return null;
  const user = message.interaction_metadata?.user ?? message.interaction?.user;
  const words = [el("strong", {}, nameOf(user)), " used ", el("code.command", {}, `/${command}`)];
  return el("p.context", {}, words);
}

function quoted(source, acts) {
  if (!source) return el("p.context", {}, el("em", {}, "The original message was deleted"));
  const text = plain(source.content ?? "") || (source.attachments?.length ? "Picture" : "Message");
  const short = text.length > QUOTE_LENGTH ? `${text.slice(0, QUOTE_LENGTH)}…` : text;
  const words = [
    el("span.unseen", {}, "Replies to "),
    el("strong", {}, nameOf(source.author)),
    " ",
    el("span", {}, short),
  ];
  const jump = { type: "button", onclick: () => acts.jump(source.id) };
  return el("p.context", {}, el("button.quote", jump, words));
}

function tools(message, acts) {
  if (message.ephemeral || message.thinking) return "";
  const tool = (name, act) =>
    el("button", { type: "button", onclick: () => act(message), dataset: { key: name } }, name);
  const mine = message.author.id === state.me;
  const buttons = [
    tool("Reply", acts.reply),
    mine && tool("Edit", acts.edit),
    mine && tool("Delete", acts.remove),
  ];
  return el("div.tools", { role: "group", ariaLabel: "Message actions" }, buttons.filter(Boolean));
}

/** Turns the text of `node` into a box; `save(text)` keeps it or rejects; `finish` ends it. */
export function editInPlace(node, message, save, finish) {
  const text = node.querySelector(".content");
  const box = el("textarea", {
    ariaLabel: "Edit message",
    value: fromWire(message.content),
    rows: 3,
  });
  const problem = el("p.problem", { role: "alert" });
  const keep = () =>
    save(box.value).then(finish, (refusal) => (problem.textContent = refusal.message));
  const buttons = [
    el("button.button.primary", { type: "button", onclick: keep }, "Save"),
    el("button.secondary", { type: "button", onclick: () => finish() }, "Cancel"),
  ];
  const editor = el("div.editor", {}, box, problem, el("div.dialog-buttons", {}, buttons));
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") finish();
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    keep();
  });
  text.replaceWith(editor);
  box.focus();
}
