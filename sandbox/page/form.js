/**
 * A form that the bot asks somebody to fill in (Discord's modal).
 *
 *     press ──▶ done, with a form ──▶ dialog ──▶ POST /people/submit ──▶ sent ─▶ … ─▶ done
 */

import { dialog, el, freshId } from "./dom.js";
import { begin } from "./interactions.js";
import { state } from "./state.js";

const LONG = 2; // a field of several lines

/** Shows the form with which `interaction` was answered; `failed(sentence)` once it is closed. */
export function ask(interaction, { title, components }, failed) {
  const fields = components.map(field);
  const problem = el("p.problem", { role: "alert" });
  const cancel = el("button.secondary", { type: "button", onclick: () => box.close() }, "Cancel");
  const send = el("button.button.primary", { type: "submit" }, "Submit");
  const foot = el("div.dialog-buttons", {}, cancel, send);
  const form = el("form.modal", {}, fields.flatMap(({ nodes }) => nodes), problem, foot);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = Object.fromEntries(fields.map(({ id, input }) => [id, input.value]));
    const hear = ({ state: now, error }) => now === "failed" && failed(error);
    try {
      await begin("submit", { as: state.me, interaction, values }, hear);
      box.close();
    } catch (refusal) {
      problem.textContent = refusal.message;
    }
  });
  const box = dialog(title, form);
  box.showModal();
  fields[0]?.input.focus();
}

function field({ label, component: it }) {
  const id = freshId("field");
  const input = el(it.style === LONG ? "textarea" : "input", {
    id,
    maxLength: it.max_length ?? 4000,
    placeholder: it.placeholder ?? "",
    required: it.required ?? true,
    rows: 5, // of a textarea alone
  });
  return { id: it.custom_id, input, nodes: [el("label", { htmlFor: id }, label), input] };
}
