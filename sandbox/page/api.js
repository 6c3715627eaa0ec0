/** The people's side of the sandbox: JSON in, JSON out; a refusal becomes a `Refusal`. */

/** Something was not done; `message` is a sentence for the person at the page. */
export class Refusal extends Error {}

const UNREACHABLE = "Couldn't reach the sandbox. Please try again.";

async function call(address, init) {
  let response;
  try {
    response = await fetch(address, init);
  } catch {
    throw new Refusal(UNREACHABLE);
  }
  const body = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Refusal(body.error ?? `The sandbox rejected this (status ${response.status}).`);
  }
  return body;
}

/** POST `/people/<verb>`; resolves to the answer, rejects with a `Refusal`. */
export function post(verb, body) {
  const headers = { "Content-Type": "application/json" };
  return call(`/people/${verb}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** GET `/people[/<verb>]?<query>`. */
export function get(verb = "", query = {}) {
  const search = new URLSearchParams(query).toString();
  return call(`/people${verb ? `/${verb}` : ""}${search ? `?${search}` : ""}`);
}
