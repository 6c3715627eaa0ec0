/**
 * Slash commands as people type them.
 *
 *     /logger turn line:a3; plant n      a value goes on until the next "name:" of the command
 *     /logger turn a3; plant n           the same: there is exactly one text option
 */

import { state } from "./state.js";

export const TYPE = { sub: 1, group: 2, text: 3, integer: 4, yesno: 5 };

/** All that can be run: `{path, description, options}`, for example path "logger start". */
export function leaves(commands = state.commands) {
  const chat = commands.filter(({ type }) => (type ?? 1) === 1);
  return chat.filter(usableHere).flatMap((command) => branch(command, command.name));
}

function usableHere({ contexts, dm_permission: dm, default_member_permissions: asked }) {
  const channel = state.channels.get(state.channel);
  if (channel?.type !== 1) return holds(BigInt(asked ?? 0));
  return contexts ? contexts.includes(1) : dm !== false;
}

/** Whether who acts in this tab has all of these permissions. */
function holds(asked) {
  const me = state.people.find(({ id }) => id === state.me);
  return !(asked & ~BigInt(me?.permissions ?? 0));
}

function branch({ description, options = [] }, path) {
  const subs = options.filter(({ type }) => type === TYPE.sub || type === TYPE.group);
  if (subs.length) return subs.flatMap((sub) => branch(sub, `${path} ${sub.name}`));
  return [{ path, description, options }];
}

const FIRST = ["start", "turn"]; // what is wanted most often, in the order of a first game

/** Commands that a line beginning with "/" may become, best first; else those that end like it. */
export function matching(line) {
  const typed = line.slice(1).toLowerCase().trimStart();
  const all = leaves().sort((a, b) => place(a) - place(b));
  const begins = all.filter(({ path }) => path.startsWith(typed));
  const holds = all.filter(({ path }) => !path.startsWith(typed) && path.includes(typed.trim()));
  const found = [...begins, ...(typed.trim() ? holds : [])];
  return found.length ? found : all.filter(({ path }) => verb(path).startsWith(verb(typed.trim())));
}

const verb = (path) => path.split(/\s+/).at(-1);

/** How far down among all commands: those of `FIRST`, then the others as the bot told them. What
 * stands in a group within a command is no first thing. */
function place({ path }) {
  const at = path.split(/\s+/).length > 2 ? -1 : FIRST.indexOf(verb(path));
  return at < 0 ? FIRST.length : at;
}

/** The command that `line` names in full, with the rest of the line: `{leaf, rest}` or null. */
export function named(line) {
  const typed = line.slice(1).trimStart();
  const fits = leaves().filter(({ path }) => {
    const head = typed.slice(0, path.length).toLowerCase();
    return head === path && /^(\s|$)/.test(typed.slice(path.length));
  });
  const leaf = fits.sort((a, b) => b.path.length - a.path.length)[0];
  return leaf ? { leaf, rest: typed.slice(leaf.path.length).trim() } : null;
}

/** "/logger turn line:…": what a list of commands has room for, which is no option that can wait. */
export const brief = ({ path, options }) =>
  usage({ path, options: options.filter(({ required }) => required) });

/** "/logger turn line:… [game]": what a command takes, optional ones in brackets. */
export function usage({ path, options }) {
  const words = options.map(({ name, required }) => (required ? `${name}:…` : `[${name}]`));
  return [`/${path}`, ...words].join(" ");
}

/** Reads a whole typed line: `{leaf, options}`, or `{problem: sentence}`. */
export function parse(line) {
  const found = named(line);
  if (!found) return { problem: unknown(line) };
  const { leaf, rest } = found;
  const { texts, problem } = split(rest, leaf);
  if (problem) return { problem, leaf };
  const options = {};
  for (const [name, text] of Object.entries(texts)) {
    const option = leaf.options.find((each) => each.name === name);
    const value = convert(option, text);
    if (value === undefined) return { problem: misfit(option, text), leaf };
    options[name] = value;
  }
  const missing = leaf.options.filter(({ name, required }) => required && !(name in options));
  return { leaf, options, missing };
}

function unknown(line) {
  const word = line.slice(1).trim().split(/\s+/)[0] ?? "";
  const near = leaves().filter(({ path }) => path.split(" ")[0] === word.toLowerCase());
  if (near.length) {
    const names = near.map(({ path }) => `/${path}`).join(", ");
    return `“${line.trim()}” isn't a command. Did you mean ${names}?`;
  }
  if (!leaves().length) return "The bot has no commands yet. Try again in a moment; your text is still here.";
  return `There's no command “/${word}”. Type / to see them all.`;
}

/** `rest` cut at the names of options: `{texts: {name: text}}` or `{problem}`. */
function split(rest, leaf) {
  const names = leaf.options.map(({ name }) => name);
  const keys = [...rest.matchAll(/(?:^|\s)([\w-]+):/g)].filter(([, name]) =>
    names.includes(name.toLowerCase()),
  );
  const texts = {};
  const free = rest.slice(0, keys[0]?.index ?? rest.length).trim();
  keys.forEach((key, i) => {
    const end = keys[i + 1]?.index ?? rest.length;
    texts[key[1].toLowerCase()] = rest.slice(key.index + key[0].length, end).trim();
  });
  if (!free) return { texts };
  const taker = freeTaker(leaf);
  if (!taker || taker.name in texts) return { problem: stray(free, leaf) };
  return { texts: { [taker.name]: free, ...texts } };
}

function freeTaker({ options }) {
  const strings = options.filter(({ type }) => type === TYPE.text);
  const required = strings.filter((option) => option.required);
  if (strings.length === 1) return strings[0];
  if (required.length === 1) return required[0];
  return options.length === 1 ? options[0] : null;
}

function stray(free, leaf) {
  const { path, options } = leaf;
  if (!options.length) return `/${path} takes no options, so it can't use “${free}”.`;
  const example = options.map(({ name }) => `${name}:…`).join(" ");
  return `“${free}” doesn't name its option. Write /${path} ${example}.`;
}

/** The value of `text` for `option`, or undefined where it does not fit. */
export function convert(option, text) {
  const word = text.trim();
  if (option.choices?.length) return choice(option.choices, word);
  return (CONVERT[option.type] ?? String)(word);
}

const CONVERT = {
  [TYPE.integer]: (word) => (/^[-+]?\d+$/.test(word) ? Number(word) : undefined),
  [TYPE.yesno]: (word) =>
    ({ true: true, yes: true, on: true, false: false, no: false, off: false })[word.toLowerCase()],
};

function choice(choices, word) {
  const low = word.toLowerCase();
  return choices.find(({ name, value }) => name.toLowerCase() === low || String(value) === word)
    ?.value;
}

/** Why `text` is no value for `option`, as a sentence with what would be. */
export function misfit(option, text) {
  return `“${text}” doesn't work for ${option.name}. Enter ${expectation(option)}.`;
}

/** What an option takes, in a few words; empty for free text. */
export function expectation({ type, choices }) {
  if (choices?.length) return `one of ${choices.map(({ name }) => name).join(", ")}`;
  if (type === TYPE.yesno) return "True or False";
  return type === TYPE.integer ? "a whole number" : "";
}
