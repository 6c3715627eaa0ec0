/** Keeps the newest message in sight, unless the reader has scrolled away from it. */

import { byId } from "./dom.js";

const NEAR = 80; // px from the end that still count as being there

const log = byId("log");
const button = byId("to-newest");
let following = true;

export function startScroll() {
  log.addEventListener("scroll", () => {
    following = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR;
    button.hidden = following;
  });
  button.addEventListener("click", () => {
    toBottom();
    byId("composer").focus();
  });
  log.addEventListener("load", settle, true); // a picture came that had not told its size
  new MutationObserver(settle).observe(log, { childList: true, subtree: true });
  new ResizeObserver(settle).observe(log); // the box below grew, or the window changed
}

function settle() {
  if (following) log.scrollTop = log.scrollHeight;
}

export function toBottom() {
  following = true;
  button.hidden = true;
  log.scrollTop = log.scrollHeight;
}

/** Runs `change`, which adds above, without moving what the reader looks at. */
export function keepingPlace(change) {
  const below = log.scrollHeight - log.scrollTop;
  following = false;
  change();
  log.scrollTop = log.scrollHeight - below;
}
