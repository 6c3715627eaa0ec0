/**
 * A whole message in Discord's markdown, as DOM nodes.
 *
 *     message := block*
 *     block   := ```fence``` | > quote | >>> quote to the end | # ## ### heading | -# small text
 *              | - list | 1. list | paragraph
 */

import { el } from "./dom.js";
import { inline } from "./inline.js";

const FENCE = /```(?:([\w+.#-]*)\n)?([\s\S]*?)```/;
const HEADING = /^(#{1,3}) +(\S.*)$/;
const SMALL = /^-# +(\S.*)$/;
const QUOTE = /^>(?: (.*))?$/;
const QUOTE_REST = /^>>> /;
const ITEM = /^( *)(?:[-*]|(\d{1,9})\.) +(\S.*)$/;

/** `text` as a fragment; line ends are kept where Discord keeps them. Quotes do not nest. */
export function markdown(text, quoted = false) {
  const out = document.createDocumentFragment();
  let rest = text.replaceAll("\r\n", "\n");
  for (let fence = FENCE.exec(rest); fence && fence[2].trim(); fence = FENCE.exec(rest)) {
    const before = rest.slice(0, fence.index);
    if (before.trim()) {
      if (!quoted && /(?:^|\n)>>> /.test(before)) break; // that quote holds the fence as well
      out.append(...blocks(trimLines(before), quoted));
    }
    out.append(codeBlock(fence[2]));
    rest = rest.slice(fence.index + fence[0].length);
  }
  if (rest.trim()) out.append(...blocks(trimLines(rest), quoted));
  return out;
}

const trimLines = (text) => text.replace(/^\n|\n+$/g, "").split("\n");

function codeBlock(text) {
  const code = el("code", {}, text.replace(/^\n|\n$/g, ""));
  return el("pre", { tabIndex: 0, role: "region", ariaLabel: "Code" }, code);
}

/** The blocks of `lines`; each reader takes its lines off the front and answers with a node. */
function blocks(lines, quoted) {
  const left = [...lines];
  const readers = quoted
    ? [heading, list, paragraph]
    : [quoteRest, quote, heading, list, paragraph];
  const nodes = [];
  while (left.length) {
    for (const read of readers) {
      const node = read(left);
      if (node) {
        nodes.push(node);
        break;
      }
    }
  }
  return nodes;
}

function takeWhile(left, wanted) {
  const end = left.findIndex((line) => !wanted(line));
  return left.splice(0, end < 0 ? left.length : end);
}

function quoteRest(left) {
  if (!QUOTE_REST.test(left[0])) return null;
  const text = left.splice(0).join("\n").replace(QUOTE_REST, "");
  return el("blockquote", {}, markdown(text, true));
}

function quote(left) {
  const taken = takeWhile(left, (line) => QUOTE.test(line) && !QUOTE_REST.test(line));
  if (!taken.length) return null;
  return el(
    "blockquote",
    {},
    blocks(
      taken.map((line) => QUOTE.exec(line)[1] ?? ""),
      true,
    ),
  );
}

function heading(left) {
  const small = SMALL.exec(left[0]);
  const large = HEADING.exec(left[0]);
  if (!small && !large) return null;
  left.shift();
  if (small) return el("small.subtext", {}, inline(small[1]));
  // The page's own headings end at h2, so that a message's are always below them.
  return el(`h${large[1].length + 2}.heading`, {}, inline(large[2]));
}

function list(left) {
  const taken = takeWhile(left, (line) => ITEM.test(line));
  if (!taken.length) return null;
  const items = taken.map((line) => ITEM.exec(line));
  const out = document.createDocumentFragment();
  while (items.length) out.append(nest(items));
  return out;
}

/** Takes the items of one list off the front; those further right become lists of their own. */
function nest(items) {
  const [, indent, number] = items[0];
  const same = ([, , other]) => Boolean(other) === Boolean(number);
  const node = number ? el("ol", { start: Number(number) }) : el("ul");
  while (items.length && same(items[0]) && items[0][1].length >= indent.length) {
    const [, , , text] = items.shift();
    const row = el("li", {}, inline(text));
    while (items.length && items[0][1].length > indent.length) row.append(nest(items));
    node.append(row);
  }
  return node;
}

function paragraph(left) {
  const first = left.shift();
  const more = takeWhile(
    left,
    (line) => ![QUOTE, HEADING, SMALL, ITEM].some((rule) => rule.test(line)),
  );
  return el("p", {}, inline([first, ...more].join("\n")));
}

/** `text` in one line without marks, for the quoted line above a reply. */
export function plain(text) {
  const box = el("div", {}, markdown(text));
  for (const hidden of box.querySelectorAll(".spoiler")) hidden.replaceWith("▇▇▇");
  return box.textContent.replaceAll(/\s+/g, " ").trim();
}
