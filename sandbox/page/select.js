/**
 * A select menu of a message: a button that opens a list; one choice acts at once, several by Done.
 *
 *     button aria-haspopup=listbox ──▶ ul role=listbox > li role=option
 */

import { el, freshId } from "./dom.js";

export class Select {
  /** `choose(values)` is called once with what was chosen. */
  constructor(
    { options, placeholder, min_values: min = 1, max_values: max = 1, disabled },
    choose,
  ) {
    Object.assign(this, { options, choose, min: min ?? 1, max: max ?? 1, at: 0 });
    this.chosen = new Set(options.filter((option) => option.default).map(({ value }) => value));
    this.words = el("span", {}, this.chosenWords() || placeholder || "Make a selection");
    const listId = freshId("menu");
    const opener = { type: "button", disabled: disabled ?? false, onclick: () => this.toggle() };
    this.button = el(
      "button.select-button",
      opener,
      this.words,
      el("span.arrow", { "aria-hidden": "true" }),
    );
    this.button.setAttribute("aria-haspopup", "listbox");
    this.button.setAttribute("aria-expanded", "false");
    this.button.setAttribute("aria-controls", listId);
    this.list = this.makeList(listId, placeholder);
    this.popup = el(
      "div.select-popup",
      { hidden: true },
      this.list,
      this.several ? this.done() : null,
    );
    this.node = el("div.select", {}, this.button, this.popup);
    this.node.addEventListener("focusout", ({ relatedTarget }) => this.left(relatedTarget));
  }

  get several() {
    return this.max > 1;
  }

  makeList(id, label) {
    const rows = this.options.map((option) => choiceRow(option));
    const list = el(
      "ul",
      { id, role: "listbox", tabIndex: -1, ariaLabel: label || "Choices" },
      rows,
    );
    if (this.several) list.setAttribute("aria-multiselectable", "true");
    list.addEventListener("keydown", (event) => this.key(event));
    list.addEventListener("click", (event) => {
      const at = [...list.children].indexOf(event.target.closest("li"));
      if (at >= 0) this.pick(at);
    });
    return list;
  }

  done() {
    return el("button.secondary.done", { type: "button", onclick: () => this.finish() }, "Done");
  }

  chosenWords() {
    return this.options
      .filter(({ value }) => this.chosen.has(value))
      .map(({ label }) => label)
      .join(", ");
  }

  toggle() {
    if (this.popup.hidden) this.openList();
    else this.close();
  }

  openList() {
    this.popup.hidden = false;
    this.button.setAttribute("aria-expanded", "true");
    const first = this.options.findIndex(({ value }) => this.chosen.has(value));
    this.mark(Math.max(first, 0));
    this.list.focus();
    this.popup.scrollIntoView({ block: "nearest" });
  }

  close(refocus = true) {
    this.popup.hidden = true;
    this.button.setAttribute("aria-expanded", "false");
    if (refocus) this.button.focus();
  }

  left(to) {
    if (!this.node.contains(to) && !this.popup.hidden) this.close(false);
  }

  mark(at) {
    this.at = at;
    [...this.list.children].forEach((li, i) => {
      li.classList.toggle("at", i === at);
      li.setAttribute("aria-selected", String(this.chosen.has(this.options[i].value)));
    });
    this.list.setAttribute("aria-activedescendant", this.list.children[at].id);
    this.list.children[at].scrollIntoView({ block: "nearest" });
  }

  key(event) {
    const act = this.action(event.key);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  action(key) {
    const last = this.options.length - 1;
    const acts = {
      ArrowDown: () => this.mark(Math.min(this.at + 1, last)),
      ArrowUp: () => this.mark(Math.max(this.at - 1, 0)),
      Home: () => this.mark(0),
      End: () => this.mark(last),
      " ": () => this.pick(this.at),
      Enter: () => (this.several ? this.finish() : this.pick(this.at)),
      Escape: () => this.close(),
    };
    return acts[key] ?? (key.length === 1 ? () => this.seek(key.toLowerCase()) : null);
  }

  /** Goes to the next choice that begins with `letter`. */
  seek(letter) {
    const order = this.options.map((_, i) => (this.at + 1 + i) % this.options.length);
    const found = order.find((i) => this.options[i].label.toLowerCase().startsWith(letter));
    if (found !== undefined) this.mark(found);
  }

  pick(at) {
    const { value } = this.options[at];
    if (!this.several) {
      this.chosen = new Set([value]);
      this.finish();
      return;
    }
    if (this.chosen.has(value)) this.chosen.delete(value);
    else if (this.chosen.size < this.max) this.chosen.add(value);
    this.mark(at);
  }

  finish() {
    if (this.chosen.size < this.min) return;
    this.words.textContent = this.chosenWords() || "Nothing chosen";
    this.close();
    this.choose(this.options.map(({ value }) => value).filter((value) => this.chosen.has(value)));
  }
}

function choiceRow({ label, description, emoji }) {
  const sign =
    emoji?.name && !emoji.id ? el("span.emoji", { "aria-hidden": "true" }, emoji.name) : null;
  const note = description ? el("span.note", {}, description) : null;
  return el(
    "li",
    { id: freshId("choice"), role: "option" },
    sign,
    el("span.label", {}, label),
    note,
  );
}
