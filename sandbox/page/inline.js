/**
 * Discord's markdown inside a line, as DOM nodes.
 *
 *     **bold** *italic* _italic_ __underline__ ~~strike~~ ||spoiler|| `code` \* [text](https://…)
 *     <@id> <#id> <@&id> </name:id> <t:unix:style> <:emoji:id> <https://…> https://… @everyone
 */

import { el } from "./dom.js";
import { nameOf, state, userById } from "./state.js";
import { stamp } from "./time.js";

const DEEPEST = 12; // marks inside marks; what is deeper stays as it was typed
const MARKS = [
  ["||", (kids) => spoiler(kids)],
  ["**", (kids) => el("strong", {}, kids)],
  ["__", (kids) => el("u", {}, kids)],
  ["~~", (kids) => el("s", {}, kids)],
  ["*", (kids) => el("em", {}, kids)],
  ["_", (kids) => el("em", {}, kids)],
];
const ESCAPE = /\\([^\p{L}\p{N}\s])/uy;
const CODE = /(`+)([^`](?:[\s\S]*?[^`])??)\1(?!`)/y;
const LINK = /\[((?:\\.|[^\[\]\\\n])+)\]\(<?(https?:\/\/[^\s<>]+?)>?(?:\s+"[^"\n]*")?\)/y;
const BARE = /https?:\/\/[^\s<]+[^\s<.,:;"'\])|*_~]/y;
const ANGLE = /<(https?:\/\/[^\s<>]+)>/y;
const TIME = /<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y;
const USER = /<@!?(\d{5,20})>/y;
const ROLE = /<@&(\d{5,20})>/y;
const CHANNEL = /<#(\d{5,20})>/y;
const COMMAND = /<\/([\w -]{1,98}):\d{1,20}>/y;
const EMOJI = /<a?(:\w{2,32}:)\d{5,20}>/y;
const ALL = /@(?:everyone|here)\b/y;
const JUMP = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

const RULES = [
  [ESCAPE, ([, sign]) => document.createTextNode(sign)],
  [CODE, ([, , text]) => el("code", {}, text.trim() || text)],
  [LINK, ([, text, address], depth) => link(address, inline(text, depth))],
  [ANGLE, ([, address]) => link(address, [address])],
  [BARE, ([address]) => link(address, [address])],
  [TIME, ([, unix, style]) => stamp(Number(unix), style)],
  [USER, ([, id]) => mention(id)],
  [ROLE, () => el("span.mention", {}, "@role")],
  [CHANNEL, ([, id]) => channelLink(id)],
  [COMMAND, ([, name]) => el("code.command", {}, `/${name}`)],
  [EMOJI, ([, name]) => document.createTextNode(name)],
  [ALL, ([word]) => el("span.mention", {}, word)],
];

/** `text` as a list of nodes. */
export function inline(text, depth = 0) {
  const nodes = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const found = SIGNS.test(text[at]) ? token(text, at, depth) : null;
    if (found) {
      if (plain) nodes.push(document.createTextNode(plain));
      nodes.push(found.node);
      plain = "";
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}

const SIGNS = /[\\`*_~|[<h@]/;

function token(text, at, depth) {
  for (const [rule, build] of RULES) {
    rule.lastIndex = at;
    const match = rule.exec(text);
    const end = rule.lastIndex; // read now: building may use the same rule again
    const node = match && build(match, depth + 1);
    if (node) return { node, end };
  }
  return depth < DEEPEST ? marked(text, at, depth) : null;
}

function marked(text, at, depth) {
  for (const [mark, build] of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const start = at + mark.length;
    const end = opens(text, at, mark) ? closing(text, start, mark) : -1;
    if (end > start) {
      const kids = inline(text.slice(start, end), depth + 1);
      return { node: build(kids), end: end + mark.length };
    }
  }
  return null;
}

function opens(text, at, mark) {
  if (mark === "*") return /\S/.test(text[at + 1] ?? " ");
  if (mark === "_") return !/\w/.test(text[at - 1] ?? " ");
  return true;
}

/** Where `mark` closes after `from`, or -1; escapes, code and longer runs are stepped over. */
function closing(text, from, mark) {
  for (let at = from; at < text.length;) {
    const stepped = stepOver(text, at);
    if (stepped) {
      at = stepped;
    } else if (text[at] === mark[0]) {
      const run = runLength(text, at);
      if (closes(text, at, run, mark)) return at + run - mark.length;
      at += run;
    } else {
      at += 1;
    }
  }
  return -1;
}

function stepOver(text, at) {
  if (text[at] === "\\") return at + 2;
  if (text[at] !== "`") return 0;
  CODE.lastIndex = at;
  return CODE.exec(text) ? CODE.lastIndex : 0;
}

function runLength(text, at) {
  let run = 1;
  while (text[at + run] === text[at]) run += 1;
  return run;
}

function closes(text, at, run, mark) {
  if (mark.length === 2) return run >= 2;
  if (run % 2 === 0) return false; // a pair belongs to a mark of two inside
  if (mark === "*") return /\S/.test(text[at - 1] ?? " ");
  return !/\w/.test(text[at + run] ?? " ");
}

function link(address, kids) {
  const jump = JUMP.exec(address);
  if (jump && state.channels.has(jump[1])) return jumpLink(jump[1], jump[2], kids, address);
  return el("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, kids);
}

function jumpLink(channel, message, kids, address) {
  const shown = kids.length === 1 && (kids[0].textContent ?? kids[0]) === address;
  const name = `#${state.channels.get(channel).name}${message ? " › message" : ""}`;
  const dataset = { jump: channel, message: message ?? "" };
  return el("button.link", { type: "button", dataset }, shown ? name : kids);
}

function mention(id) {
  const user = userById(id);
  const tone = id === state.me ? "span.mention.of-me" : "span.mention";
  return el(tone, {}, `@${user ? nameOf(user) : "someone"}`);
}

function channelLink(id) {
  const channel = state.channels.get(id);
  if (!channel) return el("span.mention", {}, "#unknown");
  return el("button.mention", { type: "button", dataset: { jump: id } }, `#${channel.name}`);
}

function spoiler(kids) {
  const inner = el("span.spoiler-text", {}, kids);
  const cover = el("button.spoiler-cover", { type: "button", ariaLabel: "Spoiler, press to show" });
  const node = el("span.spoiler", {}, inner, cover);
  inner.inert = true; // hidden from screen readers as well, until it is opened
  cover.addEventListener("click", () => {
    inner.inert = false;
    node.classList.add("open");
    cover.remove();
  });
  return node;
}
