// Says that it is one's turn: in the title of the tab and its icon.
const byId = (id) => document.getElementById(id);
const turn = () => byId("turn").value;
const icon = document.querySelector("link[rel=icon]");
const usual = { title: document.title, icon: icon.getAttribute("href") };

function show() {
  const isMine = turn() === "yours";
  document.title = isMine ? byId("alerts").dataset.title : usual.title;
  const wanted = isMine ? byId("alerts").dataset.icon : usual.icon;
  if (icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
document.addEventListener("htmx:after:swap", (event) => event.target.id === "table" && show());
show();
