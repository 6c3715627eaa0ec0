/**
 * What each person has not seen yet: per channel whether there is news, and how many mentions.
 *
 *     notices[person][channel] = {unread: true, mentions: 2}      kept for this tab
 */

import { emit, on, state } from "./state.js";

const KEY = "lumbercamp-notices";

let notices = {};
try {
  notices = JSON.parse(sessionStorage.getItem(KEY)) ?? {};
} catch {
  notices = {};
}

const of = (person) => (notices[person] ??= {});
const at = (person, channel) => (of(person)[channel] ??= { unread: false, mentions: 0 });

/** `{unread, mentions}` of `person` (me unless told) in `channel`. */
export const noticeOf = (channel, person = state.me) =>
  notices[person]?.[channel] ?? { unread: false, mentions: 0 };

/** How many mentions `person` has not looked at, in all channels that still exist. */
export function mentionsOf(person) {
  return Object.values(notices[person] ?? {}).reduce((sum, { mentions }) => sum + mentions, 0);
}

function keep() {
  sessionStorage.setItem(KEY, JSON.stringify(notices));
  emit("notices");
}

/** `person` has seen `channel`. */
function clear(person, channel) {
  if (!notices[person]?.[channel]) return;
  delete notices[person][channel];
  keep();
}

function arrived({ message }) {
  const { channel_id: channel, author } = message;
  clear(author.id, channel); // whoever writes there has been there
  const called = message.ephemeral ? [] : (message.mentions ?? []).map(({ id }) => id);
  for (const person of state.people.map(({ id }) => id)) {
    if (person === author.id) continue;
    const here = person === state.me && channel === state.channel && !document.hidden;
    if (here) continue;
    if (person === state.me) at(person, channel).unread = true;
    const pinged = person === state.me ? message.pings : called.includes(person);
    if (pinged) at(person, channel).mentions += 1;
  }
  keep();
}

const seeCurrent = () => state.channel && clear(state.me, state.channel);

export function startNotices() {
  on("message", arrived);
  on("shown", seeCurrent);
  on("channel_delete", ({ channel }) => {
    for (const person of Object.keys(notices)) delete notices[person][channel];
    keep();
  });
  document.addEventListener("visibilitychange", () => !document.hidden && seeCurrent());
}
