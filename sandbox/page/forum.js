/** The posts of a forum with their tags, the last active first; pressing one opens it. */

import { el } from "./dom.js";
import { older, state } from "./state.js";

const FORUM = 15;

export const isForum = (channel) => channel?.type === FORUM;

export function postsOf(forum) {
  const posts = [...state.channels.values()].filter(({ parent_id: at }) => at === forum.id);
  const active = ({ id, last_message_id: last }) => last ?? id;
  posts.sort((a, b) => (older(active(a), active(b)) ? 1 : -1));
  return el("ul.posts", {}, posts.map((post) => el("li", {}, entry(post, forum.tags))));
}

function entry({ id, name, archived, locked, applied }, known) {
  const tags = known.filter((tag) => applied.includes(tag.id)).map((tag) => tag.name);
  const words = [...tags, ...(locked ? ["locked"] : archived ? ["archived"] : [])];
  const props = { type: "button", dataset: { jump: id, testid: "post" } };
  const shown = words.map((word) => el("span.post-tag", {}, word));
  return el("button.post", props, el("span.name", {}, name), ...shown);
}
