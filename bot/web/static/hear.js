/** What has happened, for who hears the page: a line that is read when it changes. */

const line = document.createElement("p");
line.className = "heard";
line.setAttribute("role", "status");
document.body.append(line);

/** Say something; the same again is said again. */
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
