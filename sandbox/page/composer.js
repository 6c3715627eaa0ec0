/**
 * The message box: text, slash commands typed as text, or a command's form; and what went wrong.
 *
 *     "/lo"  ──completion──▶  CommandForm          Enter sends, Escape goes back to the text,
 *                                                  Tab goes on to the first option
 *     "/logger turn a3"  ──parse──▶  POST slash     "@Ben hello"  ──toWire──▶  POST say
 */

import { post } from "./api.js";
import { brief, leaves, matching, named, parse, usage } from "./commands.js";
import { Completion } from "./completion.js";
import { byId, el } from "./dom.js";
import { isForum } from "./forum.js";
import { begin } from "./interactions.js";
import { candidates, toWire, underCaret } from "./mentions.js";
import { localNote } from "./messages.js";
import { CommandForm } from "./options.js";
import { endReply, replyBar, replyFor, replying } from "./reply.js";
import { currentChannel, emit, on, state, titleOf } from "./state.js";
import { statusLine, working } from "./status.js";

const LONGEST = 2000; // characters in a message
const WARN = 200; // left over when the counter appears
const SHOWN = 25; // suggestions

const drafts = new Map(); // channel id -> text not sent yet
let shown = null; // the channel whose draft is in the box
let form = null; // the command form, while there is one

const problem = el("p.problem", { role: "alert", dataset: { testid: "problem" } });
const box = el("textarea.box", {
  id: "composer",
  rows: 1,
  spellcheck: true,
  dataset: { testid: "composer" },
});
const formFrame = el("div.form-frame", { hidden: true });
const sendButton = el("button.send", { type: "submit", dataset: { testid: "send" } }, "Send");
const counter = el("span.counter", { hidden: true });
const hintLine = el("p.usage", { hidden: true });
const frame = el("form.composer", {}, box, formFrame, counter, sendButton);
const completion = new Completion(box, frame, picked, "Suggestions");

/** Builds the composer into its area of the page. */
export function startComposer() {
  byId("composer-area").append(problem, replyBar, hintLine, frame, statusLine);
  frame.noValidate = true; // our own sentences, not the browser's bubbles
  frame.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  box.addEventListener("keydown", key);
  box.addEventListener("input", typed);
  box.addEventListener("click", suggest);
  box.addEventListener("blur", () => completion.close());
  on("opened", moved);
  on("fill", fill);
}

/** Puts `text` into the box and the caret after it. */
export function fill(text) {
  leaveForm("");
  box.value = text;
  box.focus();
  box.setSelectionRange(text.length, text.length);
  typed();
}

function moved() {
  if (shown && shown !== state.channel) drafts.set(shown, form ? form.asText() : box.value);
  if (shown !== state.channel) {
    leaveForm("");
    endReply();
    tell("");
    // What was typed before the page knew where it is stays.
    box.value = drafts.get(state.channel) ?? (shown ? "" : box.value);
    completion.close();
  }
  shown = state.channel;
  const channel = currentChannel();
  const where = titleOf(channel);
  byId("composer-area").hidden = isForum(channel); // people write in its posts
  box.placeholder = `Message ${where}`;
  box.setAttribute("aria-label", `Message ${where}; type / for commands`);
  measure();
}

function tell(sentence) {
  problem.textContent = sentence;
}

function typed() {
  tell("");
  measure();
  suggest();
}

function measure() {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
  const left = LONGEST - box.value.length;
  counter.hidden = left > WARN;
  counter.textContent = String(left);
  counter.classList.toggle("over", left < 0);
}

const isCommand = (text) => text.startsWith("/");

function suggest() {
  hintLine.hidden = true;
  if (isCommand(box.value)) suggestCommands(box.value);
  else suggestNames();
}

function suggestCommands(line) {
  const found = named(line);
  const begun = found && /\s$/.test(line.slice(0, 1 + found.leaf.path.length + 1));
  if (!begun) {
    const items = matching(line);
    completion.show(items.map((leaf) => ({ label: brief(leaf), note: leaf.description, leaf })));
    return;
  }
  completion.close();
  hintLine.hidden = false;
  hintLine.textContent = `${usage(found.leaf)} · ${found.leaf.description ?? ""}`;
}

function suggestNames() {
  const word = underCaret(box.value, box.selectionStart);
  const items = word ? candidates(word.sign, word.word).slice(0, SHOWN) : [];
  completion.show(items.map((item) => ({ ...item, start: word.start })));
}

function picked(item, key) {
  if (item.leaf) {
    enterForm(item.leaf);
    if (key === "Tab") form.focusFirst();
    return;
  }
  const before = box.value.slice(0, item.start) + item.label;
  const after = box.value.slice(box.selectionStart);
  box.value = `${before} ${after.trimStart()}`;
  box.setSelectionRange(before.length + 1, before.length + 1);
  measure();
}

function key(event) {
  if (event.isComposing) return;
  const sends = event.key === "Enter" && !event.shiftKey;
  if (!(sends && nothingToComplete()) && completion.key(event)) return;
  if (sends) {
    event.preventDefault();
    submit();
  } else if (event.key === "Tab" && !event.shiftKey && toOptions(box.value)) {
    event.preventDefault();
  } else if (event.key === "Escape" && replying()) {
    endReply();
  } else if (event.key === "ArrowUp" && !box.value) {
    event.preventDefault();
    emit("edit-last");
  }
}

/** From a command as text to its first option; answers false where there is none to go to. */
function toOptions(line) {
  const { leaf, options, problem: sentence } = isCommand(line) ? parse(line) : {};
  if (!leaf?.options.length || sentence) return false;
  enterForm(leaf, options);
  return form.focusFirst();
}

/** Whether all that could be completed is written out already, so that Enter sends it. */
function nothingToComplete() {
  if (completion.moved) return false;
  if (isCommand(box.value)) return Boolean(named(box.value));
  const word = underCaret(box.value, box.selectionStart);
  const full = word && `${word.sign}${word.word}`.toLowerCase();
  return completion.items.some(({ label }) => label.toLowerCase() === full);
}

function submit() {
  completion.close();
  tell("");
  if (form) form.submit();
  else if (isCommand(box.value)) sendLine(box.value);
  else if (box.value.trim()) say(box.value);
}

function sendLine(line) {
  const { leaf, options, missing, problem: sentence } = parse(line);
  if (sentence) {
    tell(sentence);
  } else if (missing.length) {
    enterForm(leaf, options);
    tell(`/${leaf.path} also needs ${missing.map(({ name }) => name).join(", ")}.`);
  } else {
    sendCommand(leaf, options);
  }
}

async function say(text) {
  const place = { as: state.me, channel: state.channel };
  const answer = await attempt(() =>
    post("say", { ...place, content: toWire(text), ...replyFor() }),
  );
  if (!answer) return;
  sent(place.channel, text);
  endReply();
  emit("said", answer); // shown at once, even while the stream is lost
}

/** Runs `act`; a refusal is told and the text stays where it is. */
async function attempt(act) {
  try {
    return await act();
  } catch (refusal) {
    tell(refusal.message);
    return null;
  }
}

function sent(channel, text) {
  if (channel !== state.channel) drafts.delete(channel);
  else if (box.value === text) box.value = "";
  measure();
  hintLine.hidden = true;
}

async function sendCommand(leaf, options) {
  const place = { as: state.me, channel: state.channel };
  const line = box.value;
  const mine = form;
  const body = { ...place, command: leaf.path, options };
  const hear = (event) => followed(event, leaf, place.channel);
  if (!(await attempt(() => begin("slash", body, hear)))) return;
  emit("command-sent", leaf);
  if (mine && mine === form) leaveForm("");
  if (!mine) sent(place.channel, line);
}

function followed(event, leaf, channel) {
  const label = `/${leaf.path}`;
  working(label, event.state === "sent");
  if (event.state === "failed") localNote(channel, label, event.error ?? "This interaction failed");
}

function enterForm(leaf, values = {}) {
  const texts = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, textOf(leaf, name, value)]),
  );
  form = new CommandForm(leaf, { send: sendCommand, cancel: leaveForm, problem: tell, texts });
  box.value = "";
  box.hidden = true;
  hintLine.hidden = true;
  counter.hidden = true;
  formFrame.replaceChildren(form.node);
  formFrame.hidden = false;
  sendButton.textContent = "Run";
  sendButton.setAttribute("aria-label", `Run /${leaf.path}`);
  if (!form.focus()) sendButton.focus();
}

/** The text that stands for `value` in a field: a choice's name, True, a person's name. */
function textOf(leaf, name, value) {
  const option = leaf.options.find((each) => each.name === name);
  const choice = option.choices?.find((each) => each.value === value);
  if (choice) return choice.name;
  if (value === true) return "True";
  return value === false ? "False" : String(value);
}

/** Back from the form to the box, with `text` in it. */
function leaveForm(text) {
  if (!form) return;
  const focused = frame.contains(document.activeElement);
  form = null;
  formFrame.hidden = true;
  formFrame.replaceChildren();
  box.hidden = false;
  box.value = text;
  sendButton.textContent = "Send";
  sendButton.removeAttribute("aria-label");
  tell("");
  measure();
  if (focused) box.focus();
}

frame.addEventListener("keydown", (event) => {
  const onSend = event.target === sendButton && form;
  if (onSend && event.key === "Escape") leaveForm(form.asText());
});

on("commands", () => {
  if (form && !leaves().some(({ path }) => path === form.leaf.path)) leaveForm(form.asText());
});
