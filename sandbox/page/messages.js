/**
 * The list of messages of the channel shown, kept in the order of their ids.
 *
 *     open(channel) ──history──▶ entries      stream: message, message_edit, message_delete
 *     entry = [day] + article; an author's quick second message is grouped under the first
 */

import { get, post } from "./api.js";
import { byId, dialog, el } from "./dom.js";
import { isForum, postsOf } from "./forum.js";
import { toWire } from "./mentions.js";
import { article, editInPlace } from "./message.js";
import { beginReply } from "./reply.js";
import { keepingPlace, startScroll, toBottom } from "./scroll.js";
import { currentChannel, emit, nameOf, older, on, state, titleOf } from "./state.js";
import { dayOf } from "./time.js";

const PAGE = 50;
const GROUP_WITHIN = 7 * 60_000; // ms
const PAGES_SEARCHED = 20;

const log = byId("log");
const entries = new Map(); // message id -> {message, node: the entry}
let order = []; // ids, oldest first
let loading = 0; // counts openings, so that a slow answer for an old one is dropped
let more = false; // whether older messages exist

const dismissed = new Set(); // ids that the server may still tell about
const earlier = el(
  "button.secondary.earlier",
  { type: "button", onclick: () => loadEarlier() },
  "Earlier Messages",
);
const intro = el("div.intro");

/** Follows the stream from now on. */
export function startMessages() {
  startScroll();
  const here = ({ message }) => message.channel_id === state.channel && !dismissed.has(message.id);
  on("message", (event) => here(event) && upsert(event.message));
  on("said", (event) => here(event) && upsert(event.message));
  on("message_edit", (event) => here(event) && upsert(event.message));
  on("message_delete", ({ message }) => remove(message));
  on("channel", ({ channel }) => redraw(channel.id)); // a thread began at that message
  ["channel", "channel_delete"].forEach((event) => on(event, drawPosts));
  on("person", () => drawIntro());
  on("edit-last", editLast);
  log.addEventListener("keydown", walk);
}

/** Shows `channel` from its newest messages on; what the stream brings meanwhile is kept. */
export async function open(channel) {
  const turn = (loading += 1);
  log.setAttribute("aria-busy", "true"); // a whole channel is not read aloud
  entries.clear();
  order = [];
  log.replaceChildren();
  drawIntro();
  if (isForum(currentChannel())) return shown(channel);
  const messages = await page({}).catch((refusal) => sorry(refusal));
  if (turn !== loading) return;
  log.replaceChildren(earlier, intro);
  more = messages.length === PAGE;
  order.forEach((id) => log.append(entries.get(id).node)); // those that came meanwhile
  messages.forEach(upsert);
  showEdge();
  toBottom();
  shown(channel);
}

function shown(channel) {
  drawPosts();
  log.setAttribute("aria-busy", "false");
  emit("shown", channel);
}

/** A forum holds posts in place of messages. */
function drawPosts() {
  const forum = currentChannel();
  if (!isForum(forum)) return;
  const focused = document.activeElement?.dataset.jump;
  intro.hidden = false;
  log.replaceChildren(intro, postsOf(forum));
  if (focused) log.querySelector(`[data-jump="${focused}"]`)?.focus();
}

function sorry(refusal) {
  localNote(state.channel, "Couldn't load messages", refusal.message);
  return [];
}

async function page(query) {
  const place = { as: state.me, channel: state.channel, limit: String(PAGE) };
  const { messages } = await get("history", { ...place, ...query });
  return messages;
}

async function loadEarlier() {
  const oldest = order[0];
  const turn = loading;
  const messages = await page({ before: oldest }).catch((refusal) => sorry(refusal));
  if (turn !== loading) return;
  more = messages.length === PAGE;
  keepingPlace(() => {
    messages.forEach(upsert);
    showEdge();
  });
}

function showEdge() {
  earlier.hidden = !more;
  intro.hidden = more;
}

function drawIntro() {
  const channel = currentChannel();
  if (!channel) return;
  const direct = channel.type === 1;
  const title = titleOf(channel);
  let words = `This is the beginning of ${title}.`;
  if (direct) words = `Your direct messages with ${nameOf(state.bot)}. Nobody else sees them.`;
  if (isForum(channel)) words = "Posts, the last active first.";
  intro.replaceChildren(el("h2", {}, direct ? title : `Welcome to ${title}`), el("p", {}, words));
}

/** Adds `message`, or draws it anew where it stands; the focus inside it is kept. */
function upsert(message) {
  if (dismissed.has(message.id)) return;
  const known = entries.get(message.id);
  if (known) replace(known, message);
  else insert(message);
}

function insert(message) {
  const node = el("div.entry", {}, article(message, ACTS));
  let at = order.length;
  while (at > 0 && older(message.id, order[at - 1])) at -= 1;
  order.splice(at, 0, message.id);
  entries.set(message.id, { message, node });
  const next = entries.get(order[at + 1]);
  log.insertBefore(node, next?.node ?? null);
  arrange(at);
  arrange(at + 1);
  if (!next && forMe(message)) toBottom();
}

/** Said by the person shown, or the answer to what they said or pressed. */
function forMe(message) {
  const { author, ephemeral, referenced_message: answered, interaction_metadata: by } = message;
  return ephemeral || [author, answered?.author, by?.user].some((who) => who?.id === state.me);
}

function replace(entry, message) {
  const old = entry.node.querySelector("article");
  entry.message = message;
  if (old.querySelector(".editor")) return; // drawn anew when the editing ends
  const fresh = article(message, ACTS);
  const key = old.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const held = old.contains(document.activeElement);
  old.replaceWith(fresh);
  arrange(order.indexOf(message.id));
  if (!held) return;
  const same = key && fresh.querySelector(`[data-key="${CSS.escape(key)}"]:not(:disabled)`);
  (same || fresh).focus();
}

function redraw(id) {
  const entry = entries.get(id);
  if (entry) replace(entry, entry.message);
}

function remove(id) {
  const entry = entries.get(id);
  if (!entry) return;
  const held = entry.node.contains(document.activeElement);
  const at = order.indexOf(id);
  entries.delete(id);
  order.splice(at, 1);
  entry.node.remove();
  arrange(at);
  if (held) byId("composer").focus();
}

/** Sets the day line and the grouping of the entry at `at`, by the one before it. */
function arrange(at) {
  const entry = entries.get(order[at]);
  if (!entry) return;
  const before = entries.get(order[at - 1])?.message;
  const { message, node } = entry;
  const day = dayOf(message.timestamp);
  node.querySelector(".day")?.remove();
  if (!before || dayOf(before.timestamp) !== day)
    node.prepend(el("p.day", {}, el("span", {}, day)));
  node.querySelector("article").classList.toggle("grouped", follows(before, message));
}

function follows(before, message) {
  if (!before || before.author.id !== message.author.id || message.message_reference) return false;
  if (message.interaction_metadata?.name || before.ephemeral || message.ephemeral) return false;
  if (before.components?.length || before.attachments?.length) return false;
  if (before.type === 18 || dayOf(before.timestamp) !== dayOf(message.timestamp)) return false;
  return new Date(message.timestamp) - new Date(before.timestamp) < GROUP_WITHIN;
}

/** Up and down go from message to message; Escape goes back to the message box. */
function walk(event) {
  if (event.key === "Escape" && !event.defaultPrevented) byId("composer").focus();
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!step || (event.target !== log && event.target.tagName !== "ARTICLE")) return;
  const at = event.target === log ? order.length : order.indexOf(event.target.dataset.id);
  const next = entries.get(order[at + step]);
  if (!next) return;
  event.preventDefault();
  next.node.querySelector("article").focus();
}

// -- what can be done to a message

const ACTS = { reply: beginReply, edit, remove: askRemove, dismiss, jump };

function edit(message) {
  const node = entries.get(message.id).node.querySelector("article");
  const place = { as: state.me, channel: message.channel_id, message: message.id };
  if (node.querySelector(".editor")) return;
  const save = (text) => post("edit", { ...place, content: toWire(text) });
  editInPlace(node, message, save, (answer) => {
    node.querySelector(".editor").remove();
    if (answer) emit("said", answer);
    else redraw(message.id);
    byId("composer").focus();
  });
}

function editLast() {
  const mine = (id) => entries.get(id).message.author.id === state.me;
  const last = order.findLast(mine);
  if (last) edit(entries.get(last).message);
}

function askRemove(message) {
  const keep = el("button.secondary", { type: "button", onclick: () => box.close() }, "Keep It");
  const go = el("button.button.danger", { type: "button" }, "Delete Message");
  const problem = el("p.problem", { role: "alert" });
  const box = dialog("Delete this message?", problem, el("div.dialog-buttons", {}, keep, go));
  const body = { as: state.me, channel: message.channel_id, message: message.id };
  go.addEventListener("click", async () => {
    try {
      await post("delete", body);
      box.close();
      remove(message.id);
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  });
  box.showModal();
}

function dismiss(message) {
  dismissed.add(message.id);
  remove(message.id);
  byId("composer").focus();
  const place = { as: state.me, channel: message.channel_id };
  post("delete", { ...place, message: message.id }).catch(() => {}); // out of sight either way
}

/** Goes to a message of this channel, fetching older pages until it is found. */
export async function jump(id) {
  for (let tries = 0; !entries.has(id) && more && tries < PAGES_SEARCHED; tries += 1)
    await loadEarlier();
  const node = entries.get(id)?.node.querySelector("article");
  if (!node) return;
  node.scrollIntoView({ block: "center" });
  node.focus({ preventScroll: true });
  node.classList.add("found");
  setTimeout(() => node.classList.remove("found"), 2000);
}

/** Whether a game, or a lobby for one, is to be seen here: the bot has posted things to press. */
export function gameHere() {
  const shown = [...entries.values()].map(({ message }) => message);
  const posts = shown.filter(({ author, ephemeral }) => author.id === state.bot.id && !ephemeral);
  return posts.some(({ components }) => components?.length);
}

/** A note that only this page shows: something that was tried here failed. */
export function localNote(channel, label, sentence) {
  if (channel !== state.channel) return;
  const close = el("button.link", { type: "button", onclick: () => node.remove() }, "Dismiss");
  const told = el("span.failure", {}, sentence);
  const words = el("p", {}, el("code.command", {}, label), " ", told);
  const foot = el("p.only-you", {}, "Only you can see this · ", close);
  const node = el("div.local-note", { dataset: { testid: "local-note" } }, words, foot);
  log.append(node);
  toBottom();
}
