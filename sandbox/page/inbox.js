/** Adds items to a person's inbox as they arrive, without moving the others. */

import { byId } from "./dom.js";
import { on } from "./state.js";
import { follow } from "./stream.js";

async function look() {
  const answer = await fetch(location.href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const items = [...page.querySelectorAll("article")];
  byId("items").prepend(...items.filter(({ id }) => !byId(id)));
}

on("hello", look);
on("inbox", look);
follow(document.body.dataset.person);
