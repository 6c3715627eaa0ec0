/** Avatars without pictures: a letter on a colour for people, a conifer for the bot. */

import { el } from "./dom.js";
import { nameOf } from "./state.js";

const SVG = "http://www.w3.org/2000/svg";
const CONIFER = "M16 4 22.5 13h-3l5 7H18v7h-4v-7H7.5l5-7h-3z";
const HUES = [262, 18, 200, 338, 96, 44, 228, 300];

function hueOf(id) {
  let sum = 0;
  for (const digit of String(id)) sum = (sum * 31 + digit.charCodeAt(0)) % 9973;
  return HUES[sum % HUES.length];
}

function conifer() {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 32 32");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", CONIFER);
  svg.append(path);
  return svg;
}

/** A decorative round sign for `user`; its name always stands beside it, so it is hidden. */
export function avatar(user) {
  if (user?.bot) return el("span.avatar.of-bot", { "aria-hidden": "true" }, conifer());
  const letter = [...nameOf(user)][0]?.toUpperCase() ?? "?";
  const style = { "--hue": String(hueOf(user?.id ?? "")) };
  return el("span.avatar", { "aria-hidden": "true", style }, letter);
}
