/** Pictures and files inside a message; a picture always comes with its alt text. */

import { el } from "./dom.js";
import { enlarge } from "./lightbox.js";

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

/** A picture that can be enlarged; its alt text is exposed and can be read by everybody. What can
 * be done with it stands below, so that nothing covers what is written in it. */
export function figure({ url, alt, filename, width, height }) {
  const text = alt ?? "";
  const size = { width: width || 400, height: height || 300 };
  const style = { "--ratio": String(size.width / size.height), "--width": `${size.width}px` };
  const props = { src: local(url), alt: text, ...size, style };
  const grow = () => enlarge(props, image.clientWidth, text ? altText(text) : null);
  const image = el("img", { ...props, onclick: grow });
  const larger = el("button.enlarge", { type: "button", onclick: grow }, "Enlarge");
  larger.setAttribute("aria-label", `Enlarge ${filename ?? "the picture"}`);
  const told = text ? altText(text) : el("span.no-alt", {}, "No alt text");
  return el("figure", {}, image, el("figcaption", {}, larger, told));
}

function altText(text) {
  const sign = el("summary", {}, "ALT", el("span.unseen", {}, " text"));
  return el("details.alt", {}, sign, el("p", {}, text));
}
