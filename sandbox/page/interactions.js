/**
 * Interactions on their way: started here, followed by the stream's `interaction` events.
 *
 *     begin ──▶ sent ──▶ thinking ──▶ done            hear({state, error?}) at each arrow
 *                  └───▶ failed
 */

import { post } from "./api.js";
import { on } from "./state.js";

const hearers = new Map(); // interaction id -> hear
const early = new Map(); // events that overtook the answer to their own request
const EARLY_KEPT = 50;

/** POSTs `/people/<verb>`; then `hear` gets each event of that interaction. */
export async function begin(verb, body, hear) {
  const { interaction } = await post(verb, body);
  hearers.set(interaction, hear);
  for (const event of early.get(interaction) ?? []) tell(event, hear);
  early.delete(interaction);
  return interaction;
}

function tell(event, hear) {
  hear(event);
  if (event.state === "done" || event.state === "failed") hearers.delete(event.id);
}

on("interaction", (event) => {
  const hear = hearers.get(event.id);
  if (hear) {
    tell(event, hear);
    return;
  }
  early.set(event.id, [...(early.get(event.id) ?? []), event]);
  if (early.size > EARLY_KEPT) early.delete(early.keys().next().value); // another tab's
});
