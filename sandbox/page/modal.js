/**
 * A form that the bot opened: a dialog; what was typed stays until the bot has taken it.
 *
 *     1 row(4 text) · 10 words · 18 label(…)
 *     inside a label: 4 text, 3 select, 5 people, 21 radio, 22 boxes, 23 box
 */

import { dialog, el, freshId } from "./dom.js";
import { begin } from "./interactions.js";
import { markdown } from "./markdown.js";
import { everybody, nameOf, state } from "./state.js";

const PARAGRAPH = 2;

/** Opens the form of interaction `id`; `failed(sentence)` hears of a failure after it closed. */
export function openModal(id, modal, failed) {
  const me = state.me; // whoever opened it also submits it
  const parts = modal.components.flatMap(part);
  const problem = el("p.problem", { role: "alert" });
  const cancel = el("button.secondary", { type: "button" }, "Cancel");
  const submit = el("button.button.primary", { type: "submit" }, "Submit");
  const form = el(
    "form",
    {},
    parts.map(({ node }) => node),
    problem,
    el("div.dialog-buttons", {}, cancel, submit),
  );
  const box = dialog(modal.title, form);
  box.dataset.testid = "modal";
  box.classList.add("modal");
  cancel.addEventListener("click", () => box.close());
  const tell = (sentence) =>
    box.isConnected ? (problem.textContent = sentence) : failed(sentence);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    problem.textContent = "";
    send(me, id, fieldsOf(parts), box, tell);
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  box.showModal();
  form.querySelector("input, textarea, select")?.focus();
}

function fieldsOf(parts) {
  return Object.fromEntries(parts.filter(({ key }) => key).map(({ key, read }) => [key, read()]));
}

async function send(me, id, fields, box, tell) {
  const hear = ({ state: now, error }) => {
    if (now === "failed") tell(`${error ?? "This interaction failed"}. What you typed is kept.`);
    if (now === "done" || now === "thinking") box.close();
  };
  try {
    await begin("submit", { as: me, interaction: id, fields }, hear);
  } catch (refusal) {
    tell(refusal.message);
  }
}

/** One component as `{node, key, read}`; a row gives its children. */
function part(it) {
  if (it.type === 1) return it.components.flatMap(part);
  if (it.type === 10) return [{ node: el("div.text-display", {}, markdown(it.content)) }];
  if (it.type === 18) return labelled(it.label, it.description, it.component);
  return labelled(it.label, null, it);
}

function labelled(text, description, it) {
  const built = INPUTS[it.type]?.(it);
  if (!built) return [];
  const { control, read, group } = built;
  control.id = freshId("modal-field");
  const required = it.type !== 23 && it.required !== false;
  const words = [text ?? "", required ? null : el("span.note", {}, " (optional)")];
  const help = description ? el("p.help", { id: freshId("modal-help") }, description) : null;
  if (help) control.setAttribute("aria-describedby", help.id);
  const node = group
    ? el("fieldset.modal-field", {}, el("legend", {}, words), help, control)
    : el("div.modal-field", {}, el("label", { htmlFor: control.id }, words), help, control);
  return [{ node, key: it.custom_id, read }];
}

const INPUTS = {
  3: (it) => selectInput(it, it.options),
  4: textInput,
  5: (it) =>
    selectInput(
      it,
      everybody().map((user) => ({ value: user.id, label: nameOf(user) })),
    ),
  21: (it) => boxes(it, "radio"),
  22: (it) => boxes(it, "checkbox"),
  23: checkbox,
};

function textInput(it) {
  const many = it.style === PARAGRAPH;
  const control = many
    ? el("textarea", { rows: 4 })
    : el("input", { type: "text", autocomplete: "off" });
  control.value = it.value ?? "";
  control.placeholder = it.placeholder ?? "";
  control.required = it.required !== false;
  if (it.min_length) control.minLength = it.min_length;
  control.maxLength = it.max_length ?? 4000;
  return { control, read: () => control.value };
}

function selectInput(it, choices) {
  const many = (it.max_values ?? 1) > 1;
  const options = choices.map(({ value, label, default: chosen }) =>
    el("option", { value, selected: chosen ?? false }, label),
  );
  const none = el("option", { value: "" }, it.placeholder ?? "Choose");
  const control = el(
    "select",
    { multiple: many, required: it.required !== false },
    many ? options : [none, ...options],
  );
  if (!many && !choices.some((each) => each.default)) control.value = "";
  return {
    control,
    read: () => [...control.selectedOptions].map(({ value }) => value).filter(Boolean),
  };
}

function boxes(it, type) {
  const name = freshId("boxes");
  const inputs = it.options.map(({ value, default: on }) =>
    el("input", { type, name, value, checked: on ?? false }),
  );
  const rows = inputs.map((input, i) => el("label.choice", {}, input, it.options[i].label));
  if (type === "radio" && it.required !== false) inputs[0].required = true;
  const control = el("div", {}, rows);
  const checked = () => inputs.filter((input) => input.checked).map(({ value }) => value);
  return {
    control,
    group: true,
    read: () => (type === "radio" ? (checked()[0] ?? null) : checked()),
  };
}

function checkbox(it) {
  const control = el("input", { type: "checkbox", checked: it.default ?? false });
  return { control, read: () => control.checked };
}
