/**
 * What the page knows: who I am, the server, its channels, people and commands.
 *
 *     stream ──apply(event)──▶ state ──emit(name, detail)──▶ sidebar, people, messages, composer
 */

export const state = {
  me: null, // id of the person acting in this tab
  guild: { id: "", name: "" },
  bot: { id: "", username: "Lumbercamp", online: true },
  people: [],
  channels: new Map(),
  commands: [],
  channel: null, // id of the channel shown
  linked: false, // whether the stream is open
};

const bus = new EventTarget();

export const emit = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));
export const on = (name, hear) => bus.addEventListener(name, (event) => hear(event.detail));

/** How a user is called on the server. */
export const nameOf = (user) => user?.global_name || user?.username || "Somebody";

/** The bot as a user object, so that it can stand in lists beside people. */
export const botUser = () => ({ ...state.bot, bot: true });

export const everybody = () => [...state.people, botUser()];
export const userById = (id) => everybody().find((user) => user.id === id);
/** "#games", a thread's own name, or the bot's name for the private chat with it. */
export function titleOf({ type, name }) {
  if (type === 1) return nameOf(state.bot);
  return type === 0 ? `#${name}` : name;
}

export const currentChannel = () => state.channels.get(state.channel);

/** Whether snowflake `a` is older than `b`; ids are decimal strings of growing length. */
export const older = (a, b) => (a.length === b.length ? a < b : a.length < b.length);

/** Takes over the whole of what the server tells (its `hello`, or GET /people). */
export function adopt({ guild, bot, people, channels, commands }) {
  Object.assign(state, { guild, bot, people, commands });
  state.channels = new Map(channels.map((channel) => [channel.id, channel]));
}

const APPLY = {
  hello(event) {
    adopt(event);
    state.linked = true;
  },
  channel({ channel }) {
    state.channels.set(channel.id, channel);
  },
  channel_delete({ channel }) {
    state.channels.delete(channel.id ?? channel);
  },
  commands({ commands }) {
    state.commands = commands;
  },
  bot(event) {
    Object.assign(state.bot, event.bot ?? {}, { online: event.online });
  },
  person({ person }) {
    const others = state.people.filter(({ id }) => id !== person.id);
    state.people = [...others, person];
  },
};

/** One event of the stream: first into the state, then to everybody who listens. */
export function apply(event) {
  APPLY[event.t]?.(event);
  emit(event.t, event);
}
