/**
 * A line that the bot cannot hear is explained by the page, once in each channel with a game.
 *
 * Without the message-content intent Discord tells a bot what is said to it (a mention, a reply
 * that pings, a command, a private message) and of everything else only that it was said.
 */

import { gameHere, localNote } from "./messages.js";
import { currentChannel, nameOf, on, state } from "./state.js";

const KEY = "lumbercamp-unheard";

export function startUnheard() {
  on("said", ({ message }) => {
    if (isUnheard(message) && gameHere(message.id)) explain(message.channel_id);
  });
}

function isUnheard({ mentions = [], edited_timestamp: edited, channel_id: channel }) {
  if (state.bot.hears || edited || channel !== state.channel) return false;
  return currentChannel().type !== 1 && !mentions.some(({ id }) => id === state.bot.id);
}

function explain(channel) {
  const told = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  if (told.includes(channel)) return;
  sessionStorage.setItem(KEY, JSON.stringify([...told, channel]));
  const bot = nameOf(state.bot);
  const sentence =
    `${bot} reads replies to its posts, lines that mention @${bot}, and commands. Here, as on ` +
    "most servers, it may not read anything else: if this was your turn, say it as one of those.";
  localNote(channel, "Not heard", sentence, false);
}
