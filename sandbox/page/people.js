/** The switch "I am Ann / Ben / Cy / Dee": one tab can play every seat. */

import { post } from "./api.js";
import { avatar } from "./avatar.js";
import { byId, dialog, el } from "./dom.js";
import { mentionsOf } from "./notices.js";
import { nameOf, on, state } from "./state.js";

let become = () => {};

/** `change(person id)` makes this tab that person. */
export function startPeople(change) {
  become = change;
  for (const event of ["hello", "person", "notices"]) on(event, draw);
  byId("add-person").addEventListener("click", askName);
}

function draw() {
  const list = byId("people-list");
  const focused = list.contains(document.activeElement);
  list.replaceChildren(...state.people.map(entry));
  reveal(list, list.querySelector("label:has(:checked)"));
  if (focused) list.querySelector("input:checked")?.focus();
}

/** Scrolls the row as far as it takes. Not scrollIntoView: the Tab key would go on from there. */
function reveal(row, label) {
  if (!label) return;
  const [all, one] = [row.getBoundingClientRect(), label.getBoundingClientRect()];
  row.scrollLeft += Math.max(0, one.right - all.right) - Math.max(0, all.left - one.left);
}

function entry(person) {
  const mine = person.id === state.me;
  const waiting = mine ? 0 : mentionsOf(person.id);
  const props = { type: "radio", name: "person", value: person.id, checked: mine };
  const input = el("input", { ...props, onchange: () => become(person.id) });
  const dot = waiting
    ? el("span.dot", {}, el("span.unseen", {}, `, ${waiting} new mentions`))
    : null;
  return el(
    "label.person",
    { title: nameOf(person) },
    input,
    avatar(person),
    el("span.name", {}, nameOf(person)),
    dot,
  );
}

function askName() {
  const input = el("input", {
    type: "text",
    id: "new-person",
    maxLength: 32,
    autocomplete: "off",
    required: true,
  });
  const problem = el("p.problem", { role: "alert" });
  const cancel = el("button.secondary", { type: "button", onclick: () => box.close() }, "Cancel");
  const add = el("button.button.primary", { type: "submit" }, "Add");
  const form = el("form", {}, el("label", { htmlFor: "new-person" }, "Name"), input, problem);
  form.append(el("div.dialog-buttons", {}, cancel, add));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await post("add", { name: input.value.trim() });
      box.close();
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  });
  const box = dialog("Add a person", form);
  box.showModal();
  input.focus();
}
