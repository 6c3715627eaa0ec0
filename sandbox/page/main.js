/**
 * Starts the page: who am I, which channel, and the stream of what happens.
 *
 *     address (#as=Ann&channel=games) ──▶ become(person) ──▶ hello ──▶ show(channel) ──▶ history
 */

import { Refusal, get, post } from "./api.js";
import { startActivity } from "./activity.js";
import { startBanner } from "./banner.js";
import { fill, startComposer } from "./composer.js";
import { byId } from "./dom.js";
import { isForum } from "./forum.js";
import { startHint } from "./hint.js";
import { jump, open, startMessages } from "./messages.js";
import { mentionsOf, startNotices } from "./notices.js";
import { startPeople } from "./people.js";
import { channelCalled, personCalled, remember, wanted } from "./place.js";
import { startSidebar } from "./sidebar.js";
import { adopt, apply, currentChannel, emit, nameOf, on, state, titleOf } from "./state.js";
import { follow } from "./stream.js";

const TRY_AGAIN = 1500; // ms between first tries while the sandbox is not there yet

/** Makes this tab `person`: another stream, other private and ephemeral messages. */
function become(person) {
  state.me = person;
  follow(person);
}

async function show(id) {
  if (id === "dm") id = await openPrivate().catch(() => null); // gone: the banner tells
  if (!id) return;
  state.channel = id;
  nameChannel();
  remember();
  emit("opened", id);
  await open(id);
}

async function openPrivate() {
  const { channel } = await post("dm", { as: state.me });
  apply({ t: "channel", channel });
  return channel.id;
}

function nameChannel() {
  const channel = currentChannel();
  const parent = state.channels.get(channel.parent_id);
  byId("channel-name").textContent = titleOf(channel);
  const topic = parent ? `${isForum(parent) ? "Post" : "Thread"} in ${titleOf(parent)}` : "";
  byId("channel-topic").textContent = topic;
  byId("channel-topic").hidden = !topic;
  nameTab();
}

/** The tab's title counts my mentions, for those who play in several tabs. */
function nameTab() {
  const waiting = mentionsOf(state.me);
  const me = state.people.find(({ id }) => id === state.me);
  const words = [byId("channel-name").textContent, nameOf(me), "Lumbercamp Sandbox"];
  document.title = `${waiting ? `(${waiting}) ` : ""}${words.join(" · ")}`;
}

/** After each hello: the channel we were in, the wanted one, or the first. */
function settle() {
  if (wanted().channel === "dm") return show("dm");
  const here = state.channels.get(state.channel) ?? channelCalled(wanted().channel);
  const first = [...state.channels.values()].find(({ type }) => type === 0);
  return show((here ?? first)?.id);
}

function moved() {
  const { as, channel } = wanted();
  const person = personCalled(as);
  const target = channelCalled(channel);
  if (target) state.channel = target.id;
  if (person && person.id !== state.me) become(person.id);
  else if (target) show(target.id);
}

async function jumpTo(node) {
  const { jump: channel, message } = node.dataset;
  if (!state.channels.has(channel)) return;
  if (channel !== state.channel) await show(channel);
  if (message) await jump(message);
}

function listen() {
  on("hello", settle);
  on("notices", nameTab);
  on("channel", ({ channel }) => channel.id === state.channel && nameChannel());
  on("channel_delete", () => currentChannel() || settle());
  window.addEventListener("hashchange", moved);
  document.addEventListener("click", ({ target }) => {
    const node = target.closest("[data-jump]");
    if (node) jumpTo(node);
  });
}

async function begin() {
  try {
    adopt(await get());
  } catch (trouble) {
    if (!(trouble instanceof Refusal)) throw trouble;
    emit("unlinked");
    setTimeout(begin, TRY_AGAIN);
    return;
  }
  become((personCalled(wanted().as) ?? state.people[0]).id);
}

startNotices();
startSidebar(show);
startPeople(become);
startMessages();
startComposer();
startHint(fill);
startBanner();
startActivity();
listen();
begin();
