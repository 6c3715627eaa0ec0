/** The latest event for screen readers: a line that they read when it changes. */

const line = document.createElement("p");
line.className = "heard";
line.setAttribute("role", "status");
document.body.append(line);

/** Announce a text, even if it is the same as before. */
export function hear(said) {
  line.textContent = "";
  setTimeout(() => {
    line.textContent = said;
  }, 50);
}

document.addEventListener("lumbercamp:shown", (event) => {
  const said = event.detail.querySelector("#turn .said, .story");
  if (said) hear(said.textContent.split("\n").slice(0, 3).join(" "));
});
