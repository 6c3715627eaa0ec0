/**
 * The left side: the server's name, channels with their threads, the private chat with the bot.
 *
 *     Channels          #games •2
 *                          └ L7 · Logger
 *     Private messages  lumbercamp  online
 *     Outside the chat  Inbox
 */

import { avatar } from "./avatar.js";
import { byId, el } from "./dom.js";
import { isForum } from "./forum.js";
import { noticeOf } from "./notices.js";
import { botUser, nameOf, on, state } from "./state.js";

const SIGNS = { 0: "#", 15: "≡" }; // a text channel, a forum
const NARROW = matchMedia("(max-width: 760px)");

let goTo = () => {};
let isUnread = false; // the inbox

/** `go(channel id, or "dm")` opens a channel. */
export function startSidebar(go) {
  goTo = go;
  for (const event of ["hello", "channel", "channel_delete", "bot", "notices", "opened"])
    on(event, draw);
  on("hello", () => noteInbox(false));
  on("inbox", () => noteInbox(true));
  on("opened", closeDrawer);
  byId("open-drawer").addEventListener("click", openDrawer);
  byId("close-drawer").addEventListener("click", closeDrawer);
  byId("veil").addEventListener("click", closeDrawer);
  byId("side").addEventListener("keydown", ({ key }) => key === "Escape" && closeDrawer());
  NARROW.addEventListener("change", closeDrawer);
  setHidden();
}

function openDrawer() {
  byId("app").classList.add("drawer-open");
  setHidden();
  byId("close-drawer").focus();
}

function closeDrawer() {
  const was = byId("app").classList.contains("drawer-open");
  byId("app").classList.remove("drawer-open");
  setHidden();
  if (was) byId("open-drawer").focus();
}

/** A closed drawer is out of sight, so it is out of the tab order as well. */
function setHidden() {
  const isOpen = byId("app").classList.contains("drawer-open");
  byId("side").inert = NARROW.matches && !isOpen;
  byId("veil").hidden = !isOpen;
  byId("open-drawer").setAttribute("aria-expanded", String(isOpen));
}

function draw() {
  byId("server-name").textContent = state.guild.name;
  document.querySelector(".server-mark").textContent = [...state.guild.name][0] ?? "";
  const focused = document.activeElement?.closest?.(".channel")?.dataset.id;
  const channels = [...state.channels.values()];
  const texts = channels.filter((channel) => channel.type === 0 || isForum(channel));
  const lists = [
    section(
      "Channels",
      texts.map((channel) => branch(channel, channels)),
    ),
    section("Direct messages", [
      el("li", {}, privateEntry(channels.find(({ type }) => type === 1))),
    ]),
    section("Outside the chat", [el("li", {}, inboxEntry())]),
  ];
  byId("channels").replaceChildren(...lists);
  if (focused) byId("channels").querySelector(`[data-id="${focused}"]`)?.focus();
  byId("drawer-dot").hidden = !channels.some(({ id }) => noticeOf(id).mentions);
}

function section(title, items) {
  return el("section", {}, el("h2", {}, title), el("ul", {}, items));
}

function branch(channel, all) {
  const threads = all.filter(({ parent_id: parent }) => parent === channel.id);
  const rows = threads.map((thread) => el("li", {}, entry(thread, [thread.name])));
  return el(
    "li",
    {},
    entry(channel, [channel.name]),
    rows.length ? el("ul.threads", {}, rows) : null,
  );
}

function entry(channel, words, id = channel.id) {
  const { unread, mentions } = noticeOf(id);
  const props = { type: "button", dataset: { testid: "channel", id }, onclick: () => goTo(id) };
  const sign =
    channel.type === 1
      ? avatar(botUser())
      : el("span.sign", { "aria-hidden": "true" }, SIGNS[channel.type] ?? "└");
  const node = el(
    "button.channel",
    props,
    sign,
    el("span.name", {}, ...words),
    condition(channel),
    badge(mentions, unread),
  );
  node.classList.toggle("unread", unread || mentions > 0);
  node.classList.toggle("archived", Boolean(channel.archived));
  if (id === state.channel) node.setAttribute("aria-current", "page");
  return node;
}

function condition({ archived, locked }) {
  if (locked) return el("span.tag", {}, "locked");
  return archived ? el("span.tag", {}, "archived") : null;
}

function badge(mentions, unread) {
  if (mentions) return el("span.count", {}, String(mentions), el("span.unseen", {}, " mentions"));
  return unread ? el("span.unseen", {}, "unread") : null;
}

function privateEntry(channel) {
  const presence = el("span.presence", {}, state.bot.online ? "online" : "offline");
  presence.classList.toggle("online", state.bot.online);
  const words = [nameOf(state.bot), presence];
  return channel ? entry(channel, words) : entry({ id: "dm", type: 1 }, words);
}

function inboxEntry() {
  const props = { href: `/inbox/${state.me}`, target: "inbox", dataset: { id: "inbox" } };
  const words = [el("span.sign", { "aria-hidden": "true" }, "✉"), el("span.name", {}, "Inbox")];
  const onclick = () => noteInbox(false);
  const node = el("a.channel", { ...props, onclick }, ...words, badge(0, isUnread));
  node.classList.toggle("unread", isUnread);
  return node;
}

function noteInbox(unread) {
  isUnread = unread;
  draw();
}
