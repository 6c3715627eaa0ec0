/**
 * Stands between the client, which is the page of the chat, and an Activity: it hands on what each says
 * to the other, and nothing that anybody else says.
 *
 *     #{"client": "http://127.0.0.1:8123", "query": "instance_id=…&frame_id=…"}
 */

const { client, query } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

const frame = document.createElement("iframe");
frame.title = "Activity";
frame.src = `/?${query}`;
frame.allow = "clipboard-write; fullscreen";
frame.sandbox = "allow-scripts allow-same-origin allow-forms allow-popups allow-modals";

window.addEventListener("message", ({ source, origin, data }) => {
  if (source === frame.contentWindow) parent.postMessage(data, client);
  else if (source === parent && origin === client) {
    frame.contentWindow.postMessage(data, location.origin);
  }
});
document.body.append(frame);
