/** Pictures and files inside a message; a picture always comes with its alt text. */

import { dialog, el } from "./dom.js";

const PICTURE = /\.(png|jpe?g|gif|webp)$/i;
const UNITS = ["bytes", "kB", "MB"];

/** A file's address on the sandbox itself, whatever host name the page was opened by. */
function local(address) {
  try {
    const url = new URL(address, location.href);
    return url.pathname.startsWith("/cdn/") ? url.pathname + url.search : address;
  } catch {
    return "";
  }
}

/** An attachment as a figure (pictures) or a link (other files). */
export function attachment(file) {
  const picture = file.content_type?.startsWith("image/") || PICTURE.test(file.filename);
  return picture ? figure({ ...file, alt: file.description }) : download(file);
}

function download({ filename, size, url }) {
  const unit = Math.min(2, Math.floor(Math.log2(Math.max(size, 1)) / 10));
  const amount = `${Math.round(size / 1024 ** unit)} ${UNITS[unit]}`;
  const link = el("a", { href: local(url), download: filename }, filename);
  return el("p.file", {}, link, ` ${amount}`);
}

/** A picture that can be enlarged; its alt text is exposed and can be read by everybody. */
export function figure({ url, alt, filename, width, height }) {
  const text = alt ?? "";
  const size = { width: width || 400, height: height || 300 };
  const style = { "--ratio": String(size.width / size.height), "--width": `${size.width}px` };
  const props = { src: local(url), alt: text, ...size, style };
  const image = el("img", { ...props, onclick: () => enlarge(props) });
  const larger = el("button.enlarge", { type: "button", onclick: () => enlarge(props) }, "Enlarge");
  larger.setAttribute("aria-label", `Enlarge ${filename ?? "the picture"}`);
  const frame = el("div.picture", {}, image, larger);
  const told = el(
    "details.alt",
    {},
    el("summary", {}, "ALT", el("span.unseen", {}, " text")),
    el("p", {}, text),
  );
  return el("figure", {}, frame, text ? told : el("figcaption.no-alt", {}, "No alt text"));
}

function enlarge(props) {
  const close = el("button.secondary", { type: "button", onclick: () => box.close() }, "Close");
  const text = props.alt ? el("p.alt-text", {}, props.alt) : null;
  const box = dialog("Picture", el("img", props), text, close);
  box.classList.add("lightbox");
  box.addEventListener("click", (event) => event.target === box && box.close());
  box.showModal();
}
