/** Mentions between what people read (`@Ann`, `#games`) and what is sent (`<@1>`, `<#2>`). */

import { everybody, nameOf, state, userById } from "./state.js";

const WORD = /[\p{L}\p{N}_]/u;

/** What a person typed, ready to be sent. Longer names first, so that Ann never eats Annabel. */
export function toWire(text) {
  const names = [
    ...everybody().map((user) => [`@${nameOf(user)}`, `<@${user.id}>`]),
    ...[...state.channels.values()].map(({ name, id }) => [`#${name}`, `<#${id}>`]),
  ].sort(([a], [b]) => b.length - a.length);
  return names.reduce((sofar, [name, wire]) => replaceWord(sofar, name, wire), text);
}

/** What was sent, ready to be edited again by the person who wrote it. */
export function fromWire(text) {
  return text
    .replaceAll(/<@!?(\d+)>/g, (all, id) => (userById(id) ? `@${nameOf(userById(id))}` : all))
    .replaceAll(/<#(\d+)>/g, (all, id) => {
      const channel = state.channels.get(id);
      return channel ? `#${channel.name}` : all;
    });
}

function replaceWord(text, name, wire) {
  let out = "";
  let from = 0;
  const low = text.toLowerCase();
  const sought = name.toLowerCase();
  for (let at = low.indexOf(sought); at >= 0; at = low.indexOf(sought, from)) {
    const end = at + name.length;
    const whole = !WORD.test(text[at - 1] ?? " ") && !WORD.test(text[end] ?? " ");
    out += text.slice(from, at) + (whole ? wire : text.slice(at, end));
    from = end;
  }
  return out + text.slice(from);
}

/** The `@…` or `#…` that is being typed just before the caret: `{sign, word, start}` or null. */
export function underCaret(text, caret) {
  const match = /(?:^|[\s(])([@#])([\p{L}\p{N}_-]{0,32})$/u.exec(text.slice(0, caret));
  if (!match) return null;
  const [, sign, word] = match;
  return { sign, word, start: caret - word.length - 1 };
}

/** People or channels that `word` may mean, as items of a completion. */
export function candidates(sign, word) {
  const low = word.toLowerCase();
  const fits = (name) => name.toLowerCase().includes(low);
  if (sign === "#") {
    const channels = [...state.channels.values()].filter(
      ({ type, name }) => type !== 1 && fits(name),
    );
    return channels.map(({ name }) => ({ label: `#${name}`, note: "" }));
  }
  const users = everybody().filter((user) => fits(nameOf(user)) && user.id !== state.me);
  return users.map((user) => ({ label: `@${nameOf(user)}`, note: user.bot ? "Bot" : "", user }));
}
