/**
 * A list of suggestions under an input: arrows move, Tab or Enter choose, Escape closes.
 *
 *     input  role=combobox  ── aria-controls ──▶  ul role=listbox > li role=option
 *     textarea, which may not be a combobox: it is a textbox with a list
 */

import { el, freshId } from "./dom.js";

export class Completion {
  /** `pick(item, key)` is called with the item chosen, `{label, note?, user?, …}`, and the key that
   * chose it, if it was one. */
  constructor(input, host, pick, label) {
    this.input = input;
    this.pick = pick;
    this.items = [];
    this.at = -1;
    this.moved = false; // whether the person walked through the list
    const dataset = { testid: "completion" };
    this.list = el("ul.completion", {
      id: freshId("list"),
      role: "listbox",
      ariaLabel: label,
      dataset,
    });
    this.list.hidden = true;
    host.append(this.list);
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-controls", this.list.id);
    if (input.tagName === "INPUT") input.setAttribute("role", "combobox");
    this.expanded();
    this.list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps the focus
    this.list.addEventListener("click", (event) => this.clicked(event));
  }

  get open() {
    return !this.list.hidden;
  }

  /** Shows `items`, the first one marked unless `mark` is false; no items closes the list. */
  show(items, mark = true) {
    this.items = items;
    this.moved = false;
    this.list.replaceChildren(...items.map(row));
    this.list.hidden = items.length === 0;
    this.expanded();
    this.mark(mark && items.length ? 0 : -1);
  }

  expanded() {
    if (this.input.role === "combobox") this.input.setAttribute("aria-expanded", String(this.open));
  }

  close() {
    this.show([]);
  }

  /** Handles a key while open; answers whether it was used up. */
  key(event) {
    if (!this.open || event.isComposing) return false;
    const act = this.action(event);
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  action({ key, shiftKey }) {
    const last = this.items.length - 1;
    if (key === "ArrowDown") return () => this.walk(this.at >= last ? 0 : this.at + 1);
    if (key === "ArrowUp") return () => this.walk(this.at <= 0 ? last : this.at - 1);
    if (key === "Escape") return () => this.close();
    if ((key === "Enter" || (key === "Tab" && !shiftKey)) && this.at >= 0)
      return () => this.take(this.at, key);
    return null;
  }

  walk(at) {
    this.moved = true;
    this.mark(at);
  }

  mark(at) {
    this.at = at;
    [...this.list.children].forEach((li, i) => li.setAttribute("aria-selected", String(i === at)));
    const li = this.list.children[at];
    li?.scrollIntoView({ block: "nearest" });
    if (li) this.input.setAttribute("aria-activedescendant", li.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  clicked(event) {
    const at = [...this.list.children].indexOf(event.target.closest("li"));
    if (at >= 0) this.take(at);
  }

  take(at, key) {
    const item = this.items[at];
    this.close();
    this.pick(item, key);
  }
}

function row(item) {
  const note = item.note ? el("span.note", {}, item.note) : null;
  return el(
    "li",
    { id: freshId("option"), role: "option" },
    el("span.label", {}, item.label),
    note,
  );
}
