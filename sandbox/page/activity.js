/**
 * An Activity: the application's page in a frame, and the client around it (Discord's RPC).
 *
 *     stream "activity" ──▶ dialog ──▶ frame ── [0, handshake] ──▶ [1, READY] ──▶ [1, command] ──▶ [1, answer]
 *                                                     └──▶ [2, why]: the frame has to begin again
 *
 * What is agreed to once is remembered for this tab. Closing the dialog leaves the Activity.
 */

import { post } from "./api.js";
import { byId, dialog, el } from "./dom.js";
import { on, state } from "./state.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const NORMAL = 1000;
const FAULT = { client: 4000, origin: 4001, version: 4004, encoding: 4005 };
const ERROR = { payload: 4000, command: 4002, event: 4004, scope: 4006, oauth: 5000 };
const EVENTS = ["ACTIVITY_LAYOUT_MODE_UPDATE", "ORIENTATION_UPDATE"];
const SCOPES = ["identify"];

const agreed = new Set(); // people who have let the Activity know who they are
let current = null; // {box, origin, window, frameId, instance, me, ready}

export function startActivity() {
  on("activity", open);
  on("hello", offer);
  on("commands", offer);
  byId("activity").addEventListener("click", () => {
    post("activity/launch", { as: state.me, channel: state.channel });
  });
  window.addEventListener("message", hear);
}

/** The launcher is there where the application has a command that opens its Activity. */
function offer() {
  byId("activity").hidden = !state.commands.some(({ type }) => type === 4);
}

function open({ instance, origin, query }) {
  if (current?.instance === instance) return;
  current?.box.close();
  const frameId = crypto.randomUUID();
  const whole = `${query}&frame_id=${frameId}&platform=desktop`;
  const place = encodeURIComponent(JSON.stringify({ client: location.origin, query: whole }));
  const frame = el("iframe.activity-frame", { title: "Activity", src: `${origin}/.client#${place}` });
  const leave = el("button.secondary", { type: "button", onclick: () => box.close() }, "Leave");
  const box = dialog("Activity", frame, el("div.dialog-buttons", {}, leave));
  box.classList.add("activity");
  const mine = { box, origin, frame, frameId, instance, me: state.me, ready: false };
  box.addEventListener("close", () => left(mine));
  current = mine;
  box.showModal();
}

function left({ instance, me }) {
  if (current?.instance === instance) current = null;
  post("activity/close", { as: me, instance }).catch(() => {});
}

function hear({ source, origin, data }) {
  if (!current || source !== current.frame.contentWindow || origin !== current.origin) return;
  if (!Array.isArray(data)) return;
  const [opcode, said] = data;
  if (opcode === HANDSHAKE) greet(said ?? {});
  else if (opcode === CLOSE) farewell(said ?? {});
  else if (opcode === FRAME) answer(said ?? {});
}

const tell = (opcode, said) => current?.frame.contentWindow.postMessage([opcode, said], current.origin);

function greet({ v, encoding, client_id: client, frame_id: frame }) {
  if (v !== 1) return refuse(FAULT.version, "Invalid Version");
  if ((encoding ?? "json") !== "json") return refuse(FAULT.encoding, "Invalid Encoding");
  if (client !== state.bot.id) return refuse(FAULT.client, "Invalid Client ID");
  if (frame !== current.frameId) return refuse(FAULT.origin, "Invalid Origin");
  current.ready = true;
  const config = { api_endpoint: `${location.origin}/api`, environment: "sandbox" };
  tell(FRAME, { cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config } });
}

const refuse = (code, message) => tell(CLOSE, { code, message });

function farewell({ code, message }) {
  const { box } = current;
  if (code === NORMAL) box.close();
  else box.append(el("p.problem", { role: "alert" }, message ?? "The Activity has ended."));
}

/** Each command is answered once, by its nonce; none before the handshake. */
async function answer({ cmd, nonce, args, evt }) {
  if (!current.ready || !nonce) return;
  const known = COMMANDS[cmd];
  try {
    if (!known) throw fault(ERROR.command, `Invalid command: ${cmd}`);
    const data = await known(args ?? {}, evt);
    tell(FRAME, { cmd, nonce, evt: null, data });
  } catch ({ code = ERROR.payload, message }) {
    tell(FRAME, { cmd, nonce, evt: "ERROR", data: { code, message } });
  }
}

const fault = (code, message) => Object.assign(new Error(message), { code });

const COMMANDS = {
  AUTHORIZE: authorize,
  OPEN_EXTERNAL_LINK: openExternal,
  CAPTURE_LOG: ({ level, message }) => (console.debug(`activity ${level}: ${message}`), null),
  SUBSCRIBE: subscribe,
  UNSUBSCRIBE: subscribe,
};

async function authorize({ client_id: client, response_type: kind, scope }) {
  if (client !== state.bot.id) throw fault(ERROR.oauth, "OAuth2 Error: invalid_client");
  if (kind !== "code") throw fault(ERROR.oauth, "OAuth2 Error: unsupported_response_type");
  if (!scope?.length || scope.some((each) => !SCOPES.includes(each))) {
    throw fault(ERROR.oauth, "OAuth2 Error: invalid_scope");
  }
  const { me } = current;
  if (!agreed.has(me) && !(await asked("Let the Activity know who you are?", "Authorize"))) {
    throw fault(ERROR.oauth, "OAuth2 Error: access_denied");
  }
  agreed.add(me);
  return post("activity/authorize", { as: me });
}

async function openExternal({ url }) {
  if (!/^https?:/.test(url ?? "")) throw fault(ERROR.payload, "Invalid URL");
  const opened = await asked(`Open ${url}?`, "Open");
  if (opened) window.open(url, "_blank", "noopener");
  return { opened };
}

function subscribe(_, evt) {
  if (!EVENTS.includes(evt)) throw fault(ERROR.event, `Invalid event: ${evt}`);
  return { evt };
}

/** A question above the Activity, which the client asks. */
function asked(question, yes) {
  return new Promise((resolve) => {
    const go = el("button.button.primary", { type: "button", onclick: () => close(true) }, yes);
    const stay = el("button.secondary", { type: "button", onclick: () => close(false) }, "Cancel");
    const box = dialog("Activity", el("p", {}, question), el("div.dialog-buttons", {}, stay, go));
    box.addEventListener("close", () => resolve(box.returnValue === "yes"));
    const close = (agreed) => box.close(agreed ? "yes" : "");
    box.showModal();
  });
}
