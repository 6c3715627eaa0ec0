/**
 * A picture on the whole window, larger than in the chat.
 *
 *     whole and clearly larger  ──▶ so
 *     else, as on a phone       ──▶ it fills the window, and is scrolled along its longer side
 */

import { dialog, el } from "./dom.js";

const CLEARLY = 1.5; // times as wide as in the chat

/** Shows the picture of `props`, which is `width` px wide in the chat; `told`: its alt text. */
export function enlarge(props, width, told) {
  const image = el("img", { ...props, onclick: () => toggle() });
  const frame = { tabIndex: 0, role: "group", ariaLabel: "Picture. Use the arrow keys to move it." };
  const size = el("button.secondary", { type: "button", onclick: () => toggle() });
  const close = el("button.secondary", { type: "button", autofocus: true }, "Close");
  const foot = el("div.lightbox-foot", {}, told, size, close);
  const box = dialog("Picture", el("div.lightbox-frame", frame, image), foot);
  box.classList.add("lightbox");
  close.addEventListener("click", () => box.close());
  box.showModal();
  toggle(true);
  if (image.clientWidth < CLEARLY * width) toggle(false);

  function toggle(whole = !image.classList.contains("whole")) {
    image.classList.toggle("whole", whole);
    size.textContent = whole ? "Larger" : "Fit to Screen";
  }
}
