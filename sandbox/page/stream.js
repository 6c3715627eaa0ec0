/** The stream of events for one person: a websocket that opens itself again when it is lost. */

import { apply, emit, state } from "./state.js";

const FIRST_WAIT = 400; // ms; doubled at each vain try
const LONGEST_WAIT = 4000;

let socket = null;
let wait = FIRST_WAIT;
let retry = 0;

/** Follows what `person` can see, from now on and instead of whomever we followed before. */
export function follow(person) {
  clearTimeout(retry);
  if (socket) {
    socket.onclose = null; // we leave on purpose: no second stream for the old person
    socket.onmessage = null;
    socket.close();
  }
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/people/stream?as=${person}`);
  socket = mine;
  mine.onmessage = ({ data }) => hear(JSON.parse(data));
  mine.onclose = () => lost(person);
}

function hear(event) {
  wait = FIRST_WAIT;
  apply(event);
}

function lost(person) {
  state.linked = false;
  emit("unlinked");
  retry = setTimeout(() => follow(person), wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}
