/**
 * Inside Discord: asks the client for the user, and shows the board in a frame of its own.
 *
 *     ready ──▶ authorize ──▶ code ── POST /activity ──▶ let in, with an address ──▶ the board
 *
 * The board's page knows nothing of this. Discord's client asks before it opens links out of it.
 */

const main = document.getElementById("activity");
const said = document.getElementById("said");
const { client, sdk, unknown, cookies } = main.dataset;

const tell = (sentence) => (said.textContent = sentence);

class Told extends Error {}

/** A code for the user, which is good once. */
async function code(discord) {
  const asked = { client_id: client, response_type: "code", prompt: "none", scope: ["identify"] };
  return (await discord.commands.authorize({ ...asked, state: "" })).code;
}

/** Sign in; returns the address to show. */
async function enter(discord) {
  const body = new URLSearchParams({ code: await code(discord), instance: discord.instanceId });
  const answer = await fetch("/activity", { method: "POST", body });
  if (!answer.ok) throw new Told(await answer.text());
  const { to } = await answer.json();
  if (!(await fetch("/activity")).ok) throw new Told(cookies);
  return to;
}

function show(address, discord) {
  const frame = document.createElement("iframe");
  frame.title = document.title;
  frame.src = address;
  frame.addEventListener("load", () => {
    frame.title = frame.contentDocument.title;
    frame.contentDocument.addEventListener("click", (event) => leave(event, discord));
  });
  main.replaceChildren(frame);
}

function leave(event, discord) {
  const link = event.target.closest?.("a[href]");
  if (!link || link.origin === location.origin) return;
  event.preventDefault();
  discord.commands.openExternalLink({ url: link.href }).catch(() => {});
}

try {
  const { DiscordSDK } = await import(sdk);
  const discord = new DiscordSDK(client, { disableConsoleLogOverride: true });
  await discord.ready();
  show(await enter(discord), discord);
} catch (trouble) {
  tell(trouble instanceof Told ? trouble.message : unknown);
}
