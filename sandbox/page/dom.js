/**
 * Builds DOM nodes; the page's only way to make them, so that text is always text.
 *
 *     el("button.quiet", { type: "button", onclick: go }, "Reply")
 */

/** A new element: `tag.class.class`, properties or attributes, then children (nodes or text). */
export function el(spec, props = {}, ...children) {
  const [tag, ...classes] = spec.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(props)) set(node, name, value);
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

function set(node, name, value) {
  if (value === undefined || value === null) return;
  if (name === "style") {
    for (const [key, part] of Object.entries(value)) node.style.setProperty(key, part);
  } else if (name === "dataset") {
    Object.assign(node.dataset, value);
  } else if (name === "ariaLabel") {
    node.setAttribute("aria-label", value); // older browsers know the attribute only
  } else if (name in node && name !== "role") {
    node[name] = value;
  } else {
    node.setAttribute(name, value);
  }
}

export const byId = (id) => document.getElementById(id);

let serial = 0;
/** An id that no other element has; labels and lists are tied together by it. */
export const freshId = (word) => `${word}-${(serial += 1)}`;

/** A dialog of its own that removes itself when it is closed. */
export function dialog(title, ...children) {
  const heading = el("h2", { id: freshId("dialog-title") }, title);
  const box = el("dialog.dialog", { "aria-labelledby": heading.id }, heading, ...children);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  return box;
}
