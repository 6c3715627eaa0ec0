/**
 * The form for a chosen command: one labelled field an option, required ones first.
 *
 *     /logger start   players [ 3 ×]   + thread
 */

import { post } from "./api.js";
import { TYPE, convert, expectation, misfit } from "./commands.js";
import { Completion } from "./completion.js";
import { el, freshId } from "./dom.js";
import { state } from "./state.js";

const DEBOUNCE = 150; // ms of silence before the bot is asked for suggestions

export class CommandForm {
  /** `send(leaf, values)` and `cancel(text)` are the composer's; `texts` prefill fields. */
  constructor(leaf, { send, cancel, problem, texts = {} }) {
    Object.assign(this, { leaf, send, cancel, problem });
    this.fields = new Map();
    this.row = el("div.command-fields");
    this.adders = el("div.command-adders");
    const name = el("span.command-name", { title: leaf.description ?? "" }, `/${leaf.path}`);
    this.help = el("p.command-help", { "aria-hidden": "true" }, leaf.description ?? "");
    const parts = [name, this.row, this.adders, this.help];
    this.node = el("div.command", { role: "group", ariaLabel: `/${leaf.path}` }, ...parts);
    this.node.addEventListener("keydown", (event) => this.key(event));
    this.node.addEventListener("focusin", ({ target }) => this.explain(target));
    for (const option of this.firstShown(texts)) this.add(option, texts[option.name]);
    this.listAdders();
  }

  firstShown(texts) {
    const { options } = this.leaf;
    if (options.length === 1) return options;
    return options.filter(({ name, required }) => required || name in texts);
  }

  add(option, text) {
    const field = new Field(option, this);
    if (text !== undefined) field.fill(text);
    this.fields.set(option.name, field);
    this.row.append(field.node);
    return field;
  }

  remove(option) {
    this.fields.get(option.name).node.remove();
    this.fields.delete(option.name);
    this.listAdders();
    this.adders.querySelector("button")?.focus();
  }

  /** Shows the focused field's help, which its `aria-describedby` tells to others. */
  explain(target) {
    const told = document.getElementById(target.getAttribute("aria-describedby"));
    if (told) this.help.textContent = told.textContent;
  }

  listAdders() {
    const left = this.leaf.options.filter(({ name }) => !this.fields.has(name));
    this.adders.replaceChildren(...left.map((option) => this.adder(option)));
  }

  adder(option) {
    const add = () => {
      this.add(option).input.focus();
      this.listAdders();
    };
    const props = { type: "button", title: option.description ?? "", onclick: add };
    return el(
      "button.adder",
      { ...props, ariaLabel: `Add option ${option.name}` },
      `+ ${option.name}`,
    );
  }

  /** Puts the caret where it is needed next; answers false where nothing needs filling in. */
  focus() {
    const fields = [...this.fields.values()];
    const next = fields.find(({ input }) => !input.value) ?? fields[0];
    next?.input.focus();
    return Boolean(next);
  }

  /** Puts the caret into the first option, shown now if it is not; false where there is none. */
  focusFirst() {
    const [option] = this.leaf.options;
    if (!option) return false;
    const field = this.fields.get(option.name) ?? this.add(option);
    field.input.focus();
    this.listAdders();
    return true;
  }

  key(event) {
    if (event.isComposing || event.defaultPrevented) return;
    if (event.key === "Escape") {
      event.preventDefault();
      this.cancel(this.asText());
    } else if (
      event.key === "Enter" &&
      !event.target.closest("button") &&
      !listIsOpen(event.target)
    ) {
      event.preventDefault();
      this.submit();
    }
  }

  submit() {
    const values = {};
    for (const { option, input, value } of this.fields.values()) {
      if (!input.value.trim() && !option.required) continue;
      const wrong = this.wrong(option, input.value, value);
      if (wrong) {
        this.problem(wrong);
        input.focus();
        return;
      }
      values[option.name] = value;
    }
    this.send(this.leaf, values);
  }

  wrong(option, text, value) {
    if (!text.trim()) return `Fill in ${option.name} first.`;
    return value === undefined ? misfit(option, text) : null;
  }

  /** What has been filled in, as the line that could have been typed; empty when nothing was. */
  asText() {
    const filled = [...this.fields.values()].filter(({ input }) => input.value.trim());
    if (!filled.length) return "";
    return [
      `/${this.leaf.path}`,
      ...filled.map((field) => `${field.option.name}:${field.text}`),
    ].join(" ");
  }

  /** The values so far, for the bot's autocompletion. */
  sofar() {
    const known = [...this.fields.values()].filter(
      ({ value }) => value !== undefined && value !== "",
    );
    return Object.fromEntries(known.map(({ option, value }) => [option.name, value]));
  }
}

function listIsOpen(node) {
  return CSS.supports("selector(select:open)") && node.matches("select:open");
}

class Field {
  constructor(option, form) {
    Object.assign(this, { option, form, chosen: null });
    this.input = this.makeInput();
    this.input.dataset.testid = `option-${option.name}`;
    this.input.id = freshId("field");
    const help = el("span.unseen", { id: freshId("help") }, this.help());
    this.input.setAttribute("aria-describedby", help.id);
    if (option.required) this.input.setAttribute("aria-required", "true");
    const label = el("label", { htmlFor: this.input.id }, option.name);
    this.node = el("div.command-field", {}, label, this.input, this.remover(), help);
    if (option.autocomplete) this.suggest();
  }

  help() {
    const { description = "", required } = this.option;
    const wanted = this.option.choices?.length ? "" : expectation(this.option);
    return [description, wanted, required ? "" : "optional"].filter(Boolean).join(" · ");
  }

  makeInput() {
    const { type, choices } = this.option;
    if (choices?.length) return picker(choices.map(({ name }) => name));
    if (type === TYPE.yesno) return picker(["True", "False"]);
    const props = { type: "text", autocomplete: "off", spellcheck: false };
    if (type === TYPE.integer && !this.option.autocomplete) {
      return el("input", { ...props, type: "number", step: "1" });
    }
    return el("input", { ...props, maxLength: 6000 });
  }

  remover() {
    const { required, name } = this.option;
    if (required) return null;
    const remove = () => this.form.remove(this.option);
    const props = { type: "button", ariaLabel: `Remove option ${name}`, onclick: remove };
    return el("button.remove", props, el("span", { "aria-hidden": "true" }, "×"));
  }

  get text() {
    return this.input.value.trim();
  }

  /** The value to send: a suggestion's own value where one was chosen, else what was typed. */
  get value() {
    if (this.chosen && this.chosen.name === this.input.value) return this.chosen.value;
    return convert(this.option, this.text);
  }

  fill(text) {
    this.input.value = text;
    if (this.input.value === text || this.input.tagName !== "SELECT") return;
    const low = text.toLowerCase();
    const same = [...this.input.options].find(({ value }) => value.toLowerCase() === low);
    if (same) this.input.value = same.value;
  }

  suggest() {
    this.asked = 0;
    const take = (item) => this.choose(item.choice);
    this.completion = new Completion(
      this.input,
      this.form.node,
      take,
      `Suggestions for ${this.option.name}`,
    );
    this.input.addEventListener("keydown", (event) => this.completion.key(event));
    this.input.addEventListener("input", () => this.askSoon());
    this.input.addEventListener("focus", () => this.askSoon());
    this.input.addEventListener("blur", () => this.stopAsking());
  }

  choose(choice) {
    this.chosen = choice;
    this.input.value = choice.name;
  }

  stopAsking() {
    clearTimeout(this.timer);
    this.asked += 1; // an answer on its way is no longer wanted
    this.completion.close();
  }

  askSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), DEBOUNCE);
  }

  async ask() {
    const turn = (this.asked += 1);
    const { name } = this.option;
    const options = { ...this.form.sofar(), [name]: this.input.value };
    const place = { as: state.me, channel: state.channel, command: this.form.leaf.path };
    const answer = await post("complete", { ...place, options, focused: name }).catch(() => null);
    if (turn !== this.asked || !answer) return;
    const items = answer.choices.map((choice) => ({ label: choice.name, choice }));
    this.completion.show(items, false); // nothing marked: Enter still sends what was typed
  }
}

function picker(names) {
  const options = names.map((name) => el("option", { value: name }, name));
  return el("select", {}, el("option", { value: "" }, "Choose"), options);
}
