/**
 * Where this tab is: who I am and which channel is open, kept in the address and for the tab.
 *
 *     #as=Ann&channel=games
 */

import { nameOf, state } from "./state.js";

const KEY = "lumbercamp-place";

function remembered() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** `{as, channel}` as names or ids: the address first, else what this tab remembers. */
export function wanted() {
  const hash = new URLSearchParams(location.hash.slice(1));
  const before = remembered();
  return {
    as: hash.get("as") ?? before.as ?? null,
    channel: hash.get("channel") ?? before.channel ?? null,
  };
}

/** Writes the present place into the address and the tab's memory. */
export function remember() {
  const me = state.people.find(({ id }) => id === state.me);
  const channel = state.channels.get(state.channel);
  const place = { as: me ? nameOf(me) : "", channel: channel ? tag(channel) : "" };
  sessionStorage.setItem(KEY, JSON.stringify(place));
  const hash = `#${new URLSearchParams(place)}`;
  if (hash !== location.hash) history.replaceState(null, "", hash);
}

/** A channel's name where that is enough to find it again, else its id. */
function tag(channel) {
  if (channel.type === 1) return "dm";
  const namesakes = [...state.channels.values()].filter(({ name }) => name === channel.name);
  return namesakes.length === 1 ? channel.name : channel.id;
}

export function personCalled(word) {
  const low = (word ?? "").toLowerCase();
  return state.people.find(
    (person) =>
      person.id === word || nameOf(person).toLowerCase() === low || person.username === low,
  );
}

export function channelCalled(word) {
  const all = [...state.channels.values()];
  if (word === "dm") return all.find(({ type }) => type === 1);
  return state.channels.get(word) ?? all.find(({ name }) => name === word);
}
